"""What the captain makes of the battle, from their own side's view alone: who is there, what each is worth,
how much may be risked."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..combat import line_of_sight
from ..combat.line_of_sight import Surface
from ..combat.torpedoes import next_launch
from ..model.scenario import RulesScenario, Ship
from ..model.ships import guns_left, is_silent
from ..model.state import Contact, ShipStatus, State
from ..model.victory import scores
from .expected_damage import WHOLE, Damage, frailty_of, loss

#: What own losses weigh against those of the enemy, in hundredths: at first, for who leads, for who trails.
#: A captain wants his ships after the last turn too, so that nobody pays a ship for a ship.
_EVEN, _LEADING, _TRAILING = 150, 250, 110
#: The same where there is no last turn, at first; from where on it counts for places and evasion too.
_TO_THE_LAST_SHIP, _DARING = 70, 30
#: The same for who was hurt no more than the enemy once a part of the turns is over, and which part;
#: who trails then dares all in the second half, since points alone do not come by themselves.
_PRESSING, _WARY = 70, 4
#: Turns after which a captain who is not pressed for time risks a hundredth more, and in which none is kept.
_PATIENCE = 1
#: How many times stronger an enemy is, in hundredths, before whom a side is beaten.
_BEATEN = 250
_HUNDRED = 100


class Assessment(NamedTuple):
    """Ships that count, how own losses weigh, whether one is beaten, what lies on the surface.

    `enemies` lie on the surface; `boats` of the enemy are somewhere below, at `contacts` when last known,
    the latest first.
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
        """How own losses weigh where a ship lies and whether she evades: seldom less."""
        return self.caution if self.caution <= _DARING else max(_HUNDRED, self.caution)

    def worth(self, ship: Ship) -> int:
        """What a ship is worth to who sinks her, in points."""
        return worths(self.view.scenario)[ship.key]

    def status(self, ship: Ship) -> ShipStatus:
        """What has befallen a ship."""
        return self.view.ship_status[ship.key]


def assess(view: State, side: str) -> Assessment:
    """The battle as a side sees it now."""
    own = tuple([ship for ship in view.afloat(side) if view.ship_status[ship.key].bow is not None])
    there = tuple(view.afloat(view.scenario.enemy_of(side)))
    seen = [_is_seen(view.ship_status[ship.key]) for ship in there]
    enemies = tuple([ship for ship, is_there in zip(there, seen, strict=True) if is_there])
    boats = tuple([ship for ship, is_there in zip(there, seen, strict=True) if not is_there])
    ours, theirs = _strength(view, own), _strength(view, there)
    beaten = theirs * _HUNDRED > ours * _BEATEN
    enemy = view.scenario.enemy_of(side)
    contacts = tuple([contact for contact in reversed(view.contacts) if contact.side == enemy])
    surface = line_of_sight.surface_of(view)
    return Assessment(view, side, own, enemies, boats, _caution(view, side), beaten, surface, contacts)


def _is_seen(status: ShipStatus) -> bool:
    return status.bow is not None and not status.submerged


@lru_cache(maxsize=32)
def worths(scenario: RulesScenario) -> Mapping[str, int]:
    """Each ship's worth: her points, or where each ship counts alike, half way to the usual ship's."""
    ships = scenario.ships.values()
    if scenario.aims.value == "points":
        return {ship.key: max(1, ship.points) for ship in ships}
    usual = sum(ship.points for ship in ships) // len(scenario.ships)
    return {ship.key: max(1, (ship.points + 2 * usual) // 3) for ship in ships}


def damage_of(status: ShipStatus) -> Damage:
    """Fires and flooding of a ship."""
    return Damage(status.fires, status.flooding)


def _strength(view: State, ships: tuple[Ship, ...]) -> int:
    """The worth of ships, less what fires and flooding have taken of it."""
    worth = worths(view.scenario)
    return sum(
        worth[ship.key] * (WHOLE - loss(frailty_of(ship), damage_of(view.ship_status[ship.key])))
        for ship in ships
    )


def _caution(view: State, side: str) -> int:
    """Who leads risks little while turns run out, who trails much; without a limit patience runs out."""
    points = scores(view)
    ahead = points[side] - points[view.scenario.enemy_of(side)]
    limit = view.scenario.aims.turn_limit
    if not limit:
        return max(0, _TO_THE_LAST_SHIP - _PATIENCE * view.turn)
    if ahead > 0:
        return _LEADING
    if _WARY * view.turn > limit and part_lost(view, side) <= part_lost(view, view.scenario.enemy_of(side)):
        return _DARING if ahead < 0 and 2 * view.turn > limit else _PRESSING
    return _TRAILING if ahead < 0 or 2 * view.turn > limit else _EVEN


def part_lost(view: State, side: str) -> int:
    """What a side has lost, sunk ships too, in parts of `WHOLE` of its worth."""
    worth = worths(view.scenario)
    own = [view.scenario.ships[key] for key in view.scenario.sides[side].ships]
    afloat = _strength(view, tuple([ship for ship in own if not view.ship_status[ship.key].sunk]))
    return WHOLE - afloat // sum(worth[ship.key] for ship in own)


# --- what a ship can do --------------------------------------------------------------------------------


class Guns(NamedTuple):
    """A battery that can fire: its number, guns left, size."""

    battery: int
    guns: int
    size: int


def guns_of(view: State, ship: Ship) -> tuple[Guns, ...]:
    """The batteries of a ship that can fire, as far as the view shows their losses."""
    status = view.ship_status[ship.key]
    return () if status.submerged else _able_guns(ship, status.guns_lost, status.fires)


@lru_cache(maxsize=8192)
def _able_guns(ship: Ship, guns_lost: tuple[int, ...], fires: int) -> tuple[Guns, ...]:
    """The batteries of a ship that has lost so many guns of each and burns so much."""
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
    """The range from bow to bow."""
    return line_of_sight.range_of(view, first.key, second.key)
