"""One step of a battle: turn an order into the facts of the step."""

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

#: Stored name of the umpire's order.
RULE = "rule"
#: Orders shared by all systems, by stored name.
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
    """Return the facts of one step, the order first. An IllegalOrder leaves everything unchanged.

    `entry` is the order's own entry, if it records more than the order; `draw_offer` is the side with an open
    draw offer.
    """
    adjudication = Adjudication(system.setters, state, dice, draw_offer)
    adjudicate(system, adjudication, given, entry)
    return tuple(adjudication.facts)


def adjudicate(
    system: RulesSystem, adjudication: Adjudication[Any], given: Given, entry: OrderGiven | None = None
) -> None:
    """Record an order and everything that follows. After an IllegalOrder, discard the adjudication.

    `entry` is the order's own entry, if there is one already. The recorder handles what follows from dice
    seeds (`dice/client_seeds.py`), which are not part of the rules.
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
    """Return the entry of an order in its canonical form."""
    return OrderGiven(given.side, order_name(system, given.order), write(given.order))


def order_name(system: RulesSystem, order: object) -> str:
    return _order_names(system)[type(order)]


@cache
def _order_names(system: RulesSystem) -> dict[type, str]:
    return {kind: name for name, kind in (*SHARED_ORDERS.items(), *system.orders.items())}


def read_order(system: RulesSystem, side: str, name: str, blanks: Json) -> Given:
    """Parse an order from its stored name and blanks. The IllegalOrder of a wrong order names the blank at
    fault.
    """
    kind = SHARED_ORDERS.get(name) or system.orders.get(name)
    if kind is None:
        raise IllegalOrder(f"{system.title} has no order “{name[:60]}”.", rule="order", field="order")
    try:
        return Given(side, read(kind, blanks))
    except BadShape as error:
        field = f"blanks.{error.where}" if error.where else "blanks"
        raise IllegalOrder(f"{field} {error.reason}.", rule="order", field=field) from None
