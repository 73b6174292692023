"""The captain's submarines: they stay on the surface until enemies are near, then dive and approach a target.

With empty tubes they dive deep to escape hunters.
"""

from collections.abc import Sequence

from darkseas.engine.hexes.board import Hex, distance, label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.serialization.canonical_json import Json

from ..combat.torpedoes import next_launch
from ..model.orders import ShipMove
from ..model.scenario import Ship
from ..movement import move as move_rules
from ..tables.rules_tables import DEEP, PERISCOPE
from ..turn.movement_ranges import hexes_below, reaches
from .assessment import Assessment
from .destination_hexes import Foe, foes
from .submarine_hunting import outnumber

Answer = dict[str, Json]

#: Hexes beyond the range of an enemy's guns that still count as near; the distance at which hunters are
#: dangerous.
_SAFETY, _HUNTED = 5, 3
#: Distance in hexes at which a target's value to a boat is halved.
_FAR = 4
_HUNDRED = 100


def boat_move(assessment: Assessment, ship: Ship) -> Answer | None:
    """Return a boat's move; None if she is forced up but cannot rise yet."""
    status = assessment.status(ship)
    if status.forced_up:
        return _depth(assessment, ship, -1)
    known = foes(assessment)
    quarry = _quarry(assessment, known, status.bow)
    if quarry is None:
        return {"ship": ship.key}
    if not status.submerged:
        return _on_the_surface(assessment, ship, known, quarry)
    loaded = _ready_soon(assessment, ship)
    hunted = any(foe.ship.type.hunts and _away(foe, status.bow) <= _HUNTED for foe in known)
    if loaded and status.depth > PERISCOPE:
        return _depth(assessment, ship, -1) or {"ship": ship.key}
    if not loaded and hunted and status.depth < DEEP:
        return _depth(assessment, ship, 1) or _stalk(assessment, ship, quarry)
    return _stalk(assessment, ship, quarry)


def _ready_soon(assessment: Assessment, ship: Ship) -> bool:
    """Whether a boat can launch by the time she could reach periscope depth."""
    due = next_launch(assessment.view, ship.key) if ship.ratings.torpedoes else None
    climb = max(0, assessment.status(ship).depth - PERISCOPE - 1)
    return due is not None and assessment.view.turn + climb >= due


def spares_escorts(assessment: Assessment) -> bool:
    """Return whether boats attack only merchantmen, because there are too many hunters to fight."""
    boats = [ship for ship in assessment.own if ship.dives]
    has_convoy = any(enemy.ratings.type == "AUX" for enemy in assessment.enemies)
    return has_convoy and outnumber(assessment.enemies, boats)


def _quarry(assessment: Assessment, known: tuple[Foe, ...], at: Hex | None) -> Foe | None:
    """Return the target to approach, by distance and value; never an escort of a strong convoy."""
    spares = spares_escorts(assessment)
    convoy = tuple([foe for foe in known if spares and foe.ship.ratings.type == "AUX"])

    def promise(foe: Foe) -> tuple[int, int]:
        return _HUNDRED * foe.worth // (_FAR + _away(foe, at)), -foe.ship.place

    return max(convoy or known, key=promise, default=None)


def _away(foe: Foe, at: Hex | None) -> int:
    return distance(foe.bow, at) if at is not None else 0


def _on_the_surface(assessment: Assessment, ship: Ship, known: tuple[Foe, ...], quarry: Foe) -> Answer | None:
    """Dive if guns can hit her; otherwise move towards the target."""
    status = assessment.status(ship)
    in_reach = any(_away(foe, status.bow) <= foe.reach + _SAFETY for foe in known if foe.guns)
    if in_reach:
        return _depth(assessment, ship, 1) or _steam(assessment, ship, quarry)
    return _steam(assessment, ship, quarry)


def _steam(assessment: Assessment, ship: Ship, quarry: Foe) -> Answer:
    allowance = move_rules.allowance(assessment.view, ship.key, evade=False)
    ways = [way.hexes for way in reaches(assessment.view, ship.key, allowance)]
    return _nearest(assessment, ship, quarry, ways)


def _stalk(assessment: Assessment, ship: Ship, quarry: Foe) -> Answer:
    """Move one hex if that brings her closer."""
    ways = [(at,) for at in hexes_below(assessment.view, ship.side, ship.key)]
    return _nearest(assessment, ship, quarry, ways)


def _nearest(assessment: Assessment, ship: Ship, quarry: Foe, ways: Sequence[tuple[Hex, ...]]) -> Answer:
    bow = assessment.status(ship).bow
    best = min(ways, key=lambda way: (distance(way[-1], quarry.bow), len(way)), default=())
    if not best or bow is None or distance(best[-1], quarry.bow) >= distance(bow, quarry.bow):
        return {"ship": ship.key}
    return {"ship": ship.key, "way": [label(at) for at in best]}


def _depth(assessment: Assessment, ship: Ship, step: int) -> Answer | None:
    """Return a depth change of one level; None if the rules do not allow it."""
    try:
        move_rules.check(assessment.view, ship.side, ShipMove(ship.key, depth=step))
    except IllegalOrder:
        return None
    return {"ship": ship.key, "depth": step}
