"""Actual and expected hits of a roll for guns, bombs or torpedoes (ES-24, ES-28)."""

from fractions import Fraction

from darkseas.engine.presentation.luck import Scored
from darkseas.engine.system import Fire

from ..combat.gun_arithmetic import added
from ..model.dice_distributions import successes
from ..model.events import FiringResolved, TorpedoesFired
from ..model.state import State
from ..tables.rules_tables import FIXED
from .hits import numbers_of_hits


def scored(state: State, event: object) -> Scored | None:
    """Return the hits of one group or spread and the mean of its dice, given the state before its step.

    Return None for other events, and for rolls where every face has the same result.
    """
    if isinstance(event, FiringResolved):
        chances = numbers_of_hits(event.guns, added(event.lines))
    elif isinstance(event, TorpedoesFired):
        chances = _of_torpedoes(state, event)
    else:
        return None
    if Fraction(1) in chances:
        return None
    mean = sum((chance * hits for hits, chance in enumerate(chances)), Fraction(0))
    return Scored(event.side, event.hits, mean)


def _of_torpedoes(state: State, event: TorpedoesFired) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, 2 … hits; at most one counts against an evading ship (ES-11)."""
    chance = Fraction(min(max(0, event.most), FIXED["die"]), FIXED["die"])
    count = len(event.faces)
    status = state.ship_status.get(event.target)
    if status is not None and status.evading:
        missed = (1 - chance) ** count
        return missed, 1 - missed
    return successes(count, chance)


def fire_of(event: object) -> Fire | None:
    """Return the side that fired a roll; EasyShips has no friendly fire."""
    return Fire(event.side, friendly=False) if isinstance(event, FiringResolved | TorpedoesFired) else None
