"""Pages of one battle: to watch it and to play it."""
