"""A battle for a viewer: its outline, its lines, the chart after a line.

``?as=`` names the perspective: a side, ``all`` or ``observer``. Left out, it is ``all`` for a battle that
is over, the seat's own with a seat's token, else ``observer``.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from darkseas.web.problems import Problem
from replays_app.replay import lines, outline, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext

from .requests import MOST_NUMBER, answering_problems, battle_of, number_of, seat_of, sees_all, serve

MOST_KEY = 80

Tell = Callable[[BattleContext, str, tuple[str, ...]], Any]


@answering_problems("GET", "HEAD")
def tell_outline(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with what a viewer needs before the first line (`outline.outline`)."""
    return _tell(request, battle_id, "outline", outline.outline)


@answering_problems("GET", "HEAD")
def tell_lines(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Answer with lines ``from`` a number on, at most ``count`` of them, never more than a thousand."""
    first = number_of(request, "from", 0)
    count = number_of(request, "count", 100, lines.MOST_LINES)
    return _tell(
        request,
        battle_id,
        f"lines/{first}/{count}",
        lambda context, perspective, _: {"lines": lines.lines_json(context, perspective, first, count)},
    )


@answering_problems("GET", "HEAD")
def tell_step(request: HttpRequest, battle_id: UUID, number: int) -> HttpResponse:
    """Answer with one line, and the chart after it."""
    if number > MOST_NUMBER:
        raise Problem(404, "not-found", "The battle has no such entry.")
    return _tell(
        request,
        battle_id,
        f"steps/{number}",
        lambda context, perspective, _: _step(context, perspective, number),
    )


def _step(context: BattleContext, perspective: str, number: int) -> Any:
    try:
        return lines.step_json(context, perspective, number)
    except LookupError:
        raise Problem(404, "not-found", "The battle has no such entry.") from None


def _tell(request: HttpRequest, battle_id: UUID, name: str, tell: Tell) -> HttpResponse:
    """Answer with what is kept under this name and perspective, or tell it, and keep it if it may be."""
    wanted = request.GET.get("as", "")[:MOST_KEY]
    key = f"{wanted}/{name}" if wanted.replace("-", "").replace("_", "").isalnum() or not wanted else ""
    answer = response_cache.cached(battle_id, key) if key else None
    if answer is not None:
        return serve(request, battle_id, answer)
    battle = battle_of(request, battle_id)
    seat = None if battle.is_over else seat_of(request, battle_id)
    open_to = perspectives.open_to(battle, seat, sees_all=not battle.is_over and sees_all(request, battle))
    perspective = wanted or open_to[0]
    if perspective not in open_to:
        raise Problem(404, "not-found", "There is no such perspective that you may take.")
    body = response_cache.to_bytes(tell(BattleContext.of(battle), perspective, open_to))
    if battle.is_over and key:
        return serve(request, battle_id, response_cache.store(battle_id, key, body))
    return response_cache.private(body)
