"""Sums and quotients of fractions, in whole numbers: no fraction is made that nobody keeps."""

from collections.abc import Sequence
from fractions import Fraction


def total(fractions: Sequence[Fraction]) -> Fraction:
    """The sum of fractions; 0 of none."""
    if len(fractions) == 1:
        return fractions[0]
    over, under = 0, 1
    for fraction in fractions:
        over = over * fraction.denominator + fraction.numerator * under
        under *= fraction.denominator
    return Fraction(over, under)


def whole_times(parts: int, number: Fraction, divisor: int) -> int:
    """How many whole parts there are in a quotient, of which so many make 1: `parts * number // divisor`."""
    return parts * number.numerator // (number.denominator * divisor)
