"""E-mail addresses: links that prove one, where they lead, and what who has proved none may keep."""
