"""Pages of a club itself and of its people."""
