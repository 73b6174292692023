"""The pages of one battle: to watch it, and to fight it."""
