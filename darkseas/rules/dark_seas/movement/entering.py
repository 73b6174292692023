"""Due ships enter as soon as they can, unless the scenario lets them wait (DS-R39).

Dummies may always stay off the map. A block cannot enter without any allowance left. It also cannot enter if
its side may not leave an area that its edge does not touch.
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
#: The blank of blocks that must enter, in orders to move and to state speeds.
BLANK = "entering"


def area_of(state: State, side: str) -> frozenset[Hex] | None:
    """The area that a side's blocks may not leave before first contact, or None."""
    name = state.scenario.sides[side].rules.confined_to
    return state.scenario.areas[name] if name and not state.contact_made[side] else None


def may_wait(rules: SideRules, turn: int) -> bool:
    """Whether ships of a side that are due may stay off the map in a turn."""
    return rules.entering == "may" and not 0 < rules.enter_by <= turn


def bound(state: State, side: str, steps: Mapping[str, int]) -> tuple[str, ...]:
    """The blocks that must enter now; `steps` is the allowance of each block."""
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
    """Raise IllegalOrder if a block that must enter is not among those entering."""
    came = set(coming)
    late = [key for key in bound(state, side, steps) if key not in came]
    if late:
        names = joined([_named(state, key) for key in late])
        raise IllegalOrder(
            f"Bring in the ships that are due and can enter: {names}.", rule=RULE, field=f"blanks.{BLANK}"
        )


def _named(state: State, key: str) -> str:
    contents = state.contents[key]
    name = contents.name or joined([ship.name for ship in ships_in(state, key)])
    return f"{name} over the {contents.entry} edge"


def blanks(rows: Mapping[str, Row], bound_now: Iterable[str], name: str, title: str) -> tuple[Blank, ...]:
    """The lines of a form in two blanks: blocks that must enter, all to be filled, and the others."""
    must = set(bound_now)
    others = Rows(name, title, tuple(row for key, row in rows.items() if key not in must))
    entering = tuple(row for key, row in rows.items() if key in must)
    if not entering:
        return (others,)
    return (Rows(BLANK, "Ships due to enter", entering, least=len(entering)), others)
