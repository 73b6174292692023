"""Exact chances of guns, bombs, torpedoes and depth charges, as fractions and never sampled (ES-17 to
ES-30).
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ..combat.gun_arithmetic import hits_at_most
from ..tables.rules_tables import CRITICAL_HITS, FIXED

_WHOLE = Fraction(1)
_FACES = range(1, FIXED["die"] + 1)


class Fates(NamedTuple):
    """The chances that an attack destroys a ship at once, and that it leaves her undamaged."""

    sunk: Fraction
    unhurt: Fraction


def together(fates: Iterable[Fates]) -> Fates:
    """Combine several independent attacks."""
    afloat = unhurt = _WHOLE
    for one in fates:
        afloat *= 1 - one.sunk
        unhurt *= one.unhurt
    return Fates(1 - afloat, unhurt)


@lru_cache(maxsize=4096)
def numbers_of_hits(guns: int, added: int) -> tuple[Fraction, ...]:
    """Return the chances of 0, 1, 2 … hits for a group with this die modifier (ES-24, ES-25, ES-A8)."""
    sides, most = FIXED["gunnery_die"], hits_at_most(guns)
    natural = Fraction(1, sides)
    plain = Fraction(max(1, min(sides, guns - added)) - 1, sides)
    chances = [Fraction(0)] * (most + 1)
    reached = _WHOLE
    for hits in range(most):
        chances[hits] += reached * (1 - natural - plain)
        chances[hits + 1] += reached * plain
        reached *= natural
    chances[most] += reached
    return tuple(chances)


@lru_cache(maxsize=1024)
def shell(attack: int, armour: int, *, tie_burns: bool) -> Fates:
    """Return the odds of one hit with this attack value (size and plunging) against armour (ES-26)."""
    last = CRITICAL_HITS[-1].roll
    overs = [ours + attack - theirs - armour for ours, theirs in product(_FACES, repeat=2)]
    exploded = sum(over >= last for over in overs)
    stopped = sum(over < 0 or (over == 0 and not tie_burns) for over in overs)
    return Fates(Fraction(exploded, len(overs)), Fraction(stopped, len(overs)))


@lru_cache(maxsize=4096)
def group(hits: tuple[Fraction, ...], each: Fates) -> Fates:
    """Return the odds of a group, given the chances of its hits and the odds of each hit."""
    afloat = sum((chance * (1 - each.sunk) ** count for count, chance in enumerate(hits)), Fraction(0))
    unhurt = sum((chance * each.unhurt**count for count, chance in enumerate(hits)), Fraction(0))
    return Fates(1 - afloat, unhurt)


def bombs(count: int, added: int, hits: tuple[Fraction, ...], each: Fates) -> Fates:
    """Return the odds of a group of bombs: like guns, but missing by one floods a ship that was not hit
    (ES-17, ES-18).
    """
    fates = group(hits, each)
    by_one = count + FIXED["near_miss"] - added
    near = Fraction(1 < by_one <= FIXED["gunnery_die"], FIXED["gunnery_die"])
    return Fates(fates.sunk, fates.unhurt - near)


def depth_charge(dice: int) -> Fates:
    """Return the odds of depth charges set to a boat's depth: all 1s, or other 1s and 2s (ES-30)."""
    hit, near = (Fraction(FIXED[f"depth_charge_{what}"], FIXED["die"]) ** dice for what in ("hit", "near"))
    return Fates(hit, 1 - near)


def magazine_by_torpedo() -> Fraction:
    """Return the chance that a torpedo hit explodes a ship's magazines (ES-28)."""
    needed = CRITICAL_HITS[-1].roll + FIXED["torpedo_critical_less"]
    throws = [sum(dice) for dice in product(_FACES, repeat=2)]
    return Fraction(sum(throw >= needed for throw in throws), len(throws))


def torpedoes(count: int, most_face: int, *, once: bool) -> Fates:
    """Return the odds of torpedoes that hit up to a face; with `once`, only one hit counts (ES-11, ES-28)."""
    chance = Fraction(min(max(0, most_face), FIXED["die"]), FIXED["die"])
    missed = (1 - chance) ** count
    if once:
        return Fates((1 - missed) * magazine_by_torpedo(), missed)
    return Fates(1 - (1 - chance * magazine_by_torpedo()) ** count, missed)
