"""Order forms as plain fields, which need no script: made, filled, and read as an order."""
