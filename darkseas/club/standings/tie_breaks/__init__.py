"""Tie-breaks: each a number of its own, a sentence on what it is, and how it splits those who are equal."""
