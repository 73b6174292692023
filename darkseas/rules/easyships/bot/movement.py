"""The captain's movement: division by division, leader first, each ship to her best position.

Every position in reach gets a score: its value in a turn of fire, and its distance from the division's best
range, from her station in line and from the edge of the sea. The highest score wins.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import FACINGS, Hex, HexBoard, distance, label, neighbour, neighbours
from darkseas.engine.orders import OrderForm
from darkseas.engine.serialization.canonical_json import Json

from ..combat.air_strikes import may_launch
from ..combat.line_of_sight import Surface
from ..model.scenario import Ship
from ..model.ship_hexes import faces_between, hull
from ..model.state import CHEMICAL, FUNNEL, State
from ..movement import move as move_rules
from ..movement import smoke
from ..tables.rules_tables import FIXED
from ..turn.movement_ranges import Way, reaches
from .assessment import Assessment, assess, is_last_turn
from .destination_hexes import Fighter, Foe, Place, Prospect, fighter, nearest_foes, prospect
from .divisions import Division, breaks_off, care_of, divisions, station
from .ranges import OUT_OF_RANGE
from .submarine_hunting import convoy_of, hunting_move, may_ping
from .submarines import boat_move
from .turning_round import comes_about

Answer = dict[str, Json]

_HUNDRED = 100
#: Cost per hex from the best range: a part of the ship's possible gain there, with a minimum that depends on
#: her value.
_PULL, _LEAST_PULL = 8, 40
#: Factor on that cost for a ship that breaks off.
_FLIGHT = 2
#: Divisor of the pull for each hex away from her station; distance that still counts as on station.
_STATION, _NEAR_STATION = 3, 1
#: Cost, in hexes, of lying still while boats are submerged.
_LIES_STILL = 2
#: Cost per hex in the last turn: it decides between positions that are equal in fire.
_NO_MORROW = 1
#: Number of hexes ahead in which a ship looks for the edge of the sea.
_LOOK_AHEAD = 3
#: Cost, in hexes, of a position where a ship cannot turn round.
_HEMMED_IN = 8
#: Points of extra value that outweigh one hex of distance when choosing an enemy.
_NEARER = 64
#: Distance in hexes from which facing counts; cost, in hexes, of a hex-face that takes another turn.
_TURNS_FROM, _TURNED = 3, 3
#: Distance that ships keep from a submerged boat's last known position; distance of hunters that need points,
#: so that they are near when she surfaces; caution from which no hunter needs points.
_FROM_BOATS, _BESIDE_BOATS, _UNPRESSED = FIXED["torpedo_range"] + 4, FIXED["torpedo_range"] + 1, 150
#: How far escorts stay from the nearest ship of a convoy while boats are submerged.
_FROM_CONVOY = 2


class Candidate(NamedTuple):
    """A possible move, and the position after it."""

    way: tuple[Hex, ...]
    place: Place
    smoke: str = ""


class Goal(NamedTuple):
    """A hex, and the distance from it that a ship wants; with `or_more`, more is as good."""

    hex: Hex
    away: int
    or_more: bool = False


class Aims(NamedTuple):
    """Criteria for scoring a ship's positions.

    Her goal, the cost per hex from it, her station in line, her division's speed, the hex-faces she may turn,
    and the weight of own losses.
    """

    goal: Goal
    pull: int
    berth: tuple[Hex, int] | None
    speed: int
    faces: int
    care: int


class Choice(NamedTuple):
    """A ship's best move, and the reasons for it."""

    ship: Ship
    division: Division
    candidate: Candidate
    prospect: Prospect
    quarry: Foe | None


def move(view: State, side: str, form: OrderForm, _: Chooser) -> Answer:
    """The next ship's move."""
    assessment = assess(view, side)
    for division in divisions(assessment):
        for ship in division.ships:
            if view.ship_status[ship.key].done:
                continue
            if ship.dives:
                answer = boat_move(assessment, ship)
                if answer is not None:
                    return answer
                continue
            hunt = None if breaks_off(assessment, ship) else hunting_move(assessment, ship)
            return hunt if hunt is not None else _answer(assessment, best_move(assessment, division, ship))
    raise ValueError(f"{side} has no ship left that may move")


def _answer(assessment: Assessment, choice: Choice) -> Answer:
    """Return a move as an order; add a sonar ping if a boat may be near, since it costs nothing."""
    candidate, ship = choice.candidate, choice.ship
    answer: Answer = {"ship": ship.key}
    if candidate.way:
        answer["way"] = [label(at) for at in candidate.way]
    if candidate.place.evades:
        answer["evade"] = True
    elif assessment.boats and may_ping(assessment.view, ship, len(candidate.way)):
        answer["ping"] = True
    elif candidate.smoke:
        answer["smoke"] = candidate.smoke
    return answer


def best_move(assessment: Assessment, division: Division, ship: Ship) -> Choice:
    """Return the best move of a surface ship."""
    status = assessment.status(ship)
    if status.bow is None:
        raise ValueError(f"{ship.key} is not on the map")
    near = nearest_foes(assessment, status.bow)
    quarry = _quarry(near, status.bow)
    goal = _goal(assessment, division, ship, quarry, status.bow)
    aims = _aims(assessment, division, ship, goal)
    own = fighter(assessment, ship, near, flees=breaks_off(assessment, ship))
    marked = [
        (_mark(assessment, aims, own, candidate), -number, candidate)
        for number, candidate in enumerate(candidates(assessment, division, ship, near))
    ]
    best = max(marked, key=lambda each: each[:2])[2]
    return Choice(ship, division, best, prospect(assessment, own, best.place), quarry)


def _quarry(near: Sequence[Foe], at: Hex) -> Foe | None:
    """Return the enemy from which a ship keeps her range: the nearest, with a bonus for valuable ones."""
    return min(near, key=lambda foe: _NEARER * distance(foe.bow, at) - foe.worth, default=None)


def _goal(assessment: Assessment, division: Division, ship: Ship, quarry: Foe | None, at: Hex) -> Goal:
    """Return a ship's goal and the distance that she wants from it.

    The goal is the enemy, at the best range, or out of range if the ship breaks off. An escort's goal is the
    nearest ship of her convoy. A submerged boat is avoided. Without any of these, the ship stays in her
    place.
    """
    if quarry is not None:
        flees = breaks_off(assessment, ship)
        return Goal(quarry.bow, OUT_OF_RANGE if flees else division.preferred.range_hexes, or_more=flees)
    if ship.type.hunts and (guarded := convoy_of(assessment)):
        bows = [bow for each in guarded if (bow := assessment.status(each).bow) is not None]
        return Goal(min(bows, key=lambda bow: distance(bow, at), default=at), _FROM_CONVOY)
    if assessment.contacts:
        waits = ship.type.hunts and assessment.caution < _UNPRESSED
        away = _BESIDE_BOATS if waits else _FROM_BOATS
        return Goal(assessment.contacts[0].hex, away, or_more=not waits)
    return Goal(at, 0)


# --- possible moves ------------------------------------------------------------------------------------


def candidates(
    assessment: Assessment, division: Division, ship: Ship, near: Sequence[Foe]
) -> Iterator[Candidate]:
    """Yield a ship's moves without collisions: plain, evading, and in smoke if she may want to hide."""
    view, status = assessment.view, assessment.status(ship)
    if status.bow is None:
        return
    surface = assessment.surface
    hides = assessment.beaten or status.smoke == FUNNEL or breaks_off(assessment, ship)
    laid = CHEMICAL if assessment.beaten and smoke.hexes_left(view, ship.key, CHEMICAL) else ""
    yield Candidate((), Place(status.bow, status.facing))
    plain = move_rules.allowance(view, ship.key, evade=False)
    for way in _unobstructed(view, ship, plain, surface):
        yield Candidate(way.hexes, Place(way.hexes[-1], way.facing), laid)
    if (near or assessment.boats) and _may_evade(view, ship):
        allowance = move_rules.allowance(view, ship.key, evade=True)
        for way in _unobstructed(view, ship, allowance, surface):
            yield Candidate(way.hexes, Place(way.hexes[-1], way.facing, evades=True))
    if hides and near:
        left = smoke.hexes_left(view, ship.key, FUNNEL)
        most = min(left, plain)
        for way in _unobstructed(view, ship, most, surface):
            yield Candidate(way.hexes, Place(way.hexes[-1], way.facing, hidden=True), FUNNEL)


def _may_evade(view: State, ship: Ship) -> bool:
    return move_rules.may_evade(view, ship.key) and not may_launch(view, ship.key)


def _unobstructed(view: State, ship: Ship, allowance: int, surface: Surface) -> Iterator[Way]:
    """Yield a ship's paths without collisions (ES-8)."""
    status = view.ship_status[ship.key]
    hit: set[Hex] = set()
    for way in reaches(view, ship.key, allowance):
        before = way.hexes[-2] if way.hexes[1:] else status.bow
        lies = hull(way.hexes[-1], way.facing, ship.hexes)
        if before in hit or any(surface.ships.get(at, ship.key) != ship.key for at in lies):
            hit.add(way.hexes[-1])
        else:
            yield way


# --- value of a move -----------------------------------------------------------------------------------


def _aims(assessment: Assessment, division: Division, ship: Ship, goal: Goal) -> Aims:
    """Return the criteria that are the same for all her positions. In the last turn only fire counts."""
    pull = max(_HUNDRED * division.preferred.gain // _PULL, _LEAST_PULL * _HUNDRED * assessment.worth(ship))
    if is_last_turn(assessment.view):
        pull = _NO_MORROW
    faces, care = move_rules.faces_allowed(assessment.view, ship.key), care_of(assessment, ship)
    if breaks_off(assessment, ship):
        return Aims(goal, _FLIGHT * pull, None, ship.ratings.moves, faces, care)
    return Aims(goal, pull, station(assessment, division, ship), division.speed, faces, care)


def _mark(assessment: Assessment, aims: Aims, own: Fighter, candidate: Candidate) -> int:
    """Return the score of a move, in hundredths of points × `WHOLE`."""
    place, pull = candidate.place, aims.pull
    promise = prospect(assessment, own, place)
    mark = _HUNDRED * promise.gain - aims.care * promise.loss
    mark -= pull * _far_from(place, aims)
    mark -= pull * _out_of_line(aims, candidate) // _STATION
    if assessment.boats and not candidate.way:
        mark -= pull * _LIES_STILL
    board = assessment.view.scenario.board
    return mark - pull * _hemmed_in(board, own.ship.hexes, place.bow, place.facing) // _STATION


def _far_from(place: Place, aims: Aims) -> int:
    """Return a position's distance from the goal in hexes; if that is large, the turn still needed counts
    too.
    """
    goal = aims.goal
    away = distance(place.bow, goal.hex)
    off = max(0, goal.away - away) if goal.or_more else abs(away - goal.away)
    if off <= _TURNS_FROM:
        return off
    above = place.bow.row - (place.bow.row & 1)
    towards = Hex(goal.hex.col - place.bow.col, goal.hex.row - above)
    faces = _faces_to_turn(place.facing, place.bow.row & 1, towards, away > goal.away)
    return off + _TURNED * max(0, faces - aims.faces)


@lru_cache(maxsize=32_768)
def _faces_to_turn(facing: int, row: int, goal: Hex, nearer: bool) -> int:
    """The fewest hex-faces to the neighbour that is nearest to a goal, or farthest, from the first column."""
    ahead = [distance(at, goal) for at in neighbours(Hex(0, row))]
    wanted = min(ahead) if nearer else max(ahead)
    return min([faces_between(facing, each) for each, far in enumerate(ahead) if far == wanted])


def _out_of_line(aims: Aims, candidate: Candidate) -> int:
    """Return the distance from a ship's station in line or, for a leader, how far she outruns the others."""
    if aims.berth is None:
        return max(0, len(candidate.way) - aims.speed)
    at, facing = aims.berth
    off = max(0, distance(candidate.place.bow, at) - _NEAR_STATION)
    return off + faces_between(candidate.place.facing, facing) // 2


@lru_cache(maxsize=65_536)
def _hemmed_in(board: HexBoard, hexes: int, at: Hex, facing: int) -> int:
    """Return how many of the hexes ahead are not sea, plus a penalty if a ship of this length cannot turn
    round.
    """
    room = 0 if comes_about(board, hexes, at, facing) else _HEMMED_IN * _STATION
    return room + _edges_near(board, at, facing)


def _edges_near(board: HexBoard, at: Hex, facing: int) -> int:
    """Return how many of the hexes ahead are not sea."""
    for ahead in range(_LOOK_AHEAD):
        at = neighbour(at, FACINGS[facing])
        if not board.is_sea(at):
            return _LOOK_AHEAD - ahead
    return 0
