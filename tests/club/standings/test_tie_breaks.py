"""Each tie-break by examples that were worked out by hand, and by what must hold of any competition."""

from fractions import Fraction

import pytest
from hypothesis import given

from darkseas.club.standings.outcomes import FOUGHT, Competition, Unfought
from darkseas.club.standings.outcomes_by_entrant import field_of
from darkseas.club.standings.tie_breaks.catalogue import TIE_BREAKS, tie_breaks_of
from darkseas.club.standings.unplayed_rounds import contributions
from tests.club.standings.competitions import ROUND_ROBIN, competition, round_robins, swiss

#: Three rounds with all that may go wrong: E has the bye of round 1 and D that of round 2, C forfeits to B in
#: round 2, D has withdrawn before round 3. Points: A 2½, B 2, C 1½, D 1, E 1.
SWISS = ("A 1-0 B,C 1-0 D,E bye", "A 1-0 E,B +- C,D bye", "A = C,B 1-0 E,D absent")


def numbers(key: str, played: Competition) -> dict[str, Fraction]:
    field = field_of(played)
    return dict(TIE_BREAKS[key].measure(field, tuple(field.appearances)))


def halves(text: str) -> list[Fraction]:
    return [Fraction(each) for each in text.split()]


@pytest.mark.parametrize(
    ("key", "of_a_b_c_d"),
    [
        ("points", "3/2 2 3/2 1"),
        # A met B, C, D: 2 + 1½ + 1.
        ("buchholz", "9/2 4 9/2 5"),
        # Without D's 1 for A and C, without D's 1 for B, without a 1½ for D.
        ("buchholz-cut-1", "7/2 3 7/2 7/2"),
        # And without B's 2 for A, C and D, without a 1½ for B.
        ("buchholz-median-1", "3/2 3/2 3/2 3/2"),
        # A beat D and drew with B: 1 + 2/2. B drew with A and C and beat D: ¾ + ¾ + 1.
        ("sonneborn-berger", "2 5/2 5/2 3/2"),
        ("wins", "1 1 1 1"),
        ("fewest-losses", "1 0 1 2"),
    ],
)
def test_round_robin_by_hand(key: str, of_a_b_c_d: str) -> None:
    played = competition("ABCD", *ROUND_ROBIN, unfought=Unfought.ROUND_ROBIN)
    assert list(numbers(key, played).values()) == halves(of_a_b_c_d)


@pytest.mark.parametrize(
    ("key", "of_a_b_c_d_e"),
    [
        ("points", "5/2 2 3/2 1 1"),
        # B: A 2½; the forfeit as against a dummy with B's 2, but no more than C's 1½ (16.4.1); E 1.
        # C: D 1½, whose last round counts as a draw (16.3); the forfeit 1½; A 2½.
        # D: C 1½; bye and absence against a dummy with D's own 1. E: the same for the bye, A 2½, B 2.
        ("buchholz", "9/2 5 11/2 7/2 11/2"),
        # C's forfeit goes and D's absence; for the others their lowest.
        ("buchholz-cut-1", "7/2 4 4 5/2 9/2"),
        # A: 2 + 1 + 1½/2. B: 1½ for the forfeit, 1 for E. C: 1½ + 2½/2. D and E: a dummy with 1.
        ("sonneborn-berger", "15/4 5/2 11/4 1 1"),
        # Neither a bye nor a forfeit is a win by fighting.
        ("wins", "2 1 1 0 0"),
    ],
)
def test_swiss_with_unfought_rounds_by_hand(key: str, of_a_b_c_d_e: str) -> None:
    played = competition("ABCDE", *SWISS)
    assert list(numbers(key, played).values()) == halves(of_a_b_c_d_e)


def test_dummy_of_a_bye_has_no_more_than_draws_in_all_rounds() -> None:
    """FIDE C.07, 16.4.2: A has 2½ of 3, and the dummy of A's half bye 1½."""
    played = competition("ABC", "A half,B = C", "A 1-0 B,C absent", "A 1-0 C,B absent")
    # B and C: a draw, a loss, and an absence each. B's is the last round, and counts as a draw: 1.
    assert field_of(played).adjusted_points["B"] == 1
    assert field_of(played).adjusted_points["C"] == Fraction(1, 2)
    assert numbers("buchholz", played)["A"] == Fraction(3, 2) + 1 + Fraction(1, 2)


def test_dummy_has_no_more_than_draws_in_the_rounds_so_far() -> None:
    """A has a point by bye and one by battle; the dummy of the bye grows with the rounds, whoever fought."""
    rounds = ("A bye,B = C", "A 1-0 B,C bye", "A = C,B bye", "A absent,B = C", "A = B,C bye")
    for count in range(1, len(rounds) + 1):
        field = field_of(competition("ABC", *rounds[:count]))
        assert contributions(field, "A")[0].strength == Fraction(count, 2), count


@pytest.mark.parametrize("alone", ["bye", "half", "absent"])
def test_mirrored_round_without_an_opponent_is_worth_both_battles(alone: str) -> None:
    """A is alone in a round in which B wins both battles of theirs."""
    ending = f"A {alone},A {alone}" if alone != "absent" else ""
    played = competition("ABC", f"{ending},B 1-0 C,C 0-1 B", "A 1-0 C,C 0-1 A,B bye,B bye", battles_a_round=2)
    field = field_of(played)
    assert field.points["A"] == {"bye": 4, "half": 3, "absent": 2}[alone]
    assert {len(seen) for seen in field.appearances.values()} == {4}
    assert [one.strength for one in contributions(field, "A")] == [2, 2, 0, 0]


def test_voluntary_round_is_cut_before_a_lower_one() -> None:
    """FIDE C.07, 16.5: of 1½ for the half bye, 1 and ½, Cut-1 takes the 1½."""
    played = competition("ABC", "A half,B = C", "A 1-0 B,C absent", "A 1-0 C,B absent")
    assert numbers("buchholz-cut-1", played)["A"] == Fraction(3, 2)


def test_bye_between_fought_rounds_counts_as_given() -> None:
    """FIDE C.07, 16.3: only what nothing but unfought rounds follow counts as a draw."""
    field = field_of(competition("AB", "A absent,B absent", "A 1-0 B"))
    assert field.adjusted_points["A"] == 1
    assert field.adjusted_points["B"] == 0


def test_absence_before_a_forfeit_counts_as_a_draw_for_opponents() -> None:
    field = field_of(competition("AB", "A absent,B absent", "A +- B"))
    assert field.adjusted_points["B"] == Fraction(1, 2)
    assert field.adjusted_points["A"] == 1


def test_forfeit_of_a_round_robin_counts_as_fought() -> None:
    played = competition("ABC", "A +- B", "B 1-0 C", "A = C", unfought=Unfought.ROUND_ROBIN)
    assert numbers("buchholz", played) == {"A": Fraction(3, 2), "B": 2, "C": Fraction(5, 2)}
    assert numbers("direct-encounter", played)["A"] == Fraction(3, 2)


def test_victory_points_make_ratio_and_difference() -> None:
    played = competition("ABC", "A 1-0 B 12:7", "C 1-0 A 3:0", "B = C 0:0")
    assert numbers("victory-point-difference", played) == {"A": 2, "B": -5, "C": 3}
    assert numbers("victory-point-ratio", played) == {
        "A": Fraction(12, 22),
        "B": Fraction(7, 19),
        "C": Fraction(1),
    }
    field = field_of(played)
    ratio = TIE_BREAKS["victory-point-ratio"]
    assert ratio.text(field, "A", Fraction(12, 22)) == "12 : 10"


def test_ratio_of_nothing_to_nothing_is_a_half() -> None:
    assert numbers("victory-point-ratio", competition("AB", "A = B"))["A"] == Fraction(1, 2)


def test_every_tie_break_has_a_name_and_a_sentence() -> None:
    for key, tie_break in TIE_BREAKS.items():
        assert tie_break.key == key
        assert tie_break.name
        assert tie_break.sentence.endswith(".")


@pytest.mark.parametrize(
    ("keys", "text"), [(("elo",), "no tie-break elo"), (("wins", "wins"), "listed twice")]
)
def test_tie_break_that_cannot_be_chosen_is_refused(keys: tuple[str, ...], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        tie_breaks_of(keys)


@given(round_robins())
def test_in_a_round_robin_buchholz_is_all_points_but_ones_own(played: Competition) -> None:
    points, buchholz = numbers("points", played), numbers("buchholz", played)
    total = sum(points.values())
    assert buchholz == {key: total - points[key] for key in points}


@given(round_robins())
def test_in_a_round_robin_sonneborn_berger_sums_to_points_times_points_lost(played: Competition) -> None:
    """Each one's points are counted once for every point that somebody made against them."""
    points = numbers("points", played)
    lost = {key: len(points) - 1 - own for key, own in points.items()}
    assert sum(numbers("sonneborn-berger", played).values()) == sum(points[key] * lost[key] for key in points)


@given(swiss())
def test_sonneborn_berger_is_at_most_buchholz(played: Competition) -> None:
    """With a point for a win no round brings more than the opponent's score."""
    sonneborn_berger, buchholz = numbers("sonneborn-berger", played), numbers("buchholz", played)
    assert all(sonneborn_berger[key] <= buchholz[key] for key in buchholz)


@given(swiss())
def test_cuts_only_take_away(played: Competition) -> None:
    whole, cut, median = (numbers(key, played) for key in ("buchholz", "buchholz-cut-1", "buchholz-median-1"))
    assert all(median[key] <= cut[key] <= whole[key] for key in whole)


@given(swiss())
def test_what_one_gains_in_victory_points_another_loses(played: Competition) -> None:
    field = field_of(played)
    assert sum(numbers("victory-point-difference", played).values()) == 0
    fought = [each for seen in field.appearances.values() for each in seen if each.ending in FOUGHT]
    assert sum(each.victory_points for each in fought) == sum(each.victory_points_against for each in fought)
