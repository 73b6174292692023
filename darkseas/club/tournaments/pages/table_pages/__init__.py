"""One table of a round: what came of it, when it is fought, bids for its sides, what captains make of it."""
