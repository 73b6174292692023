"""The "Follow the club" page: addresses of feeds, the weekly email, webhooks."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from darkseas.club import access
from darkseas.club.club_or_404 import club_or_404, club_page
from darkseas.club.feeds import feed_keys
from darkseas.club.feeds.weekly import subscriptions
from darkseas.club.models import Club, Player, RenewedAddress
from darkseas.web.sending.compression import uncompressed


@uncompressed
@never_cache
@require_safe
def dispatches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the addresses of a club's files; players get addresses with their own key."""
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    calendar = _address("club-calendar-file", club, player)
    own = f"{calendar}&own" if player is not None else ""
    context: dict[str, Any] = {
        "calendar": calendar,
        "subscribe": f"webcal:{calendar.partition(':')[2]}",
        "own": own,
        "subscribe_own": f"webcal:{own.partition(':')[2]}",
        "feed": _address("club-results-feed", club, player if club.is_closed else None),
        "is_weekly": request.user.is_authenticated and subscriptions.is_wanted(request.user),
    }
    return club_page(request, "club/feeds/feeds.html", club, **context)


@require_POST
def renew(request: HttpRequest, slug: str) -> HttpResponse:
    """Renew a player's feed key, so that the old addresses stop working."""
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    if player is None:
        raise PermissionDenied
    RenewedAddress.renew(player)
    messages.success(request, "Addresses renewed. Subscribe again: the old addresses no longer work.")
    return redirect("club-dispatches", slug)


def _address(name: str, club: Club, player: Player | None) -> str:
    """Return the absolute address of a file, including the player's key."""
    address = settings.SITE_ADDRESS + reverse(name, args=[club.slug])
    if player is not None:
        return f"{address}?key={feed_keys.key_of(player)}"
    return address
