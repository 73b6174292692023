"""Taking one step: an order in, the facts of the step out."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ..adjudication import Adjudication
from ..dice.rolls import Dice
from ..events import UMPIRE, UMPIRE_ONLY, Fact, OrderGiven
from ..orders import CommitSeed, Given, IllegalOrder, OpenSeed, Rule
from ..serialization.canonical_json import Json
from ..serialization.codec import BadShape, read, write
from ..system import RulesSystem
from . import endings, rulings

#: Stored name of the umpire's order, the same for all systems.
RULE = "rule"
#: The orders that all systems share, by stored name.
SHARED_ORDERS: Mapping[str, type] = {
    RULE: Rule,
    **endings.ENDING_ORDERS,
    "commit_seed": CommitSeed,
    "open_seed": OpenSeed,
}
_ENDINGS = tuple(endings.ENDING_ORDERS.values())


def take_step(
    system: RulesSystem,
    state: Any,
    given: Given,
    dice: Dice,
    entry: OrderGiven | None = None,
    draw_offer: str = "",
) -> tuple[Fact, ...]:
    """The facts of one step, the order first. IllegalOrder leaves everything as it was.

    `entry` is the order's own entry where more goes on record with it than the order says; `draw_offer` is
    the side whose offer of a draw stands.
    """
    adjudication = Adjudication(system.setters, state, dice, draw_offer)
    adjudicate(system, adjudication, given, entry)
    return tuple(adjudication.facts)


def adjudicate(
    system: RulesSystem, adjudication: Adjudication[Any], given: Given, entry: OrderGiven | None = None
) -> None:
    """Put an order and all that follows from it on record; after an IllegalOrder the adjudication is useless.

    `entry` is the order's own entry where there is one already. What follows from seeds for the dice is no
    matter of rules: the recorder puts it beside the order (`dice/client_seeds.py`).
    """
    side, order = given
    audience = UMPIRE_ONLY if side == UMPIRE else (side,)
    adjudication.record(entry or as_given(system, given), audience)
    if isinstance(order, Rule):
        for fact in rulings.decide(system, side, order, adjudication.state):
            adjudication.record(*fact)
    elif isinstance(order, _ENDINGS):
        endings.decide(system, adjudication, given)
    elif not isinstance(order, CommitSeed | OpenSeed):
        system.decide(adjudication, given)


def as_given(system: RulesSystem, given: Given) -> OrderGiven:
    """The entry of an order, in the one form that it is written in."""
    return OrderGiven(given.side, order_name(system, given.order), write(given.order))


def order_name(system: RulesSystem, order: object) -> str:
    """The stored name of an order of this system."""
    return _order_names(system)[type(order)]


@cache
def _order_names(system: RulesSystem) -> dict[type, str]:
    return {kind: name for name, kind in (*SHARED_ORDERS.items(), *system.orders.items())}


def read_order(system: RulesSystem, side: str, name: str, blanks: Json) -> Given:
    """An order from its stored name and blanks; IllegalOrder names the blank that is wrong."""
    kind = SHARED_ORDERS.get(name) or system.orders.get(name)
    if kind is None:
        raise IllegalOrder(f"{system.title} knows no order “{name[:60]}”.", rule="order", field="order")
    try:
        return Given(side, read(kind, blanks))
    except BadShape as error:
        field = f"blanks.{error.where}" if error.where else "blanks"
        raise IllegalOrder(f"{field} {error.reason}.", rule="order", field=field) from None
