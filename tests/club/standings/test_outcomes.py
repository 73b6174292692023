"""What may be entered as an outcome, and what a rule of points must say."""

from fractions import Fraction

import pytest

from darkseas.club.standings.outcomes import (
    Competition,
    Ending,
    Entrant,
    Outcome,
    PointsRule,
    Showing,
    Unfought,
    points_rule,
)
from darkseas.club.standings.outcomes_by_entrant import field_of
from tests.club.standings.competitions import competition, outcome


@pytest.mark.parametrize(
    ("first", "second"),
    [(Ending.WON, Ending.WON), (Ending.DRAWN, Ending.LOST), (Ending.WON, Ending.FORFEITED)],
)
def test_endings_that_do_not_go_together_are_refused(first: Ending, second: Ending) -> None:
    with pytest.raises(ValueError, match="does not match"):
        Outcome(1, Showing("A", first), Showing("B", second))


def test_win_without_an_opponent_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an opponent"):
        Outcome(1, Showing("A", Ending.WON))


def test_nobody_meets_themselves() -> None:
    with pytest.raises(ValueError, match="cannot meet"):
        Outcome(1, Showing("A", Ending.WON), Showing("A", Ending.LOST))


def test_rule_without_an_ending_is_refused() -> None:
    with pytest.raises(ValueError, match="no points for drawn"):
        PointsRule({ending: Fraction(0) for ending in Ending if ending is not Ending.DRAWN})


def test_rule_that_pays_for_losing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least a draw"):
        points_rule(1, 2)


def test_three_points_for_a_win() -> None:
    rule = points_rule(3, 1)
    assert [rule.of(ending) for ending in (Ending.WON, Ending.DRAWN, Ending.BYE, Ending.FORFEITED)] == [
        3,
        1,
        3,
        0,
    ]


def test_entrant_named_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="listed twice"):
        Competition((Entrant("A"), Entrant("A")), ())


def test_outcome_of_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="has not entered: Z"):
        Competition((Entrant("A"),), (outcome("A 1-0 Z", 1),))


def test_what_is_not_ratified_counts_for_nothing() -> None:
    open_one = Competition((Entrant("A"), Entrant("B")), (outcome("A 1-0 B", 1, is_ratified=False),))
    assert field_of(open_one).points == {"A": 0, "B": 0}
    assert field_of(open_one).appearances == {"A": (), "B": ()}


def test_who_is_not_named_in_a_finished_round_was_absent_from_it() -> None:
    seen = field_of(competition("ABC", "A 1-0 B")).appearances["C"]
    assert [(each.round, each.ending) for each in seen] == [(1, Ending.ABSENT)]


def test_free_round_of_a_round_robin_is_no_round() -> None:
    free = field_of(competition("ABC", "A 1-0 B", unfought=Unfought.ROUND_ROBIN))
    assert free.appearances["C"] == ()
