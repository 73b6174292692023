"""Pages of a club's records."""
