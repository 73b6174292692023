"""Tokens that give access to seats and other things."""

from hashlib import sha256

from django.http import HttpRequest

SCHEME = "Seat "


def token_hash(token: str) -> str:
    """Return the SHA-256 of a token in hex, which is all that is stored of it."""
    return sha256(token.encode()).hexdigest()


def token_of(request: HttpRequest) -> str | None:
    """Return the seat token in a request's ``Authorization`` header, None without one."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(SCHEME).strip() if header.startswith(SCHEME) else None
