"""The forms of a side's movement, and its end (ES-5 to ES-13)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.hexes.board import Hex, HexBoard, label, neighbours
from darkseas.engine.orders import Blank, Choice, Course, Fixed, IllegalOrder, OrderForm, Reached

from ..model.hull import CIRCLE, faces_between, hull
from ..model.orders import ORDER_NAMES, EndMoves, ShipMove
from ..model.state import CHEMICAL, FUNNEL, State
from ..movement import move, smoke, sonar, submarines
from ..tables import SONAR

_MOVE = ORDER_NAMES[ShipMove]
_ORDER = "One ship after the other, in any order."
_FIRST = f"You are first this turn: you move before the enemy, and your attacks are thrown first. {_ORDER}"
_SECOND = f"You are second this turn: the enemy has moved, and you answer. {_ORDER}"


class Way(NamedTuple):
    """Hexes that a bow enters, how she faces at their end, and the hex-faces turned on them."""

    hexes: tuple[Hex, ...]
    facing: int
    turned: int


class Turns(NamedTuple):
    """How many hexes a ship may enter, how many hex-faces she may turn, and how many of them at once."""

    entered: int
    faces: int
    at_once: int


def unmoved(state: State, side: str) -> tuple[str, ...]:
    """The ships of a side that may still move this turn."""
    return tuple([ship.key for ship in state.afloat(side) if not state.ship_status[ship.key].done])


def end(adjudication: Adjudication[State], side: str) -> None:
    """Whoever has not moved stays; smoke ends, and boats that have to rise do."""
    for key in unmoved(adjudication.state, side):
        if adjudication.state.ship_status[key].forced_up:
            submarines.rise(adjudication, key)
        else:
            move.move(adjudication, side, ShipMove(key))


def why_now(view: State, side: str) -> str:
    """Why a side moves now, and what it is to be first or second (ES-2)."""
    return _FIRST if side == view.initiative else _SECOND


def forms(view: State, side: str) -> Iterator[OrderForm]:
    """Forms for each ship that may still move, and the one that ends the movement."""
    for key in unmoved(view, side):
        yield from _forms_of(view, side, key)
    yield OrderForm(ORDER_NAMES[EndMoves], "End the movement", "ES-5", because=why_now(view, side))


def _forms_of(view: State, side: str, key: str) -> Iterator[OrderForm]:
    status = view.ship_status[key]
    if status.submerged:
        yield from _forms_below(view, side, key)
        return
    for at_sea in (_plain(view, side, key), _evading(view, side, key), _in_smoke(view, side, key)):
        yield from at_sea
    yield from _pinging(view, side, key)
    if view.scenario.ships[key].dives:
        yield from _depths(view, side, key)


def _plain(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """To sail, or to stay; who can lays chemical smoke on the way."""
    way = _course(view, side, key, move.allowance(view, key, evade=False))
    blanks: list[Blank] = [Fixed("ship", key, "piece")]
    if smoke.hexes_left(view, key, CHEMICAL):
        blanks.append(Choice("smoke", "Smoke", (CHEMICAL,), optional=True))
    name = view.scenario.ships[key].name
    if way is not None:
        yield OrderForm(_MOVE, f"Move {name}", "ES-5", (*blanks, way), because=why_now(view, side))
    stay = Fixed("ship", key, "piece")
    yield OrderForm(_MOVE, f"{name} stays", "ES-5", (stay,), because=why_now(view, side))


def _evading(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """To evade; where nobody may keep formation in it, a way is checked when it is given (ES-A29)."""
    if not move.may_evade(view, key) or view.scenario.options.evasion_apart:
        return
    way = _course(view, side, key, move.allowance(view, key, evade=True))
    name = view.scenario.ships[key].name
    if way is not None:
        blanks = (Fixed("ship", key, "piece"), Fixed("evade", value=True), way)
        yield OrderForm(_MOVE, f"{name} evades", "ES-11", blanks, because=why_now(view, side))


def _in_smoke(view: State, side: str, key: str) -> Iterator[OrderForm]:
    left = smoke.hexes_left(view, key, FUNNEL)
    if not left:
        return
    most = move.allowance(view, key, evade=False)
    if view.scenario.options.funnel_smoke == "hexes":
        most = min(most, left)
    way = _course(view, side, key, most)
    name = view.scenario.ships[key].name
    if way is not None:
        blanks = (Fixed("ship", key, "piece"), Fixed("smoke", FUNNEL), way)
        yield OrderForm(_MOVE, f"{name} moves in funnel smoke", "ES-9", blanks, because=why_now(view, side))


def _pinging(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """To ping: at rest, or at the end of a short way."""
    order = ShipMove(key, ping=True)
    try:
        sonar.check(view, order)
    except IllegalOrder:
        return
    name = view.scenario.ships[key].name
    fixed = (Fixed("ship", key, "piece"), Fixed("ping", value=True))
    yield OrderForm(_MOVE, f"{name} stays and pings", "ES-13", fixed, because=why_now(view, side))
    way = _course(view, side, key, min(max(SONAR), move.allowance(view, key, evade=False)))
    if way is not None:
        yield OrderForm(_MOVE, f"{name} moves and pings", "ES-13", (*fixed, way), because=why_now(view, side))


def _forms_below(view: State, side: str, key: str) -> Iterator[OrderForm]:
    """Below the surface: to move a hex, or to stay; a boat that has to rise does that alone."""
    name = view.scenario.ships[key].name
    if not view.ship_status[key].forced_up:
        stay = (Fixed("ship", key, "piece"),)
        yield OrderForm(_MOVE, f"{name} stays", "ES-12", stay, because=why_now(view, side))
        way = _course(view, side, key, 1)
        if way is not None:
            yield OrderForm(_MOVE, f"Move {name}", "ES-12", (*stay, way), because=why_now(view, side))
    yield from _depths(view, side, key)


def _depths(view: State, side: str, key: str) -> Iterator[OrderForm]:
    steps = tuple(step for step in (1, -1) if _is_legal(view, side, ShipMove(key, depth=step)))
    if steps:
        name = view.scenario.ships[key].name
        blanks = (Fixed("ship", key, "piece"), Choice("depth", "Depth", steps))
        yield OrderForm(_MOVE, f"{name} changes her depth", "ES-12", blanks, because=why_now(view, side))


def _is_legal(view: State, side: str, order: ShipMove) -> bool:
    try:
        move.check(view, side, order)
    except IllegalOrder:
        return False
    return True


def _course(view: State, side: str, key: str, allowance: int) -> Course | None:
    """A legal way to each hex that the bow may reach, nearer ones first; None where she reaches none."""
    status = view.ship_status[key]
    if status.bow is None:
        return None
    if status.submerged:
        reach = tuple([Reached(label(at), 1) for at in hexes_below(view, side, key)])
    else:
        reach = _reach_of(reaches(view, key, allowance))
    return Course("way", "Way of her bow", label(status.bow), allowance, reach) if reach else None


def hexes_below(view: State, side: str, key: str) -> tuple[Hex, ...]:
    """The hexes beside a submerged boat that she may enter (ES-12)."""
    bow = view.ship_status[key].bow
    beside = neighbours(bow) if bow is not None else ()
    return tuple([at for at in beside if _is_legal(view, side, ShipMove(key, (at,)))])


def reaches(view: State, key: str, allowance: int) -> tuple[Way, ...]:
    """A way on the surface to each hex that a ship's bow may reach, nearer ones first (ES-5, ES-6).

    A hex has one way, built on that of the hex before it, since a way decides how a ship lies.
    """
    scenario, status = view.scenario, view.ship_status[key]
    if status.bow is None:
        return ()
    at_once = 1 if scenario.options.faces_in_one_hex == "one" else CIRCLE
    turns = Turns(allowance, move.faces_allowed(view, key), at_once)
    return _tree(scenario.board, scenario.ships[key].hexes, status.bow, status.facing, turns)


@lru_cache(maxsize=8192)
def _tree(board: HexBoard, hexes: int, bow: Hex, facing: int, turns: Turns) -> tuple[Way, ...]:
    """The ways of every ship of this length that lies so, and may enter and turn so much."""
    start = Way((), facing, 0)
    made: dict[Hex, Way] = {bow: start}
    for at in (front := [bow]):
        way = made[at]
        if len(way.hexes) >= turns.entered:
            continue
        for ahead, entered in enumerate(neighbours(at)):
            turned = faces_between(way.facing, ahead)
            if entered in made or turned > turns.at_once or way.turned + turned > turns.faces:
                continue
            if all(board.is_sea(lies) for lies in hull(entered, ahead, hexes)):
                made[entered] = Way((*way.hexes, entered), ahead, way.turned + turned)
                front.append(entered)
    return tuple([way for way in made.values() if way is not start])


@lru_cache(maxsize=4096)
def _reach_of(ways: tuple[Way, ...]) -> tuple[Reached, ...]:
    """Ways as a course has them."""
    return tuple(
        [
            Reached(label(way.hexes[-1]), len(way.hexes), label(way.hexes[-2]) if way.hexes[1:] else "")
            for way in ways
        ]
    )
