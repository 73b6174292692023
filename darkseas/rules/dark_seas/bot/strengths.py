"""The bot's estimate of the contents of blocks, in hundredths of factors, of ships and of points.

It uses the enemy's roster, the announcements about sighted blocks, and the places of groups that never move.
The remaining strength is spread evenly over the unknown blocks.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex

from ..combat.gunnery import factor_at
from ..model.queries import ships_in
from ..model.scenario import RulesScenario, Ship, Side
from ..model.state import Block, Report, State
from ..tables.rules_tables import FIXED, WEAPONS, weapon_factor

HUNDRED = 100
RANGES = range(FIXED["longest_range"] + 1)
TORPEDO = "T"

#: A weapon's mean multiplier at a range, in hundredths.
Effects = Mapping[tuple[str, int], int]


class Strength(NamedTuple):
    """A force: attack factors by range against the other side's usual ship, and its make-up.

    `defence` and `points` describe its average ship, `ships` is their number, all in hundredths. `radar` is
    the best rating.
    """

    guns: tuple[int, ...]
    torpedoes: tuple[int, ...]
    defence: int
    points: int
    ships: int
    radar: int


NOTHING = Strength((0,) * len(RANGES), (0,) * len(RANGES), HUNDRED, 0, 0, 0)


@lru_cache(maxsize=16)
def strength_of_ships(scenario: RulesScenario, side: str) -> Mapping[str, Strength]:
    """The strength of each ship of a side alone, sound and loaded, against the other side's classes."""
    targets = [
        scenario.ships[key].ratings.defence_class for key in scenario.sides[scenario.enemy_of(side)].ships
    ]
    effects = {
        (weapon, away): int(HUNDRED * sum(weapon_factor(weapon, target, away) for target in targets))
        // len(targets)
        for weapon in dict.fromkeys(weapon for weapon, _ in WEAPONS)
        for away in RANGES
    }
    return {key: _of_ship(scenario.ships[key], effects) for key in scenario.sides[side].ships}


def _of_ship(ship: Ship, effects: Effects) -> Strength:
    ratings = ship.ratings
    return Strength(
        _factors(ship, effects, torpedoes=False),
        _factors(ship, effects, torpedoes=True),
        HUNDRED * ratings.defence,
        int(HUNDRED * ratings.points),
        HUNDRED,
        ratings.radar,
    )


def _factors(ship: Ship, effects: Effects, *, torpedoes: bool) -> tuple[int, ...]:
    used = [battery for battery in ship.ratings.batteries if (battery.weapon == TORPEDO) == torpedoes]
    return tuple(
        sum(factor_at(battery, away) * effects[battery.weapon, away] for battery in used) for away in RANGES
    )


def own_strength(view: State, key: str) -> Strength:
    """The present strength of an own block: damaged ships and empty tubes do not count."""
    ships = ships_in(view, key)
    return _together(view, view.blocks[key].side, [ship.key for ship in ships]) if ships else NOTHING


def total_strength(view: State, side: str) -> Strength:
    """Return the strength of all ships of a side afloat, as far as the view knows."""
    return _together(
        view, side, [key for key in view.scenario.sides[side].ships if view.ship_status[key].afloat]
    )


def _together(view: State, side: str, keys: Iterable[str]) -> Strength:
    status = view.ship_status
    ships = tuple([(key, status[key].damaged, status[key].loaded) for key in keys])
    return _combined(view.scenario, side, ships) if ships else NOTHING


@lru_cache(maxsize=2_000)
def _combined(scenario: RulesScenario, side: str, of: tuple[tuple[str, bool, bool], ...]) -> Strength:
    """The strength of ships together; each is given with "is damaged" and "tubes are loaded"."""
    single = strength_of_ships(scenario, side)
    ships = [single[key] for key, _, _ in of]
    sound = [single[key] for key, damaged, _ in of if not damaged]
    loaded = [single[key] for key, damaged, is_loaded in of if is_loaded and not damaged]
    return Strength(
        tuple(sum(strength.guns[away] for strength in sound) for away in RANGES),
        tuple(sum(strength.torpedoes[away] for strength in loaded) for away in RANGES),
        sum(strength.defence for strength in ships) // len(ships),
        sum(strength.points for strength in ships) // len(ships),
        HUNDRED * len(ships),
        max(strength.radar for strength in ships),
    )


# --- the enemy -----------------------------------------------------------------------------------


class Enemy(NamedTuple):
    """An enemy block on the map, with its hex and its estimated contents."""

    block: Block
    at: Hex
    strength: Strength


def enemies_of(view: State, side: str) -> Iterator[Enemy]:
    """Every enemy block on the map with its estimated contents."""
    enemy = view.scenario.sides[view.scenario.enemy_of(side)]
    blocks = [block for block in view.blocks.values() if block.side != side]
    anchored, loose = _pools(view, enemy)
    berths, at_most = _berths(view.scenario, enemy), len(_bound(view.scenario, enemy.key))
    at_anchor = {b.key for b in blocks if b.hex in berths and _may_lie_at_anchor(view, b, at_most)}
    reported = HUNDRED * _announced(view, enemy, at_anchor)
    unknown = sum(block.key not in view.reports and block.key not in at_anchor for block in blocks)
    usual = _part(
        loose, max(0, loose.ships - reported), HUNDRED * max(1, unknown) * max(1, loose.ships // HUNDRED)
    )
    berthed = _part(anchored, 1, max(1, len(at_anchor)))
    hit = Counter(block.was_attacked for block in blocks)
    for block in blocks:
        report = view.reports.get(block.key)
        if block.hex is None:
            continue
        if report is not None and report.ship:
            strength = _together(view, enemy.key, (report.ship,))
        elif known := _recognised(view, enemy, block, hit):
            count = report.ships if report is not None else len(known)
            strength = _part(_together(view, enemy.key, known), max(count, len(known)), len(known))
        elif report is not None:
            strength = _reported(view, enemy, report, anchored if block.key in at_anchor else loose)
        else:
            strength = berthed if block.key in at_anchor else usual
        yield Enemy(block, block.hex, strength)


def _recognised(view: State, enemy: Side, block: Block, hit: Mapping[int, int]) -> list[str]:
    """The ships publicly known to be in a block: fire fell on them there, and on no other block.

    `hit` counts the side's blocks by the last turn in which they were attacked.
    """
    turn = block.was_attacked
    if not turn or hit[turn] > 1:
        return []
    status = view.ship_status
    return [key for key in enemy.ships if status[key].was_attacked == turn and status[key].afloat]


def _announced(view: State, enemy: Side, at_anchor: Container[str]) -> int:
    """Return how many ships afloat are in announced blocks, without those at anchor.

    Ships sunk since then were in such a block, because unseen ships cannot be hit.
    """
    told = sum(
        report.ships
        for key, report in view.reports.items()
        if key not in at_anchor and key in view.blocks and view.blocks[key].side == enemy.key
    )
    bound = _bound(view.scenario, enemy.key)
    status = view.ship_status
    sunk = sum(status[key].sunk >= view.turn - 1 > 0 for key in enemy.ships if key not in bound)
    return max(0, told - sunk)


def _may_lie_at_anchor(view: State, block: Block, at_most: int) -> bool:
    """Return whether a block in an anchorage may hold ships at anchor, given its announcement."""
    report = view.reports.get(block.key)
    return report is None or (report.ships <= at_most and not block.moved)


@lru_cache(maxsize=16)
def _bound(scenario: RulesScenario, side: str) -> frozenset[str]:
    """The ships of a side that never move."""
    groups = scenario.sides[side].groups
    return frozenset(key for group in groups if group.rules.immobile for key in group.ships)


def _reported(view: State, enemy: Side, report: Report, pool: Strength) -> Strength:
    """The contents of a block by its announcement: number of ships, and groups of classes if announced."""
    parts = []
    for classes, number in report.classes:
        strength = _of_classes(view, enemy, classes)
        if strength.ships:
            parts.append(_part(strength, number, max(1, strength.ships // HUNDRED)))
    if not parts:
        return _part(pool, report.ships, max(1, pool.ships // HUNDRED))
    ships = max(1, sum(part.ships for part in parts))
    return Strength(
        tuple(sum(part.guns[away] for part in parts) for away in RANGES),
        tuple(sum(part.torpedoes[away] for part in parts) for away in RANGES),
        max(1, sum(part.defence * part.ships for part in parts) // ships),
        sum(part.points * part.ships for part in parts) // ships,
        sum(part.ships for part in parts),
        max(part.radar for part in parts),
    )


def _of_classes(view: State, enemy: Side, classes: str) -> Strength:
    ships = view.scenario.ships
    afloat = [key for key in enemy.ships if view.ship_status[key].afloat]
    return _together(view, enemy.key, [key for key in afloat if ships[key].ratings.defence_class in classes])


def _part(strength: Strength, share: int, whole: int) -> Strength:
    """A share of a force; its average ship stays the same."""
    return strength._replace(
        guns=tuple(value * share // whole for value in strength.guns),
        torpedoes=tuple(value * share // whole for value in strength.torpedoes),
        ships=strength.ships * share // whole,
    )


def _pools(view: State, enemy: Side) -> tuple[Strength, Strength]:
    """The enemy's ships afloat as two forces: those that never move, and the others."""
    fixed = _bound(view.scenario, enemy.key)
    afloat = [key for key in enemy.ships if view.ship_status[key].afloat]
    anchored = [key for key in afloat if key in fixed]
    loose = [key for key in afloat if key not in fixed]
    return _together(view, enemy.key, anchored), _together(view, enemy.key, loose)


@lru_cache(maxsize=16)
def _berths_by_key(scenario: RulesScenario, side: str) -> frozenset[Hex]:
    fixed = [group.rules for group in scenario.sides[side].groups if group.rules.immobile]
    named = frozenset(rules.hex for rules in fixed if rules.hex is not None)
    return named.union(*(scenario.areas[rules.zone] for rules in fixed if rules.zone))


def _berths(scenario: RulesScenario, side: Side) -> frozenset[Hex]:
    """The hexes of a side's groups that never move."""
    return _berths_by_key(scenario, side.key)
