"""Direct encounter (FIDE C.07, article 6): among two, among several, and where battles are missing."""

import pytest

from darkseas.club.standings.outcomes import Unfought
from darkseas.club.standings.outcomes_by_entrant import field_of
from darkseas.club.standings.tie_breaks.direct_encounter import direct_split
from tests.club.standings.competitions import competition


def split(text: str, *rounds: str, unfought: Unfought = Unfought.SWISS) -> str:
    """Split the entrants of a text by these rounds, and write the groups."""
    field = field_of(competition("ABCDEF", *rounds, unfought=unfought))
    return " ".join("".join(group) for group in direct_split(field, tuple(text)))


@pytest.mark.parametrize(
    ("tied", "rounds", "groups"),
    [
        ("AB", ("B 1-0 A",), "B A"),
        ("AB", ("A = B",), "AB"),
        # In a circle nobody comes first.
        ("ABC", ("A 1-0 B", "B 1-0 C", "C 1-0 A"), "ABC"),
        # A 1½, B 1, C ½.
        ("ABC", ("A 1-0 B", "B 1-0 C", "C = A"), "A B C"),
        # Without the battle of B and C, B may still come level with A.
        ("ABC", ("A 1-0 B", "C = A"), "ABC"),
        # A 2, then B and C are asked again: they drew with each other.
        ("ABC", ("A 1-0 B", "B = C", "A 1-0 C"), "A BC"),
        # A and B have 2 each, C and D 1 each; of each two, who won their own battle.
        (
            "ABCD",
            ("B 1-0 A,D 1-0 C", "A 1-0 C,B 1-0 D", "A 1-0 D,C 1-0 B"),
            "B A D C",
        ),
        # Battles with others are not looked at.
        ("AB", ("A 1-0 B,C 1-0 D", "C 1-0 A,B 1-0 D"), "A B"),
        # Twice against each other: A 1½ of 2.
        ("AB", ("A 1-0 B", "B = A"), "A B"),
    ],
)
def test_groups_are_split_by_what_happened_among_them(
    tied: str, rounds: tuple[str, ...], groups: str
) -> None:
    assert split(tied, *rounds) == groups


def test_who_would_be_first_in_any_case_is_first_though_battles_are_missing() -> None:
    """A has beaten B and C, who have not met (6.3); of those two nobody knows."""
    assert split("ABC", "A 1-0 B", "A 1-0 C") == "A BC"


def test_lead_that_a_missing_battle_could_take_decides_nothing() -> None:
    """A has beaten B; C has met neither, and could still have 2."""
    assert split("ABC", "A 1-0 B") == "ABC"


def test_rest_is_asked_again_when_the_first_is_placed() -> None:
    """A beat all; B beat C; D met A alone. Then B could still be passed by D, and C too."""
    assert split("ABCD", "A 1-0 B", "A 1-0 C", "A 1-0 D", "B 1-0 C") == "A BCD"
    assert split("ABCD", "A 1-0 B", "A 1-0 C", "A 1-0 D", "B 1-0 C", "B 1-0 D") == "A B CD"


def test_forfeit_is_no_encounter_but_in_a_round_robin() -> None:
    assert split("AB", "A +- B") == "AB"
    assert split("AB", "A +- B", unfought=Unfought.ROUND_ROBIN) == "A B"
