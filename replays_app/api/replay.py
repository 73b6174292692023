"""A battle retold: its outline, its lines, the chart after a line.

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

from .requests import MOST_NUMBER, answering_problems, battle_of, hand_out, number_of, seat_of

MOST_KEY = 80

Tell = Callable[[BattleContext, str, tuple[str, ...]], Any]


@answering_problems("GET", "HEAD")
def tell_outline(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """What a viewer needs before the first line (`outline.outline`)."""
    return _tell(request, battle_id, "outline", outline.outline)


@answering_problems("GET", "HEAD")
def tell_lines(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Lines ``from`` a number on, at most ``count`` of them, never more than a thousand."""
    first = number_of(request, "from", 0)
    count = number_of(request, "count", 100, lines.MOST_LINES)
    return _tell(
        request,
        battle_id,
        f"lines/{first}/{count}",
        lambda context, own, _: {"lines": lines.lines(context, own, first, count)},
    )


@answering_problems("GET", "HEAD")
def tell_step(request: HttpRequest, battle_id: UUID, number: int) -> HttpResponse:
    """One line, and the chart after it."""
    if number > MOST_NUMBER:
        raise Problem(404, "not-found", "The battle has no such entry.")
    return _tell(request, battle_id, f"steps/{number}", lambda context, own, _: _step(context, own, number))


def _step(context: BattleContext, perspective: str, number: int) -> Any:
    try:
        return lines.step(context, perspective, number)
    except LookupError:
        raise Problem(404, "not-found", "The battle has no such entry.") from None


def _tell(request: HttpRequest, battle_id: UUID, name: str, tell: Tell) -> HttpResponse:
    """Answer with what is kept under this name and perspective, or tell it, and keep it if it may be."""
    asked = request.GET.get("as", "")[:MOST_KEY]
    place = f"{asked}/{name}" if asked.replace("-", "").replace("_", "").isalnum() or not asked else ""
    known = response_cache.kept(battle_id, place) if place else None
    if known is not None:
        return hand_out(request, battle_id, known)
    battle = battle_of(request, battle_id)
    seat = None if battle.is_open else seat_of(request, battle_id)
    open_to = perspectives.open_to(battle, seat)
    own = asked or open_to[0]
    if own not in open_to:
        raise Problem(404, "not-found", "There is no such perspective that you may take.")
    body = response_cache.to_bytes(tell(BattleContext.of(battle), own, open_to))
    if battle.is_open and place:
        return hand_out(request, battle_id, response_cache.keep(battle_id, place, body))
    return response_cache.private(body)
