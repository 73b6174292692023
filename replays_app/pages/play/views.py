"""The battle page. The server renders only its frame; forms, map and log come from the API."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from darkseas.engine.events import UMPIRE
from darkseas.engine.scenario.spec import SideSpec
from replays_app.models import Seat
from replays_app.recording.at_table import is_at_table
from replays_app.replay.perspectives import of_seat
from replays_app.seats.viewer_seat import names_of
from scenarios_app.revisions.chart_data import coast_address
from scenarios_app.revisions.store import spec_of

from .own_seed_since import sealed_at
from .return_link import occasion_of
from .scenario_facts import of_scenario
from .seat import own_seat
from .table_facts import of_table


@never_cache
def fight(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the battle page to seat holders; redirect spectators to the replay."""
    seat = own_seat(request, battle_id)
    if seat is None:
        return redirect("replay", battle_id)
    context = {**head_of(seat), **_of_page(seat), **of_scenario(seat.battle, request.user)}
    context["occasion"] = occasion_of(seat.battle, request.user)
    if seat.side == UMPIRE:
        return render(request, "play/umpire.html", context)
    if is_at_table(seat.battle):
        return render(request, "play/table.html", {**context, **of_table(request, seat)})
    return render(request, "play/battle_page.html", context)


def head_of(seat: Seat) -> dict[str, Any]:
    """Return the header of all battle pages: the battle, its sides and seat holders.

    ``side`` is the side of the seat, None for the umpire's seat.
    """
    battle = seat.battle
    names = names_of(battle)
    sides = spec_of(battle.revision).sides
    return {
        "battle": battle,
        "title": battle.title,
        "side": next((side for side in sides if side.key == seat.side), None),
        "seats": [
            {
                "key": side.key,
                "name": side.name,
                "holder": names.get(side.key, ""),
                "mark": _mark(side, notch),
            }
            for notch, side in enumerate(sides)
        ],
        "scenario_url": reverse("scenario", args=[battle.revision.scenario.key]),
        "prose_url": f"{reverse('prose', args=[battle.pk])}?as={of_seat(seat)}",
    }


def _mark(side: SideSpec, notch: int) -> str:
    """Return the CSS classes of a side's ensign: its navy's colour and its own shape."""
    return f"navy-{side.navies[0] if side.navies else 'none'} notch-{notch}"


def _of_page(seat: Seat) -> dict[str, str]:
    battle = seat.battle
    sealed = sealed_at(seat)
    return {
        "sealed": sealed.isoformat() if sealed else "",
        "api": f"{reverse('battles-api:battle', args=[battle.pk])}/",
        "coast": coast_address(spec_of(battle.revision).map),
        "orders_url": reverse("orders", args=[battle.pk]),
        "replay_url": reverse("replay", args=[battle.pk]),
    }
