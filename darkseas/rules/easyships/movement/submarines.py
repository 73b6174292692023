"""Submerged movement: depth changes, moving one hex, diving, surfacing and forced ascent (ES-12, ES-30)."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import IllegalOrder

from ..model.events import BoatDived, BoatSurfaced, DepthChanged, ShipMoved
from ..model.orders import ShipMove
from ..model.ship_hexes import direction, faces_between
from ..model.state import State
from ..tables.rules_tables import DEEP, PERISCOPE, SURFACE


def is_under_way_below(state: State, order: ShipMove) -> bool:
    """Whether an order is for submerged movement: the boat is submerged or dives."""
    return state.ship_status[order.ship].submerged or order.depth != 0


def check(state: State, order: ShipMove, faces: int) -> None:
    """Raise IllegalOrder unless the boat only changes depth by one level or moves one hex submerged."""
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    if not ship.dives:
        reason = f"{ship.name} does not dive."
        raise IllegalOrder(reason, rule="ES-12", field="blanks.depth")
    if order.evade or order.smoke or order.ping:
        reason = "Below the surface a boat cannot evade, make smoke or ping."
        raise IllegalOrder(reason, rule="ES-12", field="blanks.evade")
    if order.way and order.depth:
        reason = "A boat either moves or changes depth."
        raise IllegalOrder(reason, rule="ES-12", field="blanks.depth")
    if status.forced_up and (order.way or order.depth >= 0):
        reason = f"{ship.name} has to rise."
        if is_pinned(state, order.ship):
            reason = f"{ship.name} has to rise, and waits below until the ship above her has left."
        raise IllegalOrder(reason, rule="ES-30", field="blanks.depth")
    if order.depth:
        _check_depth(state, order)
    elif order.way:
        _check_way(state, order, faces)


def _check_depth(state: State, order: ShipMove) -> None:
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    depth = status.depth + order.depth
    if abs(order.depth) != 1 or not SURFACE <= depth <= DEEP:
        reason = "A boat changes depth by one level, between the surface and deep."
        raise IllegalOrder(reason, rule="ES-12", field="blanks.depth")
    if status.cannot_dive and order.depth > 0:
        reason = f"{ship.name} is damaged and can no longer dive."
        raise IllegalOrder(reason, rule="ES-30", field="blanks.depth")
    if depth == SURFACE and ship_above(state, order.ship) is not None:
        reason = (
            "A ship lies above: she waits below until it has left, and can do nothing else."
            if status.forced_up
            else "A ship lies above: move on before you surface."
        )
        raise IllegalOrder(reason, rule="ES-A31", field="blanks.depth")


def _check_way(state: State, order: ShipMove, faces: int) -> None:
    status = state.ship_status[order.ship]
    reason = ""
    if len(order.way) > 1:
        reason = "A submerged boat moves one hex."
    elif not state.scenario.board.is_sea(order.way[0]):
        reason = "A boat moves through the sea."
    if reason or status.bow is None:
        raise IllegalOrder(reason, rule="ES-12", field="blanks.way")
    try:
        turned = faces_between(status.facing, direction(status.bow, order.way[0]))
    except ValueError:
        reason = "A submerged boat moves into a hex beside her."
        raise IllegalOrder(reason, rule="ES-12", field="blanks.way") from None
    if turned > faces:
        reason = f"A boat turns {faces} hex-faces at most."
        raise IllegalOrder(reason, rule="ES-A32", field="blanks.way")


def ship_above(state: State, key: str) -> str | None:
    """Return the surface ship above a submerged boat, if any."""
    bow = state.ship_status[key].bow
    return state.ship_at(bow) if bow is not None else None


def move(adjudication: Adjudication[State], order: ShipMove) -> None:
    """Move a submerged boat or change her depth (ES-12)."""
    state = adjudication.state
    ship, status = state.scenario.ships[order.ship], state.ship_status[order.ship]
    if status.bow is None:
        return
    if order.depth:
        _change_depth(adjudication, order.ship, order.depth)
        return
    facing = direction(status.bow, order.way[0]) if order.way else status.facing
    adjudication.record(ShipMoved(ship.key, order.way, facing, rule="ES-12"), (ship.side,))


def rise(adjudication: Adjudication[State], key: str) -> None:
    """Raise a damaged boat by one level, unless a ship is above her (ES-30, ES-A31)."""
    state = adjudication.state
    if not is_pinned(state, key):
        _change_depth(adjudication, key, -1)


def is_pinned(state: State, key: str) -> bool:
    """Whether a boat that has to rise to the surface waits for the ship above her to leave (ES-A31)."""
    status = state.ship_status[key]
    return status.forced_up and status.depth == PERISCOPE and ship_above(state, key) is not None


def _change_depth(adjudication: Adjudication[State], key: str, step: int) -> None:
    state = adjudication.state
    ship, status = state.scenario.ships[key], state.ship_status[key]
    at: Hex | None = status.bow
    if at is None:
        return
    depth = status.depth + step
    if depth == SURFACE:
        adjudication.record(BoatSurfaced(key, at, status.facing))
        return
    if status.depth == SURFACE:
        adjudication.record(BoatDived(key))
    adjudication.record(DepthChanged(key, at, status.facing, depth), (ship.side,))
