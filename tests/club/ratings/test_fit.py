"""The fit against others: choix, a climb of our own along one unknown at a time, differences of the curve."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from darkseas.club.ratings import posterior
from darkseas.club.ratings.battles import NoEnd, RatedBattle, RatingTerms
from darkseas.club.ratings.fit import Fit, How, fit, points_per_log_odds
from darkseas.club.ratings.observations import (
    BID,
    MOST_SIDES,
    Sides,
    Unknown,
    advantage_of,
    observations,
    player_of,
    weights,
)
from tests.club.ratings.generated_seasons import season

TERMS = RatingTerms()
Values = Mapping[Unknown, float]


def battle(first: str, second: str, score: int = 2, scenario: str = "", **changes: object) -> RatedBattle:
    """Return a battle of letters; without a scenario both have the same side."""
    sides = ("allies", "axis") if scenario else ("any", "any")
    plain = RatedBattle(
        "2026-01-01", "dark_seas", scenario, tuple(first), sides[0], tuple(second), sides[1], score
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def values(found: Fit) -> dict[Unknown, float]:
    return {unknown: estimate.value for unknown, estimate in found.estimates.items()}


def turned(each: RatedBattle) -> RatedBattle:
    """Return the same battle seen from the other side."""
    return RatedBattle(
        each.day, each.system, each.scenario, each.second, each.second_side, each.first, each.first_side,
        2 - each.score, -each.bid,
    )  # fmt: skip


#: Players of different numbers on a side, draws, bids, two scenarios and equal sides.
MIXED = (
    battle("A", "B", 2, "savo"),
    battle("A", "B", 1, "savo"),
    battle("B", "A", 2, "savo"),
    battle("C", "A", 2, "savo", bid=Fraction(1, 10)),
    battle("C", "B", 0, "cape", bid=Fraction(1, 4)),
    battle("AB", "C", 2, "cape"),
    battle("ABC", "D", 2, "cape"),
    battle("D", "A", 1),
    battle("D", "C", 0),
)


def log_posterior(battles: Sequence[RatedBattle], terms: RatingTerms, at: Values) -> float:
    """What the fit makes as great as can be, written down anew: likelihood and what is believed before."""
    unit = points_per_log_odds(terms)
    spreads = {"player": terms.player_spread, "sides": terms.side_spread, "bid": terms.bid_spread}
    total = -sum((value * unit / spreads[unknown[0]]) ** 2 / 2 for unknown, value in at.items())
    for each in battles:
        odds = sum(float(weight) * at[unknown] for unknown, weight in weights(each).items())
        share = each.score / 2
        total -= share * math.log1p(math.exp(-odds)) + (1 - share) * math.log1p(math.exp(odds))
    return total


def by_climbing(rises: Callable[[Values], float], unknowns: Sequence[Unknown]) -> dict[Unknown, float]:
    """Return where a function is greatest, by smaller and smaller steps along one unknown at a time."""
    at = dict.fromkeys(unknowns, 0.0)
    size, height = 1.0, rises(at)
    while size > 1e-9:
        is_higher = False
        for unknown in unknowns:
            for step in (size, -size):
                there = at | {unknown: at[unknown] + step}
                if (new := rises(there)) > height:
                    at, height, is_higher = there, new, True
        size = size if is_higher else size / 2
    return at


@pytest.mark.parametrize(
    ("spread", "of_choix"),
    [
        (200, [0.80552812, -0.02686955, -0.44306614, -0.33559244]),
        (100, [0.48544773, -0.04641363, -0.26020423, -0.17882987]),
    ],
)
def test_fit_without_sides_is_that_of_choix(spread: int, of_choix: list[float]) -> None:
    """choix 0.4.1, `opt_pairwise`, alpha half of one over the variance, on the same 14 battles."""
    pairs = ["AB"] * 3 + ["BA"] + ["BC"] * 2 + ["CB", "CA"] + ["AC"] * 2 + ["AD"] * 3 + ["DC"]
    found = values(fit([battle(*pair) for pair in pairs], replace(TERMS, player_spread=spread)))
    assert [found[player_of(key)] for key in "ABCD"] == pytest.approx(of_choix, abs=1e-6)


def test_fit_is_where_a_climb_of_another_kind_ends() -> None:
    found = values(fit(MIXED, TERMS))
    climbed = by_climbing(lambda at: log_posterior(MIXED, TERMS, at), list(found))
    assert found == pytest.approx(climbed, abs=1e-6)
    assert found.keys() == {
        *(player_of(key) for key in "ABCD"),
        advantage_of(Sides("savo", "allies", "axis")),
        advantage_of(Sides("cape", "allies", "axis")),
        BID,
    }


def test_errors_are_those_of_the_inverse_of_the_second_derivatives() -> None:
    found = fit(MIXED, TERMS)
    at, step = values(found), 1e-3
    names = list(at)

    def height(moves: Mapping[Unknown, float]) -> float:
        return log_posterior(MIXED, TERMS, {name: at[name] + moves.get(name, 0.0) for name in names})

    def second(a: Unknown, b: Unknown) -> float:
        if a == b:
            return -(height({a: step}) - 2 * height({}) + height({a: -step})) / step**2
        corners = [height({a: x, b: y}) * x * y for x in (step, -step) for y in (step, -step)]
        return -sum(corners) / (4 * step**4)

    inverse = inverted([[second(a, b) for b in names] for a in names])
    errors = [found.estimates[name].error for name in names]
    assert errors == pytest.approx([math.sqrt(inverse[n][n]) for n in range(len(names))], rel=1e-4)


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for m in range(size):
            if m != n:
                rows[m] = [a - rows[m][n] * b for a, b in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]


def test_order_and_point_of_view_change_nothing() -> None:
    battles = list(season(seed=5, players=9, battles=120).battles)
    before = fit(battles, TERMS)
    chance = random.Random(6)
    mixed = [turned(each) if chance.random() < 0.5 else each for each in battles]
    chance.shuffle(mixed)
    assert fit(mixed, TERMS) == before
    assert fit([turned(each) for each in MIXED], TERMS) == fit(MIXED, TERMS)


def test_draw_is_half_a_win_and_half_a_loss() -> None:
    drawn = fit([battle("A", "B", 1), battle("A", "B", 1)], TERMS)
    assert values(drawn) == values(fit([battle("A", "B", 2), battle("A", "B", 0)], TERMS))
    assert values(drawn) == pytest.approx({player_of("A"): 0.0, player_of("B"): 0.0})


def test_players_lie_around_the_centre() -> None:
    found = values(fit(season(seed=3, players=9, battles=100).battles, TERMS))
    assert math.fsum(value for unknown, value in found.items() if unknown[0] == "player") == pytest.approx(
        0, abs=1e-8
    )


def test_who_always_wins_has_a_rating_all_the_same() -> None:
    found = fit([battle("A", "B")] * 500, TERMS)
    assert 1 < found.estimates[player_of("A")].value < 5


def test_winning_with_the_weak_side_is_worth_more() -> None:
    """Allies win at Savo almost always. A and B won once each, A with the axis."""
    known = [battle(first, second, 2, "savo") for first, second in ("CD", "DC", "EF", "FE") * 5]
    found = values(fit([*known, battle("C", "A", 0, "savo"), battle("B", "C", 2, "savo")], TERMS))
    assert found[advantage_of(Sides("savo", "allies", "axis"))] > 1
    assert found[player_of("A")] > found[player_of("B")] > 0


def test_more_battles_make_the_error_smaller() -> None:
    errors = [
        fit([battle("A", "B", 2), battle("A", "B", 0)] * count, TERMS).estimates[player_of("A")].error
        for count in (1, 5, 50)
    ]
    assert errors == sorted(errors, reverse=True)


def test_nothing_fought_gives_nothing() -> None:
    assert fit([], TERMS).estimates == {}


def test_battle_that_cannot_be_is_refused() -> None:
    for first, second, score, text in (
        ("A", "", 2, "no players"),
        ("AB", "BC", 2, "listed twice"),
        ("AA", "B", 2, "listed twice"),
        ("A", "B", 3, "half points, not 3"),
    ):
        with pytest.raises(ValueError, match=text):
            battle(first, second, score)


def test_sides_least_fought_are_left_out_where_a_fit_has_no_room() -> None:
    """A file of old results may name thousands of scenarios; time goes with the cube of the unknowns."""
    whole = observations(MIXED)
    savo, cape = (advantage_of(Sides(scenario, "allies", "axis")) for scenario in ("savo", "cape"))
    most = len(whole.unknowns) - 1
    seen = observations(MIXED, most)
    assert seen.left_out == {cape}
    assert set(seen.unknowns) == set(whole.unknowns) - {cape}
    assert seen.battles_of == whole.battles_of
    found = fit(MIXED, TERMS, How(most))
    assert found.left_out == {cape}
    assert found.estimates[savo].value != 0
    assert (found.estimates[cape].value, found.estimates[cape].battles) == (0, 3)
    assert found.estimates[cape].error * found.points_per_log_odds == pytest.approx(TERMS.side_spread)
    assert found.estimates.keys() == set(whole.unknowns)


def test_there_are_never_more_unknowns_than_there_is_room_for() -> None:
    """A third of the room stays for sides, and a player on a side of ten has fought a tenth of a battle."""
    crowd = [battle("EFGHIJKLMN", "OPQRSTUVWX", 2, f"title {number}") for number in range(8)]
    for most in range(2, 40):
        seen = observations((*MIXED, *crowd), most)
        assert len(seen.unknowns) == min(most, 35)
        assert set(seen.unknowns) | seen.left_out == set(seen.battles_of)
    seen = observations((*MIXED, *crowd), 10)
    kept = set(seen.unknowns)
    assert {player_of(key) for key in "ABCD"} < kept
    assert {advantage_of(Sides(scenario, "allies", "axis")) for scenario in ("savo", "cape")} < kept
    assert fit((*MIXED, *crowd), TERMS, How(10)).estimates.keys() == set(seen.battles_of)


def test_of_scenarios_fought_once_two_hundred_have_an_unknown_and_the_others_are_even() -> None:
    titles = [battle("E", "F", 1, f"title {number:03}") for number in range(MOST_SIDES + 50)]
    seen = observations((*MIXED, *titles))
    assert sum(unknown[0] == "sides" for unknown in seen.unknowns) == MOST_SIDES
    assert len(seen.left_out) == 52
    assert all(unknown[1].startswith("title") for unknown in seen.left_out)


def test_left_out_players_count_as_average_ones() -> None:
    """Who has beaten somebody of whom nothing is known has beaten an average player."""
    known = [battle("A", "B"), battle("B", "A"), battle("A", "B")]
    found = fit([*known, battle("A", "C")], TERMS, How(2))
    against_nobody = fit([*known, battle("A", "C")], replace(TERMS, player_spread=200), How(3))
    assert found.left_out == {player_of("C")}
    assert found.estimates[player_of("C")].value == 0
    assert found.estimates[player_of("A")].value > against_nobody.estimates[player_of("A")].value > 0


def lopsided(wins: int, titles: int = 0) -> list[RatedBattle]:
    """Wins of one over another, beside draws of two others on as many scenarios."""
    return [battle("A", "B")] * wins + [battle("C", "D", 1, f"title {n:03}") for n in range(titles)]


def test_lopsided_results_take_few_steps() -> None:
    """Steps grow with the logarithm of how lopsided results are; no slope is left at the end."""
    check_steps(lopsided(4_400, 590))
    check_steps(lopsided(22_000))
    check_steps(
        [*lopsided(5_000), battle("B", "C"), *[battle("C", "A")] * 3_000, battle("AD", "B", 0, "savo")]
    )
    check_steps([battle("A", "B", bid=Fraction(1)), *[battle("B", "A", bid=Fraction(1, 900))] * 3_000])


def check_steps(battles: list[RatedBattle]) -> None:
    steps: list[None] = []
    found = fit(battles, TERMS, How(at_each_step=lambda: steps.append(None)))
    assert len(steps) < posterior.MOST_STEPS / 2
    seen = observations(battles)
    unit, at = points_per_log_odds(TERMS), values(found)
    spreads = {"player": TERMS.player_spread, "sides": TERMS.side_spread, "bid": TERMS.bid_spread}
    slopes = {each: -at[each] * (unit / spreads[each[0]]) ** 2 for each in seen.unknowns}
    for parts, count, score in seen.rows:
        odds = math.fsum(part * at[seen.unknowns[number]] for number, part in parts)
        for number, part in parts:
            slopes[seen.unknowns[number]] += part * (score / 2 - count / (1 + math.exp(-odds)))
    assert max(map(abs, slopes.values())) < 1e-7


def test_failure_to_converge_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posterior, "MOST_STEPS", 2)
    with pytest.raises(NoEnd, match=r"The ratings did not converge in 2 steps\."):
        fit(MIXED, TERMS)
