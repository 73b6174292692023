"""Rating lists: in whole points, with intervals, and nothing where nothing is known."""

from dataclasses import replace

import pytest

from darkseas.club.ratings.battles import RatedBattle, RatingTerms
from darkseas.club.ratings.fit import How
from darkseas.club.ratings.observations import Sides
from darkseas.club.ratings.rating_lists import Interval, SideBalance, percent, rating_list
from tests.club.ratings.generated_seasons import season

TERMS = RatingTerms()


def duel(score: int, number: int, scenario: str = "savo") -> RatedBattle:
    """Return one battle of a long row between the same two, who change sides each time."""
    first, second = ("A", "B") if number % 2 else ("B", "A")
    return RatedBattle("2026-01-01", "dark_seas", scenario, (first,), "allies", (second,), "axis", score)


def balance(battles: list[RatedBattle]) -> SideBalance:
    return rating_list("dark_seas", battles, TERMS).sides[0]


def test_list_goes_from_the_highest_down_and_newcomers_stand_last() -> None:
    known = season(seed=1, players=8, battles=200)
    newcomer = replace(known.battles[0], first=("new",))
    found = rating_list("dark_seas", [*known.battles, newcomer], TERMS)
    assert found.ratings[-1].player == "new"
    assert found.ratings[-1].rating is None
    points = [each.rating.points for each in found.ratings if each.rating]
    assert len(points) == 8
    assert points == sorted(points, reverse=True)


def test_interval_worked_out_by_hand() -> None:
    """Eight draws of two: the variance of half their difference is 1 / (2 (0.7545 + 8/4 + 8/4)), 0.1052.

    0.7545 is one over the square of 200 points in log odds; 1.96 errors of 173.7 × 0.3243 points are 110.
    """
    even = [replace(duel(1, 1), first_side="any", second_side="any")] * 8
    ratings = rating_list("dark_seas", even, TERMS).ratings
    assert [each.rating for each in ratings] == [Interval(1500, 1390, 1610)] * 2


def test_intervals_hold_the_truth_about_95_times_of_100() -> None:
    held = total = 0
    for seed in range(12):
        known = season(seed, players=16, battles=300)
        unit = 400 / 2.302585093
        middle = sum(known.strengths.values()) / len(known.strengths)
        for each in rating_list("dark_seas", known.battles, TERMS).ratings:
            if each.rating:
                truth = TERMS.centre + (known.strengths[each.player] - middle) * unit
                held += each.rating.low <= truth <= each.rating.high
                total += 1
    assert total > 180
    assert 0.9 <= held / total <= 0.99


def test_n13_of_three_battles_nothing_is_known() -> None:
    found = balance([duel(2, number) for number in range(3)])
    assert (found.battles, found.advantage, found.wins) == (3, None, None)
    assert found.words() == "Not known yet: 3 battles, and an estimate needs at least 10."
    assert balance([duel(2, 1)]).words().startswith("Not known yet: 1 battle,")


def test_n13_two_hundred_battles_say_more_than_twenty() -> None:
    few = balance([duel(2 * (number % 3 > 0), number) for number in range(20)])
    many = balance([duel(2 * (number % 3 > 0), number) for number in range(200)])
    assert few.wins
    assert many.wins
    assert many.wins.high - many.wins.low < few.wins.high - few.wins.low
    assert few.words({"allies": "Allies"}).startswith(
        "No clear advantage for either side: after 20 battles, Allies wins "
    )
    assert many.words({"allies": "Allies"}).startswith(
        "Allies has the advantage: after 200 battles, Allies wins about 66 of 100 between equals "
    )


def test_balance_is_told_from_the_better_side() -> None:
    found = balance([duel(0, number) for number in range(40)])
    assert found.sides == Sides("savo", "allies", "axis")
    assert found.advantage is not None
    assert found.advantage.high < 0
    assert found.words().startswith("axis has the advantage: after 40 battles, axis wins ")


def test_share_of_the_other_side_is_turned_around() -> None:
    sides = Sides("savo", "allies", "axis")
    found = SideBalance(sides, 40, 10, Interval(-90, -150, -30), Interval(38, 30, 46))
    assert found.words() == (
        "axis has the advantage: after 40 battles, axis wins about 62 of 100 between equals (54 to 70)."
    )


def test_bids_are_worth_something_where_somebody_bid() -> None:
    assert rating_list("dark_seas", [duel(2, 1)], TERMS).bid_worth is None
    bids = [
        replace(duel(0, number), bid=battle_bid)
        for number, battle_bid in enumerate([duel(0, 0).bid + 1] * 12)
    ]
    worth = rating_list("dark_seas", bids, TERMS).bid_worth
    assert worth is not None
    assert worth.points < 0


@pytest.mark.parametrize(("log_odds", "wins"), [(0.0, 50), (1.0, 73), (-1.0, 27), (9.0, 99), (-9.0, 1)])
def test_chances_are_told_as_wins_of_100_and_nothing_is_certain(log_odds: float, wins: int) -> None:
    assert percent(log_odds) == wins


def test_who_and_what_was_left_out_has_no_number_and_is_counted() -> None:
    known = season(seed=2, players=12, battles=300, scenarios=9).battles
    whole = rating_list("dark_seas", known, TERMS)
    some = rating_list("dark_seas", known, TERMS, How(12))
    assert (whole.even_sides, whole.average_players) == (0, 0)
    assert (some.even_sides, some.average_players) == (5, 4)
    assert (len(some.sides), len(some.ratings)) == (4, 12)
    assert sum(one.rating is None for one in some.ratings) == 4
