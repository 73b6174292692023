"""How views come by a club: the one way that keeps a closed club from everybody who is not of it."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from . import access
from .access import Deed
from .models import Club, Player


def club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return the club that somebody may look at; a closed club is not there for who is not of it."""
    return get_object_or_404(access.visible(request.user), slug=slug)


def acting(request: HttpRequest, slug: str, deed: Deed) -> tuple[Club, Player]:
    """Return the club with the player that somebody is there, who may do this.

    Raises Http404 where they may not even see the club, and PermissionDenied where they may not do it.
    """
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    if player is None or not access.may(player, deed):
        raise PermissionDenied
    return club, player


def club_page(
    request: HttpRequest, template: str, club: Club, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Return a page of a club, made of a template that extends ``club/base.html``.

    It finds ``club``, ``player`` (whom the person who looks is there, or none) and ``may``, the names of
    the deeds that they may do (``{% if may.DIRECT %}``).
    """
    player = access.player_of(request.user, club)
    rights = access.rights_of(player)
    may = {deed.name: True for deed, allowing in access.ALLOWED_BY.items() if rights & allowing}
    return render(request, template, {"club": club, "player": player, "may": may, **context}, status=status)
