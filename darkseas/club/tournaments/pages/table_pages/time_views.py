"""Agree on a time for a table, and extend its deadline."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting
from darkseas.club.membership.pages.zone_fields import ZoneField
from darkseas.club.models import Pairing, Player, TimeProposal
from darkseas.club.tournaments.dates import agreements, clocks
from darkseas.club.tournaments.dates.deadlines import ends_by
from darkseas.club.tournaments.pages.round_and_table_forms import TimeForm
from darkseas.club.tournaments.pages.view_helpers import done, event_or_404
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.web.form_submissions.creates_once import creates_once_per_page

State = TimeProposal.State


@require_POST
@creates_once_per_page
def times(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Propose, accept, decline or withdraw a time, or extend the deadline."""
    club, by = acting(request, slug, Deed.ENTER)
    held = event_or_404(club, event)
    known = Pairing.objects.select_related("round__tournament__club", "first", "second")
    pairing = get_object_or_404(known, round__tournament=held, pk=number)
    if agreements.own_entrant(by, pairing) is None:
        raise PermissionDenied
    return done(
        request,
        held,
        lambda: _act(request, by, pairing),
        "The times of your table are updated.",
        leads_to=("club-tournament-table", club.slug, held.slug, pairing.pk),
    )


def _act(request: HttpRequest, by: Player, pairing: Pairing) -> None:
    deed = request.POST.get("deed", "")
    if deed == "propose":
        zone = request.POST.get("zone", "")[:64]
        agreements.choose_zone(by, zone)
        with timezone.override(ZoneInfo(zone)):
            form = TimeForm(request.POST)
            if not form.is_valid():
                raise TournamentRefused("Enter a date and time.", "at")
        agreements.propose(by, pairing, form.cleaned_data["at"])
    elif deed == "extend":
        agreements.extend(by, pairing, _number(request, "days"))
    else:
        found = pairing.proposals.filter(pk=_number(request, "proposal")).first()
        if found is None or deed not in ("take", "refuse", "back"):
            raise TournamentRefused(
                "This proposal is no longer open. Reload the page to see the current ones."
            )
        if deed in ("take", "refuse"):
            agreements.answer(by, found, takes=deed == "take")
        else:
            agreements.take_back(by, found)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def times_of(pairing: Pairing, player: Player | None) -> dict[str, Any]:
    """Return the times of a table for its players; empty for others."""
    own = None if player is None else agreements.own_entrant(player, pairing)
    if own is None or player is None or pairing.second is None:
        return {}
    zones = [(one, clocks.zone_of(one)) for one in (pairing.first, pairing.second)]
    own_zone = clocks.zone_of(own)
    open_ones = pairing.proposals.filter(state=State.OPEN).select_related("by")
    return {
        "agreed": _on_clocks(pairing.agreed_at, zones) if pairing.agreed_at else [],
        "agreed_at": pairing.agreed_at,
        "proposals": [(one, one.by_id == own.pk, _on_clocks(one.at, zones)) for one in open_ones],
        "ends": _on_clocks(end, zones) if (end := ends_by(pairing)) else [],
        "days_left": agreements.days_left(own),
        "form": _form(own_zone, is_chosen=bool(player.time_zone)),
    }


def _form(zone: ZoneInfo, *, is_chosen: bool) -> TimeForm:
    form = TimeForm(initial={"zone": str(zone)})
    field = form.fields["zone"]
    if isinstance(field, ZoneField) and not is_chosen:
        field.offer_own()
    return form


def _on_clocks(at: datetime, zones: list[tuple[Any, ZoneInfo]]) -> list[tuple[str, datetime, str]]:
    """Return a time in both players' zones: player, local time, zone."""
    return [(str(who), at.astimezone(zone), str(zone)) for who, zone in zones]
