"""Numbers and lists as people say them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.presentation.words import (
    MINUS,
    capital,
    counted,
    joined,
    mixed,
    number_word,
    party,
    percent,
    points_text,
    signed,
    tally,
    times,
    wins,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(7, 2), "3½"),
        (Fraction(1, 2), "½"),
        (Fraction(2, 3), "⅔"),
        (Fraction(55, 2), "27½"),
        (Fraction(3, 8), "⅜"),
        (Fraction(17, 12), "1 5/12"),
        (Fraction(5, 12), "5/12"),
        (Fraction(4), "4"),
        (Fraction(0), "0"),
        (3, "3"),
        (Fraction(-5, 2), "−2½"),
        (Fraction(-3), "−3"),
    ],
)
def test_fraction_is_said_as_a_mixed_number(value: Fraction | int, text: str) -> None:
    assert mixed(value) == text


def test_stored_points_are_said_and_what_is_no_number_stays() -> None:
    told = [points_text(text) for text in ("55/2", "27", "-1/2", "1/0", "many", "", "1e2000000000")]
    assert told == ["27½", "27", "−½", "1/0", "many", "", "1e2000000000"]


fractions = st.fractions(min_value=-5, max_value=5, max_denominator=12)


@given(fractions, fractions)
def test_two_fractions_are_said_alike_only_when_equal(one: Fraction, other: Fraction) -> None:
    assert (mixed(one) == mixed(other)) == (one == other)
    assert mixed(one).startswith(MINUS) == (one < 0)


def test_numbers_stand_in_words_up_to_twelve() -> None:
    assert [number_word(number) for number in (0, 1, 12, 13)] == ["no", "one", "twelve", "13"]
    assert number_word(-1) == "-1"


def test_counting_takes_singular_and_plural() -> None:
    assert counted(1, "ship") == "one ship"
    assert counted(0, "ship") == "no ships"
    assert counted(3, "merchantman", "merchantmen") == "three merchantmen"
    assert tally(1, "hex", "hexes") == "1 hex"
    assert tally(2, "hex", "hexes") == "2 hexes"


def test_addend_carries_its_sign() -> None:
    assert [signed(amount) for amount in (2, 0, -1)] == ["+2", "0", "−1"]


def test_list_is_joined_and_cut_short() -> None:
    names = ["Aoba", "Kako", "Furutaka", "Kinugasa"]
    assert joined([]) == ""
    assert joined(names[:1]) == "Aoba"
    assert joined(names[:2]) == "Aoba and Kako"
    assert joined(names) == "Aoba, Kako, Furutaka and Kinugasa"
    assert joined(names, most=4) == "Aoba, Kako, Furutaka and Kinugasa"
    assert joined(names, most=3) == "Aoba, Kako and 2 others"


def test_capital_leaves_the_rest_as_it_is() -> None:
    assert capital("a Japanese block") == "A Japanese block"
    assert capital("HMAS Canberra") == "HMAS Canberra"
    assert capital("") == ""


def test_chances_are_said_in_hundredths_and_never_as_certain_where_they_are_not() -> None:
    chances = [
        Fraction(0),
        Fraction(1, 300),
        Fraction(5, 12),
        Fraction(1, 8),
        Fraction(299, 300),
        Fraction(1),
    ]
    assert [percent(chance) for chance in chances] == [
        "0 %",
        "under 1 %",
        "42 %",
        "13 %",
        "over 99 %",
        "100 %",
    ]


def test_sides_take_article_and_verb() -> None:
    assert [party(name) for name in ("Japan", "Allies", "Royal Navy")] == [
        "Japan",
        "the Allies",
        "the Royal Navy",
    ]
    told = [wins(name) for name in ("Japan", "Allies", "Axis powers", "United States")]
    assert told == ["Japan wins", "the Allies win", "the Axis powers win", "the United States wins"]


def test_multiples_are_said_in_words() -> None:
    factors = [Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)]
    assert [times(factor, "her points") for factor in factors] == [
        "⅓ of her points",
        "half her points",
        "her points in full",
        "1½ times her points",
        "twice her points",
        "three times her points",
    ]
