"""Lobby: the person's battles and challenges, open challenges, and new battles."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from darkseas.members.views import onward
from darkseas.rules.registry import SYSTEMS
from darkseas.web.sending.compression import uncompressed
from replays_app.seats import handovers, inbox, umpires, visitor_to_member, visitors
from replays_app.seats.viewer_seat import holder_of
from scenarios_app import access
from scenarios_app.library.tutorial_scenarios import first_battles
from scenarios_app.models import Scenario

from . import challenges
from .challenge_rows import ChallengeRow, rows_of

#: How many open challenges, and how many scenarios to choose from, the page shows.
MOST_CHALLENGES = 100
MOST_SCENARIOS = 400
#: Preselected scenario: a historical battle suitable for beginners.
USUAL = "savo-island"


@uncompressed
@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    person = holder_of(request)
    listed = access.listed(request.user).filter(current__isnull=False)
    rows = rows_of(challenges.open_for(person, listed)[:MOST_CHALLENGES], person)
    wanted = {name: request.GET.get(name, "") for name in ("system", "scenario", "side")}
    context = {
        "running": inbox.running(person),
        "over": inbox.over(person),
        "handovers": handovers.awaiting(person),
        "umpires": umpires.awaiting(person),
        "mine": rows_of(challenges.of(person), person),
        "rows": [row for row in rows if _fits(row, **wanted)],
        "number": len(rows),
        "wanted": wanted,
        "systems": SYSTEMS,
        "challenged": sorted({(row.scenario, row.title) for row in rows}, key=lambda one: one[1]),
        "sides": sorted({side["name"] for row in rows for side in row.free}),
        "scenarios": _choices(listed),
        "first_battles": first_battles(listed),
        "usual": USUAL,
        "visitor_days": settings.VISITOR_BATTLE_DAYS,
    }
    return render(request, "replays_app/lobby/lobby.html", context)


def _fits(row: ChallengeRow, system: str, scenario: str, side: str) -> bool:
    return (
        system in ("", row.challenge.revision.scenario.system)
        and scenario in ("", row.scenario)
        and (not side or side in [free["name"] for free in row.free])
    )


def _choices(listed: QuerySet[Scenario]) -> Sequence[tuple[str, str]]:
    return list(listed.order_by("title", "key").values_list("key", "title")[:MOST_SCENARIOS])


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Add the guest's battles of this browser to the member's account; with ``leave``, forget the guest."""
    person = holder_of(request)
    if "leave" not in request.POST and person.member is not None and person.visitor is not None:
        number = visitor_to_member.claim(person.member, person.visitor)
        messages.success(request, f"Added {number} battle{'' if number == 1 else 's'} to your account.")
    elif person.visitor is not None:
        messages.info(request, "This browser no longer remembers the guest’s battles.")
    return visitors.forget(redirect(onward(request) or "lobby"))
