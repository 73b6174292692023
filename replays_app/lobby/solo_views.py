"""Start a battle against a bot, or between bots, with one click."""

import secrets
from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from darkseas.engine.scenario.spec import BadScenario
from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once_per_page
from replays_app.models import Battle, Holding
from replays_app.seats.viewer_seat import Holder
from scenarios_app import access
from scenarios_app.models import Revision, Scenario
from scenarios_app.revisions.store import spec_of

from .newcomer import limited, newcomer_of, takes_seat_once_per_page, weigh
from .seat_taking import begin

ANY = "any"


@require_POST
@limited
@takes_seat_once_per_page
def fight(request: HttpRequest, key: str) -> HttpResponse:
    """Start a battle against a bot on the current revision of a scenario and redirect to the battle.

    ``side`` is the person's side or ``any``; ``opponent`` is the bot, by default the captain.
    """
    revision = revision_of(request, key)
    sides = sides_of(revision)
    side = side_of(request.POST.get("side", ANY), sides)
    bot = request.POST.get("opponent", Holding.Bot.CAPTAIN)
    if bot not in Holding.Bot.values:
        raise Http404
    person = newcomer_of(request)
    holders = {other: person.holder if other == side else Holder(bot=bot) for other in sides}
    battle = _begun(request, revision, holders)
    if battle is None:
        return redirect("scenario", key)
    return person.remembered(redirect("play", battle.pk))


@require_POST
def fight_chosen(request: HttpRequest) -> HttpResponse:
    """Start a battle as `fight` does, on the scenario chosen in a list."""
    return fight(request, request.POST.get("scenario", ""))


@require_POST
@login_required
@limited
@creates_once_per_page
def let_bots_fight(request: HttpRequest, key: str) -> HttpResponse:
    """Start a battle between captains, which a worker runs, and redirect to its replay."""
    revision = revision_of(request, key)
    wait = rate_limits.wait_after("captains", name=request.user.get_username())
    if wait:
        return too_many(request, wait)
    holders = {side: Holder(bot=Holding.Bot.CAPTAIN) for side in sides_of(revision)}
    battle = _begun(request, revision, holders)
    if battle is None:
        return redirect("scenario", key)
    messages.success(request, "The bots are playing now. Reload this page in a moment to see more.")
    return redirect("replay", battle.pk)


def _begun(request: HttpRequest, revision: Revision, holders: Mapping[str, Holder]) -> Battle | None:
    """Start the battle; None, with a message, if the scenario cannot be played."""
    try:
        battle = begin(revision, holders)
    except (BadScenario, LookupError) as fault:
        messages.error(request, f"This scenario cannot be played: {fault}")
        return None
    weigh(request, battle)
    return battle


def revision_of(request: HttpRequest, key: str) -> Revision:
    """Return the current revision of a scenario visible to the person. Raises Http404."""
    known = access.visible(request.user).filter(current__isnull=False).select_related("current")
    scenario: Scenario = get_object_or_404(known, key=key)
    if scenario.current is None:
        raise Http404
    return scenario.current


def sides_of(revision: Revision) -> list[str]:
    return [side.key for side in spec_of(revision).sides]


def side_of(wanted: str, sides: Sequence[str]) -> str:
    """Return the requested side, or a random one for ``any``; Http404 for an unknown side."""
    if wanted == ANY:
        return secrets.choice(sides)
    if wanted not in sides:
        raise Http404
    return wanted
