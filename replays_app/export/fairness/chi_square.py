"""Pearson's chi-square test: do counts of faces look like those of fair dice?"""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Fit(NamedTuple):
    """The statistic, and the probability (0 to 1) that fair dice deviate at least as much."""

    chi_square: float
    degrees: int
    chance: float


def fit_to_even(counts: Sequence[int]) -> Fit:
    """Test counts of at least two faces against a die whose faces are equally likely.

    K. Pearson, Philosophical Magazine 50, 1900. Raises ValueError if all counts are 0.
    """
    expected = sum(counts) / len(counts)
    if not expected:
        raise ValueError("there is nothing to compare")
    chi_square = math.fsum((count - expected) ** 2 for count in counts) / expected
    degrees = len(counts) - 1
    return Fit(chi_square, degrees, chance_of_more(chi_square, degrees))


def chance_of_more(chi_square: float, degrees: int) -> float:
    """Return the exact probability that a chi-square with so many degrees of freedom exceeds a value.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 (odd) and 26.4.5 (even).
    """
    if chi_square <= 0:
        return 1.0
    half, odd = chi_square / 2, degrees % 2
    powers = (place + odd / 2 for place in range((degrees - odd) // 2))
    terms = [math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers]
    return min(1.0, math.fsum([*terms, odd * math.erfc(math.sqrt(half))]))
