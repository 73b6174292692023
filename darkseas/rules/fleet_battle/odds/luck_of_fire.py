"""Luck of fire: whether a ship's dice hit, compared with their probability (FB-1, FB-B1)."""

from fractions import Fraction
from typing import Any

from darkseas.engine.presentation.luck import Scored

from ..combat.hit_probabilities import Throw, chance_to_sink
from ..model.events import AttackResolved


def scored(state: Any, event: object) -> Scored | None:
    """Return whether one ship's dice hit one target, without pairs of sixes, and the probability of a hit.

    None if the result was certain, because then no luck is involved.
    """
    if type(event) is not AttackResolved:
        return None
    chance = chance_to_sink((Throw(len(event.faces), event.sides),), event.defence)
    if chance in (Fraction(0), Fraction(1)):
        return None
    return Scored(event.side, int(event.hit), chance)
