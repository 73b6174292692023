"""Gunnery calculations without dice: arcs, groups, modifiers, hits and armour (ES-22 to ES-26)."""

from collections.abc import Sequence
from typing import NamedTuple

from ..model.events import ModifierLine
from ..model.firing_arcs import bearing, is_abeam
from ..model.scenario import Options, Ship
from ..model.ships import guns_left
from ..model.state import ShipStatus, State
from ..tables.rules_tables import FIXED, MODIFIERS, firings_of


class Aim(NamedTuple):
    """Modifiers of a firing's die, apart from the guns themselves."""

    size: int
    range_hexes: int
    opening: bool
    target_evades: bool
    firer_evades: bool


def most_range(size: int) -> int:
    """Return the maximum range of guns of a size (ES-20)."""
    return size + FIXED["range_beyond_size"]


def guns_bearing(state: State, firer: str, battery: int, target: str) -> int:
    """Return how many guns of a battery bear: all of them abeam, otherwise half, rounded up (ES-22,
    ES-X2).
    """
    ship, status = state.scenario.ships[firer], state.ship_status[firer]
    aim = state.ship_status[target].bow
    left = guns_left(ship, status, battery)
    if status.bow is None or aim is None:
        return 0
    options, seen = state.scenario.options, bearing(status.bow, status.facing, aim)
    arcs = ship.batteries[battery].arcs
    abeam = is_abeam(seen)
    if options.gun_arcs and arcs is not None:
        return min(left, arcs.abeam if abeam else arcs.ahead if seen.ahead > 0 else arcs.astern)
    return left if abeam else -(-left // 2)


def firings(options: Options, size: int, guns: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each firing in a turn, the number of guns in each group (ES-23, ES-A5, ES-A30)."""
    rate = firings_of(size)
    if options.rate_of_fire == "pool":
        return (groups(guns * rate),)
    return (groups(guns),) * rate


def groups(guns: int) -> tuple[int, ...]:
    """Split twenty or more guns into as few groups of under twenty as possible (ES-23, ES-A30)."""
    most = FIXED["split_guns"] - 1
    count = -(-guns // most)
    return tuple([guns // count + (place < guns % count) for place in range(count)])


def is_opening(state: State, firer: str, battery: int, target: str) -> bool:
    """Whether a battery has just opened fire on this target (ES-24, ES-A6)."""
    status = state.ship_status[firer]
    return status.targets[battery] != target or status.fired[battery] < state.turn - 1


def modifiers(aim: Aim) -> tuple[ModifierLine, ...]:
    """Return every die modifier that applies (ES-11, ES-24)."""
    applies = {
        "long": aim.range_hexes >= aim.size,
        "opening": aim.opening,
        "short": aim.range_hexes <= aim.size // 2,
        "close": aim.range_hexes < FIXED["close_range"],
        "point_blank": aim.range_hexes == FIXED["point_blank"],
        "target_evades": aim.target_evades,
        "firer_evades": aim.firer_evades,
    }
    lines = [MODIFIERS[key] for key, holds in applies.items() if holds]
    return tuple([ModifierLine(line.label, line.amount, line.rule) for line in lines])


def added(lines: Sequence[ModifierLine]) -> int:
    return sum(line.amount for line in lines)


def hits_at_most(guns: int) -> int:
    """Return the most hits a group can score with natural 1s: half its shots, at least one (ES-25, ES-A8)."""
    return max(1, guns // 2)


def is_hit(face: int, guns: int, sum_of_lines: int) -> bool:
    """Whether a die hits: modified, it is at most the number of guns, or it is a natural 1 (ES-24, ES-25)."""
    return face == 1 or face + sum_of_lines <= guns


def plunging(size: int, range_hexes: int) -> int:
    """Return the bonus of plunging fire against armour (ES-26)."""
    plunges = size >= FIXED["plunging_size"] and 2 * range_hexes > size
    return FIXED["plunging"] if plunges else 0


def torpedo_range(state: State, ship: Ship) -> int:
    """Return the range of a ship's torpedoes (ES-27), longer for Japanese ones if the scenario says so
    (ES-X1).
    """
    late = state.scenario.sea.year >= FIXED["long_lance_since"]
    farther = state.scenario.options.long_lances and ship.ratings.long_lance and late
    return FIXED["torpedo_range"] + (FIXED["long_lance_range"] if farther else 0)


def is_submerged_near(status: ShipStatus, range_hexes: int) -> bool:
    """Whether a submerged boat is close enough for the better torpedo odds (ES-28)."""
    return status.submerged and range_hexes <= FIXED["torpedo_near_range"]
