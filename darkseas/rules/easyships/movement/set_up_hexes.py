"""Hexes for set-up (ES-2, ES-A25): at a map edge, out of gun range of enemies already placed."""

from collections.abc import Collection
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, HexBoard, distance

from ..model.scenario import RulesScenario, Ship
from ..model.state import State
from ..tables.rules_tables import FIXED

#: Beyond the range of any gun.
_FAR = 1000


def lies_at_edge(board: HexBoard, at: Hex, edge: str, depth: int) -> bool:
    """Whether a hex is in the outermost `depth` rows or columns of an edge (ES-A25)."""
    away = {
        "north": at.row,
        "south": board.rows - 1 - at.row,
        "west": at.col,
        "east": board.cols - 1 - at.col,
    }
    return away[edge] < depth


class Gun(NamedTuple):
    """A ship as far as set-up goes: her bow and the range of her largest guns."""

    bow: Hex
    reach: int


def gun_range(ship: Ship) -> int:
    """Return the range of a ship's largest guns (ES-20); 0 if she has none."""
    return ship.batteries[0].size + FIXED["range_beyond_size"] if ship.batteries else 0


def enemies_seen(state: State, side: str) -> list[Gun]:
    """Return the enemy's ships on the surface of the map."""
    return [
        Gun(status.bow, gun_range(enemy))
        for enemy in state.afloat(state.scenario.enemy_of(side))
        if (status := state.ship_status[enemy.key]).bow is not None and not status.submerged
    ]


def sea_at_edge(scenario: RulesScenario, edge: str, seen: Collection[Gun]) -> dict[Hex, int]:
    """Return the sea hexes at an edge where ships may deploy, in map order, each with a limit in hexes.

    A ship may be placed there if her gun range is below the limit: the distance to the nearest enemy in
    `seen`, or 0 if enemy guns reach the hex.
    """
    board, depth = scenario.board, scenario.options.edge_depth
    return {
        at: min(
            [away if away > reach else 0 for bow, reach in seen for away in [distance(at, bow)]], default=_FAR
        )
        for at in board.hexes
        if lies_at_edge(board, at, edge, depth) and board.is_sea(at)
    }
