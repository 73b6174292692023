"""Visitors: people without an account. A cookie has their key, and the site stores only its hash."""

import re
import secrets
from typing import TypeVar

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from replays_app.models import Holding

from .tokens import token_hash

#: How many seconds a visitor's cookie lasts: the longest that browsers allow.
KNOWN_S = 400 * 24 * 3600
_KEY = re.compile(r"[\w-]{43}", re.ASCII)

Answer = TypeVar("Answer", bound=HttpResponseBase)


def visitor_of(request: HttpRequest) -> str | None:
    """Return the hash of the visitor's key, None if the request has no key."""
    key = request.COOKIES.get(settings.VISITOR_COOKIE_NAME, "")
    return token_hash(key) if _KEY.fullmatch(key) else None


def of_one_visitor() -> Q:
    """Return the condition that only one visitor and bots have ever played in a battle."""
    now = Holding.objects.filter(seat__battle=OuterRef("pk"), to_entry=None)
    others = Holding.objects.filter(seat__battle=OuterRef("pk"), bot="").exclude(
        visitor__isnull=False, to_entry=None
    )
    visitors = now.filter(visitor__isnull=False).order_by().values("seat__battle")
    one = visitors.annotate(number=Count("visitor", distinct=True)).filter(number=1)
    return Q(Exists(one)) & Q(Exists(now.exclude(bot=""))) & ~Q(Exists(others))


def new_key() -> str:
    return secrets.token_urlsafe(32)


def remember(answer: Answer, key: str) -> Answer:
    """Set the visitor's cookie, which scripts cannot read."""
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
    answer.delete_cookie(settings.VISITOR_COOKIE_NAME, samesite="Lax")
    return answer
