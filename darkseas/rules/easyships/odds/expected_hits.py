"""How many hits a roll of guns, bombs or torpedoes made, and how many were to be expected (ES-24, ES-28)."""

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
    """The hits of one group or one spread, and the mean of its dice; from the state before its step.

    Nothing for other events, nor where every face does the same.
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
    """The chances of no hit, one, two …; of a ship that evades one hit at most counts (ES-11)."""
    chance = Fraction(min(max(0, event.most), FIXED["die"]), FIXED["die"])
    count = len(event.faces)
    status = state.ship_status.get(event.target)
    if status is not None and status.evading:
        missed = (1 - chance) ** count
        return missed, 1 - missed
    return successes(count, chance)


def fire_of(event: object) -> Fire | None:
    """Whose fire a roll is; nobody's falls on friends here."""
    return Fire(event.side, friendly=False) if isinstance(event, FiringResolved | TorpedoesFired) else None
