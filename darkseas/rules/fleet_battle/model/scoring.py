"""What each side has afloat, by cost: its score (FB-B18), with what a bid has given it."""

from fractions import Fraction

from darkseas.engine.stages.stage import given_points

from .state import State


def scores(state: State) -> dict[str, Fraction]:
    """What each side has afloat, by cost, and the points that it was given."""
    return {
        side: given_points(state, side) + sum(ship.card.cost for ship in state.afloat(side))
        for side in state.scenario.sides
    }
