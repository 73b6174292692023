"""Curves: each point is the rating as it was, from the battles until then alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from darkseas.club.ratings.battles import RatedBattle, RatingTerms
from darkseas.club.ratings.curves import (
    MOST_POINTS,
    CurvePoint,
    lists_at,
    months_of,
    months_within,
    rating_curves,
    work_of,
)
from darkseas.club.ratings.rating_lists import rating_list
from tests.club.ratings.generated_seasons import season

TERMS = RatingTerms()


def curves_at(battles: Sequence[RatedBattle], moments: Sequence[str]) -> Mapping[str, tuple[CurvePoint, ...]]:
    return rating_curves(lists_at("dark_seas", battles, moments, TERMS))


def test_points_are_the_ratings_of_the_battles_until_then() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    months = months_of(battles)
    curves = curves_at(battles, months)
    assert months == tuple(f"2026-{month:02}" for month in range(1, 13))
    until_june = [each for each in battles if each.day < "2026-07"]
    in_june = {each.player: each.rating for each in rating_list("dark_seas", until_june, TERMS).ratings}
    assert {
        player: point.rating
        for player, points in curves.items()
        for point in points
        if point.moment == "2026-06"
    } == {player: rating for player, rating in in_june.items() if rating}


def test_later_battles_change_no_earlier_point() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    until_june = [each for each in battles if each.day < "2026-07"]
    months = [f"2026-{month:02}" for month in range(1, 7)]
    assert curves_at(battles, months) == curves_at(until_june, months)


def test_curve_begins_when_there_is_something_to_show() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    curves = curves_at(battles, months_of(battles))
    assert sorted(curves) == [f"p{number:03}" for number in range(6)]
    assert all(points[0].moment > "2026-01" for points in curves.values())
    assert curves_at(battles[:5], ["2026"]) == {}


def test_moments_may_be_days_months_or_years() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    whole_year = curves_at(battles, ["2026"])
    last_day = curves_at(battles, ["2026-12-31"])
    assert {player: points[0].rating for player, points in whole_year.items()} == {
        player: points[0].rating for player, points in last_day.items()
    }


def test_months_are_those_with_battles() -> None:
    battles = season(seed=4, players=4, battles=2).battles
    dated = [replace(battles[0], day="2026-02-01"), replace(battles[1], day="2025-11-30")]
    assert months_of(dated) == ("2025-11", "2026-02")
    assert months_of([]) == ()


def test_one_old_battle_takes_no_point_from_anybodys_curve() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    old = replace(battles[0], day="1850-01-01")
    assert months_within([old, *battles]) == ("1850-01", *months_of(battles))
    before, after = curves_at(battles, months_within(battles)), [old, *battles]
    for player, points in curves_at(after, months_within(after)).items():
        theirs = {point.moment for point in before.get(player, ())}
        assert theirs <= {point.moment for point in points}


def test_large_houses_have_fewer_points_and_always_the_last() -> None:
    battles = season(seed=4, players=6, battles=120).battles
    months, work = months_of(battles), work_of(battles)
    assert months_within(battles) == months
    assert list(work.values()) == sorted(work.values())
    third = months_within(battles, work[months[-1]] + work[months[-4]] + work[months[-7]] + work[months[-10]])
    assert third == ("2026-03", "2026-06", "2026-09", "2026-12")
    assert months_within(battles, 1) == ("2026-12",)
    monthly = [
        replace(battles[0], day=f"{1900 + month // 12}-{1 + month % 12:02}-01") for month in range(500)
    ]
    assert MOST_POINTS / 2 < len(months_within(monthly)) <= MOST_POINTS
    assert months_within([]) == ()
