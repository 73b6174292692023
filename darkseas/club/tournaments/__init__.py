"""Tournaments of a club, from regulations to final standings. Their battles are results of the club."""
