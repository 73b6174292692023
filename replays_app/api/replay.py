"""Replay data: outline, lines, the map after a line, and the analysis.

``?as=`` names the view: a side, ``all`` or ``observer``. The default is ``all`` for a finished battle, the
seat's own view with a seat's token, otherwise ``observer``.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.problems import Problem
from darkseas.web.sending import compression
from darkseas.web.sending.etags import ASK_AGAIN
from replays_app.export import prerendered_replays
from replays_app.log import store as log_store
from replays_app.models import Battle, Job
from replays_app.replay import lines, outline, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.seats import battle_access
from replays_app.simulation.analysis import battle_analysis

from .requests import (
    MOST_NUMBER,
    answering_problems,
    battle_of,
    number_of,
    over_battle,
    seat_of,
    sees_all,
    serve,
)

MOST_KEY = 80
_STATES = {Job.State.QUEUED: "waiting", Job.State.RUNNING: "running", Job.State.FAILED: "failed"}

Tell = Callable[[BattleContext, str, tuple[str, ...]], Any]


@answering_problems("GET", "HEAD")
def tell_outline(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the outline that a viewer needs before the first line (`outline.outline`)."""
    return _tell(request, battle_id, "outline", outline.outline)


@answering_problems("GET", "HEAD")
def tell_lines(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with at most ``count`` lines from number ``from`` on, never more than 1000."""
    first = number_of(request, "from", 0)
    count = number_of(request, "count", response_cache.GRID, lines.MOST_LINES)
    return _tell(
        request,
        battle_id,
        response_cache.on_grid("lines", first, count),
        lambda context, perspective, _: {"lines": lines.lines_json(context, perspective, first, count)},
        first,
    )


@answering_problems("GET", "HEAD")
def tell_step(request: HttpRequest, battle_id: UUID, number: int) -> HttpResponse:
    """Answer with one line and the map after it."""
    if number > MOST_NUMBER:
        raise Problem(404, "not-found", "The battle has no such entry.")
    return _tell(
        request,
        battle_id,
        f"steps/{number}",
        lambda context, perspective, _: _step(context, perspective, number),
    )


@answering_problems("GET", "HEAD")
def tell_counterpart(request: HttpRequest, battle_id: UUID, number: int) -> HttpResponse:
    """Answer with the entry of the requested view that matches entry ``number`` of view ``of``."""
    of = request.GET.get("of", "")[:MOST_KEY]

    def tell(context: BattleContext, perspective: str, open_to: tuple[str, ...]) -> Any:
        whose = of or open_to[0]
        if whose not in open_to:
            raise Problem(404, "not-found", "Unknown view, or one you cannot use.")
        audiences = log_store.audiences(context.battle.pk, context.sound_end)
        try:
            return perspectives.counterpart(audiences, number, whose, perspective)._asdict()
        except LookupError:
            raise Problem(404, "not-found", "The battle has no such entry.") from None

    if number > MOST_NUMBER or of != _in_key(of):
        raise Problem(404, "not-found", "The battle has no such entry or view.")
    return _tell(request, battle_id, f"counterparts/{of}/{number}", tell)


def _step(context: BattleContext, perspective: str, number: int) -> Any:
    try:
        return lines.step_json(context, perspective, number)
    except LookupError:
        raise Problem(404, "not-found", "The battle has no such entry.") from None


@answering_problems("GET", "HEAD")
def tell_reel(request: HttpRequest, battle_id: UUID, mark: str, perspective: str) -> HttpResponse:
    """Answer with the prerendered replay of a finished battle; 404 until it is rendered.

    Shared caches may keep replays of battles on public scenarios for a minute. Other replays may be cached
    only by the requester, who must revalidate them, so that no copy long outlives a withdrawal.
    """
    openness = battle_access.openness(battle_id)
    battle = None if openness else battle_of(request, battle_id)
    packed = prerendered_replays.stored(battle_id, mark, perspective)
    if packed is None:
        if mark == prerendered_replays.mark_of(battle or battle_of(request, battle_id)):
            prerendered_replays.ask_for(battle_id)
        raise Problem(
            404, "not-found", "There is no prerendered replay of this battle. Read it step by step."
        )
    etag = f'W/"{mark}"'
    response = compression.send_packed(request, packed, response_cache.JSON)
    if response.status_code != HTTPStatus.OK:
        return response
    response.headers["ETag"] = etag
    is_public = openness is not None and openness.is_public
    response.headers["Cache-Control"] = response_cache.PUBLIC if is_public else ASK_AGAIN
    return get_conditional_response(request, etag=etag, response=response) or response


@answering_problems("GET", "HEAD")
def tell_analysis(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with the analysis, or with the progress of the job that makes it."""
    battle = battle_of(request, battle_id)
    return response_cache.private(response_cache.to_bytes(_analysis_json(battle)))


def _analysis_json(battle: Battle) -> dict[str, Json]:
    found = battle_analysis.of(battle) if battle.is_over else None
    if found is not None:
        return {"state": "done", "percent": battle_analysis.TOTAL, "error": "", "analysis": found.content}
    job = battle_analysis.last_job(battle)
    state = "none" if job is None else _STATES.get(Job.State(job.state), "none")
    return {
        "state": state,
        "percent": job.done if job is not None and state == "running" else 0,
        "error": job.error if job is not None and state == "failed" else battle_analysis.refusal(battle),
        "analysis": None,
    }


def _tell(request: HttpRequest, battle_id: UUID, name: str, tell: Tell, first: int = 0) -> HttpResponse:
    """Answer from the cache, or compute the answer and cache it under this name and view if it has a name.

    A part that begins after the end of the log is empty and is not cached, because there are infinitely many
    such parts.
    """
    wanted = request.GET.get("as", "")[:MOST_KEY]
    key = f"{wanted}/{name}" if name and (not wanted or _in_key(wanted)) else ""
    answer = response_cache.cached(battle_id, key)
    if answer is not None:
        return serve(request, battle_id, answer)
    battle = over_battle(battle_id) or battle_of(request, battle_id)
    seat = None if battle.is_over else seat_of(request, battle_id)
    open_to = perspectives.open_to(battle, seat, sees_all=not battle.is_over and sees_all(request, battle))
    perspective = wanted or open_to[0]
    if perspective not in open_to:
        raise Problem(404, "not-found", "Unknown view, or one you cannot use.")
    body = response_cache.to_bytes(tell(BattleContext.of(battle), perspective, open_to))
    if battle.is_over:
        key = key if first < log_store.length(battle_id) else ""
        return serve(request, battle_id, response_cache.store(battle_id, key, body))
    return response_cache.private(body)


def _in_key(perspective: str) -> str:
    """Return the view as part of a cache key; "" if the view's answers cannot be cached."""
    return perspective if perspective.replace("-", "").replace("_", "").isalnum() else ""
