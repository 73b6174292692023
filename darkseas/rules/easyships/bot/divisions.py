"""Divisions: ships in line ahead behind a leader, grouped by purpose; ships that break off or cover others.

A badly damaged ship breaks off, and so do all ships of a beaten side, because ships afloat after the last
turn are saved. If a beaten side has carriers or merchantmen, its destroyers continue to fight to cover them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from darkseas.engine.hexes.board import FACINGS, Hex, neighbour

from ..model.scenario import Ship, TypeKey
from ..model.ship_hexes import ASTERN, CIRCLE, hull
from ..model.ships import speed
from .assessment import Assessment, damage_of, is_last_turn
from .expected_damage import WHOLE, frailty_of, loss
from .ranges import Preference, kinds, preference

LINE, CRUISERS, FLOTILLA, TRAIN, BOATS = "line", "cruisers", "flotilla", "train", "boats"

_DIVISION_OF: Mapping[TypeKey, str] = {
    "BB": LINE, "PDN": LINE, "BC": LINE,
    "AC": CRUISERS, "CA": CRUISERS, "CL": CRUISERS, "CLAA": CRUISERS,
    "DD": FLOTILLA, "DE": FLOTILLA,
    "CV": TRAIN, "CVL": TRAIN, "AUX": TRAIN,
    "SS": BOATS,
}  # fmt: skip

#: Loss at which a ship breaks off, in parts of `WHOLE`.
_CRIPPLED = WHOLE // 4
#: Weight of own losses for ships that cover others, in hundredths.
_COVERING = 100
_COVERED = ("AUX", "CV", "CVL")


class Division(NamedTuple):
    """Ships with one purpose, leader first, with their best range and common speed in hexes."""

    name: str
    ships: tuple[Ship, ...]
    preferred: Preference
    speed: int


def divisions(assessment: Assessment) -> Iterator[Division]:
    """Yield a side's divisions in the order in which they move."""
    theirs = kinds(assessment, assessment.enemies or assessment.boats)
    for name in (LINE, CRUISERS, FLOTILLA, TRAIN, BOATS):
        ships = tuple([ship for ship in assessment.own if _DIVISION_OF[ship.ratings.type] == name])
        if ships:
            ours = kinds(assessment, ships)
            scenario, count = assessment.view.scenario, len(assessment.own)
            caution = _COVERING if covers(assessment, ships[0]) else assessment.caution
            preferred = preference(scenario, ours, count, theirs, caution)
            yield Division(name, ships, preferred, _common_speed(assessment, ships))


def _common_speed(assessment: Assessment, ships: tuple[Ship, ...]) -> int:
    """Return the speed of the slowest ship.

    Ships that have lost over half their moves do not count, and are left behind.
    """
    speeds = [(ship, speed(ship, assessment.status(ship))) for ship in ships]
    able = [now for ship, now in speeds if now and 2 * now >= ship.ratings.moves]
    return min(able, default=max(now for _, now in speeds))


def station(assessment: Assessment, division: Division, ship: Ship) -> tuple[Hex, int] | None:
    """Return the hex astern of the next ship ahead, and her facing; None for the leader, or if that ship
    has no position.
    """
    place = division.ships.index(ship)
    if not place:
        return None
    before = division.ships[place - 1]
    status = assessment.status(before)
    if status.bow is None:
        return None
    last = hull(status.bow, status.facing, before.hexes)[-1]
    return neighbour(last, FACINGS[(status.facing + ASTERN) % CIRCLE]), status.facing


def breaks_off(assessment: Assessment, ship: Ship) -> bool:
    """Whether a ship withdraws because she is badly hurt or her side is beaten; only with a turn limit, and
    not in the last turn of a side that trails.
    """
    view = assessment.view
    if not view.scenario.aims.turn_limit or covers(assessment, ship):
        return False
    if is_last_turn(view) and not assessment.caution:
        return False
    return assessment.beaten or loss(frailty_of(ship), damage_of(assessment.status(ship))) >= _CRIPPLED


def covers(assessment: Assessment, ship: Ship) -> bool:
    """Return whether a ship continues to fight so that others of her beaten side can escape."""
    if not assessment.beaten or ship.ratings.type != "DD":
        return False
    return any(other.ratings.type in _COVERED for other in assessment.own)


def care_of(assessment: Assessment, ship: Ship) -> int:
    """Return the weight of own losses in a ship's positions: higher if she breaks off, lower if she covers
    others.
    """
    if covers(assessment, ship):
        return _COVERING
    return assessment.care * 2 if breaks_off(assessment, ship) else assessment.care
