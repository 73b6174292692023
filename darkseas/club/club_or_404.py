"""How views get their club: closed clubs answer outsiders with 404."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from . import access
from .access import Deed
from .models import Club, Player


def club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return the club if the user may see it; otherwise raise Http404."""
    return get_object_or_404(access.visible(request.user), slug=slug)


def acting(request: HttpRequest, slug: str, deed: Deed) -> tuple[Club, Player]:
    """Return the club and the user's player, if that player has permission for this action.

    Raises Http404 if the user may not see the club, PermissionDenied if they may not act.
    """
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    if player is None or not access.may(player, deed):
        raise PermissionDenied
    return club, player


def club_page(
    request: HttpRequest, template: str, club: Club, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Render a club page from a template that extends ``club/base.html``.

    The template gets ``club``, ``player`` (the viewer's player or None) and ``may``, the names of their
    permitted actions (``{% if may.DIRECT %}``).
    """
    player = access.player_of(request.user, club)
    rights = access.rights_of(player)
    may = {deed.name: True for deed, allowing in access.ALLOWED_BY.items() if rights & allowing}
    return render(request, template, {"club": club, "player": player, "may": may, **context}, status=status)
