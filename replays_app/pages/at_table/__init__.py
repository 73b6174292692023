"""Pages of a battle fought at a table: who signs its log."""
