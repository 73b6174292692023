"""Entries, divisions, check-in and the waiting list."""
