"""The current state of a battle for a follower: the number of entries, and whether they are to move."""

from dataclasses import dataclass

from . import cursor_cache
from .battle_context import BattleContext
from .perspectives import ALL, OBSERVER


@dataclass(frozen=True, slots=True)
class Moment:
    """The part of a battle's state that a follower watches.

    ``length`` counts the entries that the perspective may see. ``is_called`` says whether its side has orders
    due, ``is_over`` whether the log is complete.
    """

    length: int
    is_called: bool
    is_over: bool


def moment_of(context: BattleContext, perspective: str) -> Moment:
    """Return the current moment of a perspective. It uses only the perspective's own view, and so reveals
    nothing hidden.
    """
    view = cursor_cache.newest(context, perspective)
    is_over = view.is_over or context.battle.is_over
    if is_over or perspective in (ALL, OBSERVER):
        return Moment(view.length, False, is_over)
    forms = context.rules.legal_orders(view, perspective)
    return Moment(view.length, any(form.pressing for form in forms), False)
