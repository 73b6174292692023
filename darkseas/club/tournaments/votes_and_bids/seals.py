"""Seals: what is shown of a vote, a bid or a secret before it is opened, and fits nothing else afterwards.

A seal is the SHA-256, in hex, of a line of text. Votes and bids have a nonce before them in the line, so that
nobody finds them by trying all.
"""

from hashlib import sha256
from secrets import token_hex

NONCE_BYTES = 32


def new_nonce() -> str:
    """Return a nonce that nobody can guess."""
    return token_hex(NONCE_BYTES)


def sealed(line: str) -> str:
    """Return the seal of a line."""
    return sha256(line.encode()).hexdigest()


def vote_line(nonce: str, place: int) -> str:
    """Return the line that a vote for a candidate is sealed as."""
    return f"{nonce} {place}"


def bid_line(nonce: str, points: int, side: str) -> str:
    """Return the line that a bid is sealed as."""
    return f"{nonce} {points} {side}"
