"""Exact odds of depth charges, assuming a boat at the hex and depth chosen (ES-30).

Submarine positions are hidden, so the odds use only what the attacker knows.
"""

from collections.abc import Sequence

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.presentation.words import percent
from darkseas.engine.stages.side_and_ship_names import ship_name
from darkseas.engine.system import TargetOdds

from ..combat import depth_charges
from ..model.orders import DepthCharge, DropDepthCharges
from ..model.state import State
from ..narration.names import depth_words
from ..tables.rules_tables import DEPTHS
from .hits import depth_charge, together
from .targets import target_odds


def of_depth_charges(state: State, side: str, order: DropDepthCharges) -> tuple[tuple[TargetOdds, ...], ...]:
    """Return, for each hex and depth, the odds against a boat there from all depth charges that reach her."""
    depth_charges.check(state, side, order.depth_charges)
    places = dict.fromkeys((each.hex, each.depth) for each in order.depth_charges)
    return tuple((_of_place(state, at, depth, order.depth_charges),) for at, depth in places)


def _of_place(state: State, at: Hex, depth: int, dropped: Sequence[DepthCharge]) -> TargetOdds:
    each = depth_charge(DEPTHS[depth].dice)
    here = [one for one in dropped if (one.hex, one.depth) == (at, depth)]
    kills, harms = percent(each.sunk), percent(1 - each.sunk - each.unhurt)
    words = [
        f"{ship_name(state, one.ship)}: {kills} to destroy her, {harms} to make her rise" for one in here
    ]
    name = f"a boat in {label(at)} at {depth_words(depth)} depth"
    return target_odds(state, label(at), together([each] * len(here)), words, name=name)
