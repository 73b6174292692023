"""Standings: an order of all, the same however outcomes come in, and honest about who is equal."""

import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.outcomes import Competition, Ending, Outcome, Unfought
from darkseas.club.standings.ranking import Row, standings
from darkseas.club.standings.tie_breaks.catalogue import TIE_BREAKS
from tests.club.standings.competitions import ROUND_ROBIN, competition, swiss

ALL_KEYS = tuple(key for key in TIE_BREAKS if key != "lots")


def places(rows: tuple[Row, ...]) -> str:
    return " ".join(f"{row.entrant}{row.place_text}" for row in rows)


def ranked(*tie_breaks: str) -> tuple[Row, ...]:
    return standings(competition("ABCD", *ROUND_ROBIN, tie_breaks=tie_breaks, unfought=Unfought.ROUND_ROBIN))


def test_equals_share_a_place() -> None:
    assert places(ranked("points")) == "B1 A2–3 C2–3 D4"


def test_tie_breaks_are_asked_in_order() -> None:
    assert places(ranked("points", "sonneborn-berger")) == "B1 C2 A3 D4"
    assert places(ranked("points", "buchholz")) == "B1 A2–3 C2–3 D4"
    assert places(ranked("points", "buchholz", "direct-encounter")) == "B1 C2 A3 D4"
    assert places(ranked("fewest-losses", "points")) == "B1 A2–3 C2–3 D4"


def test_row_shows_every_number_and_what_decided() -> None:
    rows = ranked("points", "buchholz", "direct-encounter")
    assert [row.decided_by for row in rows] == [None, "points", "direct-encounter", "points"]
    assert [[each.text for each in row.numbers] for row in rows] == [
        ["2", "4", "–"],
        ["1½", "4½", "1"],
        ["1½", "4½", "0"],
        ["1", "5", "–"],
    ]


def test_row_counts_what_happened() -> None:
    row = ranked("points")[0]
    assert [row.battles, row.points, row.losses] == [3, 2, 0]
    assert [row.endings[each] for each in (Ending.WON, Ending.DRAWN, Ending.LOST, Ending.BYE)] == [1, 2, 0, 0]


def test_nobody_entered() -> None:
    assert standings(competition("")) == ()


@settings(max_examples=50)
@given(swiss(), st.permutations(ALL_KEYS), st.randoms(use_true_random=False))
def test_order_is_total_and_hangs_on_no_order_of_input(
    played: Competition, keys: list[str], chance: random.Random
) -> None:
    played = replace(played, tie_breaks=tuple(keys))
    rows = standings(played)
    assert sorted(row.entrant for row in rows) == sorted(each.key for each in played.entrants)
    for number, row in enumerate(rows, 1):
        assert row.first_place <= number <= row.last_place
    turned = [
        Outcome(each.round, each.second, each.first) if each.second else each for each in played.outcomes
    ]
    entrants = list(played.entrants)
    chance.shuffle(turned)
    chance.shuffle(entrants)
    assert standings(replace(played, outcomes=tuple(turned), entrants=tuple(entrants))) == rows


@given(swiss())
def test_with_lots_nobody_shares_a_place(played: Competition) -> None:
    rows = standings(replace(played, tie_breaks=("points", "lots")))
    assert [(row.first_place, row.last_place) for row in rows] == [
        (number, number) for number in range(1, len(rows) + 1)
    ]


@settings(max_examples=50)
@given(swiss(), st.data())
def test_corrected_outcome_gives_what_a_fresh_computation_gives(
    played: Competition, data: st.DataObject
) -> None:
    played = replace(played, tie_breaks=("points", "buchholz", "sonneborn-berger", "direct-encounter"))
    before = standings(played)
    fought = [each for each in played.outcomes if each.second and each.first.ending is Ending.WON]
    if not fought:
        return
    wrong = data.draw(st.sampled_from(fought))
    assert wrong.second is not None
    right = Outcome(
        wrong.round, replace(wrong.first, ending=Ending.LOST), replace(wrong.second, ending=Ending.WON)
    )
    others = tuple(each for each in played.outcomes if each is not wrong)
    corrected = replace(played, outcomes=(*others, right))
    standings(corrected)
    assert standings(replace(corrected, outcomes=(right, *others))) == standings(corrected)
    assert standings(replace(played, outcomes=(*others, wrong))) == before


def test_numbers_are_written_as_people_read_them() -> None:
    values = (0, 3, Fraction(1, 2), Fraction(11, 4), Fraction(-5, 2), Fraction(1, 3), Fraction(-2, 3))
    assert [number_text(each) for each in values] == ["0", "3", "½", "2¾", "−2½", "0.33", "−0.67"]
    assert number_text(Fraction(2999, 1000)) == "3.00"
