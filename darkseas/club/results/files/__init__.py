"""Result files: old records imported after a preview, and the export of a club's results; see `FORMAT.md`."""
