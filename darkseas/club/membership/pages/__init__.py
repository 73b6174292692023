"""Pages of a club and its people."""
