"""Exact probabilities that dice at one target sink it, including two sixes of several destroyers (FB-5).

Each die is compared alone (FB-B1). Probabilities are fractions, counted exactly and never sampled.
"""

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..tables.rules_tables import FIXED


class Throw(NamedTuple):
    """One ship's dice at one target; `pairs` says whether two sixes may count together."""

    dice: int
    sides: int
    pairs: bool = False


def pair_matters(defence: int) -> bool:
    """Whether two sixes achieve more than one: a defence above 6, up to 10 (FB-5)."""
    return FIXED["pair_only_above"] < defence <= FIXED["pair_counts"]


def chance_to_sink(throws: tuple[Throw, ...], defence: int) -> Fraction:
    """Return the probability that one of these throws, or two sixes among them, sinks the target."""
    return _chance(tuple(sorted(throws)), defence)


@lru_cache(maxsize=20_000)
def _chance(throws: tuple[Throw, ...], defence: int) -> Fraction:
    # Probabilities that nothing has sunk it yet, without a six and with one.
    none, one = Fraction(1), Fraction(0)
    for throw in throws:
        without, single = _misses(throw, defence)
        none, one = none * without, none * single + one * without
    return 1 - none - one


@lru_cache(maxsize=5_000)
def _misses(throw: Throw, defence: int) -> tuple[Fraction, Fraction]:
    """Return the probabilities that a throw alone sinks nothing, without a six and with one that may pair."""
    dice, sides, pairs = throw
    faces = min(defence - 1, sides)
    if not pairs or sides < FIXED["six"] or not pair_matters(defence):
        return Fraction(faces**dice, sides**dice), Fraction(0)
    others = faces - 1
    return Fraction(others**dice, sides**dice), Fraction(dice * others ** (dice - 1), sides**dice)
