"""What a club keeps beyond one tournament: the season's table, the honours board, head to head."""

from dataclasses import replace
from fractions import Fraction

import pytest

from darkseas.club.standings.head_to_head import Tally, head_to_head
from darkseas.club.standings.outcomes import Unfought, points_rule
from darkseas.club.standings.podiums import honours_list
from darkseas.club.standings.ranking import standings
from darkseas.club.standings.seasons import (
    Finish,
    FinishedTournament,
    SeasonRule,
    finished,
    place_points,
    season_table,
)
from tests.club.standings.competitions import ROUND_ROBIN, competition, outcome

RULE = SeasonRule(for_taking_part=Fraction(0))
SPRING = FinishedTournament("Spring", (Finish("A", 1, 1), Finish("B", 2, 3), Finish("C", 2, 3)))
AUTUMN = FinishedTournament("Autumn", (Finish("B", 1, 1), Finish("A", 2, 2)))
FREE = [half for each in (outcome("C 1-0 A", 1), outcome("C = B", 2)) for half in each.showings]


def test_season_counts_places_and_free_battles() -> None:
    """A: 10 + 7. B: half of 7 + 5, 10, and ½ for a draw. C: 6 and 1½."""
    rows = season_table([SPRING, AUTUMN], FREE, RULE)
    assert [(row.who, row.place_text, row.points) for row in rows] == [
        ("A", "1", 17),
        ("B", "2", Fraction(33, 2)),
        ("C", "3", Fraction(15, 2)),
    ]
    assert [(part.title, part.points) for part in rows[2].parts] == [
        ("Spring", 6),
        ("free battles", Fraction(3, 2)),
    ]


def test_only_the_best_tournaments_count_and_free_battles_always_do() -> None:
    rows = season_table([SPRING, AUTUMN], FREE, replace(RULE, best_of=1))
    assert [(row.who, row.place_text, row.points) for row in rows] == [
        ("B", "1", Fraction(21, 2)),
        ("A", "2", 10),
        ("C", "3", Fraction(15, 2)),
    ]
    assert [part.counts for part in rows[1].parts] == [True, False, True]


def test_equals_of_a_season_share_a_place() -> None:
    rows = season_table([replace(AUTUMN, finishes=(Finish("B", 1, 2), Finish("A", 1, 2)))], [], RULE)
    assert [(row.who, row.place_text) for row in rows] == [("A", "1–2"), ("B", "1–2")]


def test_free_battles_are_worth_what_the_club_says() -> None:
    rows = season_table([], FREE, replace(RULE, free_battles=points_rule(3, 1)))
    assert {row.who: row.points for row in rows} == {"C": 4, "B": 1, "A": 0}


@pytest.mark.parametrize(
    ("first", "last", "points"),
    [(1, 1, 10), (6, 6, 1), (7, 9, 0), (6, 7, Fraction(1, 2)), (1, 2, Fraction(17, 2))],
)
def test_shared_places_share_their_points(first: int, last: int, points: Fraction) -> None:
    assert place_points(Finish("A", first, last), RULE) == points
    assert place_points(Finish("A", first, last), SeasonRule()) == points + 1


def test_who_took_part_too_rarely_is_not_in_the_table() -> None:
    times = {row.who: len(row.parts) for row in season_table([SPRING, AUTUMN], (), RULE)}
    rows = season_table([SPRING, AUTUMN], (), replace(RULE, fewest=2))
    assert [row.who for row in rows] == [who for who, often in times.items() if often >= 2]
    assert 0 < len(rows) < len(times)


def test_standings_become_a_part_of_a_season() -> None:
    rows = standings(competition("ABCD", *ROUND_ROBIN, unfought=Unfought.ROUND_ROBIN))
    assert finished("Cup", rows).finishes[1] == Finish("A", 2, 3)


def test_honours_list_counts_firsts_before_seconds() -> None:
    fourth = FinishedTournament("Winter", (Finish("D", 4, 4),))
    season = season_table([SPRING, AUTUMN], FREE, RULE)
    board = honours_list([SPRING, AUTUMN, fourth], [("Season 1942", season)])
    assert [(row.who, row.counts) for row in board] == [("A", (2, 1, 0)), ("B", (1, 2, 0)), ("C", (0, 1, 1))]
    assert [(each.title, each.place, each.is_shared, each.is_season) for each in board[2].honours] == [
        ("Spring", 2, True, False),
        ("Season 1942", 3, False, True),
    ]


def test_head_to_head_is_seen_from_the_first() -> None:
    outcomes = [
        outcome("A 1-0 B 12:7", 1),
        outcome("B 1-0 A 5:3", 2),
        outcome("A = B 4:4", 3),
        outcome("B +- A", 4),
        outcome("A 1-0 C", 5),
        outcome("A bye", 6),
        outcome("A 1-0 B", 7, is_ratified=False),
    ]
    found = head_to_head("A", "B", outcomes)
    assert found.tally == Tally(won=1, drawn=1, lost=1)
    assert found.tally.battles == 3
    assert found.by_side == {"allies": Tally(lost=1), "axis": Tally(won=1, drawn=1)}
    assert [found.victory_points, found.victory_points_against] == [19, 16]
    assert (found.losses, found.losses_inflicted, found.forfeits) == (1, 1, 1)
    assert head_to_head("A", "B", outcomes[::-1]) == found
    turned = head_to_head("B", "A", outcomes)
    assert turned.tally == Tally(won=1, drawn=1, lost=1)
    assert turned.victory_points == found.victory_points_against
