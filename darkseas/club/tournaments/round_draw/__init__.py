"""What a round is drawn from, by which plan, and the rows that it is kept in."""
