"""Surface movement: path, turns, evasion, smoke, collisions and sonar (ES-4 to ES-13)."""

from collections.abc import Iterator

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.orders import IllegalOrder

from ..model.events import ShipMoved
from ..model.orders import ShipMove
from ..model.scenario import Ship
from ..model.ship_hexes import direction, faces_of_way, hull
from ..model.ships import speed
from ..model.state import CHEMICAL, State
from ..tables.rules_tables import FIXED, TYPES
from . import smoke, sonar, submarines
from .collisions import collide, in_the_way, struck_ship


def faces_allowed(state: State, key: str) -> int:
    """Return the hex-faces that a ship may turn this turn, never more than her current speed (ES-6, ES-A23,
    ES-X4).
    """
    ship = state.scenario.ships[key]
    faces = ship.type.faces
    if state.scenario.options.nimble_ships and ship.ratings.nimble:
        faces = max(faces, TYPES["DD"].faces)
    return min(ship.ratings.faces or faces, speed(ship, state.ship_status[key]))


def allowance(state: State, key: str, *, evade: bool) -> int:
    """Return how many hexes a ship may enter this turn (ES-5, ES-11)."""
    return speed(state.scenario.ships[key], state.ship_status[key]) - (FIXED["evasion_cost"] if evade else 0)


def may_evade(state: State, key: str) -> bool:
    """Whether a ship may evade: on the surface and faster than 1 (ES-11)."""
    ship, status = state.scenario.ships[key], state.ship_status[key]
    return not status.submerged and speed(ship, status) > 1


def check(state: State, side: str, order: ShipMove) -> None:
    """Raise IllegalOrder if a ship may not make this move."""
    ship = mover(state, side, order.ship)
    if submarines.is_under_way_below(state, order):
        submarines.check(state, order, faces_allowed(state, order.ship))
        return
    if order.evade and not may_evade(state, order.ship):
        reason = f"{ship.name} is too slow to evade."
        raise IllegalOrder(reason, rule="ES-11", field="blanks.evade")
    most = allowance(state, order.ship, evade=order.evade)
    if len(order.way) > most:
        reason = f"{ship.name} may enter {most} hexes, not {len(order.way)}."
        raise IllegalOrder(reason, rule="ES-5", field="blanks.way")
    check_turns(state, order, faces_allowed(state, order.ship))
    _check_sea(state, ship, order)
    smoke.check(state, order)
    sonar.check(state, order)


def mover(state: State, side: str, key: str) -> Ship:
    """Return the ship that an order moves; raise IllegalOrder if this side may not move her now."""
    ship = state.scenario.ships.get(key)
    if ship is None or ship.side != side:
        raise IllegalOrder("Move a ship of yours.", rule="ES-5", field="blanks.ship")
    status = state.ship_status[key]
    if status.sunk or status.bow is None:
        reason = f"{ship.name} is not on the map."
        raise IllegalOrder(reason, rule="ES-5", field="blanks.ship")
    if status.done:
        reason = f"{ship.name} is done moving this turn."
        raise IllegalOrder(reason, rule="ES-8", field="blanks.ship")
    return ship


def check_turns(state: State, order: ShipMove, allowed: int) -> None:
    """Raise IllegalOrder if a path is not connected or turns too sharply (ES-6, ES-A2)."""
    status = state.ship_status[order.ship]
    bow = status.bow if status.bow is not None else order.way[0]
    try:
        faces = faces_of_way(bow, status.facing, order.way)
    except ValueError:
        reason = "Each hex of a way lies beside the one before."
        raise IllegalOrder(reason, rule="ES-5", field="blanks.way") from None
    name = state.scenario.ships[order.ship].name
    if sum(faces) > allowed:
        reason = f"{name} may turn {allowed} hex-faces this turn, not {sum(faces)}."
        raise IllegalOrder(reason, rule="ES-6", field="blanks.way")


def positions(ship: Ship, bow: Hex, facing: int, way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes that a ship occupies after each step of her path (ES-4, ES-7)."""
    for entered in way:
        facing, bow = direction(bow, entered), entered
        yield hull(bow, facing, ship.hexes)


def _check_sea(state: State, ship: Ship, order: ShipMove) -> None:
    """Raise IllegalOrder if any part of a ship would be on land or off the map (ES-4)."""
    status = state.ship_status[ship.key]
    if status.bow is None:
        return
    for lies in positions(ship, status.bow, status.facing, order.way):
        for at in lies:
            if not state.scenario.board.is_sea(at):
                here = label(at) if state.scenario.board.contains(at) else "beyond the map"
                reason = f"{ship.name} cannot lie there: {here} is not sea."
                raise IllegalOrder(reason, rule="ES-4", field="blanks.way")


def move(adjudication: Adjudication[State], side: str, order: ShipMove) -> None:
    """Move one ship; a collision stops her one hex short (ES-8)."""
    state = adjudication.state
    check(state, side, order)
    if submarines.is_under_way_below(state, order):
        submarines.move(adjudication, order)
        return
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    if status.bow is None:
        return
    allowed = smoke.hexes_left(state, ship.key, CHEMICAL) if order.smoke == CHEMICAL else 0
    smoke.announce(adjudication, order)
    clear, collision = _way_made(state, ship, order)
    facing = direction((status.bow, *clear)[-2], clear[-1]) if clear else status.facing
    behind = _left_behind(ship, status.bow, status.facing, clear)
    adjudication.record(ShipMoved(ship.key, clear, facing, order.evade))
    smoke.lay(adjudication, ship.key, allowed, behind)
    if collision is not None:
        collide(adjudication, ship.key, *collision)
    elif order.ping:
        sonar.ping(adjudication, ship.key)


def _way_made(state: State, ship: Ship, order: ShipMove) -> tuple[tuple[Hex, ...], tuple[str, Hex] | None]:
    """Return the hexes that a ship enters before any collision, and the ship and hex she collides with."""
    status = state.ship_status[ship.key]
    if status.bow is None:
        return (), None
    lying = in_the_way(state, ship.key)
    for made, lies in enumerate(positions(ship, status.bow, status.facing, order.way)):
        collision = struck_ship(lying, lies)
        if collision is not None:
            return order.way[:made], collision
    return order.way, None


def _left_behind(ship: Ship, bow: Hex, facing: int, way: tuple[Hex, ...]) -> list[Hex]:
    """Return the hexes that a ship leaves, in order (ES-9)."""
    behind: list[Hex] = []
    lay = hull(bow, facing, ship.hexes)
    for lies in positions(ship, bow, facing, way):
        behind += [at for at in reversed(lay) if at not in lies]
        lay = lies
    return [at for place, at in enumerate(behind) if at not in lay and at not in behind[:place]]
