"""The odds against one ship, in the form used by pages and the API."""

from collections.abc import Iterable
from fractions import Fraction

from darkseas.engine.system import TargetOdds

from ..model.state import State
from .hits import Fates


def target_odds(
    state: State, key: str, fates: Fates, workings: Iterable[str], *, name: str = ""
) -> TargetOdds:
    """Return the odds against one enemy ship, under her own name or the one given."""
    ship = state.scenario.ships.get(key)
    return TargetOdds(
        key,
        name or (ship.name if ship is not None else key),
        friendly=False,
        drawn=Fraction(1),
        sunk=fates.sunk,
        damaged=1 - fates.sunk - fates.unhurt,
        unhurt=fates.unhurt,
        workings=tuple(workings),
    )
