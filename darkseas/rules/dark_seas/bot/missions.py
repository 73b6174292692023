"""A side's mission: leave if leaving wins, attack to gain missing points, or protect a lead.

If presence at the end scores, a side counts these points as long as its blocks can arrive in time, and
expects the same of the enemy. It sends as few blocks as it needs, the weakest first. A side that has lost
much more than the enemy breaks off, because no victory is still worth the ships.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex

from ..model.queries import ships_in
from ..model.scenario import RulesScenario
from ..model.scoring import scores, verdict
from ..model.state import State
from ..movement.map_distances import FAR, entry_waters, home_distances, steps_to
from ..movement.movement import allowance
from ..tables.rules_tables import FIXED
from .strengths import HUNDRED, Enemy, own_strength, total_strength

HUNT, GUARD, SHUN, LEAVE, HOLD = "hunt", "guard", "shun", "leave", "hold"

#: A lead is safe if it would still hold with only this share of the points scored against the enemy.
COMFORT = Fraction(2, 3)
#: A side breaks off if it has lost this share of its points, and more than the enemy.
TOO_MUCH = Fraction(1, 2)


class Plan(NamedTuple):
    """A side's mission, and the reasons.

    `wins`: the side would win with part of its points, even if the enemy scored every point it is heading
    for. `has_to_leave`: the result is better if all ships leave that still can in time than if none leaves,
    with the enemies as they are now or all sunk. `keepers`: the blocks to send to the scoring area for the
    end, weakest first; the others continue to fight.
    """

    mission: str
    wins: bool
    has_to_leave: bool
    keepers: frozenset[str] = frozenset()


def plan_for(view: State, side: str, enemies: Iterable[Enemy]) -> Plan:
    """Return a side's mission, decided from its own view."""
    points = scores(view)
    foreseen = _foreseen(view, side, points, enemies)
    safe = {**foreseen, side: (foreseen[side] - _of_being_there(view, side)) * COMFORT}
    there = _brought_by_being_there(view, side)
    wins = _ending(view, side, _with(safe, side, there.values())) == _WON
    keepers = _keepers(view, side, safe, there)
    has_to_leave = False
    if view.scenario.sides[side].rules.exit_edges:
        brought = _brought_by_leaving(view, side)
        if _ending(view, side, {**foreseen, side: points[side] * COMFORT + brought}) == _WON:
            return Plan(LEAVE, wins, has_to_leave=True, keepers=keepers)
        leaving = _ending(view, side, {**foreseen, side: points[side] + brought})
        staying = _ending(view, side, _if_all_stay(view, side, foreseen))
        has_to_leave = leaving > staying or _is_lost_by_staying(view, side, foreseen)
    return Plan(_mission(view, side, wins=wins), wins, has_to_leave, keepers)


def _mission(view: State, side: str, *, wins: bool) -> str:
    """Return the mission of a side that need not leave to win."""
    if is_beaten(view, side):
        return LEAVE if view.scenario.sides[side].rules.exit_edges else SHUN
    if not wins:
        return HUNT
    return GUARD if _is_strong(view, side) else SHUN


def is_beaten(view: State, side: str) -> bool:
    """Return whether a side has lost so much more than the enemy that it should save its remaining ships.

    Never true for a side that wins by its own score at any cost.
    """
    if any(victory.winner == side and not victory.ratio for victory in view.scenario.aims.victory):
        return False
    lost = _part_lost(view, side)
    if lost < TOO_MUCH or lost <= _part_lost(view, view.scenario.enemy_of(side)):
        return False
    return not _is_strong(view, side)


def _part_lost(view: State, side: str) -> Fraction:
    """Return the share of a side's points that is sunk; damaged ships count half."""
    keys, status = view.scenario.sides[side].ships, view.ship_status
    sunk = tuple([key for key in keys if status[key].sunk])
    return _part_of(
        view.scenario,
        side,
        sunk,
        tuple([key for key in keys if status[key].damaged and not status[key].sunk]),
    )


@lru_cache(maxsize=1_000)
def _part_of(scenario: RulesScenario, side: str, sunk: tuple[str, ...], damaged: tuple[str, ...]) -> Fraction:
    whole = _points_of(scenario, scenario.sides[side].ships)
    gone = _points_of(scenario, sunk) + _points_of(scenario, damaged) / 2
    return gone / whole if whole else gone


_LOST, _DRAWN, _WON = range(3)


def _ending(view: State, side: str, points: Mapping[str, Fraction]) -> int:
    """Return how good the result is for a side with these points."""
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
    """Return the current points, plus the points that the enemy can still score by leaving or by presence."""
    scenario, points = view.scenario, dict(now)
    enemy = scenario.enemy_of(side)
    for leaving in scenario.aims.exit_points:
        if leaving.side == enemy:
            points[enemy] += leaving.share * _points_afloat(view, enemy)
    for aim in scenario.aims.presence:
        if aim.side == enemy:
            too_far = _worth_too_far_from(view, aim.area, enemies)
            there = _of_being_there(view, enemy)
            points[enemy] += max(aim.share * (_points_afloat(view, enemy) - too_far), Fraction(0)) - there
    return points


def _worth_too_far_from(view: State, area: str, enemies: Iterable[Enemy]) -> Fraction:
    """Return the value of enemies who cannot reach an area by the end at the speed of their dummies."""
    scenario = view.scenario
    away, turns = steps_to(scenario.board, scenario.areas[area]), scenario.aims.turn_limit - view.turn + 1
    far = [
        enemy.strength.points * enemy.strength.ships
        for enemy in enemies
        if away.get(enemy.at, FAR) > turns * scenario.sides[enemy.block.side].dummy_speed
    ]
    return Fraction(sum(far), HUNDRED * HUNDRED)


def _points_afloat(view: State, side: str) -> Fraction:
    own = view.scenario.sides[side].ships
    return _points_of(view.scenario, tuple([key for key in own if view.ship_status[key].afloat]))


@lru_cache(maxsize=1_000)
def _points_of(scenario: RulesScenario, ships: tuple[str, ...]) -> Fraction:
    return sum((scenario.ships[key].ratings.points for key in ships), Fraction(0))


def _if_all_stay(view: State, side: str, now: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the points including those that the enemy gets for the side's ships that miss their deadline."""
    points = dict(now)
    for aim in view.scenario.aims.deadlines:
        if aim.side == side and aim.by_turn >= view.turn:
            points[view.scenario.enemy_of(side)] += aim.share * _points_afloat(view, side)
    return points


def _is_lost_by_staying(view: State, side: str, foreseen: Mapping[str, Fraction]) -> bool:
    """Return whether a side that misses its deadline cannot win, whatever it sinks, but otherwise might."""
    if not any(aim.side == side and aim.by_turn >= view.turn for aim in view.scenario.aims.deadlines):
        return False
    most = _with(foreseen, side, [_points_afloat(view, view.scenario.enemy_of(side))])
    return _ending(view, side, most) > _ending(view, side, _if_all_stay(view, side, most))


def _brought_by_leaving(view: State, side: str) -> Fraction:
    """Return the side's score for leaving if every ship leaves that still can."""
    shares = sum((aim.share for aim in view.scenario.aims.exit_points if aim.side == side), Fraction(0))
    return shares * _points_that_leave(view, side) if shares else shares


def _points_that_leave(view: State, side: str) -> Fraction:
    """Return the value of the ships that can still be off the map by the end of the last turn."""
    home = home_distances(view.scenario.board, view.scenario.sides[side].rules.exit_edges)
    return sum(
        (
            _worth_of(view, key)
            for key in _with_ships(view, side)
            if _can_go(view, key, home, FIXED["exit_cost"])
        ),
        Fraction(0),
    )


def _with_ships(view: State, side: str) -> list[str]:
    """Return the side's own blocks that hold ships."""
    return [key for key, block in view.blocks.items() if block.side == side and ships_in(view, key)]


def _worth_of(view: State, key: str) -> Fraction:
    return sum((ship.ratings.points for ship in ships_in(view, key)), Fraction(0))


def _can_go(view: State, key: str, away: Mapping[Hex, int], beyond: int) -> bool:
    """Return whether a block can reach the goal, plus `beyond` hexes, by the end of the last turn."""
    return way_of(view, key, away) + beyond <= turns_left(view, key) * allowance(view, key)


def way_of(view: State, key: str, away: Mapping[Hex, int]) -> int:
    """Return the distance of an own block to the goal, also from off the map."""
    block = view.blocks[key]
    if block.hex is not None:
        return away.get(block.hex, FAR)
    return min((away.get(at, FAR) + 1 for at in entry_waters(view.scenario, block.side)), default=FAR)


def turns_left(view: State, key: str) -> int:
    """Return the turns in which an own block may still move, including this one."""
    waits = max(0, view.contents[key].arrives - view.turn) if view.blocks[key].hex is None else 0
    return view.scenario.aims.turn_limit - view.turn + 1 - waits


# --- presence at the end ---------------------------------------------------------------------------


def _brought_by_being_there(view: State, side: str) -> Mapping[str, Fraction]:
    """Return the presence points of each block that can arrive by the end; before set-up, those of all ships.

    Values are current; later damage is not predicted.
    """
    scenario, brought = view.scenario, dict[str, Fraction]()
    for aim in scenario.aims.presence:
        if aim.side != side:
            continue
        away = steps_to(scenario.board, scenario.areas[aim.area])
        own = _with_ships(view, side)
        if not own:
            return {"": aim.share * _points_afloat(view, side)}
        for key in own:
            if _can_go(view, key, away, 0):
                brought[key] = brought.get(key, Fraction(0)) + aim.share * _worth_of(view, key)
    return brought


def _of_being_there(view: State, side: str) -> Fraction:
    """Return the presence points in a side's current score, as far as the view knows."""
    scenario, points = view.scenario, Fraction(0)
    for aim in scenario.aims.presence:
        if aim.side == side:
            area = scenario.areas[aim.area]
            there = (key for key in _with_ships(view, side) if view.blocks[key].hex in area)
            points += aim.share * sum((_worth_of(view, key) for key in there), Fraction(0))
    return points


def _keepers(
    view: State, side: str, safe: Mapping[str, Fraction], there: Mapping[str, Fraction]
) -> frozenset[str]:
    """The blocks that must be present for the side to win: as few as possible, those with the fewest guns
    first.

    All blocks that can be there if that is not enough, or if every ship counts.
    """
    order = sorted(there, key=lambda key: (own_strength(view, key).guns[0], -there[key], key))
    for count in range(len(order)):
        some = order[: count + 1]
        if _ending(view, side, _with(safe, side, (there[key] for key in some))) == _WON:
            return frozenset(some)
    return frozenset(order)


def _with(points: Mapping[str, Fraction], side: str, more: Iterable[Fraction]) -> dict[str, Fraction]:
    return {**points, side: points[side] + sum(more, Fraction(0))}
