"""What pages of tournaments show, as values: rounds and standings, brackets, ladders, leagues."""
