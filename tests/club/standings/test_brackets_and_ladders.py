"""Places in a bracket, the order of a ladder, who goes up and down in a league."""

import pytest

from darkseas.club.standings.knock_out import BracketPairing, bracket_places
from darkseas.club.standings.ladder import CLIMB_TEXTS, Climb, LadderBattle, ladder_steps
from darkseas.club.standings.leagues import league_table
from darkseas.club.standings.outcomes import Unfought
from tests.club.standings.competitions import ROUND_ROBIN, competition

QUARTERS = [
    BracketPairing(1, "A", "H", "A"),
    BracketPairing(1, "D", "E", "E"),
    BracketPairing(1, "B", "G", "B"),
    BracketPairing(1, "C", "F", "C"),
]
SEMIS = [BracketPairing(2, "A", "E", "A"), BracketPairing(2, "B", "C", "C")]
FINAL = BracketPairing(3, "A", "C", "C")


def places(pairings: list[BracketPairing], entrants: str = "ABCDEFGH", lives: int = 1) -> str:
    return " ".join(f"{each.entrant}{each.place_text}" for each in bracket_places(entrants, pairings, lives))


def test_who_goes_out_together_shares_a_place() -> None:
    assert places([*QUARTERS, *SEMIS, FINAL]) == "C1 A2 B3–4 E3–4 D5–8 F5–8 G5–8 H5–8"


def test_battle_for_the_third_place_decides_it() -> None:
    third = BracketPairing(3, "B", "E", "E", for_place=3)
    assert places([*QUARTERS, *SEMIS, FINAL, third]).startswith("C1 A2 E3 B4 ")
    open_one = BracketPairing(3, "B", "E", None, for_place=3)
    assert places([*QUARTERS, *SEMIS, FINAL, open_one]).startswith("C1 A2 B3–4 E3–4 ")


def test_who_is_still_in_shares_the_places_to_be_had() -> None:
    assert places([*QUARTERS, SEMIS[0]]) == "A1–3 B1–3 C1–3 E4 D5–8 F5–8 G5–8 H5–8"
    assert [each.is_in for each in bracket_places("AB", [BracketPairing(1, "A", "B", "A")])] == [True, False]


def test_walk_over_puts_nobody_out() -> None:
    assert places([BracketPairing(1, "A", None, "A"), BracketPairing(1, "B", "C", "C")], "ABC") == (
        "A1–2 C1–2 B3"
    )


def test_double_elimination_forgives_one_loss() -> None:
    """B loses to A, comes back through C, and wins the final twice."""
    pairings = [
        BracketPairing(1, "A", "B", "A"),
        BracketPairing(1, "C", "D", "C"),
        BracketPairing(2, "A", "C", "A"),
        BracketPairing(2, "B", "D", "B"),
        BracketPairing(3, "B", "C", "B"),
        BracketPairing(4, "A", "B", "B"),
    ]
    assert places(pairings, "ABCD", lives=2) == "A1–2 B1–2 C3 D4"
    assert places([*pairings, BracketPairing(5, "A", "B", "B")], "ABCD", lives=2) == "B1 A2 C3 D4"


def test_winner_from_another_pairing_is_refused() -> None:
    with pytest.raises(ValueError, match="X is not in this pairing"):
        places([BracketPairing(1, "A", "B", "X")], "AB")


def after(start: str, battle: LadderBattle, climb: Climb = Climb.TAKES_PLACE) -> str:
    """Return the ladder after one battle."""
    return "".join(ladder_steps(start, [battle], climb)[-1].order)


def test_challenger_who_wins_climbs() -> None:
    for climb, challenger, order in (
        (Climb.TAKES_PLACE, "E", "AEBCD"),
        (Climb.CHANGES_PLACES, "E", "AECDB"),
        (Climb.HALF_WAY, "E", "ABECD"),
        (Climb.HALF_WAY, "C", "ACBDE"),
    ):
        assert after("ABCDE", LadderBattle(1, challenger, "B", challenger), climb) == order, climb
        assert CLIMB_TEXTS[climb].endswith(".")


def test_defence_draw_and_win_over_somebody_below_change_nothing() -> None:
    assert after("ABC", LadderBattle(1, "C", "B", "B")) == "ABC"
    assert after("ABC", LadderBattle(1, "C", "B", None)) == "ABC"
    assert after("ABC", LadderBattle(1, "A", "C", "A")) == "ABC"


def test_battles_of_a_ladder_count_in_the_order_they_were_fought() -> None:
    battles = [LadderBattle(2, "C", "A", "C"), LadderBattle(1, "B", "A", "B")]
    steps = ladder_steps("ABC", battles)
    assert [("".join(step.order), step.climbed) for step in steps] == [("BAC", 1), ("BCA", 1)]
    assert ladder_steps("ABC", battles[::-1]) == steps


def test_stranger_on_a_ladder_is_refused() -> None:
    with pytest.raises(ValueError, match="not on the ladder: Z"):
        ladder_steps("AB", [LadderBattle(1, "Z", "A", "Z")])


@pytest.mark.parametrize(
    ("up", "down", "passages"),
    [
        (1, 1, "up stays stays down"),
        # The place that A and C share lies across the line.
        (2, 0, "up open open stays"),
        (1, 2, "up open open down"),
        (0, 0, "stays stays stays stays"),
    ],
)
def test_league_says_who_goes_up_and_down(up: int, down: int, passages: str) -> None:
    played = competition("ABCD", *ROUND_ROBIN, unfought=Unfought.ROUND_ROBIN)
    assert " ".join(row.passage for row in league_table(played, up, down)) == passages


def test_more_passages_than_entrants_are_refused() -> None:
    with pytest.raises(ValueError, match="2 promoted and 1 relegated are too many for 2"):
        league_table(competition("AB"), 2, 1)
