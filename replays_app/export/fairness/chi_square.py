"""Pearson's chi-square: do counts of faces look like those of fair dice?"""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Fit(NamedTuple):
    """How far counts lie from even ones, and the chance that fair dice lie at least as far (from 0 to 1)."""

    chi_square: float
    degrees: int
    chance: float


def fit_to_even(counts: Sequence[int]) -> Fit:
    """Return how counts of each face, two at least, fit a die whose faces are equally likely.

    K. Pearson, Philosophical Magazine 50, 1900. ValueError without a single count.
    """
    expected = sum(counts) / len(counts)
    if not expected:
        raise ValueError("there is nothing to compare")
    chi_square = math.fsum((count - expected) ** 2 for count in counts) / expected
    degrees = len(counts) - 1
    return Fit(chi_square, degrees, chance_of_more(chi_square, degrees))


def chance_of_more(chi_square: float, degrees: int) -> float:
    """Return the chance of a chi-square of so many degrees above this one, exactly.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 (odd) and 26.4.5 (even).
    """
    if chi_square <= 0:
        return 1.0
    half, odd = chi_square / 2, degrees % 2
    powers = (place + odd / 2 for place in range((degrees - odd) // 2))
    terms = [math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers]
    return min(1.0, math.fsum([*terms, odd * math.erfc(math.sqrt(half))]))
