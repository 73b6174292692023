"""Moderator decisions that must happen only once, even if two moderators have the page open."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class Decided(Exception):
    """Somebody else has decided about this already."""


def decided_once(request: HttpRequest, decide: Callable[[], object], back: str) -> HttpResponse:
    """Run the decision unless it was already made; redirect to `back` with a message saying which."""
    try:
        decide()
    except Decided:
        messages.error(request, "Another moderator has already decided this. The decision is listed below.")
    else:
        messages.success(request, "Decided.")
    return redirect(back)
