"""Results as files: old records read in after a preview, all of a club's written out; format: `FORMAT.md`."""
