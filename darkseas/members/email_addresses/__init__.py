"""E-mail addresses: the links that confirm them, and the names that unconfirmed members may hold."""
