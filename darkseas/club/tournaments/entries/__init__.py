"""Who has entered a tournament, one by one or by a line each."""
