"""Facts of ships: dates, radar that was carried, rounding, and numbers as they are written."""

from fractions import Fraction

import pytest

from darkseas.engine.presentation.words import decimal
from darkseas.engine.scenario.ship_facts import ClassFacts, RadarFit, fits_at, half_up, month_of, sets_at

SISTERS = ClassFacts(
    "sisters", "USN", "Sisters", "CL", 10_000, 325,
    radar=(
        RadarFit("1942", "SC, FC"),
        RadarFit("1942-09", "SG", ships=("Helena",)),
        RadarFit("1942-11", "SK", some=True),
        RadarFit("1943", "SG, FC"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "month"), [("1942-08", (1942, 8)), ("1942-08-09", (1942, 8)), ("1939-12-31", (1939, 12))]
)
def test_a_date_counts_by_its_month(written: str, month: tuple[int, int]) -> None:
    assert month_of(written) == month


@pytest.mark.parametrize("written", ["", "1942", "1942-13", "1942-00", "1942-08-32", "1942-8", "١٩٤٢-08"])
def test_what_is_no_date_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="1942-08"):
        month_of(written)


@pytest.mark.parametrize(
    ("when", "ship", "sets"),
    [
        ("1941-12", "Helena", ""),
        ("1942-01", "Helena", "SC, FC"),
        ("1942-08-31", "Helena", "SC, FC"),
        ("1942-09-01", "Helena", "SC, FC, SG"),
        ("1942-12", "St. Louis", "SC, FC"),
        ("1942-12", "", "SC, FC"),
        ("1943-01", "St. Louis", "SC, FC, SG"),
    ],
)
def test_sets_are_those_of_the_ship_in_that_month_each_once(when: str, ship: str, sets: str) -> None:
    assert sets_at(SISTERS, when, ship) == sets


def test_a_set_of_unnamed_ships_is_nobodys() -> None:
    assert all(not fit.some for fit in fits_at(SISTERS, "1945-01", "Helena"))


@pytest.mark.parametrize(
    ("value", "whole"),
    [(Fraction(1, 2), 1), (Fraction(49, 100), 0), (Fraction(5, 2), 3), (Fraction(7), 7), (Fraction(0), 0)],
)
def test_a_half_is_rounded_up(value: Fraction, whole: int) -> None:
    assert half_up(value) == whole


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(192, 25), "7.68"),
        (Fraction(1, 3), "0.333"),
        (Fraction(2, 3), "0.667"),
        (Fraction(9999, 10000), "1"),
        (Fraction(1, 20), "0.05"),
        (12, "12"),
        (Fraction(0), "0"),
    ],
)
def test_a_number_is_written_with_as_many_decimals_as_it_needs(value: Fraction, text: str) -> None:
    assert decimal(value) == text
