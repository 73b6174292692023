"""Whether an order would be refused, asked before it is given, and of its giver's own view alone."""

from typing import Any, NoReturn

from ..adjudication import Adjudication
from ..dice.seeded import SeededDice
from ..events import EVERYONE, Audience
from ..orders import Given, Rule
from ..system import RulesSystem
from . import endings, free_actions, rulings


class _Allowed(Exception):
    """All checks are passed: the first fact would go on record now."""


class _Asking(Adjudication[Any]):
    """An adjudication that ends where the first fact would be recorded or the first die thrown."""

    __slots__ = ("repeats",)

    repeats: free_actions.Repeats

    def record(self, event: Any, audience: Audience = EVERYONE) -> NoReturn:
        free_actions.refuse_repeated(self.repeats, (event,))
        raise _Allowed

    def roll(self, count: int, sides: int, purpose: str, audience: Audience = EVERYONE) -> NoReturn:
        raise _Allowed


#: Never thrown.
_DICE = SeededDice(bytes(32))


def refuse_illegal(
    system: RulesSystem, view: Any, given: Given, draw_offer: str = "", done: free_actions.Repeats = ()
) -> None:
    """Raise the IllegalOrder that giving the order would raise; nothing happens to the view.

    Every system checks an order to its end before it records anything, by what its giver can know;
    `draw_offer` is the side whose offer of a draw stands, `done` what may not be done again at will.
    """
    if isinstance(given.order, Rule):
        rulings.decide(system, given.side, given.order, view)
        return
    is_ending = type(given.order) in endings.ENDING_ORDERS.values()
    asking = _Asking(system.setters, view, _DICE, draw_offer)
    asking.repeats = done
    try:
        if is_ending:
            endings.decide(system, asking, given)
        else:
            system.decide(asking, given)
    except _Allowed:
        return
