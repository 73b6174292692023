"""Scores: the cost that each side has afloat (FB-B18), plus points from a bid."""

from fractions import Fraction

from darkseas.engine.stages.stage import given_points

from .state import State


def scores(state: State) -> dict[str, Fraction]:
    """Return each side's cost afloat plus its starting points."""
    return {
        side: given_points(state, side) + sum(ship.card.cost for ship in state.afloat(side))
        for side in state.scenario.sides
    }
