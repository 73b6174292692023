"""Views with a limited number of attempts.

Nobody can lock a member out by trying passwords under their name. A signed cookie marks browsers in which the
member has logged in or set a password, and attempts from these are counted separately. Requests for e-mails
are counted by e-mail address and network address together, so attempts by others do not count against the
owner of the address.
"""

import math
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.generic.edit import ProcessFormView

from darkseas.web.texts.name_keys import name_key

from . import rate_limits
from .forms import LONGEST_ADDRESS
from .models import Member

KNOWN_FOR_S = 400 * 24 * 3600
_SALT = "darkseas.members.known_browser"


class RateLimited(ProcessFormView):
    """A form view that counts submissions and answers 429 above the limit."""

    limited_as: str
    limited_field: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Handle the form, or answer 429 if the limit is exceeded."""
        wait = rate_limits.wait_after(self.limited_as, **self.limited_subjects(request))
        return too_many(request, wait) if wait else super().post(request, *args, **kwargs)

    def limited_subjects(self, request: HttpRequest) -> dict[str, str]:
        """Return the subjects that the attempt counts against, by their names in the settings."""
        return _subjects(rate_limits.address_of(request), self.limited_name(request))

    def limited_name(self, request: HttpRequest) -> str:
        """Return the name that the attempt counts against, in addition to the network address.

        The name is stripped like the form strips it, so that leading spaces cannot evade the limit.
        """
        return name_key(request.POST.get(self.limited_field, "").strip()[:LONGEST_ADDRESS])


class RateLimitedLogIn(RateLimited):
    """Limits login attempts; name and e-mail address of a member share one counter."""

    limited_as = "login"
    limited_field = "username"

    def limited_subjects(self, request: HttpRequest) -> dict[str, str]:
        """Return the browser if the member has used it before, otherwise the network address and name."""
        name, address = self.limited_name(request), rate_limits.address_of(request)
        member = Member.objects.with_address(name).first() or Member.objects.filter(name_key=name).first()
        if member is None:
            return _subjects(address, name)
        if is_known(request, member):
            return {"browser": str(member.pk)}
        return _subjects(address, member.name_key)


def _subjects(address: str, name: str) -> dict[str, str]:
    """Return the subjects of an attempt: the network address, the name, and both together."""
    return {"address": address, "name": name, "both": f"{address} {name}" if name else ""}


def know(answer: HttpResponseBase, member: Member) -> None:
    """Mark the browser as known for a member."""
    value = signing.dumps([member.pk, _state(member)], salt=_SALT)
    answer.set_cookie(
        settings.KNOWN_BROWSER_COOKIE_NAME,
        value,
        max_age=KNOWN_FOR_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_known(request: HttpRequest, member: Member) -> bool:
    """Return whether the member has logged in with this browser since their last password change."""
    value = request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, "")
    try:
        key, state = signing.loads(value, salt=_SALT, max_age=KNOWN_FOR_S)
    except (signing.BadSignature, ValueError, TypeError):
        return False
    return bool(key == member.pk) and constant_time_compare(state, _state(member))


def _state(member: Member) -> str:
    return salted_hmac(_SALT, member.password, algorithm="sha256").hexdigest()[:32]


class RateLimitedForMember(RateLimited):
    """Limits attempts on pages that ask a logged-in member for the password."""

    limited_as = "own_password"

    def limited_name(self, request: HttpRequest) -> str:
        """Return the key of the logged-in member."""
        return str(request.user.pk)


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """Return a 429 page that tells the user how long to wait; ``wait`` is in seconds."""
    minutes = math.ceil(wait / 60)
    context = {
        "title": "Too many tries",
        "detail": "You have tried this too often.",
        "next_step": f"Wait {minutes} minute{'' if minutes == 1 else 's'}, then try again.",
    }
    answer = render(request, "error.html", context, status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer
