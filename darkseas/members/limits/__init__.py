"""What is counted of every request: of the API by token, member or address; on pages by member."""
