"""Sums and quotients of fractions in whole-number arithmetic, which avoids intermediate Fraction objects."""

from collections.abc import Sequence
from fractions import Fraction


def total(fractions: Sequence[Fraction]) -> Fraction:
    if len(fractions) == 1:
        return fractions[0]
    over, under = 0, 1
    for fraction in fractions:
        over = over * fraction.denominator + fraction.numerator * under
        under *= fraction.denominator
    return Fraction(over, under)


def whole_times(parts: int, number: Fraction, divisor: int) -> int:
    """Return `parts * number // divisor`: the quotient in units of 1/parts, rounded down."""
    return parts * number.numerator // (number.denominator * divisor)
