"""Helpers and ownership of a scenario. Members are invited and must accept."""
