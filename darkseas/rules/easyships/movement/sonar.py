"""Sonar: the hexes that a ship may search, and the other side's answer (ES-13, ES-A18, ES-A19)."""

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import FACINGS, Hex, neighbour
from darkseas.engine.orders import IllegalOrder

from ..model.events import FoundBoat, PingAnswered, SonarPinged
from ..model.orders import ShipMove
from ..model.ship_hexes import front
from ..model.state import State
from ..tables.rules_tables import DEPTHS, FIXED, SONAR


def searched_hexes(bow: Hex, facing: int, moved: int) -> tuple[Hex, ...]:
    """Return the hexes that sonar searches after moving `moved` hexes; empty if the ship moved too fast."""
    reach = SONAR.get(moved)
    if reach is None:
        return ()
    ahead, port, starboard = front(bow, facing)
    near = (ahead, port, starboard) if reach.beside else (ahead,)
    if not reach.beyond:
        return near
    return (*near, *(neighbour(at, FACINGS[facing]) for at in near))


def check(state: State, order: ShipMove) -> None:
    """Raise IllegalOrder if a ship is ordered to ping but has no sonar or moves too fast."""
    if not order.ping:
        return
    ship = state.scenario.ships[order.ship]
    if state.scenario.sea.year < FIXED["sonar_since"]:
        reason = f"There is no sonar before {FIXED['sonar_since']}."
    elif not ship.type.hunts:
        reason = f"{ship.name} has no sonar."
    elif len(order.way) not in SONAR:
        reason = f"{ship.name} is too fast for sonar: move {max(SONAR)} hexes at most."
    else:
        return
    raise IllegalOrder(reason, rule="ES-13", field="blanks.ping")


def ping(adjudication: Adjudication[State], key: str) -> None:
    """Search the hexes ahead of a ship; the other side rolls in secret and answers (ES-13)."""
    state = adjudication.state
    ship, status = state.scenario.ships[key], state.ship_status[key]
    if status.bow is None:
        return
    reach = searched_hexes(status.bow, status.facing, status.moved)
    hexes = tuple(at for at in reach if state.scenario.board.contains(at))
    adjudication.record(SonarPinged(key, hexes))
    enemy = state.scenario.enemy_of(ship.side)
    boats = [boat.key for boat in state.afloat(enemy) if _lies_in(state, boat.key, hexes)]
    found = []
    for number in range(max(1, len(boats))):
        (face,) = adjudication.roll(1, FIXED["die"], f"sonar/{key}/{number}", (enemy,))
        if number < len(boats):
            found += _answer(state, boats[number], face)
    adjudication.record(PingAnswered(key, tuple(found)))


def _lies_in(state: State, key: str, hexes: tuple[Hex, ...]) -> bool:
    status = state.ship_status[key]
    return status.submerged and status.bow in hexes


def _answer(state: State, key: str, face: int) -> list[FoundBoat]:
    """Return what a submarine's owner must reveal after the die: nothing, her hex, or her hex and depth."""
    status = state.ship_status[key]
    if status.bow is None or face + DEPTHS[status.depth].sonar < FIXED["sonar_finds"]:
        return []
    return [FoundBoat(status.bow, status.depth if face >= FIXED["sonar_depth"] else -1)]
