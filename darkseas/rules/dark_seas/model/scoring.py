"""Points (DS-R33, DS-R34) and what decides the battle.

A deadline counts once its turn is over; a battle that ends earlier gives no points for it (our ruling
DS-H26). A damaged ship that left the map is afloat, and counts as damaged (our ruling DS-H27).
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from darkseas.engine.events import BattleEnded
from darkseas.engine.presentation.standing import CountedPoints
from darkseas.engine.stages.stage import given_points

from .scenario import RulesScenario, Victory
from .state import State


def scores(state: State, *, final: bool = False) -> dict[str, Fraction]:
    """Each side's points so far, as far as the state knows: ships sunk and damaged, exits, deadlines, bids.

    `final` includes a deadline of this very turn. After the end, these are the recorded points.
    """
    if state.ended is not None:
        return {side: Fraction(text) for side, text in state.ended.scores.items()}
    points = {side: given_points(state, side) for side in state.scenario.sides}
    _score_losses(state, points)
    _score_deadlines(state, points, final)
    _score_exits(state, points)
    _score_presence(state, points)
    return points


#: The rule by which the rules themselves end a battle, and by which points count.
BY_THE_RULES = "DS-R33"
UNSEEN = "not visible in this view; the full view shows it"


def counted_points(state: State, ended: BattleEnded) -> tuple[CountedPoints, ...]:
    """The sources of the recorded points, as far as the state shows them.

    Empty if fewer points are recorded than the state counts: an umpire may have awarded them.
    """
    counted: list[CountedPoints] = []
    for side, text in ended.scores.items():
        parts = list(_parts(state, side, ended))
        rest = Fraction(text) - sum(part.points for part in parts)
        if rest < 0:
            return ()
        counted += parts
        if rest:
            counted.append(CountedPoints(side, UNSEEN, rest, ended.rule))
    return tuple(counted)


def _parts(state: State, side: str, ended: BattleEnded) -> Iterator[CountedPoints]:
    if given := given_points(state, side):
        yield CountedPoints(side, "given for the choice of side", given, BY_THE_RULES)
    for words, rule, score in _REASONS:
        points = dict.fromkeys(state.scenario.sides, Fraction(0))
        score(state, points, ended.rule == BY_THE_RULES)
        if points[side]:
            yield CountedPoints(side, words, points[side], rule)


def missed(scenario: RulesScenario, ended: BattleEnded) -> tuple[Victory, ...]:
    """The victory conditions that the recorded points do not meet; empty if no rule decided the battle."""
    if ended.rule != BY_THE_RULES:
        return ()
    points = {side: Fraction(text) for side, text in ended.scores.items()}
    return tuple(victory for victory in scenario.aims.victory if not _is_won(scenario, victory, points))


def _score_losses(state: State, points: dict[str, Fraction]) -> None:
    scenario, aims = state.scenario, state.scenario.aims
    for key, status in state.ship_status.items():
        if status.sunk or status.damaged:
            ship = scenario.ships[key]
            share = aims.sunk if status.sunk else aims.damaged
            points[scenario.enemy_of(ship.side)] += ship.ratings.points * share


def _score_deadlines(state: State, points: dict[str, Fraction], final: bool) -> None:
    """Score ships still afloat on the map; a sunk ship only counts as sunk (DS-H28)."""
    scenario = state.scenario
    for deadline in scenario.aims.deadlines:
        if state.turn < deadline.by_turn + (not final):
            continue
        for key in scenario.sides[deadline.side].ships:
            status = state.ship_status[key]
            late = status.exited > deadline.by_turn
            if late or status.afloat:
                points[scenario.enemy_of(deadline.side)] += (
                    scenario.ships[key].ratings.points * deadline.share
                )


def _score_exits(state: State, points: dict[str, Fraction]) -> None:
    scenario = state.scenario
    for aim in scenario.aims.exit_points:
        for key in scenario.sides[aim.side].ships:
            if state.ship_status[key].exited:
                points[aim.side] += scenario.ships[key].ratings.points * aim.share


def _score_presence(state: State, points: dict[str, Fraction]) -> None:
    scenario = state.scenario
    for aim in scenario.aims.presence:
        area = scenario.areas[aim.area]
        for block in state.blocks.values():
            if block.side != aim.side or block.hex not in area or block.key not in state.contents:
                continue
            for key in state.contents[block.key].ships:
                if state.ship_status[key].afloat:
                    points[aim.side] += scenario.ships[key].ratings.points * aim.share


#: The sources of points besides bids: wording, rule, and how they are counted.
_REASONS: tuple[tuple[str, str, Callable[[State, dict[str, Fraction], bool], None]], ...] = (
    ("ships sunk or damaged", "DS-R33", lambda state, points, final: _score_losses(state, points)),
    ("ships that missed their deadline", "DS-R34", _score_deadlines),
    ("ships that left the map", "DS-R33", lambda state, points, final: _score_exits(state, points)),
    ("ships in the required area", "DS-R33", lambda state, points, final: _score_presence(state, points)),
)


def verdict(scenario: RulesScenario, points: Mapping[str, Fraction]) -> tuple[str | None, str]:
    """The winner with these points, and the sentence that explains it."""
    for victory in scenario.aims.victory:
        if _is_won(scenario, victory, points):
            return victory.winner, _why(scenario, victory)
    otherwise = scenario.aims.otherwise
    if otherwise in scenario.sides:
        return otherwise, "The other side did not reach what it needed."
    first, second = scenario.sides
    if otherwise == "draw" or points[first] == points[second]:
        return None, "Neither side did enough to win."
    return max(points, key=lambda side: points[side]), "The higher score."


def _is_won(scenario: RulesScenario, victory: Victory, points: Mapping[str, Fraction]) -> bool:
    own, other = points[victory.winner], points[scenario.enemy_of(victory.winner)]
    ahead = not victory.margin or own >= other + victory.margin
    return own >= victory.minimum and own >= victory.ratio * other and ahead


def _why(scenario: RulesScenario, victory: Victory) -> str:
    demands = []
    if victory.minimum:
        demands.append(f"at least {victory.minimum} points")
    if victory.ratio == 1:
        demands.append("no fewer points than the other side")
    elif victory.ratio:
        demands.append(f"{victory.ratio} times the other side's score")
    if victory.margin:
        demands.append(f"{victory.margin} points more than the other side")
    name = scenario.sides[victory.winner].name
    if not demands:
        return f"{name} needed no points to win."
    return f"{name} needed {' and '.join(demands)}, and has them."
