"""Results: reported, answered, left to silence, decided, corrected, made void; each step stays on record."""
