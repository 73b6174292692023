"""The tokens that open seats, and other things that whoever has the token may open."""

from hashlib import sha256

from django.http import HttpRequest

SCHEME = "Seat "


def token_hash(token: str) -> str:
    """Return what is kept of a token: its SHA-256, in hex."""
    return sha256(token.encode()).hexdigest()


def token_of(request: HttpRequest) -> str | None:
    """Return the token of a seat that a request brings in ``Authorization``, None without one."""
    header = request.headers.get("Authorization", "")
    return header.removeprefix(SCHEME).strip() if header.startswith(SCHEME) else None
