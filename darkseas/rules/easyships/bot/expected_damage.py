"""The cost of damage as a part of a ship's value; it rises as she gets closer to sinking.

The chances are exact (`odds/hits.py`); the cost of fires and flooding before they sink a ship is an estimate.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..combat.gun_arithmetic import Aim, added, firings, modifiers, plunging
from ..damage.sinking import sinks
from ..model.scenario import RulesScenario, Ship
from ..odds.hits import numbers_of_hits
from ..tables.rules_tables import CRITICAL_HITS, FIRES, FIXED, FLOODING, CriticalHit, row_of

#: The full value of a ship.
WHOLE = 10_000
#: Cost of losing all large guns, a pair of small guns, a move, or a turn's repairs.
_LARGE_GUNS, _SMALL_GUNS, _MOVE, _REPAIRS = 3_000, 150, 500, 300
_FACES = range(1, FIXED["die"] + 1)
_LIKELY_FIRES = (1, 2)


class Frailty(NamedTuple):
    """The fires and flooding levels that sink a ship, her large guns and her armour."""

    fires: int
    flooding: int
    large_guns: int
    armour: int


class Damage(NamedTuple):
    """A ship's number of fires and flooding levels."""

    fires: int
    flooding: int


class Volley(NamedTuple):
    """The guns of a battery that bear, and the conditions that modify their die."""

    guns: int
    aim: Aim


#: The fields of a volley, as a plain tuple.
VolleyLike = tuple[int, tuple[int, int, bool, bool, bool]]


@lru_cache(maxsize=4096)
def frailty_of(ship: Ship) -> Frailty:
    """Return how much damage a ship can take, from her ratings."""
    fires = next(row.level for row in FIRES if sinks(ship, row))
    flooding = next(row.level for row in FLOODING if sinks(ship, row))
    guns = ship.batteries[0].guns if ship.batteries else 0
    return Frailty(fires, flooding, guns, ship.ratings.armour)


@lru_cache(maxsize=4096)
def loss(frailty: Frailty, damage: Damage) -> int:
    """Return the value that a ship has lost to fires and flooding."""
    dry = WHOLE - _share(damage.flooding, frailty.flooding)
    return WHOLE - dry * (WHOLE - _share(damage.fires, frailty.fires)) // WHOLE


def _share(level: int, sinks_at: int) -> int:
    """Return the cost of a level; each one costs more than the level before."""
    if level >= sinks_at:
        return WHOLE
    return WHOLE * level * (level + 1) // (sinks_at * (sinks_at + 1))


def _row_harm(frailty: Frailty, damage: Damage, row: CriticalHit, by_torpedo: bool, flooding: int = 0) -> int:
    """Return the extra cost of a critical hit row, combined with this much flooding."""
    before = loss(frailty, damage)
    if row.magazine:
        return WHOLE - before
    lit = row.fires + (0 if by_torpedo else row.fires_by_gun)
    numbers = [lit + more for more in _LIKELY_FIRES] if row.fires_by_die else [lit]
    wet = damage.flooding + row.flooding + flooding
    after = sum(loss(frailty, Damage(damage.fires + fires, wet)) for fires in numbers) // len(numbers)
    beside = _MOVE * row.speed + (_SMALL_GUNS if row.small_guns else 0) + (_REPAIRS if row.no_repairs else 0)
    if row.large_guns and frailty.large_guns:
        beside += _LARGE_GUNS * min(row.large_guns, frailty.large_guns) // frailty.large_guns
    return min(WHOLE - before, after - before + beside)


@lru_cache(maxsize=16_384)
def shell_harm(frailty: Frailty, damage: Damage, attack: int) -> int:
    """Return the mean cost of a shell hit with this attack value (size and plunging) (ES-26)."""
    total = 0
    for ours, theirs in product(_FACES, repeat=2):
        over = ours + attack - theirs - frailty.armour
        if over > 0:
            total += _row_harm(frailty, damage, row_of(CRITICAL_HITS, over), by_torpedo=False)
        elif over == 0 and damage.fires < FIXED["tie_fires"]:
            total += loss(frailty, damage._replace(fires=damage.fires + 1)) - loss(frailty, damage)
    return total // len(_FACES) ** 2


@lru_cache(maxsize=4096)
def torpedo_harm(frailty: Frailty, damage: Damage) -> int:
    """Return the mean cost of a torpedo hit (ES-28)."""
    more = FIXED["torpedo_flooding"]
    flooded = loss(frailty, damage._replace(flooding=damage.flooding + more)) - loss(frailty, damage)
    total = 0
    for dice in product(_FACES, repeat=2):
        over = sum(dice) - FIXED["torpedo_critical_less"]
        if over > 0:
            row = row_of(CRITICAL_HITS, over)
            total += _row_harm(frailty, damage, row, by_torpedo=True, flooding=more)
        else:
            total += flooded
    return total // len(_FACES) ** 2


@lru_cache(maxsize=200_000)
def volley_harm(scenario: RulesScenario, volley: VolleyLike, frailty: Frailty, damage: Damage) -> int:
    """Return the mean cost to a target of a battery's fire in a turn, from exact hit chances (ES-23 to
    ES-26).

    The cache treats a plain tuple as equal to a volley, so frequent callers need not create one.
    """
    bearing, aim = volley[0], Aim(*volley[1])
    each = shell_harm(frailty, damage, aim.size + plunging(aim.size, aim.range_hexes))
    total = added(modifiers(aim))
    afloat = WHOLE
    for firing in firings(scenario.options, aim.size, bearing):
        for guns in firing:
            chances = numbers_of_hits(guns, total)
            hits = sum((number * chance for number, chance in enumerate(chances)), Fraction(0))
            afloat = afloat * (WHOLE - min(WHOLE, int(hits * each))) // WHOLE
    return WHOLE - afloat


def spread_harm(torpedoes: int, most_face: int, once: bool, frailty: Frailty, damage: Damage) -> int:
    """Return the mean cost of torpedoes that hit up to a face; with `once`, only one hit counts (ES-28)."""
    each, sides = torpedo_harm(frailty, damage), FIXED["die"]
    if once:
        throws = _power(sides, torpedoes)
        return each * (throws - _power(sides - most_face, torpedoes)) // throws
    left = WHOLE * _power(sides * WHOLE - most_face * each, torpedoes) // _power(sides * WHOLE, torpedoes)
    return WHOLE - left


def _power(base: int, times: int) -> int:
    return int(base**times)
