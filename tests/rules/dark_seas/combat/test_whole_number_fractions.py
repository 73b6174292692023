"""Sums and quotients of fractions, against those of fractions themselves."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from darkseas.rules.dark_seas.combat.whole_number_fractions import total, whole_times

SMALL = st.fractions(min_value=-50, max_value=50, max_denominator=30)


@given(st.lists(SMALL, max_size=6))
def test_total_is_the_sum(fractions: list[Fraction]) -> None:
    assert total(fractions) == sum(fractions, Fraction(0))


@given(st.integers(1, 12), SMALL, st.integers(1, 40))
def test_whole_parts_are_those_of_the_quotient_rounded_down(
    parts: int, number: Fraction, divisor: int
) -> None:
    assert whole_times(parts, number, divisor) == parts * number // divisor


def test_odds_of_three_to_two_have_three_halves() -> None:
    assert whole_times(2, Fraction(3), 2) == 3
    assert whole_times(2, Fraction(29, 10), 2) == 2
