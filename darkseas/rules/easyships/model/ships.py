"""A ship's current speed, guns and planes, from her ratings and damage."""

from ..tables.rules_tables import BATTERIES, FIRES, FLOODING, level_of
from .scenario import Ship
from .state import ShipStatus


def speed(ship: Ship, status: ShipStatus) -> int:
    """Return the most hexes that a ship may enter: her moves, less losses, up to the cap (ES-5, ES-32)."""
    left = max(0, ship.ratings.moves - status.moves_lost)
    cap = moves_cap(status.flooding)
    return left if cap is None else min(left, cap)


def moves_cap(flooding: int) -> int | None:
    """Return the most moves that any ship has at a flooding level; None if there is no limit (ES-A11)."""
    row = level_of(FLOODING, flooding)
    return None if row is None or row.cap < 0 else row.cap


def guns_left(ship: Ship, status: ShipStatus, battery: int) -> int:
    """Return how many guns of a battery are not lost."""
    return ship.batteries[battery].guns - status.guns_lost[battery]


def is_silent(status: ShipStatus, battery: int) -> bool:
    """Whether fires silence a battery (ES-31)."""
    row = level_of(FIRES, status.fires)
    return row is not None and 0 < row.silent <= battery + 1


def may_fly(status: ShipStatus) -> bool:
    """Whether planes can take off and land: not while a ship evades or has too many fires (ES-11, ES-31)."""
    row = level_of(FIRES, status.fires)
    return status.afloat and not status.evading and not (row is not None and row.no_air)


def battery_name(battery: int) -> str:
    return BATTERIES[battery]
