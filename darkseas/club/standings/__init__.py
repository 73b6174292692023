"""Standings of tournaments, seasons and ladders, with reasons; pure, in exact numbers."""
