"""Tournaments as files: standings and the whole of it to take along, results of a round brought in."""
