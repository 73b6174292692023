"""Player ratings and values of scenario sides, always fitted from all results. Pure functions."""
