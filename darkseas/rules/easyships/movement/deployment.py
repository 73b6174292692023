"""Set-up (ES-2): along a map edge, out of gun range of enemies already placed."""

from collections.abc import Sequence

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.events import EVERYONE
from darkseas.engine.hexes.board import EDGES, Hex, distance
from darkseas.engine.orders import IllegalOrder

from ..model.events import ShipsPlaced
from ..model.orders import Placement
from ..model.ship_hexes import CIRCLE, hull
from ..model.state import State
from ..tables.rules_tables import DEEP, SURFACE
from .set_up_hexes import Gun, gun_range, lies_at_edge
from .set_up_room import Room


def check(state: State, side: str, edge: str, placements: Sequence[Placement]) -> None:
    """Raise IllegalOrder if a set-up omits a ship or places one where she may not be."""
    own = state.scenario.sides[side]
    if edge not in EDGES or (own.rules.edge and edge != own.rules.edge):
        reason = f"Set up on the {own.rules.edge} edge." if own.rules.edge else "Choose an edge of the map."
        raise IllegalOrder(reason, rule="ES-2", field="blanks.edge")
    if edge == state.edges.get(state.scenario.enemy_of(side)):
        reason = "The other side stands on that edge: choose another."
        raise IllegalOrder(reason, rule="ES-2", field="blanks.edge")
    if sorted(placed.ship for placed in placements) != sorted(own.ships):
        raise IllegalOrder("Place each of your ships once.", rule="ES-2", field="blanks.ships")
    taken: set[Hex] = set()
    for number, placed in enumerate(placements):
        field = f"blanks.ships.{number}"
        _check_place(state, placed, edge, field)
        ship = state.scenario.ships[placed.ship]
        lies = hull(placed.hex, placed.facing, ship.hexes)
        if placed.depth == SURFACE:
            if taken.intersection(lies):
                reason = f"{ship.name} would lie in the hex of another ship."
                raise IllegalOrder(reason, rule="ES-2", field=f"{field}.hex")
            taken.update(lies)
        _check_range(state, side, placed, field)
    _check_room(state, side, edge, placements)


def _check_place(state: State, placed: Placement, edge: str, field: str) -> None:
    ship, board = state.scenario.ships[placed.ship], state.scenario.board
    if not 0 <= placed.facing < CIRCLE:
        raise IllegalOrder("A ship faces one of six ways.", rule="ES-4", field=f"{field}.facing")
    if not SURFACE <= placed.depth <= (DEEP if ship.dives else SURFACE):
        reason = f"{ship.name} begins on the surface."
        raise IllegalOrder(reason, rule="ES-12", field=f"{field}.depth")
    depth = state.scenario.options.edge_depth
    for at in hull(placed.hex, placed.facing, ship.hexes):
        if not board.is_sea(at) or not lies_at_edge(board, at, edge, depth):
            reason = f"{ship.name} begins on sea, within {depth} hexes of the {edge} edge."
            raise IllegalOrder(reason, rule="ES-A25", field=f"{field}.hex")


def _check_range(state: State, side: str, placed: Placement, field: str) -> None:
    """Raise IllegalOrder if the ship and an enemy already on the map are within gun range of each other."""
    ship = state.scenario.ships[placed.ship]
    for enemy in state.afloat(state.scenario.enemy_of(side)):
        status = state.ship_status[enemy.key]
        if status.bow is None or status.submerged:
            continue
        reach = max(gun_range(ship), gun_range(enemy))
        if distance(placed.hex, status.bow) <= reach:
            reason = f"{ship.name} would be within {reach} hexes of {enemy.name}, in range of guns."
            raise IllegalOrder(reason, rule="ES-2", field=f"{field}.hex")


def _check_room(state: State, side: str, edge: str, placements: Sequence[Placement]) -> None:
    """Raise IllegalOrder if the side that sets up first leaves the other no place (ES-A46)."""
    if state.sets_up_first != side:
        return
    ships = state.scenario.ships
    seen = [Gun(at.hex, gun_range(ships[at.ship])) for at in placements if at.depth == SURFACE]
    if not Room(state.scenario, side).is_left(edge, seen):
        reason = "The other side would find no place out of gun range: set up elsewhere."
        raise IllegalOrder(reason, rule="ES-A46", field="blanks.ships")


def set_up(adjudication: Adjudication[State], side: str, edge: str, placements: Sequence[Placement]) -> None:
    """Place a side's ships; only the owner sees where submerged boats are."""
    check(adjudication.state, side, edge, placements)
    record(adjudication, side, placements, edge)


def place_as_written(adjudication: Adjudication[State], side: str) -> None:
    """Place a side's ships at the positions given in the scenario."""
    starts = adjudication.state.scenario.sides[side].starts
    record(adjudication, side, [Placement(ship, at.hex, at.facing) for ship, at in starts.items()], "")


def record(adjudication: Adjudication[State], side: str, placements: Sequence[Placement], edge: str) -> None:
    """Record starting positions; only the owner sees those of submerged boats."""
    seen = tuple(placed for placed in placements if placed.depth == SURFACE)
    below = tuple(placed for placed in placements if placed.depth != SURFACE)
    adjudication.record(ShipsPlaced(side, seen, edge), EVERYONE)
    if below:
        adjudication.record(ShipsPlaced(side, below, edge), (side,))
