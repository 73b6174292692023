"""Dates of rounds: times that opponents agree on, extensions, deadlines and what follows them."""
