"""The value of a position: the damage that a ship will probably do and take there, by exact odds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, distance, half_columns

from ..combat import line_of_sight
from ..combat.gun_arithmetic import is_opening, most_range, torpedo_range
from ..model.firing_arcs import bearing_of_way, is_abeam
from ..model.line_of_fire import passed_hexes
from ..model.scenario import Ship
from ..model.ships import speed
from ..tables.rules_tables import FIXED
from .air import danger_from_planes
from .assessment import Assessment, Guns, damage_of, guns_of, is_loaded
from .expected_damage import Damage, Frailty, frailty_of, spread_harm, volley_harm

#: Only this many of the nearest enemies are considered.
_NEAREST = 14
#: Divisor for the danger of a boat with no recent contact.
_UNSEEN = 8
_HALF = 2


class Place(NamedTuple):
    """A position for a ship, and whether she evades there or is hidden by her own smoke."""

    bow: Hex
    facing: int
    evades: bool = False
    hidden: bool = False


class Foe(NamedTuple):
    """An enemy ship: her position and abilities; `fears` is the number of ships that share her fire."""

    ship: Ship
    bow: Hex
    facing: int
    moved: bool
    evades: bool
    guns: tuple[Guns, ...]
    reach: int
    torpedoes: int
    torpedo_reach: int
    fears: int
    worth: int
    frailty: Frailty
    damage: Damage


class Prospect(NamedTuple):
    """A ship's expected gain and loss in a position over a turn, in points × `WHOLE`."""

    gain: int
    loss: int


def foes(assessment: Assessment) -> tuple[Foe, ...]:
    """The enemies on the surface."""
    return tuple([_foe(assessment, ship) for ship in assessment.enemies])


def _foe(assessment: Assessment, ship: Ship) -> Foe:
    view, status = assessment.view, assessment.status(ship)
    bow = status.bow
    if bow is None:
        raise ValueError(f"{ship.key} is not on the map")
    guns = guns_of(view, ship)
    reach = max((most_range(battery.size) for battery in guns), default=0)
    bows = [assessment.status(own).bow for own in assessment.own]
    near = sum(distance(at, bow) <= reach + 1 for at in bows if at is not None)
    torpedoes = ship.ratings.torpedoes if is_loaded(view, ship) else 0
    return Foe(
        ship, bow, status.facing, status.done, status.evading, guns, reach, torpedoes,
        torpedo_range(view, ship), max(1, near), assessment.worth(ship), frailty_of(ship), damage_of(status),
    )  # fmt: skip


def nearest_foes(assessment: Assessment, at: Hex) -> tuple[Foe, ...]:
    """Return the nearest enemies that are considered for a ship in this hex, nearest first."""

    def away(ship: Ship) -> tuple[int, int]:
        bow = assessment.view.ship_status[ship.key].bow
        return distance(bow, at) if bow is not None else 0, ship.place

    return tuple([_foe(assessment, ship) for ship in sorted(assessment.enemies, key=away)[:_NEAREST]])


class Battery(NamedTuple):
    """A ship's battery now: guns abeam and end on, range, and the enemies on which it would open fire."""

    size: int
    abeam: int
    end_on: int
    reach: int
    opening: tuple[bool, ...]


class Threat(NamedTuple):
    """The threat of an enemy to a ship: how many hexes closer she may come, and the cost of her torpedoes."""

    foe: Foe
    slack: int
    torpedoes: int


class Below(NamedTuple):
    """The area where a submerged boat may be, as a radius around her last known position, and the damage she
    may do.
    """

    hex: Hex
    within: int
    danger: int


class Fighter(NamedTuple):
    """A ship that chooses a position, with all facts that are the same for every position.

    `lurking` is the expected damage from a boat with no known position nearby. `planes` and `evaded` are the
    expected damage from planes with her current status and if she evades.
    """

    ship: Ship
    worth: int
    frailty: Frailty
    damage: Damage
    batteries: tuple[Battery, ...]
    reach: int
    torpedo_reach: int
    launches: tuple[int, ...]
    threats: tuple[Threat, ...]
    below: tuple[Below, ...]
    lurking: int
    planes: int
    evaded: int


def fighter(assessment: Assessment, ship: Ship, near: Sequence[Foe], *, flees: bool = False) -> Fighter:
    """Return a ship's facts against these enemies, which pursue her at full speed if she flees."""
    view, torpedoes = assessment.view, torpedo_range(assessment.view, ship)
    batteries = tuple([_battery(assessment, ship, guns, near) for guns in guns_of(view, ship)])
    loaded = is_loaded(view, ship)
    return Fighter(
        ship,
        assessment.worth(ship),
        frailty_of(ship),
        damage_of(assessment.status(ship)),
        batteries,
        max([torpedoes, *(battery.reach for battery in batteries)]),
        torpedoes if loaded else 0,
        tuple([_launch(ship, foe) if loaded else 0 for foe in near]),
        tuple([_threat(assessment, ship, foe, flees=flees) for foe in near]),
        *_boats_below(assessment, ship),
        *_planes_feared(assessment, ship, near, max((battery.reach for battery in batteries), default=0)),
    )


def _planes_feared(assessment: Assessment, ship: Ship, near: Sequence[Foe], reach: int) -> tuple[int, int]:
    """Return the expected damage from planes as a ship is, and if she evades; 0 if she has enemies in gun
    range.
    """
    bow = assessment.status(ship).bow
    if bow is None or any(distance(foe.bow, bow) <= reach for foe in near):
        return 0, 0
    return (
        danger_from_planes(assessment, ship, evades=False),
        danger_from_planes(assessment, ship, evades=True),
    )


def _boats_below(assessment: Assessment, ship: Ship) -> tuple[tuple[Below, ...], int]:
    """Return where boats may be, farther each turn since the last contact; nearby ships share the danger."""
    if not assessment.boats:
        return (), 0
    frailty, damage = frailty_of(ship), damage_of(assessment.status(ship))
    torpedoes = max(boat.ratings.torpedoes for boat in assessment.boats)
    harm = spread_harm(torpedoes, FIXED["torpedo_hits"], once=False, frailty=frailty, damage=damage)
    danger = harm * assessment.worth(ship)
    bows = [bow for own in assessment.own if (bow := assessment.status(own).bow) is not None]
    below = []
    for contact in assessment.contacts:
        within = FIXED["torpedo_range"] + assessment.view.turn - contact.turn
        sharing = sum(distance(bow, contact.hex) <= within for bow in bows)
        below.append(Below(contact.hex, within, danger // max(1, sharing)))
    return tuple(below), danger // len(assessment.own) // _UNSEEN


def _battery(assessment: Assessment, ship: Ship, guns: Guns, near: Sequence[Foe]) -> Battery:
    opening = tuple([is_opening(assessment.view, ship.key, guns.battery, foe.ship.key) for foe in near])
    return Battery(guns.size, guns.guns, -(-guns.guns // _HALF), most_range(guns.size), opening)


def _threat(assessment: Assessment, ship: Ship, foe: Foe, *, flees: bool) -> Threat:
    comes = speed(foe.ship, assessment.status(foe.ship)) // (1 if flees else _HALF)
    slack = 0 if foe.moved else comes
    if not foe.torpedoes:
        return Threat(foe, slack, 0)
    frailty, damage = frailty_of(ship), damage_of(assessment.status(ship))
    harm = spread_harm(foe.torpedoes, FIXED["torpedo_hits"], once=False, frailty=frailty, damage=damage)
    return Threat(foe, slack, assessment.worth(ship) * harm // foe.fears)


def prospect(assessment: Assessment, own: Fighter, place: Place) -> Prospect:
    """Return a ship's expected gain and loss in a position; her own smoke hides her except from radar."""
    if place.hidden:
        view = assessment.view
        seen_by = tuple([each for each in own.threats if line_of_sight.sees_through(view, each.foe.ship)])
        return Prospect(0, _loss(assessment, own._replace(threats=seen_by), place))
    return Prospect(_gain(assessment, own, place), _loss(assessment, own, place))


def _gain(assessment: Assessment, own: Fighter, place: Place) -> int:
    """Return the damage if each battery and the torpedoes take their best target."""
    scenario, seen, launched = assessment.view.scenario, [], 0
    for number, threat in enumerate(own.threats):
        foe = threat.foe
        away = distance(place.bow, foe.bow)
        if away <= own.reach and _is_open(assessment, own.ship, place, foe):
            seen.append((number, foe, away, _is_abeam(place, foe.bow)))
            if away <= own.torpedo_reach:
                launched = max(launched, own.launches[number])
    total = launched
    for battery in own.batteries:
        best = 0
        for number, foe, away, abeam in seen:
            if away <= battery.reach:
                aim = (battery.size, away, battery.opening[number], foe.evades, place.evades)
                bearing = battery.abeam if abeam else battery.end_on
                harm = volley_harm(scenario, (bearing, aim), foe.frailty, foe.damage)
                best = max(best, foe.worth * harm)
        total += best
    return total


def _launch(ship: Ship, foe: Foe) -> int:
    """Return the expected damage of torpedoes; an enemy yet to move evades half the time."""
    if foe.evades:
        return 0
    harm = spread_harm(
        ship.ratings.torpedoes, FIXED["torpedo_hits"], once=False, frailty=foe.frailty, damage=foe.damage
    )
    return foe.worth * harm // (1 if foe.moved else _HALF)


def _loss(assessment: Assessment, own: Fighter, place: Place) -> int:
    """Return the expected damage from all enemies in range. Each enemy's fire is shared among its possible
    targets.
    """
    scenario, evades = assessment.view.scenario, place.evades
    total = _from_below(assessment, own, place) + (own.evaded if evades else own.planes)
    for foe, slack, torpedoes in own.threats:
        away = distance(place.bow, foe.bow)
        if foe.moved and _in_smoke(assessment, place, foe):
            continue
        if torpedoes and away - slack <= foe.torpedo_reach and not evades:
            total += torpedoes
        if away - slack > foe.reach:
            continue
        abeam = not foe.moved or _is_abeam(Place(foe.bow, foe.facing), place.bow)
        for guns in foe.guns:
            farthest = most_range(guns.size)
            if away - slack <= farthest:
                aim = (guns.size, min(away, farthest), False, evades, foe.evades)
                bearing = guns.guns if abeam else -(-guns.guns // _HALF)
                harm = volley_harm(scenario, (bearing, aim), own.frailty, own.damage)
                total += own.worth * harm // foe.fears
    return total


def _in_smoke(assessment: Assessment, place: Place, foe: Foe) -> bool:
    surface = assessment.surface
    return bool(surface.smoke) and line_of_sight.in_smoke(place.bow, foe.bow, surface)


def _is_open(assessment: Assessment, ship: Ship, place: Place, foe: Foe) -> bool:
    """Return whether an enemy has moved and is neither hidden nor behind a ship that will stay in the line of
    fire.
    """
    if foe.moved and _in_smoke(assessment, place, foe):
        return False
    for at in passed_hexes(place.bow, foe.bow):
        key = assessment.surface.ships.get(at)
        if key not in (None, ship.key, foe.ship.key) and assessment.view.ship_status[key].done:
            return False
    return True


def _from_below(assessment: Assessment, own: Fighter, place: Place) -> int:
    """Return the expected damage from submerged boats that may be near by now."""
    if place.evades or not assessment.boats:
        return 0
    near = [boat.danger for boat in own.below if distance(place.bow, boat.hex) <= boat.within]
    return sum(sorted(near)[-len(assessment.boats) :]) if near else own.lurking


def _is_abeam(place: Place, target: Hex) -> bool:
    across = half_columns(target) - half_columns(place.bow)
    return _bears(place.facing, across, target.row - place.bow.row)


@lru_cache(maxsize=32_768)
def _bears(facing: int, across: int, down: int) -> bool:
    return is_abeam(bearing_of_way(facing, across, down))
