"""Pages for playing a battle: on the map, and as plain fields."""
