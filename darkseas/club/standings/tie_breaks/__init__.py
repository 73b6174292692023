"""Tie-breaks: each has its own number, a description, and a way to split tied entrants."""
