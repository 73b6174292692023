"""Pages of a tabletop battle: signatures of its log."""
