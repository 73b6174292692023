"""Each reason, refusal and proof says something, in one plain sentence."""

from typing import get_args

import pytest

from darkseas.club.pairing.reason_texts import (
    bye_text,
    given_up_text,
    listed,
    pairing_text,
    points_text,
    proof_text,
    reason_text,
)
from darkseas.club.pairing.reasons import BYE, Bar, NoCompletion, OddGroups, Reason, ReasonKind
from darkseas.club.pairing.round_records import GivenUp, PlannedBye, PlannedPairing, Rules

NAMES = {"a": "Ann", "b": "Bob", "c": "Cem", BYE: "nobody"}


def name(key: str) -> str:
    """Return a name."""
    return NAMES.get(key, key)


@pytest.mark.parametrize(
    ("half_points", "text"),
    [
        (0, "0 points"),
        (1, "½ point"),
        (2, "1 point"),
        (3, "1½ points"),
        (4, "2 points"),
        (-1, "−½ point"),
        (25, "12½ points"),
    ],
)
def test_points_are_told_as_people_say_them(half_points: int, text: str) -> None:
    assert points_text(half_points) == text


TEXTS: dict[ReasonKind, str] = {
    "same_points": "both have 2 points",
    "floated": "Ann with 2 points comes down to Bob with 1½ points",
    "met_already": "Ann has met Bob and Cem before",
    "group_apart": "Ann belongs together with Bob and Cem, and they are kept apart",
    "forbidden": "Ann may not meet Bob and Cem",
    "kept_for_later": "Ann is to meet Bob and Cem in a later round",
    "sides_apart": "sides would not even out between Ann and Bob or Cem",
    "halves": "number 4 of the upper half meets number 4 of the lower, by strength and then by lot",
    "sides_evened": "Ann has the first side, which evens their sides",
    "sides_last": "Ann has the first side, for what each had last",
    "sides_by_lot": "Ann has the first side by lot",
    "sides_for_later": "Ann has the first side, so that the rounds to come can be paired",
    "sides_fixed": "Ann has the first side, as the director wants it",
    "sides_uneven": "Ann will have had one side 4 times more than the other",
    "both_sides": "they fight it from both sides",
    "sides_are_bid": "they bid for their sides",
    "forced": "the director wants it so",
    "given_up_groups": "they belong together, and could not be kept apart",
    "given_up_kept": "they are to meet in a later round too",
    "given_up_repeat": "they meet again",
    "lowest_without_bye": "nobody who has had no bye has fewer points than Ann with 2 points",
    "not_lowest": "Ann has the bye with 2 points: with Bob or Cem sitting out the others could not be paired",
    "given_up_bye": "Ann sits out again",
    "unpaired": "no opponent could be found for Ann",
    "by_dutch": "paired by the Dutch system",
    "too_many_for_dutch": "there are too many for the Dutch system, so the round is paired at the least cost",
    "without_dutch": "the Dutch system found no pairing, so the round is paired at the least cost",
    "by_table": "round 4 of the Berger tables",
    "odd_number": "the number is odd, so that everybody sits out once",
    "by_bracket": "pairing c of the bracket",
    "rounds_to_come": "4 pairings of less cost would have left no way to pair the rounds to come",
    "later_rounds_break": "a later round will have to give something up: a, b or c",
    "forced_not_there": "the director wanted Ann, Bob and Cem, but not all of them are free in this round",
}


@pytest.mark.parametrize("kind", get_args(ReasonKind))
def test_every_reason_is_told(kind: ReasonKind) -> None:
    assert reason_text(Reason(kind, ("a", "b", "c"), (4, 3)), name) == TEXTS[kind]


def test_constraints_are_told_by_what_they_want() -> None:
    reason = Reason("later_rounds_break", ("sides", "repeat"))
    assert reason_text(reason) == "a later round will have to give something up: even sides or new opponents"


def test_pairing_and_bye_are_a_sentence_each() -> None:
    reasons = (Reason("same_points", ("a", "b"), (4,)), Reason("sides_by_lot", ("a", "b")))
    assert pairing_text(PlannedPairing("a", "b", reasons), name) == (
        "Ann against Bob: both have 2 points; Ann has the first side by lot."
    )
    assert pairing_text(PlannedPairing("a", "b"), name) == "Ann against Bob."
    bye = PlannedBye("c", (Reason("odd_number", ("c",)),))
    assert bye_text(bye, name) == "Bye for Cem: the number is odd, so that everybody sits out once."


@pytest.mark.parametrize("constraint", [*get_args(Bar), "unpaired"])
def test_what_is_given_up_says_what_and_why(constraint: Bar) -> None:
    rules = Rules(5, groups_apart_through=2)
    text = given_up_text(GivenUp(constraint, ("a", "b"), by_director=constraint == "forbidden"), rules, name)
    assert text.startswith("Ann and Bob ")
    assert ": " in text
    assert text.endswith(".")


def test_why_it_is_that_constraint_follows_the_order_of_giving_up() -> None:
    groups = given_up_text(GivenUp("groups", ("a", "b")), Rules(5, groups_apart_through=5))
    assert groups.endswith("not everything can be kept, and this is given up first.")
    repeat = given_up_text(GivenUp("repeat", ("a", "b")), Rules(5, is_mirrored=True))
    assert repeat == "a and b meet again: giving up one bye at most was not enough."
    forbidden = given_up_text(GivenUp("forbidden", ("a", "b")), Rules(5))
    assert forbidden == "a and b meet although they may not: the Dutch system does not know of it."
    by_director = given_up_text(GivenUp("repeat", ("a", "b"), by_director=True), Rules(5))
    assert by_director == "a and b meet again: the director wants it so."


@pytest.mark.parametrize(
    ("proof", "text"),
    [
        (
            OddGroups(("c",), (("a",), ("b",), ("d",)), (("repeat", 2), ("forbidden", 1))),
            (
                "Ann, Bob and d can meet nobody but Cem (2 pairs have met, 1 pair may not meet), "
                "so at least 2 are left over."
            ),
        ),
        (
            OddGroups((), (("a", "b", "c"), (BYE,)), (("bye", 3),)),
            "The number is odd, and everybody who is there has had a bye.",
        ),
        (
            OddGroups((), (("a", "b", "c"), ("d", "e", "f")), (("sides", 9),)),
            (
                "They fall into groups that cannot meet each other (9 pairs could not even their sides), "
                "each of an odd number: Ann, Bob and Cem; d, e and f. An odd group leaves one over, "
                "so at least 2 are left over."
            ),
        ),
        (
            OddGroups((BYE,), (("a", "b", "c"), ("d",), ("e",)), ()),
            (
                "Without the bye they fall into groups that cannot meet each other, each of an odd number: "
                "Ann, Bob and Cem; d; e. The bye can take up only 1 of these, so at least 2 are left over."
            ),
        ),
        (
            NoCompletion(3, 500, True),
            "The 3 rounds to come cannot all be paired under every constraint: all ways were tried.",
        ),
        (
            NoCompletion(1, 24, False),
            (
                "The round to come cannot all be paired under every constraint: "
                "no way that was tried by lot goes on to the end."
            ),
        ),
    ],
)
def test_proofs_are_told(proof: OddGroups | NoCompletion, text: str) -> None:
    assert proof_text(proof, name) == text


def test_lists_read_as_english() -> None:
    assert [listed(list("abc")[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
