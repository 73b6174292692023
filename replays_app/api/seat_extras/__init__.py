"""Private data of a seat outside the log: clock, standing orders and unsent orders."""
