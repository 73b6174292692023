"""Seals (hash commitments) of votes, bids and secrets: published first, and verifiable once opened.

A seal is the hex SHA-256 of a line of text. Votes and bids start with a nonce, so that trying all possible
values does not reveal them.
"""

from hashlib import sha256
from secrets import token_hex

NONCE_BYTES = 32


def new_nonce() -> str:
    return token_hex(NONCE_BYTES)


def sealed(line: str) -> str:
    return sha256(line.encode()).hexdigest()


def vote_line(nonce: str, place: int) -> str:
    """Return the line that seals a vote."""
    return f"{nonce} {place}"


def bid_line(nonce: str, points: int, side: str) -> str:
    """Return the line that seals a bid."""
    return f"{nonce} {points} {side}"
