"""Help for players while they fill in orders: previews, and labels of values."""
