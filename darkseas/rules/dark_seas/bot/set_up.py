"""The bot's set-up of groups and dummies, in places that suit the mission.

An attacking side starts near the enemy's start, a leaving side near its exit, a guarding side across the
enemy's route. Groups keep apart. Chance selects among nearly equal places, so that nobody can predict them.
"""

from collections.abc import Callable, Sequence

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.board import Hex, distance, parse_label
from darkseas.engine.orders import Choice, Fixed, OrderForm, Row
from darkseas.engine.serialization.canonical_json import Json

from ..model.scenario import Side
from ..model.state import State
from ..movement.deployment import rules_of
from ..movement.map_distances import FAR, first_waters, home_distances, off_enemy_paths, steps_to
from .assessment import assess
from .missions import HUNT, LEAVE
from .movement import rows_of

Answer = dict[str, Json]
Mark = Callable[[Hex], int]

#: A difference of this many hexes counts as nearly as good.
NEARLY = 1
#: The cost, in hexes, of setting up beside another group, and in its hex.
BESIDE, TOGETHER = 1, 4


def deploy(view: State, side: str, form: OrderForm, chooser: Chooser) -> Answer:
    """Set up the scenario's task groups and every dummy allowed."""
    mark, apart = place_worth(view, side), _far_from_enemy(view, side)
    taken: list[Hex] = []
    answer: Answer = {}
    for name in ("groups", "singles"):
        lines: list[Json] = []
        for row in rows_of(form, name):
            bound = _is_immobile(view.scenario.sides[side], row)
            lines.append(_filled(row, apart if bound else mark, taken, chooser, is_loose=not bound))
        answer[name] = lines
    answer["dummies"] = [
        _filled(row, mark, taken, chooser, is_loose=True) for row in rows_of(form, "dummies")
    ]
    return answer


def place_worth(view: State, side: str) -> Mark:
    """The rating of starting hexes, in hexes."""
    scenario, plan = view.scenario, assess(view, side).plan
    if plan.mission == LEAVE:
        home = home_distances(scenario.board, scenario.sides[side].rules.exit_edges)
        return lambda at: -home.get(at, FAR)
    if plan.mission == HUNT and not plan.wins:
        enemy = steps_to(scenario.board, first_waters(scenario, scenario.enemy_of(side)))
        return lambda at: -enemy.get(at, FAR)
    paths = off_enemy_paths(scenario, side)
    return lambda at: -paths.get(at, FAR)


def _far_from_enemy(view: State, side: str) -> Mark:
    scenario = view.scenario
    enemy = steps_to(scenario.board, first_waters(scenario, scenario.enemy_of(side)))
    return lambda at: enemy.get(at, FAR)


def _is_immobile(side: Side, row: Row) -> bool:
    named = {blank.name: blank.value for blank in row if isinstance(blank, Fixed)}
    ships = named.get("ships")
    first = ships[0] if isinstance(ships, list) else named.get("ship")
    return rules_of(side, str(first)).immobile


def _filled(row: Row, mark: Mark, taken: list[Hex], chooser: Chooser, *, is_loose: bool) -> Answer:
    answer: Answer = {}
    for blank in row:
        if isinstance(blank, Fixed):
            answer[blank.name] = blank.value
        elif isinstance(blank, Choice):
            chosen = _place(blank, mark, taken, chooser)
            answer[blank.name] = chosen
            if is_loose:
                taken.append(parse_label(str(chosen)))
    return answer


def _place(blank: Choice, mark: Mark, taken: Sequence[Hex], chooser: Chooser) -> Json:
    worth = [mark(at) - _crowd(at, taken) for at in (parse_label(str(value)) for value in blank.values)]
    best = max(worth)
    good = [value for value, each in zip(blank.values, worth, strict=True) if each >= best - NEARLY]
    return chooser.one_of(good)


def _crowd(at: Hex, taken: Sequence[Hex]) -> int:
    return sum(TOGETHER if at == other else BESIDE for other in taken if distance(at, other) <= 1)
