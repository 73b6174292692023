"""The captain's assessment of the battle from its own side's view: the ships, their value and the risk to
accept.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..combat import line_of_sight
from ..combat.line_of_sight import Surface
from ..combat.torpedoes import next_launch
from ..model.scenario import RulesScenario, Ship
from ..model.ships import guns_left, is_silent
from ..model.state import FUNNEL, Contact, ShipStatus, State
from ..model.victory import scores
from .expected_damage import WHOLE, Damage, frailty_of, loss

#: Weight of own losses against enemy losses, in hundredths: at the start, when leading and when trailing. A
#: captain wants ships left after the last turn, so an even trade is a bad one.
_EVEN, _LEADING, _TRAILING = 150, 250, 110
#: The same weight without a turn limit, at the start; and the level below which it also applies to positions
#: and evasion.
_TO_THE_LAST_SHIP, _DARING = 70, 30
#: The same for a side that has lost no more than the enemy, once one part in `_WARY` of the turns is over. In
#: the second half a trailing side takes every risk, because it must score.
_PRESSING, _WARY = 70, 4
#: How many hundredths the weight falls each turn without a turn limit.
_PATIENCE = 1
#: A side is beaten if the enemy is this much stronger, in hundredths.
_BEATEN = 250
_HUNDRED = 100


class Assessment(NamedTuple):
    """The ships that count, the weight of own losses, whether the side is beaten, and the ships on the
    surface.

    `enemies` are on the surface. `boats` are submerged enemies; `contacts` lists their last known positions,
    latest first.
    """

    view: State
    side: str
    own: tuple[Ship, ...]
    enemies: tuple[Ship, ...]
    boats: tuple[Ship, ...]
    caution: int
    beaten: bool
    surface: Surface
    contacts: tuple[Contact, ...]

    @property
    def care(self) -> int:
        """Return the weight of own losses in choosing positions and evasion; it is rarely below that of enemy
        losses.
        """
        return self.caution if self.caution <= _DARING else max(_HUNDRED, self.caution)

    def worth(self, ship: Ship) -> int:
        """Return the points that sinking a ship is worth."""
        return worths(self.view.scenario)[ship.key]

    def status(self, ship: Ship) -> ShipStatus:
        return self.view.ship_status[ship.key]


def assess(view: State, side: str) -> Assessment:
    """Return a side's assessment of the battle now."""
    own = tuple([ship for ship in view.afloat(side) if view.ship_status[ship.key].bow is not None])
    there = tuple(view.afloat(view.scenario.enemy_of(side)))
    seen = [_is_seen(view.ship_status[ship.key]) for ship in there]
    enemies = tuple([ship for ship, is_there in zip(there, seen, strict=True) if is_there])
    boats = tuple([ship for ship, is_there in zip(there, seen, strict=True) if not is_there])
    ours, theirs = _strength(view, own), _strength(view, there)
    beaten = theirs * _HUNDRED > ours * _BEATEN
    enemy = view.scenario.enemy_of(side)
    contacts = tuple([contact for contact in reversed(view.contacts) if contact.side == enemy])
    surface = _lasting_surface(view)
    return Assessment(view, side, own, enemies, boats, _caution(view, side), beaten, surface, contacts)


def _lasting_surface(view: State) -> Surface:
    """Return the surface without the funnel smoke of ships that have yet to move.

    Their smoke goes with them, or ends with their next order, so it is no cover.
    """
    surface = line_of_sight.surface_of(view)
    if not surface.smoke:
        return surface
    smoke = {at for at, layers in view.smoke.items() if layers}
    for key, status in view.ship_status.items():
        if status.smoke == FUNNEL and status.done:
            smoke.update(view.hull_of(key))
    return surface._replace(smoke=smoke)


def _is_seen(status: ShipStatus) -> bool:
    return status.bow is not None and not status.submerged


@lru_cache(maxsize=32)
def worths(scenario: RulesScenario) -> Mapping[str, int]:
    """Return each ship's value: her points or, if all ships score alike, halfway between hers and a typical
    ship's.
    """
    ships = scenario.ships.values()
    if scenario.aims.value == "points":
        return {ship.key: max(1, ship.points) for ship in ships}
    usual = sum(ship.points for ship in ships) // len(scenario.ships)
    return {ship.key: max(1, (ship.points + 2 * usual) // 3) for ship in ships}


def damage_of(status: ShipStatus) -> Damage:
    """Fires and flooding of a ship."""
    return Damage(status.fires, status.flooding)


def _strength(view: State, ships: tuple[Ship, ...]) -> int:
    """Return the value of ships, less damage from fires and flooding."""
    worth = worths(view.scenario)
    return sum(
        worth[ship.key] * (WHOLE - loss(frailty_of(ship), damage_of(view.ship_status[ship.key])))
        for ship in ships
    )


def _caution(view: State, side: str) -> int:
    """Return the weight of own losses: high when leading late, low when trailing.

    Without a turn limit it falls as the battle goes on. A side that trails in the last turn has nothing to
    save.
    """
    points = scores(view)
    ahead = points[side] - points[view.scenario.enemy_of(side)]
    limit = view.scenario.aims.turn_limit
    if not limit:
        return max(0, _TO_THE_LAST_SHIP - _PATIENCE * view.turn)
    if ahead < 0 and is_last_turn(view):
        return 0
    if ahead > 0:
        return _LEADING
    if _WARY * view.turn > limit and part_lost(view, side) <= part_lost(view, view.scenario.enemy_of(side)):
        return _DARING if ahead < 0 and 2 * view.turn > limit else _PRESSING
    return _TRAILING if ahead < 0 or 2 * view.turn > limit else _EVEN


def is_last_turn(view: State) -> bool:
    limit = view.scenario.aims.turn_limit
    return bool(limit) and view.turn >= limit


def part_lost(view: State, side: str) -> int:
    """Return how much of its value a side has lost, including ships sunk, in parts of `WHOLE`."""
    worth = worths(view.scenario)
    own = [view.scenario.ships[key] for key in view.scenario.sides[side].ships]
    afloat = _strength(view, tuple([ship for ship in own if not view.ship_status[ship.key].sunk]))
    return WHOLE - afloat // sum(worth[ship.key] for ship in own)


# --- abilities of a ship -------------------------------------------------------------------------------


class Guns(NamedTuple):
    """A battery that can fire: its number, remaining guns and size."""

    battery: int
    guns: int
    size: int


def guns_of(view: State, ship: Ship) -> tuple[Guns, ...]:
    """Return a ship's batteries that can fire, as far as the view shows their losses."""
    status = view.ship_status[ship.key]
    return () if status.submerged else _able_guns(ship, status.guns_lost, status.fires)


@lru_cache(maxsize=8192)
def _able_guns(ship: Ship, guns_lost: tuple[int, ...], fires: int) -> tuple[Guns, ...]:
    """Return the batteries that can fire on a ship with these gun losses and fires."""
    status = ShipStatus(guns_lost=guns_lost, fires=fires)
    return tuple(
        [
            Guns(battery, left, guns.size)
            for battery, guns in enumerate(ship.batteries)
            if (left := guns_left(ship, status, battery)) and not is_silent(status, battery)
        ]
    )


def is_loaded(view: State, ship: Ship) -> bool:
    """Whether a ship may launch torpedoes this turn, as far as the view shows."""
    due = next_launch(view, ship.key) if ship.ratings.torpedoes else None
    return due is not None and view.turn >= due


def range_between(view: State, first: Ship, second: Ship) -> int:
    """Return the range from bow to bow."""
    return line_of_sight.range_of(view, first.key, second.key)
