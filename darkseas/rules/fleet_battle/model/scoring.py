"""What each side has afloat, by cost: its score (FB-B18)."""

from fractions import Fraction

from .state import State


def scores(state: State) -> dict[str, Fraction]:
    """What each side has afloat, by cost."""
    return {
        side: Fraction(sum(ship.card.cost for ship in state.afloat(side))) for side in state.scenario.sides
    }
