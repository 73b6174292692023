"""Data for the pages of tournaments: rounds, standings, brackets, ladders, leagues, votes and bids."""
