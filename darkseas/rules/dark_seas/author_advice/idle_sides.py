"""Warn about sides that can win without moving a block, because nothing forces a fight (DS-R39)."""

from collections.abc import Iterator
from fractions import Fraction

from darkseas.engine.hexes.board import HexBoard
from darkseas.engine.hexes.distances import HexSet, distances_of
from darkseas.engine.presentation.words import points
from darkseas.engine.scenario.spec import Finding

from ..model.scenario import Group, RulesScenario, Side
from ..model.scoring import verdict
from ..movement.entering import RULE, may_wait
from ..scenario.setup_areas import entry_hexes, setup_hexes
from .victory_conditions import most_points, value_of
from .wording import advise

_NOTHING = Fraction(0)


def findings_of(scenario: RulesScenario) -> Iterator[Finding]:
    """Warn about each side that wins even if it moves only the blocks that must move, whatever the enemy
    does.
    """
    for side in scenario.sides.values():
        safe = frozenset(
            ship for group in side.groups if _is_safe(scenario, side, group) for ship in group.ships
        )
        if safe:
            yield from _idle(scenario, side, safe)


def _idle(scenario: RulesScenario, side: Side, safe: frozenset[str]) -> Iterator[Finding]:
    enemy = scenario.sides[scenario.enemy_of(side.key)]
    # An enemy that finds no blocks stays confined and cannot leave in time.
    is_held = bool(enemy.rules.confined_to) and len(safe) == len(side.ships)
    own = _late(scenario, enemy) if is_held else _NOTHING
    most = most_points(scenario, enemy, safe, may_leave=not is_held)
    if all(verdict(scenario, {side.key: own, enemy.key: its})[0] == side.key for its in (_NOTHING, most)):
        yield advise(
            f"sides.{side.key}.rules.entering",
            f"{side.name} can win by moving only the blocks that must move: out of the enemy's reach, "
            f"it gives {enemy.name} at most {points(most)}.",
            f"Make ships that are due come in, let {enemy.name} go and find them, "
            f"or ask more of {side.name}.",
            RULE,
        )


def _late(scenario: RulesScenario, side: Side) -> Fraction:
    """Return the points that the enemy gets for ships of a side that never leave the map."""
    shares = (late.share for late in scenario.aims.deadlines if late.side == side.key)
    return value_of(scenario, side.ships) * sum(shares, _NOTHING)


def _is_safe(scenario: RulesScenario, side: Side, group: Group) -> bool:
    """Return whether a group can stay where no enemy ever finds it.

    Such a place is off the map, or out of sight of a confined enemy.
    """
    begins = setup_hexes(scenario, side, group.rules)
    if not may_wait(side.rules, scenario.aims.turn_limit):
        begins |= entry_hexes(scenario, side, group.rules)
    if not begins:
        return True
    enemy = scenario.sides[scenario.enemy_of(side.key)]
    return bool(enemy.rules.confined_to) and not _may_see(scenario, enemy, begins)


def _may_see(scenario: RulesScenario, side: Side, hexes: HexSet) -> bool:
    """Return whether any of these hexes is within sight or radar range of a side's confinement area."""
    board = scenario.board
    # On a board without land, path lengths are ranges.
    ranges = distances_of(HexBoard(board.cols, board.rows))
    [away] = ranges.steps(ranges.hex_set(scenario.areas[side.rules.confined_to]), [hexes])
    sight = max(conditions.visibility for conditions in scenario.sea.conditions)
    radar = max((scenario.ships[key].ratings.radar for key in side.ships), default=0)
    return away is not None and away <= max(sight, radar)
