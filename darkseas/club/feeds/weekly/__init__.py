"""A letter a week to members who want it: what was fought in their clubs, what comes, what waits for them."""
