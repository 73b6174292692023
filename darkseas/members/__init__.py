"""Members: accounts, registration, login and deletion."""
