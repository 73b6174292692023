"""Recorded battles behind results, and battles started for tournament tables."""
