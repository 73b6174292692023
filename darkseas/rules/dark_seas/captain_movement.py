"""The captain's set-up and movement: where he wants to be, and how he gets there.

A side's mission follows from the scenario's aims: who must leave the map plans backwards from the
deadline, who is confined keeps watch, the stronger side hunts, the weaker one shuns.
"""

from collections.abc import Sequence
from typing import Any

from ...engine.bots import Chooser, random_order
from ...engine.canon import Json
from ...engine.hexes import EDGES, Hex, distance, parse_label
from ...engine.orders import Choice, Fixed, OrderForm, Row, Rows
from .sheet import Ship
from .state import State
from .view import is_dummy, ships_in

Answer = dict[str, Json]
HUNT, SHUN, LEAVE = "hunt", "shun", "leave"

#: How much a hex nearer to the goal is worth against a step of noise (DS-R8), in points of a score.
NEARER, NOISE, HOME = 6, 2, 8
FAR = 99


def deploy(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """The scenario's task groups at random hexes of their zones, and every dummy that is allowed."""
    _, answer = random_order((form,), chooser)
    rows = _rows(form, "dummies")
    answer["dummies"] = [_filled(row, chooser) for row in rows]
    return answer


def place_dummies(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Every dummy comes back at once, beside the block nearest to the enemy."""
    enemies = _enemy_hexes(view, side)
    rows = _rows(form, "dummies")
    hosts = [str(value) for value in _choice(rows[0], "beside").values] if rows else []
    nearest = min(hosts, key=lambda key: (_gap(view.blocks[key].hex, enemies), key), default="")
    return {"dummies": [{"beside": nearest} for _ in rows]}


def set_speeds(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Daylight: full speed; evading when outgunned."""
    speeds = next(blank for blank in form.blanks if isinstance(blank, Choice))
    weak = strength_of(view, side) * 2 < strength_of(view, view.sheet.enemy_of(side))
    evading = next(blank for blank in form.blanks if blank.name == "evading")
    return {"speeds": speeds.values[0], "evading": list(getattr(evading, "values", ())) if weak else []}


def move(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """A way for every block, by its mission; in daylight the hard-pressed make smoke."""
    enemies = _enemy_hexes(view, side)
    goal = _common_goal(view, side, enemies)
    moves: list[Json] = []
    for row in _rows(form, "moves"):
        key = str(_fixed(row, "block"))
        way = _best_way(view, side, key, _choice(row, "path").values, enemies, goal, chooser)
        if way:
            moves.append({"block": key, "path": list(way)})
    answer: Answer = {"moves": moves}
    smoke = next((blank for blank in form.blanks if blank.name == "smoke"), None)
    if smoke is not None and mission(view, side) != HUNT:
        answer["smoke"] = [key for key in getattr(smoke, "values", ()) if not is_dummy(view, key)]
    return answer


# --- missions ------------------------------------------------------------------------------------


def mission(view: State, side: str) -> str:
    """What the side as a whole is about now."""
    if _must_leave(view, side):
        return LEAVE
    own, other = strength_of(view, side), strength_of(view, view.sheet.enemy_of(side))
    return HUNT if 3 * own >= 2 * other or _needs_points(view, side) else SHUN


def _must_leave(view: State, side: str) -> bool:
    """Whether the way home takes the turns that are left, or the battle is won or lost already."""
    sheet = view.sheet
    edges = sheet.sides[side].rules.exit_edges
    if not edges:
        return False
    last = min((d.by_turn for d in sheet.aims.deadlines if d.side == side), default=sheet.aims.turn_limit)
    slowest = min((ship.ratings.speed for ship in _afloat(view, side)), default=1)
    farthest = max(
        (_home(view, side, b.hex) for b in view.blocks.values() if b.side == side and b.hex), default=0
    )
    return last - view.turn <= (farthest + slowest) // max(1, slowest)


def _needs_points(view: State, side: str) -> bool:
    """Whether the side loses unless it does something: it has a victory condition of its own."""
    return any(victory.winner == side for victory in view.sheet.aims.victory)


def strength_of(view: State, side: str) -> int:
    """Rough fighting value of a side's ships as far as the view knows: factors times staying power."""
    return sum(fighting_value(ship) for ship in _afloat(view, side) if not view.plights[ship.key].damaged)


def fighting_value(ship: Ship) -> int:
    """Factors at close range times defence."""
    return ship.ratings.defence * sum(battery.factors[0] for battery in ship.ratings.batteries)


def _afloat(view: State, side: str) -> list[Ship]:
    return [view.sheet.ships[key] for key in view.sheet.sides[side].ships if view.plights[key].afloat]


# --- ways ----------------------------------------------------------------------------------------


def _best_way(
    view: State,
    side: str,
    key: str,
    ways: Sequence[Any],
    enemies: Sequence[Hex],
    goal: Hex | None,
    chooser: Chooser,
) -> tuple[str, ...]:
    block = view.blocks[key]
    stance = _stance(view, side, key)
    stay: tuple[str, ...] = ()
    options = [*ways] if block.hex is None else [stay, *ways]
    scored = [(_score(view, side, block.hex, way, stance, enemies, goal), way) for way in options]
    best = max(score for score, _ in scored)
    return chooser.one_of([way for score, way in scored if score == best])


def _stance(view: State, side: str, key: str) -> str:
    stance = mission(view, side)
    ships = ships_in(view, key)
    crippled = bool(ships) and all(view.plights[ship.key].damaged for ship in ships)
    if crippled:
        return LEAVE if view.sheet.sides[side].rules.exit_edges else SHUN
    if is_dummy(view, key):
        return HUNT
    return stance


def _score(
    view: State,
    side: str,
    start: Hex | None,
    way: Sequence[str],
    stance: str,
    enemies: Sequence[Hex],
    goal: Hex | None,
) -> int:
    leaves = bool(way) and way[-1] in EDGES
    if leaves:
        return FAR * HOME if stance == LEAVE else -FAR * HOME
    end = parse_label(way[-1]) if way else start
    if end is None:
        return -FAR
    noise = NOISE * max(0, len(way) - 1)
    if stance == LEAVE:
        return -HOME * _home(view, side, end) - noise
    if stance == SHUN:
        return NEARER * min(_gap(end, enemies), _reach(view) + 2) - noise
    if goal is None:
        return -noise
    return -NEARER * max(0, _leg(view, end, goal) - _standoff(view)) - noise


def _common_goal(view: State, side: str, enemies: Sequence[Hex]) -> Hex | None:
    """The enemy hex that the side's blocks can mass at soonest: the first by summed distance."""
    own = [block.hex for block in view.blocks.values() if block.side == side and block.hex is not None]
    if not enemies:
        return None
    if not own:
        return enemies[0]
    return min(enemies, key=lambda at: (sum(_leg(view, start, at) for start in own), at))


def _standoff(view: State) -> int:
    """The range to fight at: as close as sight demands."""
    return min(1, view.conditions.visibility)


def _reach(view: State) -> int:
    return view.conditions.visibility


def _leg(view: State, start: Hex, goal: Hex) -> int:
    return view.sheet.board.distances_from(goal).get(start, FAR)


def _home(view: State, side: str, start: Hex) -> int:
    """Hexes to the nearest edge that the side may leave over."""
    edges = view.sheet.sides[side].rules.exit_edges
    board = view.sheet.board
    away = board.distances_from(start)
    return min((steps for at, steps in away.items() if set(edges) & set(board.edges_of(at))), default=FAR)


def _enemy_hexes(view: State, side: str) -> tuple[Hex, ...]:
    found = {block.hex for block in view.blocks.values() if block.side != side and block.hex is not None}
    return tuple(sorted(found))


def _gap(start: Hex | None, enemies: Sequence[Hex]) -> int:
    return min((distance(start, at) for at in enemies), default=FAR) if start is not None else FAR


# --- reading forms -------------------------------------------------------------------------------


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
