"""A club to look at: its people are bots, and every battle of its season was really fought."""
