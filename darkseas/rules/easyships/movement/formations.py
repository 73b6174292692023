"""Formations of a side behind a leader (ES-2), and where at a map edge they fit."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from darkseas.engine.hexes.board import EDGES, FACINGS, Hex, neighbour

from ..model.orders import FORMATIONS, Formation
from ..model.scenario import RulesScenario, Ship
from ..model.ship_hexes import ASTERN, CIRCLE, faces_between, hull
from .set_up_hexes import Gun, gun_range, sea_at_edge

#: Steps of the circle from a ship's head to her quarter.
_ON_THE_QUARTER = 2
#: The facing that leads away from each edge.
_INWARD = {edge: FACINGS.index(name) for edge, name in zip(EDGES, ("SE", "NE", "W", "E"), strict=True)}


class Way(NamedTuple):
    """A way to set up: a formation at an edge, and its facing."""

    formation: Formation
    edge: str
    facing: int


def ships_of(scenario: RulesScenario, side: str) -> tuple[Ship, ...]:
    """Return a side's ships in the order of battle."""
    return tuple(scenario.ships[key] for key in scenario.sides[side].ships)


def bows(ships: Sequence[Ship], leader: Hex, facing: int, formation: Formation) -> Iterator[tuple[Ship, Hex]]:
    """Yield each ship with the hex of her bow.

    Ahead: bow to stern. Columns: two of these, the second with the later half of the ships, two hexes on the
    first one's starboard quarter. Abreast: each two hexes on the starboard quarter of the one before.
    """
    length, front, bow = _column(len(ships), formation), leader, leader
    for number, ship in enumerate(ships):
        if number and number % length == 0:
            front = bow = _abeam(front, facing)
        yield ship, bow
        last = hull(bow, facing, ship.hexes)[-1]
        bow = neighbour(last, FACINGS[(facing + ASTERN) % CIRCLE])


def _column(ships: int, formation: Formation) -> int:
    """Return the length of a column in this formation."""
    columns = {"ahead": 1, "columns": 2, "abreast": ships}[formation]
    return -(-ships // columns)


def _abeam(at: Hex, facing: int) -> Hex:
    """Return the hex two steps off on the starboard quarter."""
    quarter = FACINGS[(facing - _ON_THE_QUARTER) % CIRCLE]
    return neighbour(neighbour(at, quarter), quarter)


def edges_of(scenario: RulesScenario, side: str, taken: str | None = None) -> list[str]:
    """Return the edges where a side may set up if the other side stands on `taken`."""
    own = scenario.sides[side].rules.edge
    return [edge for edge in EDGES if edge != taken and own in ("", edge)]


def fitting(
    scenario: RulesScenario,
    side: str,
    edges: Sequence[str],
    seen: Collection[Gun] = (),
    formations: Sequence[Formation] = FORMATIONS,
) -> Iterator[tuple[Way, Hex, tuple[Gun, ...]]]:
    """Yield each way, leader's hex and resulting bows in which a side fits, out of range of `seen`."""
    ships = ships_of(scenario, side)
    shapes = formations if len(ships) > 1 else formations[:1]
    berths: dict[str, dict[Hex, int]] = {}
    for shape, edge in product(shapes, edges):
        if edge not in berths:
            berths[edge] = sea_at_edge(scenario, edge, seen)
        at_edge, least = berths[edge], gun_range(ships[0])
        leaders = [at for at, limit in at_edge.items() if least < limit]
        for facing in _from_edge(edge):
            for leader in leaders:
                placed = _placed(ships, at_edge, leader, facing, shape)
                if placed:
                    yield Way(shape, edge, facing), leader, placed


def _from_edge(edge: str) -> list[int]:
    """Return all facings, those that lead away from the edge first."""
    return sorted(range(CIRCLE), key=lambda facing: faces_between(facing, _INWARD[edge]))


def _placed(
    ships: Sequence[Ship], berths: Mapping[Hex, int], leader: Hex, facing: int, formation: Formation
) -> tuple[Gun, ...]:
    """Return the place and gun range of each ship in this formation; empty if the formation does not fit."""
    astern, length = FACINGS[(facing + ASTERN) % CIRCLE], _column(len(ships), formation)
    front = at = leader
    placed = []
    for number, ship in enumerate(ships):
        if number and number % length == 0:
            front = at = _abeam(front, facing)
        reach = gun_range(ship)
        if reach >= berths.get(at, 0):
            return ()
        placed.append(Gun(at, reach))
        for _ in range(ship.hexes):
            if at not in berths:
                return ()
            at = neighbour(at, astern)
    return tuple(placed)
