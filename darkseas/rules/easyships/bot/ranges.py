"""The range that suits ships best: where what they do to the enemy is most beyond what they suffer.

Counted through from exact odds, for all guns abeam that have found their target.
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..combat.gun_arithmetic import Aim, most_range
from ..model.scenario import RulesScenario, Ship
from ..tables.rules_tables import FIXED
from .assessment import Assessment, Guns, damage_of, guns_of, is_loaded, worths
from .expected_damage import Damage, Volley, frailty_of, spread_harm, volley_harm

#: Beyond the range of every gun: where one keeps who wants no fight.
OUT_OF_RANGE = 22
_HUNDRED = 100
#: Turns among which the launch of a ship is shared out.
_LAUNCHES = 2


class Kind(NamedTuple):
    """Ships that are alike: one of them, batteries that can fire, torpedoes ready, damage, their number."""

    ship: Ship
    guns: tuple[Guns, ...]
    torpedoes: int
    damage: Damage
    number: int


class Preference(NamedTuple):
    """The best range in hexes; what a ship may gain and lose there in a turn, in points by `WHOLE`."""

    range_hexes: int
    gain: int
    loss: int


@lru_cache(maxsize=32)
def _alike(scenario: RulesScenario) -> dict[str, Ship]:
    """For each ship the first with the same ratings and side."""
    first: dict[str, Ship] = {}
    found: list[Ship] = []
    for key, ship in scenario.ships.items():
        match = next((o for o in found if o.side == ship.side and o.ratings == ship.ratings), None)
        if match is None:
            found.append(ship)
        first[key] = match or ship
    return first


def kinds(assessment: Assessment, ships: tuple[Ship, ...]) -> tuple[Kind, ...]:
    """Ships counted by what they are and can do now."""
    view = assessment.view
    alike = _alike(view.scenario)
    counted = Counter(
        (
            alike[ship.key],
            guns_of(view, ship),
            ship.ratings.torpedoes if is_loaded(view, ship) else 0,
            damage_of(view.ship_status[ship.key]),
        )
        for ship in ships
    )
    return tuple([Kind(*kind, count) for kind, count in counted.items()])


@lru_cache(maxsize=2048)
def preference(
    scenario: RulesScenario, ours: tuple[Kind, ...], own: int, theirs: tuple[Kind, ...], caution: int
) -> Preference:
    """The best range for ships of ours, who are part of so many, against all of theirs."""
    marks: list[tuple[int, int, int, int]] = []
    ships = sum(kind.number for kind in ours)
    for away in range(1, OUT_OF_RANGE + 1):
        gain = _fire(scenario, ours, theirs, away) // max(1, ships)
        loss = _fire(scenario, theirs, ours, away) // max(1, own)
        marks.append((_HUNDRED * gain - caution * loss, away, gain, loss))
    best = max(marks)
    return Preference(best[1], best[2], best[3])


def _fire(scenario: RulesScenario, firers: tuple[Kind, ...], targets: tuple[Kind, ...], away: int) -> int:
    """What firers do to an average target in a turn, in points by `WHOLE`."""
    worth, aims = worths(scenario), sum(kind.number for kind in targets)
    total = 0
    for target in targets:
        harm = sum(firer.number * _steady_fire(scenario, firer, target, away) for firer in firers)
        total += target.number * worth[target.ship.key] * harm
    return total // max(1, aims)


def _steady_fire(scenario: RulesScenario, firer: Kind, target: Kind, away: int) -> int:
    """What a ship does to another with all guns abeam that have found their target; half her torpedoes."""
    frailty, total = frailty_of(target.ship), 0
    for battery in firer.guns:
        if away <= most_range(battery.size):
            aim = Aim(battery.size, away, opening=False, target_evades=False, firer_evades=False)
            total += volley_harm(scenario, Volley(battery.guns, aim), frailty, target.damage)
    if firer.torpedoes and away <= FIXED["torpedo_range"]:
        most = FIXED["torpedo_hits"]
        harm = spread_harm(firer.torpedoes, most, once=False, frailty=frailty, damage=target.damage)
        total += harm // _LAUNCHES
    return total
