"""Ships that are due come in as soon as they can, unless the scenario lets them wait (DS-R39).

Dummies may stay outside: nobody has need of them. A block cannot come in that has no hex of allowance left,
or whose side may not leave an area that its edge does not reach.
"""

from collections.abc import Iterable, Mapping

from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import Blank, IllegalOrder, Row, Rows
from darkseas.engine.presentation.words import joined

from ..model.paths import reached_over
from ..model.queries import ships_in
from ..model.scenario import SideRules
from ..model.state import State

RULE = "DS-R39"
#: The blank of those who have to come in, in orders to move and to state speeds.
BLANK = "entering"


def area_of(state: State, side: str) -> frozenset[Hex] | None:
    """The area that a side's blocks may not leave before first contact, or None."""
    name = state.scenario.sides[side].rules.confined_to
    return state.scenario.areas[name] if name and not state.contact_made[side] else None


def may_wait(rules: SideRules, turn: int) -> bool:
    """Whether ships of a side that are due may stay outside in a turn."""
    return rules.entering == "may" and not 0 < rules.enter_by <= turn


def bound(state: State, side: str, steps: Mapping[str, int]) -> tuple[str, ...]:
    """Which of these blocks have to come in now; `steps` are the hexes that each of them may enter."""
    if may_wait(state.scenario.sides[side].rules, state.turn):
        return ()
    area = area_of(state, side)
    return tuple(
        key
        for key, count in steps.items()
        if state.blocks[key].hex is None
        and ships_in(state, key)
        and reached_over(state.scenario.board, state.contents[key].entry, count, area)
    )


def check(state: State, side: str, steps: Mapping[str, int], coming: Iterable[str]) -> None:
    """IllegalOrder where a block is not among those coming in that has to be."""
    came = set(coming)
    late = [key for key in bound(state, side, steps) if key not in came]
    if late:
        names = joined([_named(state, key) for key in late])
        raise IllegalOrder(
            f"Bring in what is due and can come in: {names}.", rule=RULE, field=f"blanks.{BLANK}"
        )


def _named(state: State, key: str) -> str:
    contents = state.contents[key]
    name = contents.name or joined([ship.name for ship in ships_in(state, key)])
    return f"{name} over the {contents.entry} edge"


def blanks(rows: Mapping[str, Row], bound_now: Iterable[str], name: str, title: str) -> tuple[Blank, ...]:
    """The lines of a form in two blanks: of those who have to come in, all to be filled, and of others."""
    must = set(bound_now)
    others = Rows(name, title, tuple(row for key, row in rows.items() if key not in must))
    entering = tuple(row for key, row in rows.items() if key in must)
    if not entering:
        return (others,)
    return (Rows(BLANK, "Ships that are due and come in", entering, least=len(entering)), others)
