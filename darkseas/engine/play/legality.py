"""Check whether an order would be refused, from its giver's view alone."""

from typing import Any, NoReturn

from ..adjudication import Adjudication
from ..dice.seeded import SeededDice
from ..events import EVERYONE, Audience
from ..orders import Given, Rule
from ..system import RulesSystem
from . import endings, free_actions, rulings


class _Allowed(Exception):
    """All checks passed: the first fact would now be recorded."""


class _Asking(Adjudication[Any]):
    """An adjudication that stops before the first recorded fact or die."""

    __slots__ = ("repeats",)

    repeats: free_actions.Repeats

    def record(self, event: Any, audience: Audience = EVERYONE) -> NoReturn:
        free_actions.refuse_repeated(self.repeats, (event,))
        raise _Allowed

    def roll(self, count: int, sides: int, purpose: str, audience: Audience = EVERYONE) -> NoReturn:
        raise _Allowed


#: Never rolled.
_DICE = SeededDice(bytes(32))


def refuse_illegal(
    system: RulesSystem, view: Any, given: Given, draw_offer: str = "", done: free_actions.Repeats = ()
) -> None:
    """Raise the IllegalOrder that giving this order would raise; the view does not change.

    Every system checks an order completely, from its giver's view, before it records anything. `draw_offer`
    is the side with an open draw offer, `done` the free actions taken so far.
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
