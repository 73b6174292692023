"""Pages of results: lists, one result with its steps, the form, what waits for somebody."""
