"""Pages of one battle: replay, text log, and play."""
