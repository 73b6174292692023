"""Standings of tournaments, seasons and ladders, with reasons. Pure functions on exact numbers."""
