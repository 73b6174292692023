"""What a moderator decides on a page, which another one may have open too."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class Decided(Exception):
    """Somebody else has decided about this already."""


def decided_once(request: HttpRequest, decide: Callable[[], object], back: str) -> HttpResponse:
    """Decide, unless somebody has meanwhile; lead back to the page of this name, which says which it was."""
    try:
        decide()
    except Decided:
        messages.error(request, "Somebody has decided about this already. It stands below.")
    else:
        messages.success(request, "Decided.")
    return redirect(back)
