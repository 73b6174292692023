"""Ratings of players, and what sides of scenarios are worth; fitted whole from results, pure."""
