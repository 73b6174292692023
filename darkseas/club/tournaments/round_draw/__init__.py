"""Pair a round: its input, the method of each kind of tournament, and the rows that store it."""
