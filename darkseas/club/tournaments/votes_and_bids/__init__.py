"""What a round is fought about where its director does not say it: dice, votes; and bids for the sides."""
