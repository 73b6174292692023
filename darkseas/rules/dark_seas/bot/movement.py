"""The captain's set-up and movement: where they want to be, and how they get there.

Every way on the form is given a mark: what the place at its end promises in a fight, and how far it
brings the block towards what it is about. The best mark wins, chance decides among equals.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import EDGES, Hex, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.queries import is_dummy
from ..model.state import Block, State
from ..movement.movement import allowance
from .assessment import (
    FAR,
    HUNT,
    LEAVE,
    SHUN,
    Outlook,
    course_of,
    nearby,
    outlook,
    stance,
    turns_in_hand,
    worth_of,
)
from .combat import should_evade
from .strengths import HUNDRED, Enemy, Force, own_force

Answer = dict[str, Json]

#: Hundredths of a point for each hex nearer to what a block is about; much more when it has to hurry.
NEARER, HURRY = 200, 100_000
#: For who hunts, harm done counts so many times harm suffered: who never dares never wins.
BOLDNESS = 3
#: What it costs to be at hand of an enemy for one who keeps away, and to leave wakes.
AT_HAND, WAKE = 300, 1


class Drive(NamedTuple):
    """What draws a block: hexes to go from everywhere, and how much a hex counts."""

    stance: str
    away: Mapping[Hex, int]
    weight: int
    force: Force


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
    speeds = [
        {"block": _fixed(row, "block"), "speed": _choice(row, "speed").values[0]}
        for row in _rows(form, "speeds")
    ]
    able = next((blank.values for blank in form.blanks if isinstance(blank, Several)), ())
    look = outlook(view, side)
    return {"speeds": speeds, "evading": [key for key in able if should_evade(look, str(key))]}


def move(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """A way for every block, by what it is about; in daylight those who do not hunt make smoke."""
    look = outlook(view, side)
    moves: list[Json] = []
    for row in _rows(form, "moves"):
        key = str(_fixed(row, "block"))
        way = _best_way(look, key, _choice(row, "path").values, chooser)
        if way:
            moves.append({"block": key, "path": list(way)})
    answer: Answer = {"moves": moves}
    smoke = next((blank for blank in form.blanks if blank.name == "smoke"), None)
    if isinstance(smoke, Several) and look.mission != HUNT:
        answer["smoke"] = [key for key in smoke.values if _is_pressed(look, str(key))]
    return answer


def _is_pressed(look: Outlook, key: str) -> bool:
    """Whether a block with ships in it has an enemy within sight."""
    at = look.view.blocks[key].hex
    return at is not None and not is_dummy(look.view, key) and bool(nearby(look, at))


def _best_way(look: Outlook, key: str, ways: Sequence[Json], chooser: Chooser) -> tuple[str, ...]:
    block = look.view.blocks[key]
    drive = _drive(look, key)
    options = [tuple(way) for way in ways if isinstance(way, tuple)]
    if block.hex is not None:
        options.insert(0, ())
    marks = [_mark(look, drive, block, way) for way in options]
    best = max(marks)
    return chooser.one_of([way for mark, way in zip(marks, options, strict=True) if mark == best])


def _mark(look: Outlook, drive: Drive, block: Block, way: tuple[str, ...]) -> int:
    """What a way is worth, in hundredths of a point."""
    if way and way[-1] in EDGES:
        leaves = drive.stance == LEAVE and not is_dummy(look.view, block.key)
        return HURRY * FAR if leaves else -HURRY * FAR
    end = _hex_of(way[-1]) if way else block.hex
    if end is None:
        return -HURRY * FAR
    mark = -drive.weight * drive.away.get(end, FAR) - WAKE * len(way)
    if drive.force.ships:
        boldness = BOLDNESS if drive.stance == HUNT else 1
        mark += worth_of(look, drive.force, block, end, block.moved + len(way), boldness)
    if drive.stance == SHUN:
        mark -= AT_HAND * sum(distance(end, enemy.at) <= look.reach + 1 for enemy in look.enemies)
    return mark


@lru_cache(maxsize=20_000)
def _hex_of(text: str) -> Hex:
    return parse_label(text)


# --- what draws a block --------------------------------------------------------------------------


def _drive(look: Outlook, key: str) -> Drive:
    about, force = stance(look, key), own_force(look.view, key)
    if about == LEAVE:
        hurried = turns_in_hand(look, key) <= 1
        return Drive(about, look.home, HURRY if hurried else NEARER, force)
    goal = _goal(look, key, force) if about == HUNT else None
    if goal is None:
        return Drive(about, {}, 0, force)
    return Drive(about, look.view.scenario.board.distances_from(goal), NEARER, force)


def _goal(look: Outlook, key: str, force: Force) -> Hex | None:
    """The enemy most worth going for: points against the way there, and home again in time."""
    view = look.view
    block = view.blocks[key]
    spare, speed = turns_in_hand(look, key), allowance(view, key)
    best, goal = 0, None
    for enemy in look.enemies:
        at = _meeting(look, enemy, block.hex, speed)
        prize = enemy.force.points * enemy.force.ships // (HUNDRED * (2 + _steps(view, block.hex, at)))
        if prize > best and spare >= 1:
            best, goal = prize, at
    return goal


def _meeting(look: Outlook, enemy: Enemy, start: Hex | None, speed: int) -> Hex:
    """The first place on an enemy's expected course where the block can be as soon as they."""
    course = course_of(look.view, enemy)
    for turns, at in enumerate(course, start=1):
        if _steps(look.view, start, at) <= turns * speed:
            return at
    return course[-1]


def _steps(view: State, start: Hex | None, goal: Hex) -> int:
    return view.scenario.board.distances_from(goal).get(start, FAR) if start is not None else 0


# --- reading forms -------------------------------------------------------------------------------


def _gap(start: Hex | None, hexes: Iterable[Hex]) -> int:
    return min((distance(start, at) for at in hexes), default=FAR) if start is not None else FAR


def _rows(form: OrderForm, name: str) -> tuple[Row, ...]:
    return next((b.rows for b in form.blanks if isinstance(b, Rows) and b.name == name), ())


def _fixed(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)


def _choice(row: Row, name: str) -> Choice:
    return next(blank for blank in row if isinstance(blank, Choice) and blank.name == name)


def _filled(row: Row, chooser: Chooser) -> Answer:
    answer: Answer = {}
    for blank in row:
        if isinstance(blank, Fixed):
            answer[blank.name] = blank.value
        elif isinstance(blank, Choice):
            answer[blank.name] = chooser.one_of(blank.values)
    return answer
