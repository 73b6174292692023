"""Pages of a table: pairing, result, agreed time, bids, and the captains' forecast."""
