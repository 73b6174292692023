"""Visitors: people without an account, known by a key in a cookie, of which only the hash is kept."""

import re
import secrets
from typing import TypeVar

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from replays_app.models import Holding

from .tokens import token_hash

#: How long a visitor is known, in seconds: as long as browsers keep a cookie.
KNOWN_S = 400 * 24 * 3600
_KEY = re.compile(r"[\w-]{43}", re.ASCII)

Answer = TypeVar("Answer", bound=HttpResponseBase)


def visitor_of(request: HttpRequest) -> str | None:
    """Return the hash of the key that a visitor brings, None for somebody who was never known."""
    key = request.COOKIES.get(settings.VISITOR_COOKIE_NAME, "")
    return token_hash(key) if _KEY.fullmatch(key) else None


def of_one_visitor() -> Q:
    """Return the condition that a visitor fights a battle against bots, and nobody else ever sat in it."""
    now = Holding.objects.filter(seat__battle=OuterRef("pk"), to_entry=None)
    others = Holding.objects.filter(seat__battle=OuterRef("pk"), bot="").exclude(
        visitor__isnull=False, to_entry=None
    )
    visitors = now.filter(visitor__isnull=False).order_by().values("seat__battle")
    one = visitors.annotate(number=Count("visitor", distinct=True)).filter(number=1)
    return Q(Exists(one)) & Q(Exists(now.exclude(bot=""))) & ~Q(Exists(others))


def new_key() -> str:
    """Return a key for a visitor who has none yet."""
    return secrets.token_urlsafe(32)


def remember(answer: Answer, key: str) -> Answer:
    """Give a visitor their key; scripts cannot read it."""
    answer.set_cookie(
        settings.VISITOR_COOKIE_NAME,
        key,
        max_age=KNOWN_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer


def forget(answer: Answer) -> Answer:
    """Take a visitor's key away."""
    answer.delete_cookie(settings.VISITOR_COOKIE_NAME, samesite="Lax")
    return answer
