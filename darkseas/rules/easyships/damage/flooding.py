"""Speed loss the first time a ship reaches a flooding level (ES-32, ES-A11)."""

from typing import NamedTuple

from ..model.scenario import Ship
from ..model.state import ShipStatus
from ..tables.rules_tables import FIXED, FLOODING, FloodLevel


class Flooded(NamedTuple):
    """The flooding level, the highest level already charged for, and the total moves lost."""

    flooding: int
    applied: int
    moves_lost: int


def flooded(ship: Ship, status: ShipStatus, added: int) -> Flooded:
    """Return a ship's flooding after adding levels (or removing them); only newly reached levels cost
    moves.
    """
    level = max(0, status.flooding + added)
    reached = min(max(status.flood_applied, level), FLOODING[-1].level)
    lost = sum(_loss(row, ship) for row in FLOODING[status.flood_applied : reached])
    return Flooded(level, reached, min(ship.ratings.moves, status.moves_lost + lost))


def _loss(row: FloodLevel, ship: Ship) -> int:
    return row.small_loss if ship.ratings.defence < FIXED["small_ship"] else row.loss
