"""Exact probabilities that dice at one target sink it, including two sixes of several destroyers (FB-5,
FB-B1).

Probabilities are fractions, counted exactly and never sampled.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..tables.rules_tables import FIXED

_NONE, _WHOLE = Fraction(0), Fraction(1)
_SIX, _PAIR = FIXED["six"], FIXED["sixes_in_a_pair"]


class Throw(NamedTuple):
    """One ship's dice at one target; `pairs` says whether two sixes may count together."""

    dice: int
    sides: int
    pairs: bool = False


class Terms(NamedTuple):
    """How dice at one target are evaluated: its defence and the scenario's options.

    `combine` is any or sum (FB-B1). `pairing` is side, ship (FB-B2), or none if a pair makes no difference.
    """

    defence: int
    combine: str = "any"
    pairing: str = "side"


def pair_matters(defence: int) -> bool:
    """Whether two sixes achieve more than one: a defence above 6, up to 10 (FB-5)."""
    return FIXED["pair_only_above"] < defence <= FIXED["pair_counts"]


def is_hit(faces: Iterable[int], defence: int, combine: str) -> bool:
    """Whether one ship's dice alone sink a target (FB-1, FB-B1)."""
    thrown = tuple(faces)
    return (sum(thrown) if combine == "sum" else max(thrown)) >= defence


def chance_to_sink(throws: tuple[Throw, ...], terms: Terms) -> Fraction:
    """Return the probability that one of these throws, or two sixes among them, sinks the target."""
    return _chance(tuple(sorted(throws)), terms)


@lru_cache(maxsize=20_000)
def _chance(throws: tuple[Throw, ...], terms: Terms) -> Fraction:
    # Probability that nothing has sunk it yet, by number of sixes so far (at most one).
    unhurt: dict[int, Fraction] = {0: _WHOLE}
    for throw in throws:
        unhurt = _joined(unhurt, _misses(throw, terms), terms.pairing)
    return _WHOLE - sum(unhurt.values(), _NONE)


def _joined(
    before: Mapping[int, Fraction], more: Mapping[int, Fraction], pairing: str
) -> dict[int, Fraction]:
    """Combine two sets of dice; sixes of different ships count together only if `pairing` is side."""
    out: dict[int, Fraction] = {}
    for had, likely in before.items():
        for new, chance in more.items():
            sixes = had + new if pairing == "side" else 0
            if sixes < _PAIR:
                out[sixes] = out.get(sixes, _NONE) + likely * chance
    return out


@lru_cache(maxsize=5_000)
def _misses(throw: Throw, terms: Terms) -> Mapping[int, Fraction]:
    """Return the probability that a throw alone sinks nothing, by number of sixes (0 or 1)."""
    counts_pairs = throw.pairs and terms.pairing != "none" and pair_matters(terms.defence)
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(throw.dice):
        ways = _one_die_more(ways, throw.sides, counts_pairs, terms)
    misses: dict[int, Fraction] = {}
    for (_, sixes), count in ways.items():
        misses[sixes] = misses.get(sixes, _NONE) + Fraction(count, throw.sides**throw.dice)
    return misses


def _one_die_more(
    ways: Mapping[tuple[int, int], int], sides: int, counts_pairs: bool, terms: Terms
) -> dict[tuple[int, int], int]:
    """Count the ways to miss with one more die, by sum (0 if dice are compared singly) and sixes."""
    out: dict[tuple[int, int], int] = {}
    for (total, sixes), count in ways.items():
        for face in range(1, sides + 1):
            now = total + face if terms.combine == "sum" else 0
            lie = sixes + (counts_pairs and face == _SIX)
            if max(now, face) < terms.defence and lie < _PAIR:
                out[now, lie] = out.get((now, lie), 0) + count
    return out
