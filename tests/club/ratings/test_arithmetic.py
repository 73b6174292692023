"""The logistic function and the matrices of the fit, against others and to the last bit."""

import math
import random
from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.club.ratings.logistic import exponential, logistic
from darkseas.club.ratings.matrices import Rows, factorise, inverse_diagonal, solve

LAST_BIT = 2.0**-52


@given(st.floats(-700, 700))
def test_exponential_is_right_within_two_last_bits(value: float) -> None:
    with localcontext() as context:
        context.prec = 60
        true = Decimal(value).exp()
        error = abs(Decimal(exponential(value)) - true) / true
    assert error <= 2 * Decimal(LAST_BIT)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_logistic_is_a_chance_and_its_mirror(value: float) -> None:
    chance = logistic(value)
    assert 0 <= chance <= 1
    assert chance + logistic(-value) == 1
    assert math.isclose(chance, 1 / (1 + math.exp(-max(value, -700.0))), rel_tol=1e-12, abs_tol=1e-15)


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (0.0, "0x1.0000000000000p-1"),
        (1.0, "0x1.764d4f5d5a2bdp-1"),
        (-0.3, "0x1.b3c5574372aeap-2"),
        (5.5, "0x1.fdea84d73d720p-1"),
    ],
)
def test_logistic_is_the_same_on_every_machine(value: float, bits: str) -> None:
    assert logistic(value).hex() == bits


def positive(size: int, seed: int) -> list[list[float]]:
    """Return a symmetric matrix that is positive, in full."""
    chance = random.Random(seed)
    root = [[chance.random() - 0.5 for _ in range(size)] for _ in range(size)]
    return [
        [sum(a * b for a, b in zip(left, right, strict=True)) + (left is right) for right in root]
        for left in root
    ]


def lower(matrix: list[list[float]]) -> Rows:
    """Return its rows up to the diagonal."""
    return [row[: number + 1] for number, row in enumerate(matrix)]


@pytest.mark.parametrize("size", [1, 2, 5, 17])
def test_solution_and_inverse_are_those_of_the_matrix(size: int) -> None:
    matrix = positive(size, seed=size)
    factors = factorise(lower(matrix))
    columns = [solve(factors, [float(row == column) for row in range(size)]) for column in range(size)]
    for number, row in enumerate(matrix):
        for column, found in enumerate(columns):
            product = math.fsum(a * b for a, b in zip(row, found, strict=True))
            assert math.isclose(product, number == column, abs_tol=1e-12)
    diagonal = inverse_diagonal(factors)
    assert all(math.isclose(diagonal[n], columns[n][n], rel_tol=1e-12) for n in range(size))


def test_zeroes_are_passed_over_and_change_nothing() -> None:
    matrix = [[2.0], [0.0, 3.0], [1.0, 0.0, 4.0]]
    assert inverse_diagonal(factorise(matrix)) == pytest.approx([4 / 7, 1 / 3, 2 / 7])
    assert matrix == [[2.0], [0.0, 3.0], [1.0, 0.0, 4.0]]
