"""The defence of a ship: her card and the bonuses from her group (FB-6, FB-13 to FB-18).

Ships about to change groups still count in their old group.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..model.events import DefenceLine
from ..model.scenario import Ship
from ..model.state import State
from ..tables.rules_tables import BONUSES, Bonus


class Defence(NamedTuple):
    """A defence value and the lines that add up to it."""

    total: int
    lines: tuple[DefenceLine, ...]


def defence_of(state: State, ship: Ship) -> Defence:
    """Return the number that a die must reach to sink a ship now."""
    base = _card_line(state, ship)
    lines = (base, *_bonus_lines(state, ship))
    total = sum(line.amount for line in lines)
    ceiling = ship.card.number("ceiling")
    # A ceiling limits bonuses only; it never lowers the card's own value (FB-H9).
    most = max(base.amount, ceiling)
    if len(lines) > 1 and ceiling and total > most:
        rule = ship.card.numbers["ceiling"].rule
        return Defence(most, (*lines, DefenceLine(f"at most {most}", most - total, rule)))
    return Defence(total, lines)


def _card_line(state: State, ship: Ship) -> DefenceLine:
    if not ship.type.submerges:
        number = ship.card.numbers["defence"]
        return DefenceLine(f"{ship.type.key}, by her card", number.value, number.rule)
    under = state.ship_status[ship.key].submerged
    number = ship.card.numbers["submerged" if under else "defence"]
    return DefenceLine("submerged" if under else "on the surface", number.value, number.rule)


def _bonus_lines(state: State, ship: Ship) -> Iterator[DefenceLine]:
    group = state.group_of(ship.key)
    for bonus in BONUSES:
        if ship.type.key in bonus.takers and bonus.group == group:
            givers = sum(
                1
                for other in state.afloat(ship.side)
                if other.type.key in bonus.givers and state.group_of(other.key) == group
            )
            if givers:
                yield _line(bonus, givers)


def _line(bonus: Bonus, givers: int) -> DefenceLine:
    if not bonus.each:
        return DefenceLine(bonus.label, bonus.amount, bonus.rule)
    return DefenceLine(f"{bonus.label}, {givers}", givers * bonus.amount, bonus.rule)
