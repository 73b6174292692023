"""Guns lost to hits (critical hits 3 and 5, ES-A14, ES-X2)."""

from ..model.scenario import Options, Ship
from ..model.state import ShipStatus


def guns_lost(
    options: Options, ship: Ship, status: ShipStatus, guns: int, *, largest: bool
) -> tuple[int, ...]:
    """Return the guns lost per battery after losing `guns` more of the largest or smallest remaining size.

    With the turret house rule (ES-X2), a whole turret is lost if the ratings give its number of guns.
    """
    lost = list(status.guns_lost)
    batteries = range(len(lost)) if largest else range(len(lost) - 1, -1, -1)
    for battery in batteries:
        left = ship.batteries[battery].guns - lost[battery]
        if not left:
            continue
        turret = ship.batteries[battery].turret if options.gun_arcs else 0
        if turret:
            lost[battery] += min(turret, left)
            break
        taken = min(guns, left)
        lost[battery] += taken
        guns -= taken
        if not guns:
            break
    return tuple(lost)
