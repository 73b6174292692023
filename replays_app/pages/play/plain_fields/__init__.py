"""Order forms as plain HTML fields: built, filled, and read back as an order."""
