"""Tournaments of a club, from plan to end; what is fought in them are results of the club."""
