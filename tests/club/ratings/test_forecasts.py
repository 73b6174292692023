"""What the numbers foretell, and how well: better with the sides than without, and better than a coin."""

import math
from dataclasses import replace
from fractions import Fraction

from darkseas.club.ratings.battles import RatedBattle, RatingTerms
from darkseas.club.ratings.forecasts import foretell
from darkseas.club.ratings.rating_lists import RatingList, rating_list
from tests.club.ratings.generated_seasons import season

TERMS = RatingTerms()


def without_sides(battle: RatedBattle) -> RatedBattle:
    return replace(battle, first_side="any", second_side="any")


def log_loss(rated: RatingList, battles: list[RatedBattle]) -> float:
    """Return the mean of what each ending cost whoever believed the forecast; a coin has ln 2."""
    total = 0.0
    for battle in battles:
        chance = foretell(rated, battle).chance
        assert chance is not None
        share = Fraction(battle.score, 2)
        total -= float(share) * math.log(chance) + float(1 - share) * math.log(1 - chance)
    return total / len(battles)


def losses(seed: int) -> tuple[float, float]:
    """Return what a season of 24 players and 400 battles on strong sides costs, with sides and without.

    The last hundred battles are unseen.
    """
    battles = season(seed, players=24, battles=400).battles
    seen, unseen = battles[:300], list(battles[300:])
    blind = rating_list("dark_seas", map(without_sides, seen), TERMS)
    return (
        log_loss(rating_list("dark_seas", seen, TERMS), unseen),
        log_loss(blind, list(map(without_sides, unseen))),
    )


def test_unseen_battles_are_foretold_better_with_sides_than_without_and_than_by_a_coin() -> None:
    """In every season the sides tell more than nothing; over ten of them players alone beat a coin."""
    seasons = [losses(seed) for seed in range(10)]
    assert all(with_sides < without for with_sides, without in seasons)
    with_sides, without = (sum(each) / len(seasons) for each in zip(*seasons, strict=True))
    assert with_sides < 0.6
    assert with_sides + 0.05 < without < math.log(2)


def test_forecast_turns_around_with_the_point_of_view() -> None:
    battles = season(seed=2, players=6, battles=150).battles
    rated = rating_list("dark_seas", battles, TERMS)
    one = battles[0]
    other = replace(
        one, first=one.second, first_side=one.second_side, second=one.first, second_side=one.first_side
    )
    found, mirrored = foretell(rated, one), foretell(rated, other)
    assert found.wins_of_100 is not None
    assert mirrored.wins_of_100 == 100 - found.wins_of_100
    assert found.chance == Fraction(found.wins_of_100, 100)
    assert found.words == f"The numbers foretell {found.wins_of_100} wins of 100, a draw as half of one."


def test_a_bid_changes_the_forecast() -> None:
    battles = season(seed=2, players=6, battles=150).battles
    dear = [replace(each, score=0, bid=Fraction(1, 2)) for each in battles[:30]]
    rated = rating_list("dark_seas", [*battles, *dear], TERMS)
    plain, with_bid = battles[40], replace(battles[40], bid=Fraction(1, 2))
    chances = foretell(rated, plain).chance, foretell(rated, with_bid).chance
    assert chances[0] is not None
    assert chances[1] is not None
    assert chances[1] < chances[0]


def test_nothing_is_foretold_of_newcomers() -> None:
    battles = season(seed=2, players=6, battles=150).battles
    found = foretell(rating_list("dark_seas", battles, TERMS), replace(battles[0], first=("new",)))
    assert (found.wins_of_100, found.chance) == (None, None)
    assert found.words == "Nothing can be foretold: somebody has no rating yet."


def test_sides_of_an_unknown_scenario_count_as_even() -> None:
    battles = season(seed=2, players=6, battles=150).battles
    rated = rating_list("dark_seas", battles, TERMS)
    elsewhere = replace(battles[0], scenario="elsewhere")
    found = foretell(rated, elsewhere)
    assert found.wins_of_100 == foretell(rated, without_sides(elsewhere)).wins_of_100
    assert found.words.endswith("What the sides are worth is not known yet.")
    few = [replace(each, scenario="elsewhere", score=2) for each in battles[:9]]
    again = foretell(rating_list("dark_seas", [*battles, *few], TERMS), elsewhere)
    assert not again.knows_sides
