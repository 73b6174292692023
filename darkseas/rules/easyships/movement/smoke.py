"""Funnel and chemical smoke: which ships may make it, which hexes it fills, how it clears (ES-9, ES-10)."""

from collections.abc import Iterable

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex
from darkseas.engine.orders import IllegalOrder

from ..model.events import SmokeBegun, SmokeCleared, SmokeEnded, SmokeLaid
from ..model.orders import ShipMove
from ..model.state import CHEMICAL, FUNNEL, NO_SMOKE, State
from ..tables.rules_tables import FIXED


def hexes_left(state: State, key: str, kind: str) -> int:
    """Return how many more hexes a ship may fill with smoke of a kind; 0 if she may make none (ES-9)."""
    ship, status = state.scenario.ships[key], state.ship_status[key]
    if status.submerged or (kind == CHEMICAL and not ship.type.hunts):
        return 0
    if status.smoke == kind:
        return status.smoke_left
    waits = status.smoke_ended and state.turn <= status.smoke_ended + FIXED["smoke_wait"]
    return 0 if status.smoke != NO_SMOKE or waits else FIXED["smoke_hexes"]


def cost(kind: str, entered: int) -> int:
    """Return the hexes of smoke that a move uses; funnel smoke uses at least one (ES-A26)."""
    return entered if kind == CHEMICAL else max(1, entered)


def check(state: State, order: ShipMove) -> None:
    """Raise IllegalOrder if a ship may not make the smoke ordered."""
    if order.smoke == NO_SMOKE:
        return
    left = hexes_left(state, order.ship, order.smoke)
    name = state.scenario.ships[order.ship].name
    if not left:
        reason = f"{name} may make no {order.smoke} smoke now."
        raise IllegalOrder(reason, rule="ES-9", field="blanks.smoke")
    if order.smoke == FUNNEL and cost(FUNNEL, len(order.way)) > left:
        reason = f"{name} may fill {left} more hexes: move less, or without smoke."
        raise IllegalOrder(reason, rule="ES-A26", field="blanks.smoke")


def announce(adjudication: Adjudication[State], order: ShipMove) -> None:
    """Start, continue or end a ship's smoke at the start of her move (ES-9)."""
    state = adjudication.state
    key, status = order.ship, state.ship_status[order.ship]
    if order.smoke == NO_SMOKE and status.smoke != NO_SMOKE:
        adjudication.record(SmokeEnded(key, state.turn - 1))
    elif order.smoke != NO_SMOKE:
        left = hexes_left(state, key, order.smoke) - cost(order.smoke, len(order.way))
        adjudication.record(SmokeBegun(key, order.smoke, max(0, left)))


def lay(adjudication: Adjudication[State], key: str, allowed: int, left_behind: Iterable[Hex]) -> None:
    """Fill the hexes behind a ship with chemical smoke, up to her limit (ES-9)."""
    hexes = tuple(left_behind)[:allowed]
    if hexes:
        adjudication.record(SmokeLaid(key, hexes))


def clear(adjudication: Adjudication[State]) -> None:
    """Roll for each smoke marker in the damage phase and remove the ones that clear (ES-10, ES-A28)."""
    state = adjudication.state
    gone: dict[str, list[Hex]] = {}
    for at, layers in sorted(state.smoke.items()):
        for layer in layers:
            purpose = f"smoke/{layer}/{at.col}.{at.row}"
            if adjudication.roll(1, FIXED["die"], purpose)[0] <= FIXED["smoke_clears"]:
                gone.setdefault(layer, []).append(at)
    for layer, hexes in gone.items():
        adjudication.record(SmokeCleared(layer, tuple(hexes)))
