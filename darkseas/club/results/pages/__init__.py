"""Result pages: lists, a result with its steps, the form, and what waits for a player."""
