"""The best range for ships: the range with the most damage done for the damage taken.

It is calculated from exact odds, with all guns abeam and on target.
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..combat.gun_arithmetic import Aim, most_range, torpedo_range
from ..model.scenario import RulesScenario, Ship
from ..tables.rules_tables import FIXED
from .assessment import Assessment, Guns, damage_of, guns_of, is_loaded, worths
from .expected_damage import Damage, Volley, frailty_of, spread_harm, volley_harm

#: Beyond the range of every gun, for ships that avoid battle.
OUT_OF_RANGE = 22
_HUNDRED = 100
#: Number of turns over which a torpedo launch is averaged.
_LAUNCHES = 2


class Kind(NamedTuple):
    """Identical ships: an example, batteries that can fire, torpedoes ready and their range in hexes, damage
    and number of ships.
    """

    ship: Ship
    guns: tuple[Guns, ...]
    torpedoes: int
    torpedo_range: int
    damage: Damage
    number: int


class Preference(NamedTuple):
    """The best range in hexes, and a ship's expected gain and loss there in a turn, in points × `WHOLE`."""

    range_hexes: int
    gain: int
    loss: int


@lru_cache(maxsize=32)
def _alike(scenario: RulesScenario) -> dict[str, Ship]:
    """Return, for each ship, the first of the same side with the same ratings."""
    first: dict[str, Ship] = {}
    found: list[Ship] = []
    for key, ship in scenario.ships.items():
        match = next((o for o in found if o.side == ship.side and o.ratings == ship.ratings), None)
        if match is None:
            found.append(ship)
        first[key] = match or ship
    return first


def kinds(assessment: Assessment, ships: tuple[Ship, ...]) -> tuple[Kind, ...]:
    """Count ships by type and current condition."""
    view = assessment.view
    alike = _alike(view.scenario)
    counted = Counter(
        (
            alike[ship.key],
            guns_of(view, ship),
            ship.ratings.torpedoes if is_loaded(view, ship) else 0,
            torpedo_range(view, ship),
            damage_of(view.ship_status[ship.key]),
        )
        for ship in ships
    )
    return tuple([Kind(*kind, count) for kind, count in counted.items()])


@lru_cache(maxsize=2048)
def preference(
    scenario: RulesScenario, ours: tuple[Kind, ...], own: int, theirs: tuple[Kind, ...], caution: int
) -> Preference:
    """Return the best range for these ships, part of `own` in total, against all enemies."""
    marks: list[tuple[int, int, int, int]] = []
    ships = sum(kind.number for kind in ours)
    for away in range(1, OUT_OF_RANGE + 1):
        gain = _fire(scenario, ours, theirs, away) // max(1, ships)
        loss = _fire(scenario, theirs, ours, away) // max(1, own)
        marks.append((_HUNDRED * gain - caution * loss, away, gain, loss))
    best = max(marks)
    return Preference(best[1], best[2], best[3])


def _fire(scenario: RulesScenario, firers: tuple[Kind, ...], targets: tuple[Kind, ...], away: int) -> int:
    """Return the damage to an average target in a turn, in points × `WHOLE`."""
    worth, aims = worths(scenario), sum(kind.number for kind in targets)
    total = 0
    for target in targets:
        harm = sum(firer.number * _steady_fire(scenario, firer, target, away) for firer in firers)
        total += target.number * worth[target.ship.key] * harm
    return total // max(1, aims)


def _steady_fire(scenario: RulesScenario, firer: Kind, target: Kind, away: int) -> int:
    """Return the damage by one ship to another with all guns abeam and on target, and half her torpedoes."""
    frailty, total = frailty_of(target.ship), 0
    for battery in firer.guns:
        if away <= most_range(battery.size):
            aim = Aim(battery.size, away, opening=False, target_evades=False, firer_evades=False)
            total += volley_harm(scenario, Volley(battery.guns, aim), frailty, target.damage)
    if firer.torpedoes and away <= firer.torpedo_range:
        most = FIXED["torpedo_hits"]
        harm = spread_harm(firer.torpedoes, most, once=False, frailty=frailty, damage=target.damage)
        total += harm // _LAUNCHES
    return total
