"""Captains (bots) forecast an unfinished battle, as advice for the director who adjudicates it.

The forecast depends on what both sides hide. Only directors see it, for battles in which they never had a
seat; a battle is forecast once, so that nobody repeats it after each order; and the decision log shows it.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.models import Entrant, Pairing, Player
from darkseas.club.tournaments.pages.view_helpers import event_or_404
from darkseas.engine.events import UMPIRE
from darkseas.web.form_submissions.creates_once import creates_once_per_page
from replays_app.models import Battle, Holding, Job
from replays_app.seats import battle_access as battle_access
from replays_app.seats.viewer_seat import Holder
from replays_app.simulation.analysis import adjudication_advice
from scenarios_app.revisions.scenario_and_side_titles import own_card

from .table_views import pairing_or_404

AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)
WHY = "Captains play the battle to its end, once, as advice for an adjudication."


@dataclass(frozen=True, slots=True)
class Advice:
    """A battle with its forecast job, if any, and the number of wins by side."""

    battle: Battle
    job: Job | None
    is_at_work: bool
    is_answered: bool
    wins: tuple[tuple[str, int], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once_per_page
def advice(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Show the captains' forecast; a POST starts it."""
    club, by = acting(request, slug, Deed.DECIDE)
    held = event_or_404(club, event)
    pairing = pairing_or_404(held, number)
    battles = list(_battles_of(pairing, by))
    if request.method == "POST":
        asked = next((one for one in battles if one.pk.hex == request.POST.get("battle")), None)
        if asked is None:
            messages.error(request, "Choose a running battle of these two players.")
        elif _is_answered(adjudication_advice.last_of(asked)):
            messages.error(request, "You can run the forecast only once per battle.")
        else:
            job = adjudication_advice.request(asked)
            after = {"battle": asked.pk.hex, "entries": job.args["entries"]}
            audit.note(club, by, "pairing.fought-on", pairing, reason=WHY, after=after)
        return redirect("club-table-captains", slug, held.slug, number)
    shown = [_advice(battle) for battle in battles]
    context: dict[str, Any] = {
        "event": held,
        "pairing": pairing,
        "battles": shown,
        "times": adjudication_advice.TIMES,
    }
    return club_page(request, "club/tournaments/table/advice.html", club, **context)


def _is_answered(job: Job | None) -> bool:
    return job is not None and job.state != Job.State.FAILED


def _battles_of(pairing: Pairing, by: Player) -> QuerySet[Battle]:
    """Return the running battles of the two players, started since their round began, that a director may
    watch.

    Battles in which the director has ever had a seat are left out.
    """
    if pairing.second is None or by.member is None or pairing.round.begins_at is None:
        return Battle.objects.none()
    sides = Holding.objects.exclude(seat__side=UMPIRE)
    found = battle_access.visible(by.member, Holder(member=by.member)).filter(
        status=Battle.Status.RUNNING,
        broken_at=None,
        created_at__gte=pairing.round.begins_at,
    )
    if pairing.round.scenario_id is not None:
        found = found.filter(revision__scenario=pairing.round.scenario_id)
    if pairing.round.revision_id is not None:
        found = found.filter(revision=pairing.round.revision_id)
    for entrant in (pairing.first, pairing.second):
        theirs = sides.filter(member__in=_members_of(entrant), to_entry=None)
        found = found.filter(pk__in=theirs.values("seat__battle"))
    own = sides.filter(member=by.member)
    found = found.exclude(pk__in=own.values("seat__battle"))
    return found.select_related("revision__scenario").order_by("-created_at")


def _members_of(entrant: Entrant) -> QuerySet[Player, int | None]:
    return entrant.players.filter(member__isnull=False).values_list("member", flat=True)


def _advice(battle: Battle) -> Advice:
    job = adjudication_advice.last_of(battle)
    is_done = job is not None and job.state == Job.State.DONE
    names = {side["key"]: side["name"] for side in own_card(battle.revision).sides}
    wins = job.result["wins"] if job is not None and is_done and job.result else {}
    return Advice(
        battle,
        job,
        job is not None and job.state in AT_WORK,
        _is_answered(job),
        tuple((names.get(side, side), number) for side, number in wins.items()),
    )
