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
    return {
        side: given_points(state, side) + state.scenario.sides[side].rules.head_start + points
        for side, points in sunk_by(state).items()
    }


def sunk_by(state: State) -> dict[str, int]:
    """Return each side's points for ships sunk alone."""
    each = state.scenario.aims.value == "each"
    return {
        side: sum(
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
    sunk = sunk_by(state)
    if points[first] == points[second]:
        tie = "have sunk as much" if sunk[first] == sunk[second] else "have equal points"
        return Verdict(None, f"The last turn is over, and both {tie}.")
    winner = max(points, key=lambda side: points[side])
    ahead = sunk[winner] > sunk[state.scenario.enemy_of(winner)]
    given = any(side.rules.head_start for side in state.scenario.sides.values())
    which = "that has sunk more" if ahead and not given else "with more points"
    return Verdict(winner, f"The last turn is over, and the side {which} wins.")
