"""The captain's movement: division by division, the leader first, each ship where it is best for her to lie.

Every place that she can reach is given a mark: what it promises in a turn of fire, how far it is from the
range that suits her division, from her station in line and from the edge of the sea. The best mark wins.
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
from .assessment import Assessment, assess
from .destination_hexes import Fighter, Foe, Place, Prospect, fighter, nearest_foes, prospect
from .divisions import Division, breaks_off, care_of, divisions, station
from .ranges import OUT_OF_RANGE
from .submarine_hunting import convoy_of, hunting_move, may_ping
from .submarines import boat_move
from .turning_round import comes_about

Answer = dict[str, Json]

_HUNDRED = 100
#: What a hex away from the best range costs: a part of what a ship may gain there, or so much by her worth.
_PULL, _LEAST_PULL = 8, 40
#: How many times more it costs who breaks off.
_FLIGHT = 2
#: What a hex away from her station costs, as a part of the pull; hexes near enough; what a hex-face costs.
_STATION, _NEAR_STATION = 3, 1
#: How many hexes ahead a ship looks for the edge of the sea.
_LOOK_AHEAD = 3
#: What it costs to lie where a ship cannot come about, in hexes.
_HEMMED_IN = 8
#: How many points an enemy must be worth more to be looked at from a hex farther off.
_NEARER = 64
#: Hexes off where it counts how a ship faces; what a hex-face costs, in hexes, that takes another turn.
_TURNS_FROM, _TURNED = 3, 3
#: How far ships keep from where a boat below was last known to be; hunters who are pressed for points, so
#: that they are there once she surfaces, and from what caution on nobody is.
_FROM_BOATS, _BESIDE_BOATS, _UNPRESSED = FIXED["torpedo_range"] + 4, FIXED["torpedo_range"] + 1, 150
#: How far escorts keep from the nearest ship of a convoy while boats are below.
_FROM_CONVOY = 2


class Candidate(NamedTuple):
    """A move that a ship may make, and where she then lies."""

    way: tuple[Hex, ...]
    place: Place
    smoke: str = ""


class Goal(NamedTuple):
    """A hex, and how far from it a ship wants to be."""

    hex: Hex
    away: int


class Aims(NamedTuple):
    """What a ship's places are marked by: her goal, what a hex away from it costs, her station in line, what
    her division can steam, how many hex-faces she may turn, and what own losses weigh."""

    goal: Goal
    pull: int
    berth: tuple[Hex, int] | None
    speed: int
    faces: int
    care: int


class Choice(NamedTuple):
    """The move that is best for a ship, and what decided it."""

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
    """A move as an order has it; sonar costs nothing where a boat may be about."""
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
    """The best move of a ship on the surface."""
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
    """Whom a ship keeps her range from: the nearest, those worth more from a little farther off."""
    return min(near, key=lambda foe: _NEARER * distance(foe.bow, at) - foe.worth, default=None)


def _goal(assessment: Assessment, division: Division, ship: Ship, quarry: Foe | None, at: Hex) -> Goal:
    """The enemy at the range that suits, or out of it for who breaks off; for an escort the nearest of her
    convoy; a boat below out of her reach; without any, where a ship lies."""
    if quarry is not None:
        flees = breaks_off(assessment, ship)
        return Goal(quarry.bow, OUT_OF_RANGE if flees else division.preferred.range_hexes)
    if ship.type.hunts and (guarded := convoy_of(assessment)):
        bows = [bow for each in guarded if (bow := assessment.status(each).bow) is not None]
        return Goal(min(bows, key=lambda bow: distance(bow, at), default=at), _FROM_CONVOY)
    if assessment.contacts:
        waits = ship.type.hunts and assessment.caution < _UNPRESSED
        return Goal(assessment.contacts[0].hex, _BESIDE_BOATS if waits else _FROM_BOATS)
    return Goal(at, 0)


# --- what may be done ----------------------------------------------------------------------------------


def candidates(
    assessment: Assessment, division: Division, ship: Ship, near: Sequence[Foe]
) -> Iterator[Candidate]:
    """The moves of a ship that run into nobody: as she is, evading, in smoke where her side is beaten."""
    view, status = assessment.view, assessment.status(ship)
    if status.bow is None:
        return
    surface = assessment.surface
    laid = CHEMICAL if assessment.beaten and smoke.hexes_left(view, ship.key, CHEMICAL) else ""
    yield Candidate((), Place(status.bow, status.facing))
    plain = move_rules.allowance(view, ship.key, evade=False)
    for way in _unobstructed(view, ship, plain, surface):
        yield Candidate(way.hexes, Place(way.hexes[-1], way.facing), laid)
    if (near or assessment.boats) and _may_evade(view, ship):
        allowance = move_rules.allowance(view, ship.key, evade=True)
        for way in _unobstructed(view, ship, allowance, surface):
            yield Candidate(way.hexes, Place(way.hexes[-1], way.facing, evades=True))
    if assessment.beaten and near:
        left = smoke.hexes_left(view, ship.key, FUNNEL)
        most = min(left, plain)
        for way in _unobstructed(view, ship, most, surface):
            yield Candidate(way.hexes, Place(way.hexes[-1], way.facing, hidden=True), FUNNEL)


def _may_evade(view: State, ship: Ship) -> bool:
    return move_rules.may_evade(view, ship.key) and not may_launch(view, ship.key)


def _unobstructed(view: State, ship: Ship, allowance: int, surface: Surface) -> Iterator[Way]:
    """The ways of a ship on which she runs into nobody (ES-8)."""
    status = view.ship_status[ship.key]
    hit: set[Hex] = set()
    for way in reaches(view, ship.key, allowance):
        before = way.hexes[-2] if way.hexes[1:] else status.bow
        lies = hull(way.hexes[-1], way.facing, ship.hexes)
        if before in hit or any(surface.ships.get(at, ship.key) != ship.key for at in lies):
            hit.add(way.hexes[-1])
        else:
            yield way


# --- what it is worth ----------------------------------------------------------------------------------


def _aims(assessment: Assessment, division: Division, ship: Ship, goal: Goal) -> Aims:
    """What the marks of all her places have in common."""
    pull = max(_HUNDRED * division.preferred.gain // _PULL, _LEAST_PULL * _HUNDRED * assessment.worth(ship))
    faces, care = move_rules.faces_allowed(assessment.view, ship.key), care_of(assessment, ship)
    if breaks_off(assessment, ship):
        return Aims(goal, _FLIGHT * pull, None, ship.ratings.moves, faces, care)
    return Aims(goal, pull, station(assessment, division, ship), division.speed, faces, care)


def _mark(assessment: Assessment, aims: Aims, own: Fighter, candidate: Candidate) -> int:
    """What a move is worth, in hundredths of points by `WHOLE`."""
    place, pull = candidate.place, aims.pull
    promise = prospect(assessment, own, place)
    mark = _HUNDRED * promise.gain - aims.care * promise.loss
    mark -= pull * _far_from(place, aims)
    mark -= pull * _out_of_line(aims, candidate) // _STATION
    board = assessment.view.scenario.board
    return mark - pull * _hemmed_in(board, own.ship.hexes, place.bow, place.facing) // _STATION


def _far_from(place: Place, aims: Aims) -> int:
    """How far a place is from where a ship wants to be, in hexes; far off, turning towards it counts too."""
    goal = aims.goal
    away = distance(place.bow, goal.hex)
    off = abs(away - goal.away)
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
    """How far a place is from a ship's station in her line; of a leader, how far she outruns the others."""
    if aims.berth is None:
        return max(0, len(candidate.way) - aims.speed)
    at, facing = aims.berth
    off = max(0, distance(candidate.place.bow, at) - _NEAR_STATION)
    return off + faces_between(candidate.place.facing, facing) // 2


@lru_cache(maxsize=65_536)
def _hemmed_in(board: HexBoard, hexes: int, at: Hex, facing: int) -> int:
    """How many of the hexes ahead are no sea; many more where a ship of this length could not come about."""
    room = 0 if comes_about(board, hexes, at, facing) else _HEMMED_IN * _STATION
    return room + _edges_near(board, at, facing)


def _edges_near(board: HexBoard, at: Hex, facing: int) -> int:
    """How many of the hexes ahead are no sea."""
    for ahead in range(_LOOK_AHEAD):
        at = neighbour(at, FACINGS[facing])
        if not board.is_sea(at):
            return _LOOK_AHEAD - ahead
    return 0
