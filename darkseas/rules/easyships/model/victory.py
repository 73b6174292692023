"""Points for sunk ships, and the winner (ES-36)."""

from fractions import Fraction
from typing import NamedTuple

from darkseas.engine.stages.stage import given_points

from .state import State


class Verdict(NamedTuple):
    """The result of a battle: the winner (none for a draw) and the reason."""

    winner: str | None
    reason: str
    rule: str = "ES-36"


def scores(state: State) -> dict[str, Fraction]:
    """Return each side's score for ships sunk, including its head start and points from a bid."""
    each = state.scenario.aims.value == "each"
    return {
        side: given_points(state, side)
        + state.scenario.sides[side].rules.head_start
        + sum(
            1 if each else state.scenario.ships[key].points
            for key in state.scenario.sides[state.scenario.enemy_of(side)].ships
            if state.ship_status[key].sunk
        )
        for side in state.scenario.sides
    }


def verdict(state: State) -> Verdict | None:
    """Return the result at the end of a turn, or None if the battle continues."""
    left = [side for side in state.scenario.sides if any(state.afloat(side))]
    if not left:
        return Verdict(None, "Neither side has a ship left.")
    if len(left) == 1:
        beaten = state.scenario.sides[state.scenario.enemy_of(left[0])].name
        return Verdict(left[0], f"{beaten} has no ship left.")
    most = state.scenario.aims.turn_limit
    if not most or state.turn < most:
        return None
    points = scores(state)
    first, second = points
    if points[first] == points[second]:
        return Verdict(None, "The last turn is over, and both have sunk as much.")
    winner = max(points, key=lambda side: points[side])
    if any(side.rules.head_start for side in state.scenario.sides.values()):
        return Verdict(winner, "The last turn is over, and the side with more points wins.")
    return Verdict(winner, "The last turn is over, and the side that has sunk more wins.")
