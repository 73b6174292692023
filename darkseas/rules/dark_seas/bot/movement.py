"""The bot's movement: where each block should be, and its path there.

Every course on the form is rated by the value of its end in a fight, the cost of crowding, and the progress
towards the block's goal. The best rating wins; chance decides ties.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import EDGES, Hex, distance, parse_label
from darkseas.engine.orders import Choice, Course, Fixed, OrderForm, Reached, Row, Rows, Several
from darkseas.engine.serialization.canonical_json import Json

from ..model.queries import is_dummy
from ..model.state import Block, State
from ..movement.map_distances import FAR
from .assessment import Assessment, assess, hexes_too_far, nearby, worth_of
from .crowding import Company, crowding
from .declarations import should_evade
from .detachments import detachments
from .goals import HURRY, Drive, drive_of
from .missions import HUNT, LEAVE, SHUN

Answer = dict[str, Json]

#: The cost, for a block that keeps away, of being close to an enemy; the cost of leaving wakes.
AT_HAND, WAKE = 300, 1
_STAY = Reached("", 0)
#: Blanks in which blocks move: those that must enter, and all others.
MOVING = ("entering", "moves")


def place_dummies(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Bring every dummy back at once, beside the block nearest to the enemy."""
    rows = rows_of(form, "dummies")
    hosts = [str(value) for value in choice_of(rows[0], "beside").values] if rows else []
    enemies = [block.hex for block in view.blocks.values() if block.side != side and block.hex is not None]
    nearest = min(hosts, key=lambda key: (_gap(view.blocks[key].hex, enemies), key), default="")
    return {"dummies": [{"beside": nearest} for _ in rows]}


def _gap(start: Hex | None, hexes: Iterable[Hex]) -> int:
    return min((distance(start, at) for at in hexes), default=FAR) if start is not None else FAR


def set_speeds(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Daylight: go at full speed; evade if outgunned by the enemies sighted last."""
    able = next((blank.values for blank in form.blanks if isinstance(blank, Several)), ())
    assessment = assess(view, side)
    answer: Answer = {"evading": [key for key in able if should_evade(assessment, str(key))]}
    for blank in row_blanks(form):
        answer[blank.name] = [
            {"block": fixed_of(row, "block"), "speed": choice_of(row, "speed").values[0]}
            for row in blank.rows
        ]
    return answer


def move(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Give every block a path towards its goal; by day, blocks that keep away make smoke."""
    assessment = assess(view, side)
    company = Company(view, side)
    answer: Answer = {}
    for blank in row_blanks(form):
        if blank.name in MOVING:
            answer[blank.name] = list(_moves(assessment, company, blank.rows, chooser))
    smoke = next((blank for blank in form.blanks if blank.name == "smoke"), None)
    if isinstance(smoke, Several) and assessment.mission in (SHUN, LEAVE):
        answer["smoke"] = [key for key in smoke.values if _is_pressed(assessment, str(key))]
    parted = detachments(assessment, company, rows_of(form, "detachments"))
    return answer | ({"detachments": parted} if parted else {})


class Decided(NamedTuple):
    """One block of a movement order: its goal, and what the blocks before it had decided."""

    key: str
    drive: Drive
    path: tuple[str, ...]
    crowding: int


def decided(assessment: Assessment, form: OrderForm, paths: dict[str, tuple[str, ...]]) -> Iterator[Decided]:
    """The reasoning behind an order's paths, block by block in the order in which the bot decides."""
    company = Company(assessment.view, assessment.side)
    moving = [blank.rows for blank in row_blanks(form) if blank.name in MOVING]
    offered = [str(fixed_of(row, "block")) for rows in moving for row in rows]
    for key in dict.fromkeys((*offered, *paths)):
        drive = drive_of(assessment, company, key)
        path = paths.get(key, ())
        end = end_of(assessment.view, key, path)
        cost = 0 if end is None else crowding(assessment, company, key, drive.strength, end)
        yield Decided(key, drive, path, cost)
        company.goes(key, drive.strength, end, drive.goal)


def end_of(view: State, key: str, path: tuple[str, ...]) -> Hex | None:
    """The last hex of a path; None off the map."""
    if not path:
        return view.blocks[key].hex
    return None if path[-1] in EDGES else _hex_of(path[-1])


def _moves(assessment: Assessment, company: Company, rows: Iterable[Row], chooser: Chooser) -> Iterator[Json]:
    for row in rows:
        key = str(fixed_of(row, "block"))
        drive = drive_of(assessment, company, key)
        path = _best_path(assessment, company, key, drive, course_in(row), chooser)
        if path:
            yield {"block": key, "path": list(path)}
        company.goes(key, drive.strength, end_of(assessment.view, key, path), drive.goal)


def _is_pressed(assessment: Assessment, key: str) -> bool:
    """Whether a block with ships has an enemy within sight."""
    at = assessment.view.blocks[key].hex
    return at is not None and not is_dummy(assessment.view, key) and bool(nearby(assessment, at))


def _best_path(
    assessment: Assessment, company: Company, key: str, drive: Drive, course: Course, chooser: Chooser
) -> tuple[str, ...]:
    block = assessment.view.blocks[key]
    ends = course.reach if block.hex is None else (_STAY, *course.reach)
    marks = [_mark(assessment, company, drive, block, end) for end in ends]
    best = max(marks)
    chosen = chooser.one_of([end for mark, end in zip(marks, ends, strict=True) if mark == best])
    return () if chosen is _STAY else course.path_to(chosen)


def _mark(assessment: Assessment, company: Company, drive: Drive, block: Block, reached: Reached) -> int:
    """The value of ending a move in a hex, in hundredths of a point."""
    if reached.place in EDGES:
        leaves = drive.stance == LEAVE and not is_dummy(assessment.view, block.key)
        return HURRY * FAR if leaves else -HURRY * FAR
    end = block.hex if reached is _STAY else _hex_of(reached.place)
    if end is None:
        return -HURRY * FAR
    mark = -drive.weight * drive.away.get(end, FAR) - WAKE * reached.cost
    if drive.strength.ships:
        mark -= HURRY * hexes_too_far(assessment, block.key, end)
        boldness = assessment.boldness if drive.stance == HUNT else 1
        mark += worth_of(assessment, drive.strength, block, end, block.moved + reached.cost, boldness)
        mark -= crowding(assessment, company, block.key, drive.strength, end)
    if drive.stance == SHUN:
        mark -= AT_HAND * sum(distance(end, enemy.at) <= assessment.reach + 1 for enemy in assessment.enemies)
    return mark


@lru_cache(maxsize=20_000)
def _hex_of(text: str) -> Hex:
    return parse_label(text)


# --- reading forms -------------------------------------------------------------------------------


def row_blanks(form: OrderForm) -> Iterator[Rows]:
    """The blanks of a form that hold lines."""
    return (blank for blank in form.blanks if isinstance(blank, Rows))


def rows_of(form: OrderForm, name: str) -> tuple[Row, ...]:
    """The lines of a form's blank by name; none if the form has no such blank."""
    return next((blank.rows for blank in row_blanks(form) if blank.name == name), ())


def fixed_of(row: Row, name: str) -> Json:
    return next(blank.value for blank in row if isinstance(blank, Fixed) and blank.name == name)


def choice_of(row: Row, name: str) -> Choice:
    return next(blank for blank in row if isinstance(blank, Choice) and blank.name == name)


def course_in(row: Row) -> Course:
    return next(blank for blank in row if isinstance(blank, Course))
