"""Views that may not be tried without end."""

import math
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.generic.edit import ProcessFormView

from . import rate_limits
from .forms import LONGEST_ADDRESS
from .usernames import name_key


class RateLimited(ProcessFormView):
    """Before a form view: counts what is sent, and answers 429 instead when it was too often."""

    limited_as: str
    limited_field: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Go on to the view, or ask for patience."""
        name = self.limited_name(request)
        wait = rate_limits.wait_after(self.limited_as, address=rate_limits.address_of(request), name=name)
        return too_many(request, wait) if wait else super().post(request, *args, **kwargs)

    def limited_name(self, request: HttpRequest) -> str:
        """Return whose tries these are, beside the network address."""
        return name_key(request.POST.get(self.limited_field, "")[:LONGEST_ADDRESS].strip())


class RateLimitedForMember(RateLimited):
    """The same for a page of a member's own that asks for the password again."""

    limited_as = "own_password"

    def limited_name(self, request: HttpRequest) -> str:
        """Count by the member."""
        return str(request.user.pk)


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """Return the page that asks to wait so many seconds, said in minutes."""
    minutes = math.ceil(wait / 60)
    context = {
        "title": "Too many tries",
        "detail": "This was tried too often in a short time.",
        "next_step": f"Wait {minutes} minute{'' if minutes == 1 else 's'}, then try again.",
    }
    answer = render(request, "error.html", context, status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer
