"""Bid for a side of a table, and start its battle here."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting
from darkseas.club.models import Pairing
from darkseas.club.tournaments.pages.view_helpers import done, event_or_404
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.votes_and_bids import begin_battle, bids
from darkseas.web.form_submissions.creates_once import creates_once
from replays_app.seats.bids import MOST_POINTS

from .table_views import pairing_or_404


@require_POST
def bid(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Submit or change a bid, until the opponent's bid is in or the time is up."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    pairing = pairing_or_404(held, number)
    points = request.POST.get("points", "")

    def act() -> Pairing:
        if not (points.isascii() and points.isdigit() and len(points) < 6):
            raise TournamentRefused(f"Bid a whole number of points from 0 to {MOST_POINTS}.")
        return bids.bid(by, pairing, request.POST.get("side", ""), int(points))

    return done(
        request, held, act, _thanks, leads_to=("club-tournament-table", club.slug, held.slug, pairing.pk)
    )


def _thanks(pairing: Pairing) -> str:
    if pairing.waits_for_bids:
        return "Your bid is sealed. You can change it until your opponent has bid."
    return "Both bids are open."


@require_POST
@creates_once
def battle(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Start the battle of a table here, with both players seated and the bids in its log."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    pairing = pairing_or_404(held, number)
    begun: list[UUID] = []
    back = ("club-tournament-table", club.slug, held.slug, pairing.pk)
    dice = request.POST.get("dice", "")[:20]
    answer = done(
        request, held, lambda: begun.append(begin_battle.begin(by, pairing, dice)), "", leads_to=back
    )
    return redirect("play", begun[0]) if begun else answer
