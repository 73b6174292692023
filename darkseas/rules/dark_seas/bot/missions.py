"""What a side is about: it leaves where leaving wins, hunts for points that it lacks, or guards a lead."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from ..model.queries import ships_in
from ..model.scoring import scores, verdict
from ..model.state import State
from ..movement.movement import allowance
from ..tables import FIXED
from .strengths import HUNDRED, Enemy, total_strength
from .waters import FAR, entry_waters, home_distances

HUNT, SHUN, LEAVE, HOLD = "hunt", "shun", "leave", "hold"

#: A lead is safe that would last if the side had only so much of the points that it took from the enemy.
COMFORT = Fraction(2, 3)


class Plan(NamedTuple):
    """What a side is about.

    `wins`: whether it would win with a part of its points, if the enemy got what it is on its way to.
    `has_to_leave`: whether it ends better if all who can still leave in time do so than if none does.
    """

    mission: str
    wins: bool
    has_to_leave: bool


def plan_for(view: State, side: str, enemies: Iterable[Enemy]) -> Plan:
    """What a side is about now, from its own view."""
    points = scores(view)
    foreseen = _foreseen(view, side, points, enemies)
    wins = _ending(view, side, {**foreseen, side: foreseen[side] * COMFORT}) == _WON
    has_to_leave = False
    if view.scenario.sides[side].rules.exit_edges:
        brought = _brought_by_leaving(view, side)
        if _ending(view, side, {**points, side: points[side] * COMFORT + brought}) == _WON:
            return Plan(LEAVE, wins, has_to_leave=True)
        leaving = _ending(view, side, {**points, side: points[side] + brought})
        has_to_leave = leaving > _ending(view, side, _if_all_stay(view, side, points))
    stands_off = wins and not _is_strong(view, side)
    return Plan(SHUN if stands_off else HUNT, wins, has_to_leave)


_LOST, _DRAWN, _WON = range(3)


def _ending(view: State, side: str, points: Mapping[str, Fraction]) -> int:
    """How good the end is for a side with these points."""
    winner, _ = verdict(view.scenario, points)
    return _WON if winner == side else _DRAWN if winner is None else _LOST


def _is_strong(view: State, side: str) -> bool:
    return 3 * _fighting_power(view, side) >= 2 * _fighting_power(view, view.scenario.enemy_of(side))


def _fighting_power(view: State, side: str) -> int:
    strength = total_strength(view, side)
    return (strength.guns[0] + strength.torpedoes[0]) * strength.defence


# --- points to come ------------------------------------------------------------------------------


def _foreseen(
    view: State, side: str, now: Mapping[str, Fraction], enemies: Iterable[Enemy]
) -> dict[str, Fraction]:
    """The points now, and what the enemy scores by leaving or by being where they lie."""
    scenario, points = view.scenario, dict(now)
    enemy = scenario.enemy_of(side)
    for leaving in scenario.aims.exit_points:
        if leaving.side == enemy:
            points[enemy] += leaving.share * _points_afloat(view, enemy)
    for aim in scenario.aims.presence:
        if aim.side == enemy:
            there = (one.strength for one in enemies if one.at in scenario.areas[aim.area])
            worth = sum(strength.points * strength.ships for strength in there)
            points[enemy] += aim.share * Fraction(worth, HUNDRED * HUNDRED)
    return points


def _points_afloat(view: State, side: str) -> Fraction:
    ships = view.scenario.ships
    own = view.scenario.sides[side].ships
    return sum((ships[key].ratings.points for key in own if view.ship_status[key].afloat), Fraction(0))


def _if_all_stay(view: State, side: str, now: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The points with what the enemy gets for ships of the side that are not off the map in time."""
    points = dict(now)
    for aim in view.scenario.aims.deadlines:
        if aim.side == side and aim.by_turn >= view.turn:
            points[view.scenario.enemy_of(side)] += aim.share * _points_afloat(view, side)
    return points


def _brought_by_leaving(view: State, side: str) -> Fraction:
    """What a side scores if all its ships leave that still can."""
    shares = sum((aim.share for aim in view.scenario.aims.exit_points if aim.side == side), Fraction(0))
    return shares * _points_that_leave(view, side) if shares else shares


def _points_that_leave(view: State, side: str) -> Fraction:
    """What the ships are worth that can still be off the map when the last turn ends."""
    scenario = view.scenario
    home = home_distances(scenario.board, scenario.sides[side].rules.exit_edges)
    points = Fraction(0)
    for key, block in view.blocks.items():
        ships = ships_in(view, key) if block.side == side else ()
        if not ships:
            continue
        turns = scenario.aims.turn_limit - view.turn + 1
        if block.hex is None:
            turns -= max(0, view.contents[key].arrives - view.turn)
            way = min((home.get(at, FAR) + 1 for at in entry_waters(scenario, side)), default=FAR)
        else:
            way = home.get(block.hex, FAR)
        if way + FIXED["exit_cost"] <= turns * max(1, allowance(view, key)):
            points += sum(ship.ratings.points for ship in ships)
    return points
