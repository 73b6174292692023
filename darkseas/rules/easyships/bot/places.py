"""What a place promises a ship: the harm that she does from there and suffers there, by exact odds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex, distance, half_columns

from ..combat import sight
from ..combat.firing import Aim, is_opening, most_range, torpedo_range
from ..model.bearing import bearing_of_way, is_abeam
from ..model.line_of_fire import passed_hexes
from ..model.scenario import RulesScenario, Ship
from ..model.ships import speed
from ..tables import FIXED
from .assessment import Assessment, Guns, damage_of, guns_of, is_loaded
from .harm import Damage, Frailty, Volley, frailty_of, spread_harm, volley_harm

#: So many enemies are looked at from a place, the nearest.
_NEAREST = 14
#: By how much less a boat is feared of which nothing was known for long.
_UNSEEN = 8
_HALF = 2


class Place(NamedTuple):
    """Where a ship would lie, and whether she would evade there, or be hidden by her own smoke."""

    bow: Hex
    facing: int
    evades: bool = False
    hidden: bool = False


class Foe(NamedTuple):
    """An enemy as one weighs her: where she is and what she can do; `fears` is how many share her fire."""

    ship: Ship
    bow: Hex
    facing: int
    moved: bool
    evades: bool
    guns: tuple[Guns, ...]
    reach: int
    torpedoes: int
    fears: int
    worth: int
    frailty: Frailty
    damage: Damage


class Prospect(NamedTuple):
    """What a ship may gain and lose in a place in a turn, in points by `WHOLE`."""

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
        ship, bow, status.facing, status.done, status.evading, guns, reach, torpedoes, max(1, near),
        assessment.worth(ship), frailty_of(ship), damage_of(status),
    )  # fmt: skip


def nearest_foes(assessment: Assessment, at: Hex) -> tuple[Foe, ...]:
    """The enemies who matter to a ship here, the nearest first."""

    def away(ship: Ship) -> tuple[int, int]:
        bow = assessment.view.ship_status[ship.key].bow
        return distance(bow, at) if bow is not None else 0, ship.place

    return tuple([_foe(assessment, ship) for ship in sorted(assessment.enemies, key=away)[:_NEAREST]])


def prospect(assessment: Assessment, ship: Ship, place: Place, near: Sequence[Foe]) -> Prospect:
    """What a ship may gain and lose in a place."""
    if place.hidden:
        return Prospect(0, 0)
    return Prospect(_gain(assessment, ship, place, near), _loss(assessment, ship, place, near))


def _gain(assessment: Assessment, ship: Ship, place: Place, near: Sequence[Foe]) -> int:
    """Each battery at whom it harms most, and torpedoes at whom they harm most."""
    scenario, view = assessment.view.scenario, assessment.view
    total, able = 0, guns_of(view, ship)
    reach = max([torpedo_range(view, ship), *(most_range(guns.size) for guns in able)])
    seen = [
        (foe, distance(place.bow, foe.bow), _is_abeam(scenario, place, foe.bow))
        for foe in near
        if distance(place.bow, foe.bow) <= reach and _is_open(assessment, ship, place, foe)
    ]
    for guns in able:
        most = most_range(guns.size)
        best = 0
        for foe, away, abeam in seen:
            if away <= most:
                opening = is_opening(view, ship.key, guns.battery, foe.ship.key)
                aim = Aim(guns.size, away, opening, foe.evades, place.evades)
                volley = Volley(guns.guns if abeam else -(-guns.guns // _HALF), aim)
                best = max(best, foe.worth * volley_harm(scenario, volley, foe.frailty, foe.damage))
        total += best
    if is_loaded(view, ship):
        reach = torpedo_range(view, ship)
        total += max((_launch(ship, foe) for foe, away, _ in seen if away <= reach), default=0)
    return total


def _launch(ship: Ship, foe: Foe) -> int:
    """What torpedoes would do: an enemy who may still move is as likely as not to evade."""
    if foe.evades:
        return 0
    harm = spread_harm(
        ship.ratings.torpedoes, FIXED["torpedo_hits"], once=False, frailty=foe.frailty, damage=foe.damage
    )
    return foe.worth * harm // (1 if foe.moved else _HALF)


def _loss(assessment: Assessment, ship: Ship, place: Place, near: Sequence[Foe]) -> int:
    """The fire of all who reach her, each shared among those whom they might choose."""
    scenario, status = assessment.view.scenario, assessment.status(ship)
    frailty, damage, worth = frailty_of(ship), damage_of(status), assessment.worth(ship)
    total = _from_below(assessment, ship, place)
    for foe in near:
        away = distance(place.bow, foe.bow)
        if foe.moved and _in_smoke(assessment, place, foe):
            continue
        slack = 0 if foe.moved else speed(foe.ship, assessment.status(foe.ship)) // _HALF
        if foe.torpedoes and away - slack <= FIXED["torpedo_range"] and not place.evades:
            harm = spread_harm(
                foe.torpedoes, FIXED["torpedo_hits"], once=False, frailty=frailty, damage=damage
            )
            total += worth * harm // foe.fears
        if away > foe.reach:
            continue
        abeam = not foe.moved or _is_abeam(scenario, Place(foe.bow, foe.facing), place.bow)
        for guns in foe.guns:
            if away <= most_range(guns.size):
                aim = Aim(guns.size, away, opening=False, target_evades=place.evades, firer_evades=foe.evades)
                volley = Volley(guns.guns if abeam else -(-guns.guns // _HALF), aim)
                total += worth * volley_harm(scenario, volley, frailty, damage) // foe.fears
    return total


def _in_smoke(assessment: Assessment, place: Place, foe: Foe) -> bool:
    surface = assessment.surface
    return bool(surface.smoke) and sight.in_smoke(assessment.view, place.bow, foe.bow, surface)


def _is_open(assessment: Assessment, ship: Ship, place: Place, foe: Foe) -> bool:
    """Whether nothing hides an enemy who has moved, and no ship lies between that will stay there."""
    if foe.moved and _in_smoke(assessment, place, foe):
        return False
    view, options = assessment.view, assessment.view.scenario.options
    for at in passed_hexes(place.bow, foe.bow, options.line_of_fire):
        key = assessment.surface.ships.get(at)
        if key is None or key in (ship.key, foe.ship.key):
            continue
        own = view.scenario.ships[key].side == assessment.side
        if view.ship_status[key].done and (options.friends_block or not own):
            return False
    return True


def _from_below(assessment: Assessment, ship: Ship, place: Place) -> int:
    """What boats may do that could be near by now, a hex nearer with each turn since they were known of."""
    if place.evades or not assessment.boats:
        return 0
    turn, reach = assessment.view.turn, FIXED["torpedo_range"]
    near = sum(distance(place.bow, each.hex) <= reach + turn - each.turn for each in assessment.contacts)
    harm = spread_harm(
        max(boat.ratings.torpedoes for boat in assessment.boats), FIXED["torpedo_hits"], once=False,
        frailty=frailty_of(ship), damage=damage_of(assessment.status(ship)),
    )  # fmt: skip
    danger = harm * assessment.worth(ship) // len(assessment.own)
    return min(near, len(assessment.boats)) * danger if near else danger // _UNSEEN


def _is_abeam(scenario: RulesScenario, place: Place, target: Hex) -> bool:
    across = half_columns(target) - half_columns(place.bow)
    return _bears(place.facing, across, target.row - place.bow.row, scenario.options.broadside)


@lru_cache(maxsize=32_768)
def _bears(facing: int, across: int, down: int, reading: str) -> bool:
    return is_abeam(bearing_of_way(facing, across, down), reading)
