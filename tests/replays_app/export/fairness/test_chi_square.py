"""Chi-square against printed values and against counting."""

import math
from itertools import pairwise

import pytest

from replays_app.export.fairness.chi_square import chance_of_more, fit_to_even
from tests.support.every_case import every_case


@every_case(
    "chi_square, degrees, chance",
    [
        # Abramowitz and Stegun, table 26.8: the points that so many in a hundred lie above.
        (3.84146, 1, 0.05),
        (5.99146, 2, 0.05),
        (7.81473, 3, 0.05),
        (11.0705, 5, 0.05),
        (15.0863, 5, 0.01),
        (4.35146, 5, 0.5),
        (16.9190, 9, 0.05),
        (30.1435, 19, 0.05),
        (43.8202, 19, 0.001),
        (18.3370, 19, 0.5),
        (124.342, 100, 0.05),
        (99.3341, 100, 0.5),
    ],
)
def test_chance_of_more_is_that_of_the_printed_tables(chi_square: float, degrees: int, chance: float) -> None:
    assert chance_of_more(chi_square, degrees) == pytest.approx(chance, rel=2e-4)


@every_case("degrees", [1, 2, 5, 19, 99, 255])
def test_chance_of_more_falls_from_one_to_none(degrees: int) -> None:
    chances = [chance_of_more(degrees * part / 8, degrees) for part in range(60)]
    assert chances[0] == 1.0
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(chances))
    assert 0 <= chance_of_more(100_000, degrees) < 1e-300


def test_fit_is_pearsons_sum() -> None:
    """Sixty throws, by hand: ten of each face were even."""
    fit = fit_to_even([5, 8, 9, 11, 10, 17])
    assert fit.degrees == 5
    assert fit.chi_square == pytest.approx((25 + 4 + 1 + 1 + 0 + 49) / 10)
    assert fit.chance == pytest.approx(chance_of_more(8.0, 5))
    even = fit_to_even([7, 7])
    assert (even.chi_square, even.chance) == (0.0, 1.0)


def test_nothing_thrown_is_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="nothing"):
        fit_to_even([0, 0])


def test_two_faces_are_the_square_of_a_normal_deviate() -> None:
    assert fit_to_even([60, 40]).chance == pytest.approx(math.erfc(2 / math.sqrt(2)))
