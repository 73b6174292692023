"""Standings of each format: points, brackets, ladders, leagues."""
