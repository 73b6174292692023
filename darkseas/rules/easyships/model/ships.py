"""What a ship can do now: her speed, her guns, her planes, by her ratings and what has befallen her."""

from ..tables.rules_tables import BATTERIES, FIRES, FLOODING, level_of
from .scenario import Ship
from .state import ShipStatus


def speed(ship: Ship, status: ShipStatus) -> int:
    """Hexes that a ship may enter at most now (ES-5, ES-32): her moves, less losses, under the cap."""
    left = max(0, ship.ratings.moves - status.moves_lost)
    cap = moves_cap(status.flooding)
    return left if cap is None else min(left, cap)


def moves_cap(flooding: int) -> int | None:
    """What a level of flooding leaves of any ship's moves; None where it sets no cap (ES-A11)."""
    row = level_of(FLOODING, flooding)
    return None if row is None or row.cap < 0 else row.cap


def guns_left(ship: Ship, status: ShipStatus, battery: int) -> int:
    """Guns of a battery that are not lost."""
    return ship.batteries[battery].guns - status.guns_lost[battery]


def is_silent(status: ShipStatus, battery: int) -> bool:
    """Whether fires silence a battery (ES-31)."""
    row = level_of(FIRES, status.fires)
    return row is not None and 0 < row.silent <= battery + 1


def may_fly(status: ShipStatus) -> bool:
    """Whether fires and evasion let planes take off and land (ES-11, ES-31)."""
    row = level_of(FIRES, status.fires)
    return status.afloat and not status.evading and not (row is not None and row.no_air)


def battery_name(battery: int) -> str:
    """What a battery is called."""
    return BATTERIES[battery]
