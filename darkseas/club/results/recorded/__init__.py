"""Battles that were recorded here, as results take them; and those that were begun for a table."""
