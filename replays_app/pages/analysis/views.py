"""Pages of the analysis: show it, start it, cancel it."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from darkseas.members.models import Member
from replays_app.models import Battle, BattleAnalysis, Job
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import battle_access
from replays_app.seats.viewer_seat import holder_of, seat_for
from replays_app.simulation import jobs
from replays_app.simulation.analysis import battle_analysis

from .analysis_words import AnalysisShown
from .chance_curve import chance_curve

_AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)


@never_cache
@require_safe
def analysis(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Show the analysis of a finished battle, its progress, or the button that starts it."""
    battle = _battle(request, battle_id)
    found = battle_analysis.of(battle) if battle.is_over else None
    context: dict[str, Any] = {"battle": battle, "title": battle.title}
    if found is None:
        context |= _not_yet(request, battle)
    else:
        context |= _shown(battle, found)
    return render(request, "analysis/analysis.html", context)


@require_POST
def start(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Start the analysis, for members and for people who fought in the battle."""
    battle = _battle(request, battle_id)
    if not _may_start(request, battle):
        messages.error(request, "Log in to analyse this battle.")
        return _page_of(battle)
    try:
        battle_analysis.request(battle, _member(request))
    except battle_analysis.NotAnalysable as fault:
        messages.error(request, str(fault))
    except jobs.TooManyJobs:
        messages.error(request, "Your other jobs are still running. Wait until one has finished.")
    return _page_of(battle)


@require_POST
def cancel(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Cancel the running analysis, for the person who started it."""
    battle = _battle(request, battle_id)
    job = battle_analysis.last_job(battle)
    if job is not None and _may_cancel(request, battle, job):
        jobs.cancel(job)
    return _page_of(battle)


def _page_of(battle: Battle) -> HttpResponse:
    return redirect("battle-analysis", battle.pk)


def _battle(request: HttpRequest, battle_id: UUID) -> Battle:
    visible = battle_access.visible(request.user, holder_of(request))
    return get_object_or_404(visible.select_related("revision__scenario", "summary"), pk=battle_id)


def _member(request: HttpRequest) -> Member | None:
    return request.user if isinstance(request.user, Member) else None


def _may_start(request: HttpRequest, battle: Battle) -> bool:
    return _member(request) is not None or seat_for(request, battle) is not None


def _may_cancel(request: HttpRequest, battle: Battle, job: Job) -> bool:
    if job.owner_id is None:
        return seat_for(request, battle) is not None
    member = _member(request)
    return member is not None and job.owner_id == member.pk


def _not_yet(request: HttpRequest, battle: Battle) -> dict[str, Any]:
    job = battle_analysis.last_job(battle)
    is_at_work = job is not None and job.state in _AT_WORK
    return {
        "refusal": battle_analysis.refusal(battle),
        "job": job,
        "is_at_work": is_at_work,
        "may_start": _may_start(request, battle),
        "may_cancel": is_at_work and job is not None and _may_cancel(request, battle, job),
        "state_url": reverse("battles-api:analysis", args=[battle.pk]),
    }


def _shown(battle: Battle, found: BattleAnalysis) -> dict[str, Any]:
    winner = str(battle.summary.winner or "")
    told = AnalysisShown(BattleContext.of(battle), found.content, winner)
    return {
        "found": found,
        "summary": told.summary(winner),
        "curve": chance_curve(found.content, told.sign),
        "turning_points": told.turning_points(),
        "orders": told.orders(),
    }
