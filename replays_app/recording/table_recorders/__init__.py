"""What recorders of a table say beside orders: dice confirmed, logs signed, an order that two phones sent."""
