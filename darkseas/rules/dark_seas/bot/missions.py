"""What a side is about: it leaves where leaving wins, hunts for points that it lacks, or guards a lead.

A side that scores by being somewhere at the end counts on that as long as its blocks can get there, and on
the enemy's doing so as long as they can; it sends as few blocks as it needs, those that fight least.
Who has lost much more than the enemy breaks off: no victory is left to him that is worth the ships.
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
from ..movement.movement import allowance
from ..tables.rules_tables import FIXED
from .map_distances import FAR, entry_waters, home_distances, steps_to
from .strengths import HUNDRED, Enemy, own_strength, total_strength

HUNT, GUARD, SHUN, LEAVE, HOLD = "hunt", "guard", "shun", "leave", "hold"

#: A lead is safe that would last if the side had only so much of the points that it took from the enemy.
COMFORT = Fraction(2, 3)
#: The part of its points that a side loses, and more than the enemy of theirs, before it breaks off.
TOO_MUCH = Fraction(1, 2)


class Plan(NamedTuple):
    """What a side is about.

    `wins`: whether it would win with a part of its points, if the enemy got what it is on its way to.
    `has_to_leave`: whether it ends better if all who can still leave in time do so than if none does, as
    things stand or with every enemy sunk.
    `keepers`: the blocks that are to be where the side scores at the end, the weakest first; others fight on.
    """

    mission: str
    wins: bool
    has_to_leave: bool
    keepers: frozenset[str] = frozenset()


def plan_for(view: State, side: str, enemies: Iterable[Enemy]) -> Plan:
    """What a side is about now, from its own view."""
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
    """What a side is about that need not leave to win."""
    if is_beaten(view, side):
        return LEAVE if view.scenario.sides[side].rules.exit_edges else SHUN
    if not wins:
        return HUNT
    return GUARD if _is_strong(view, side) else SHUN


def is_beaten(view: State, side: str) -> bool:
    """Whether a side has lost so much, more than the enemy, that it is weak and had better save what is left.

    Not so a side that wins by what it scores, whatever that costs.
    """
    if any(victory.winner == side and not victory.ratio for victory in view.scenario.aims.victory):
        return False
    lost = _part_lost(view, side)
    if lost < TOO_MUCH or lost <= _part_lost(view, view.scenario.enemy_of(side)):
        return False
    return not _is_strong(view, side)


def _part_lost(view: State, side: str) -> Fraction:
    """The part of a side's points that is sunk, or damaged for half."""
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
    """The points now, and what the enemy scores by leaving or by being where they can still be at the end."""
    scenario, points = view.scenario, dict(now)
    enemy = scenario.enemy_of(side)
    for leaving in scenario.aims.exit_points:
        if leaving.side == enemy:
            points[enemy] += leaving.share * _points_afloat(view, enemy)
    for aim in scenario.aims.presence:
        if aim.side == enemy:
            too_far = _worth_too_far_from(view, aim.area, enemies)
            there = _of_being_there(view, enemy)
            points[enemy] += max(aim.share * (_points_afloat(view, enemy) - too_far) - there, Fraction(0))
    return points


def _worth_too_far_from(view: State, area: str, enemies: Iterable[Enemy]) -> Fraction:
    """What enemies are worth who cannot be in an area at the end, sailing as fast as their dummies."""
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
    """The points with what the enemy gets for ships of the side that are not off the map in time."""
    points = dict(now)
    for aim in view.scenario.aims.deadlines:
        if aim.side == side and aim.by_turn >= view.turn:
            points[view.scenario.enemy_of(side)] += aim.share * _points_afloat(view, side)
    return points


def _is_lost_by_staying(view: State, side: str, foreseen: Mapping[str, Fraction]) -> bool:
    """Whether a side that misses its deadline cannot win whatever it sinks, and else might."""
    if not any(aim.side == side and aim.by_turn >= view.turn for aim in view.scenario.aims.deadlines):
        return False
    most = _with(foreseen, side, [_points_afloat(view, view.scenario.enemy_of(side))])
    return _ending(view, side, most) > _ending(view, side, _if_all_stay(view, side, most))


def _brought_by_leaving(view: State, side: str) -> Fraction:
    """What a side scores if all its ships leave that still can."""
    shares = sum((aim.share for aim in view.scenario.aims.exit_points if aim.side == side), Fraction(0))
    return shares * _points_that_leave(view, side) if shares else shares


def _points_that_leave(view: State, side: str) -> Fraction:
    """What the ships are worth that can still be off the map when the last turn ends."""
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
    """The blocks of the view's own side in which there are ships."""
    return [key for key, block in view.blocks.items() if block.side == side and ships_in(view, key)]


def _worth_of(view: State, key: str) -> Fraction:
    return sum((ship.ratings.points for ship in ships_in(view, key)), Fraction(0))


def _can_go(view: State, key: str, away: Mapping[Hex, int], beyond: int) -> bool:
    """Whether a block can be where the way ends, and so many hexes beyond, when the last turn ends."""
    return way_of(view, key, away) + beyond <= turns_left(view, key) * allowance(view, key)


def way_of(view: State, key: str, away: Mapping[Hex, int]) -> int:
    """Hexes that an own block has to go, from off the map too."""
    block = view.blocks[key]
    if block.hex is not None:
        return away.get(block.hex, FAR)
    return min((away.get(at, FAR) + 1 for at in entry_waters(view.scenario, block.side)), default=FAR)


def turns_left(view: State, key: str) -> int:
    """The turns in which an own block may move until the battle is over, this one among them."""
    waits = max(0, view.contents[key].arrives - view.turn) if view.blocks[key].hex is None else 0
    return view.scenario.aims.turn_limit - view.turn + 1 - waits


# --- being somewhere at the end ------------------------------------------------------------------


def _brought_by_being_there(view: State, side: str) -> Mapping[str, Fraction]:
    """What each block scores that can be where its side has to be at the end; all ships while none is set up.

    Its worth now: that more of its ships may be hurt on the way is not foreseen.
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
    """The part of a side's points now, as far as the view knows, that is for being somewhere."""
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
    """The blocks that have to be there for the side to win: as few as will do, who has least guns first.

    All that can be there where that is not enough, or where every ship counts.
    """
    order = sorted(there, key=lambda key: (own_strength(view, key).guns[0], -there[key], key))
    for count in range(len(order)):
        some = order[: count + 1]
        if _ending(view, side, _with(safe, side, (there[key] for key in some))) == _WON:
            return frozenset(some)
    return frozenset(order)


def _with(points: Mapping[str, Fraction], side: str, more: Iterable[Fraction]) -> dict[str, Fraction]:
    return {**points, side: points[side] + sum(more, Fraction(0))}
