"""Who sits where in a battle, and what opens a seat."""
