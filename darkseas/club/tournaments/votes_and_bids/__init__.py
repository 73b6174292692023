"""Choose a round's scenario by dice or vote, and its sides by bids."""
