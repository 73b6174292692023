"""Help for players while they fill in orders: previews and values in words."""
