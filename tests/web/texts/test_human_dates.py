"""Days as people write them, and what is none."""

from datetime import date

import pytest

from darkseas.web.texts.human_dates import read_days, words_and_days


@pytest.mark.parametrize(
    "text",
    [
        "7.12.1941", "07.12.1941", "7. 12. 1941", "7/12/1941", "7.12.41", "1941-12-07", "1941/12/7",
        "7 Dec 1941", "7 dec. 1941", "7th of December 1941", "7 December, 1941", "December 7, 1941",
        "Dec 7th 1941",
        "7-Dec-41", "1941 Dec 7", "  7   DECEMBER  1941 ",
    ],
)  # fmt: skip
def test_a_day_is_read_in_the_usual_ways(text: str) -> None:
    days = read_days(text)
    assert days is not None
    assert (days.first, days.last, days.in_words) == (date(1941, 12, 7), date(1941, 12, 7), "7 December 1941")


@pytest.mark.parametrize(
    "text", ["August 1942", "aug 1942", "Aug. 1942", "1942-08", "8/1942", "08.1942", "1942 August"]
)
def test_a_month_is_read_from_its_first_day_to_its_last(text: str) -> None:
    days = read_days(text)
    assert days is not None
    assert (days.first, days.last, days.in_words) == (date(1942, 8, 1), date(1942, 8, 31), "August 1942")


@pytest.mark.parametrize(
    "text",
    [
        "8/9 August 1942", "8-9 Aug 1942", "8–9 August 1942", "night of 8/9 August 1942",
        "the night of the 8th/9th of August 1942", "August 8-9, 1942",
    ],
)  # fmt: skip
def test_a_night_is_read_as_its_two_days(text: str) -> None:
    days = read_days(text)
    assert days is not None
    assert (days.first, days.last, days.in_words) == (date(1942, 8, 8), date(1942, 8, 9), "8/9 August 1942")


def test_a_night_may_lie_between_two_months_and_is_one_night_only() -> None:
    days = read_days("31/1 August 1942")
    assert days is not None
    assert (days.first, days.last) == (date(1942, 7, 31), date(1942, 8, 1))
    assert read_days("8/10 August 1942") is None
    assert read_days("30/1 August 1942") is None
    assert words_and_days("Savo the night of 8/9 August 1942") == ("Savo", read_days("8/9 August 1942"))


def test_a_year_is_read_whole_and_a_leap_february_too() -> None:
    year, february = read_days("1942"), read_days("Feb 1944")
    assert year is not None
    assert february is not None
    assert (year.first, year.last, year.in_words) == (date(1942, 1, 1), date(1942, 12, 31), "1942")
    assert february.last == date(1944, 2, 29)


def test_figures_are_turned_round_only_where_nothing_else_is_a_date() -> None:
    turned, plain = read_days("12/25/1941"), read_days("11/12/1941")
    assert turned is not None
    assert plain is not None
    assert (turned.first, plain.first) == (date(1941, 12, 25), date(1941, 12, 11))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "41",
        "31.2.1942",
        "1942-13",
        "13/1942",
        "32 Dec 1941",
        "Dezember 1941",
        "December",
        "0000",
        "٧.١٢.١٩٤١",
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_days(text) is None


@pytest.mark.parametrize(
    ("text", "words", "days"),
    [
        ("Exeter 13 Dec 1939", "Exeter", "13 December 1939"),
        ("7th of December 1941 Pearl Harbor", "Pearl Harbor", "7 December 1941"),
        ("1942", "", "1942"),
        ("8 inch cruisers", "8 inch cruisers", None),
        ("", "", None),
    ],
)
def test_days_are_parted_from_the_words_beside_them(text: str, words: str, days: str | None) -> None:
    rest, found = words_and_days(text)
    assert (rest, found and found.in_words) == (words, days)


@pytest.mark.parametrize("text", ["12/7/1941", "12-7-1941", "12/7/41"])
def test_figures_that_are_two_dates_say_how_they_were_read(text: str) -> None:
    days = read_days(text)
    assert days is not None
    assert days.first == date(1941, 7, 12)
    assert days.how_read == "Read with the day first, as 12 July 1941. For 7 December 1941 write 1941-12-07."


@pytest.mark.parametrize(
    "text", ["7.12.1941", "25/12/1941", "7/7/1941", "1941-12-07", "12/1941", "7 Dec 1941"]
)
def test_a_day_that_all_read_alike_says_nothing(text: str) -> None:
    days = read_days(text)
    assert days is not None
    assert days.how_read == ""
