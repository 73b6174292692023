"""Paths of a ship: the hexes her bow can reach, step by step, and her facing there (ES-4 to ES-6, ES-12)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, HexBoard, label, neighbours, parse_label
from darkseas.engine.orders import Course, IllegalOrder, Leg, Reached, Turning

from ..model.orders import ShipMove
from ..model.ship_hexes import CIRCLE, faces_between, hull
from ..model.state import State
from ..movement import move
from ..narration.names import FACING_WORDS


class Way(NamedTuple):
    """A path: the hexes entered, the facing at the end and the hex-faces turned."""

    hexes: tuple[Hex, ...]
    facing: int
    turned: int


class Place(NamedTuple):
    """A point on a path: bow, facing and hex-faces turned so far."""

    bow: Hex
    facing: int
    turned: int


class Turns(NamedTuple):
    """The hexes a ship can enter and the hex-faces she can turn."""

    entered: int
    faces: int


def is_legal(view: State, side: str, order: ShipMove) -> bool:
    try:
        move.check(view, side, order)
    except IllegalOrder:
        return False
    return True


def course(view: State, side: str, key: str, allowance: int) -> Course | None:
    """Return a legal path to each hex the bow can reach, nearest first; None if there is none."""
    status = view.ship_status[key]
    if status.bow is None:
        return None
    turning = None
    if status.submerged:
        reach = tuple([Reached(label(at), 1) for at in hexes_below(view, side, key)])
    else:
        reach = _reach_of(reaches(view, key, allowance))
        turning = _turning_of(status.facing, _turns_of(view, key, allowance))
    if not reach:
        return None
    return Course("way", "Way of her bow", label(status.bow), allowance, reach, turning=turning)


def legs(view: State, side: str, course: Course) -> tuple[Leg, ...]:
    """Return the steps that a surface path can take, with the facing after each (ES-5, ES-6)."""
    if course.turning is None:
        return ()
    bow = parse_label(course.start)
    for ship in view.afloat(side):
        status = view.ship_status[ship.key]
        if status.bow == bow and not status.submerged:
            turns = _turns_of(view, ship.key, course.allowance)
            return _legs_of(view.scenario.board, ship.hexes, bow, status.facing, turns)
    return ()


@lru_cache(maxsize=512)
def _legs_of(board: HexBoard, hexes: int, bow: Hex, facing: int, turns: Turns) -> tuple[Leg, ...]:
    """Return every step of every path that does not return to its start."""
    legs: dict[Leg, None] = {}
    entered_after: dict[Place, int] = {Place(bow, facing, 0): 0}
    for place in (front := list(entered_after)):
        if entered_after[place] >= turns.entered:
            continue
        for entered, ahead, turned in _onward(board, hexes, place, turns):
            if entered == bow:
                continue
            before = label(place.bow) if place.bow != bow else ""
            legs[Leg(before, label(entered), 1, ahead)] = None
            after = Place(entered, ahead, turned)
            if after not in entered_after:
                entered_after[after] = entered_after[place] + 1
                front.append(after)
    return tuple(legs)


def _onward(board: HexBoard, hexes: int, place: Place, turns: Turns) -> Iterator[Place]:
    """Yield the next positions of a ship of this length (ES-5, ES-6)."""
    for ahead, entered in enumerate(neighbours(place.bow)):
        turned = faces_between(place.facing, ahead)
        if place.turned + turned > turns.faces:
            continue
        if all(board.is_sea(lies) for lies in hull(entered, ahead, hexes)):
            yield Place(entered, ahead, place.turned + turned)


def hexes_below(view: State, side: str, key: str) -> tuple[Hex, ...]:
    """Return the adjacent hexes that a submerged boat can enter (ES-12)."""
    bow = view.ship_status[key].bow
    beside = neighbours(bow) if bow is not None else ()
    return tuple([at for at in beside if is_legal(view, side, ShipMove(key, (at,)))])


def reaches(view: State, key: str, allowance: int) -> tuple[Way, ...]:
    """Return one surface path to each hex a ship's bow can reach, nearest first (ES-5, ES-6).

    Each path extends the path to the hex before it, because the path decides the facing.
    """
    scenario, status = view.scenario, view.ship_status[key]
    if status.bow is None:
        return ()
    turns = _turns_of(view, key, allowance)
    return _tree(scenario.board, scenario.ships[key].hexes, status.bow, status.facing, turns)


def _turns_of(view: State, key: str, allowance: int) -> Turns:
    return Turns(allowance, move.faces_allowed(view, key))


@lru_cache(maxsize=512)
def _turning_of(facing: int, turns: Turns) -> Turning:
    return Turning(facing, turns.faces, CIRCLE, FACING_WORDS)


@lru_cache(maxsize=8192)
def _tree(board: HexBoard, hexes: int, bow: Hex, facing: int, turns: Turns) -> tuple[Way, ...]:
    """Return the paths of any ship with this length, facing and allowance."""
    start = Way((), facing, 0)
    made: dict[Hex, Way] = {bow: start}
    for at in (front := [bow]):
        way = made[at]
        if len(way.hexes) >= turns.entered:
            continue
        for entered, ahead, turned in _onward(board, hexes, Place(at, way.facing, way.turned), turns):
            if entered not in made:
                made[entered] = Way((*way.hexes, entered), ahead, turned)
                front.append(entered)
    return tuple([way for way in made.values() if way is not start])


@lru_cache(maxsize=4096)
def _reach_of(ways: tuple[Way, ...]) -> tuple[Reached, ...]:
    return tuple(
        [
            Reached(label(way.hexes[-1]), len(way.hexes), label(way.hexes[-2]) if way.hexes[1:] else "")
            for way in ways
        ]
    )
