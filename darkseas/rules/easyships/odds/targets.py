"""What becomes of one ship by an attack, as pages and programs take it."""

from collections.abc import Iterable
from fractions import Fraction

from darkseas.engine.system import TargetOdds

from ..model.state import State
from .hits import Fates


def target_odds(
    state: State, key: str, fates: Fates, workings: Iterable[str], *, name: str = ""
) -> TargetOdds:
    """The chances of one enemy ship, called by her own name or by another one."""
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
