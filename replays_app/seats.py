"""The tokens that open seats."""

from hashlib import sha256


def token_hash(token: str) -> str:
    """Return what is kept of a seat's token: its SHA-256, in hex."""
    return sha256(token.encode()).hexdigest()
