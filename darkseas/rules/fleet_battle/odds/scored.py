"""Whether a ship's dice hit, and what was to be expected of them (FB-1, FB-B1)."""

from fractions import Fraction
from typing import Any

from darkseas.engine.presentation.luck import Scored

from ..combat.hit_probabilities import Terms, Throw, chance_to_sink
from ..model.events import AttackResolved


def scored(state: Any, event: object) -> Scored | None:
    """A hit or none of one ship's dice at one target, pairs of sixes apart, and the chance of it.

    Nothing where no throw could miss, or none hit: there is no luck in it.
    """
    if type(event) is not AttackResolved:
        return None
    throw = Throw(len(event.faces), event.sides)
    chance = chance_to_sink((throw,), Terms(event.defence, event.combine, "none"))
    if chance in (Fraction(0), Fraction(1)):
        return None
    return Scored(event.side, int(event.hit), chance)
