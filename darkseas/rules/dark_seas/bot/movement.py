"""The captain's set-up and movement: where they want to be, and how they get there.

Every end of a course on the form is given a mark: what that place promises in a fight, and how far it
brings the block towards what it is about. The best mark wins, chance decides among equals.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import EDGES, Hex, distance, parse_label
from darkseas.engine.orders import Choice, Course, Fixed, OrderForm, Reached, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.queries import is_dummy
from ..model.state import Block, State
from ..movement.movement import allowance
from .assessment import (
    FAR,
    HUNT,
    LEAVE,
    SHUN,
    Assessment,
    assess,
    course_of,
    nearby,
    stance,
    turns_in_hand,
    worth_of,
)
from .declarations import should_evade
from .strengths import HUNDRED, Enemy, Strength, own_strength

Answer = dict[str, Json]

#: Hundredths of a point for each hex nearer to what a block is about; much more when it has to hurry.
NEARER, HURRY = 200, 100_000
#: For who hunts, harm done counts so many times harm suffered: who never dares never wins.
BOLDNESS = 3
#: What it costs to be at hand of an enemy for one who keeps away, and to leave wakes.
AT_HAND, WAKE = 300, 1
_STAY = Reached("", 0)


class Drive(NamedTuple):
    """What draws a block: hexes to go from everywhere, how much a hex counts, and what it goes for."""

    stance: str
    away: Mapping[Hex, int]
    weight: int
    strength: Strength
    goal: Hex | None = None


# --- set-up and dummies --------------------------------------------------------------------------


def deploy(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """The scenario's task groups at random hexes of their zones, and every dummy that is allowed."""
    _, answer = random_order((form,), chooser)
    answer["dummies"] = [_filled(row, chooser) for row in _rows(form, "dummies")]
    return answer


def place_dummies(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Every dummy comes back at once, beside the block nearest to the enemy."""
    rows = _rows(form, "dummies")
    hosts = [str(value) for value in _choice(rows[0], "beside").values] if rows else []
    enemies = [block.hex for block in view.blocks.values() if block.side != side and block.hex is not None]
    nearest = min(hosts, key=lambda key: (_gap(view.blocks[key].hex, enemies), key), default="")
    return {"dummies": [{"beside": nearest} for _ in rows]}


# --- movement ------------------------------------------------------------------------------------


def set_speeds(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Daylight: full speed; evading when outgunned by those sighted last."""
    able = next((blank.values for blank in form.blanks if isinstance(blank, Several)), ())
    assessment = assess(view, side)
    answer: Answer = {"evading": [key for key in able if should_evade(assessment, str(key))]}
    for blank in _row_blanks(form):
        answer[blank.name] = [
            {"block": _fixed(row, "block"), "speed": _choice(row, "speed").values[0]} for row in blank.rows
        ]
    return answer


def move(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """A path for every block, by what it is about; in daylight those who do not hunt make smoke."""
    assessment = assess(view, side)
    answer: Answer = {}
    for blank in _row_blanks(form):
        if blank.name in ("entering", "moves"):
            answer[blank.name] = list(_moves(assessment, blank.rows, chooser))
    smoke = next((blank for blank in form.blanks if blank.name == "smoke"), None)
    if isinstance(smoke, Several) and assessment.mission != HUNT:
        answer["smoke"] = [key for key in smoke.values if _is_pressed(assessment, str(key))]
    return answer


def _moves(assessment: Assessment, rows: Iterable[Row], chooser: Chooser) -> Iterator[Json]:
    for row in rows:
        key = str(_fixed(row, "block"))
        path = _best_path(assessment, key, _course(row), chooser)
        if path:
            yield {"block": key, "path": list(path)}


def _is_pressed(assessment: Assessment, key: str) -> bool:
    """Whether a block with ships in it has an enemy within sight."""
    at = assessment.view.blocks[key].hex
    return at is not None and not is_dummy(assessment.view, key) and bool(nearby(assessment, at))


def _best_path(assessment: Assessment, key: str, course: Course, chooser: Chooser) -> tuple[str, ...]:
    block = assessment.view.blocks[key]
    drive = drive_of(assessment, key)
    ends = course.reach if block.hex is None else (_STAY, *course.reach)
    marks = [_mark(assessment, drive, block, end) for end in ends]
    best = max(marks)
    chosen = chooser.one_of([end for mark, end in zip(marks, ends, strict=True) if mark == best])
    return () if chosen is _STAY else course.path_to(chosen)


def _mark(assessment: Assessment, drive: Drive, block: Block, reached: Reached) -> int:
    """What it is worth to end a move in a place, in hundredths of a point."""
    if reached.place in EDGES:
        leaves = drive.stance == LEAVE and not is_dummy(assessment.view, block.key)
        return HURRY * FAR if leaves else -HURRY * FAR
    end = block.hex if reached is _STAY else _hex_of(reached.place)
    if end is None:
        return -HURRY * FAR
    mark = -drive.weight * drive.away.get(end, FAR) - WAKE * reached.cost
    if drive.strength.ships:
        boldness = BOLDNESS if drive.stance == HUNT else 1
        mark += worth_of(assessment, drive.strength, block, end, block.moved + reached.cost, boldness)
    if drive.stance == SHUN:
        mark -= AT_HAND * sum(distance(end, enemy.at) <= assessment.reach + 1 for enemy in assessment.enemies)
    return mark


@lru_cache(maxsize=20_000)
def _hex_of(text: str) -> Hex:
    return parse_label(text)


# --- what draws a block --------------------------------------------------------------------------


def drive_of(assessment: Assessment, key: str) -> Drive:
    """What draws a block of the side now."""
    about, strength = stance(assessment, key), own_strength(assessment.view, key)
    if about == LEAVE:
        hurried = turns_in_hand(assessment, key) <= 1
        return Drive(about, assessment.home, HURRY if hurried else NEARER, strength)
    goal = _goal(assessment, key, strength) if about == HUNT else None
    if goal is None:
        return Drive(about, {}, 0, strength)
    return Drive(about, assessment.view.scenario.board.distances_from(goal), NEARER, strength, goal)


def _goal(assessment: Assessment, key: str, strength: Strength) -> Hex | None:
    """The enemy most worth going for: points against the way there, and home again in time."""
    view = assessment.view
    block = view.blocks[key]
    spare, speed = turns_in_hand(assessment, key), allowance(view, key)
    best, goal = 0, None
    for enemy in assessment.enemies:
        at = _meeting(assessment, enemy, block.hex, speed)
        prize = enemy.strength.points * enemy.strength.ships // (HUNDRED * (2 + _steps(view, block.hex, at)))
        if prize > best and spare >= 1:
            best, goal = prize, at
    return goal


def _meeting(assessment: Assessment, enemy: Enemy, start: Hex | None, speed: int) -> Hex:
    """The first place on an enemy's expected course where the block can be as soon as they."""
    course = course_of(assessment.view, enemy)
    for turns, at in enumerate(course, start=1):
        if _steps(assessment.view, start, at) <= turns * speed:
            return at
    return course[-1]


def _steps(view: State, start: Hex | None, goal: Hex) -> int:
    return view.scenario.board.distances_from(goal).get(start, FAR) if start is not None else 0


# --- reading forms -------------------------------------------------------------------------------


def _gap(start: Hex | None, hexes: Iterable[Hex]) -> int:
    return min((distance(start, at) for at in hexes), default=FAR) if start is not None else FAR


def _row_blanks(form: OrderForm) -> Iterator[Rows]:
    return (blank for blank in form.blanks if isinstance(blank, Rows))


def _rows(form: OrderForm, name: str) -> tuple[Row, ...]:
    return next((blank.rows for blank in _row_blanks(form) if blank.name == name), ())


def _fixed(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)


def _choice(row: Row, name: str) -> Choice:
    return next(blank for blank in row if isinstance(blank, Choice) and blank.name == name)


def _course(row: Row) -> Course:
    return next(blank for blank in row if isinstance(blank, Course))


def _filled(row: Row, chooser: Chooser) -> Answer:
    answer: Answer = {}
    for blank in row:
        if isinstance(blank, Fixed):
            answer[blank.name] = blank.value
        elif isinstance(blank, Choice):
            answer[blank.name] = chooser.one_of(blank.values)
    return answer
