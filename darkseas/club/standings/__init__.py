"""Standings: who is where in a tournament, a season, on a ladder, and why; pure, in exact numbers."""
