"""Tokens that give access to a seat, and the hashes that the site stores of tokens."""

from hashlib import sha256

from django.http import HttpRequest

SCHEME = "Seat "


def token_hash(token: str) -> str:
    """Return the SHA-256 of a token in hex. The site stores only this hash."""
    return sha256(token.encode()).hexdigest()


def token_of(request: HttpRequest) -> str | None:
    """Return the seat token in a request's ``Authorization`` header, None if there is none."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(SCHEME).strip() if header.startswith(SCHEME) else None
