"""Each reason, refusal and proof says something, in one plain sentence."""

from typing import get_args

from darkseas.club.pairing.reason_texts import listed, points_text, reason_text
from darkseas.club.pairing.reasons import Reason, ReasonKind

NAMES = {"a": "Ann", "b": "Bob", "c": "Cem"}


def name(key: str) -> str:
    """Return a name."""
    return NAMES.get(key, key)


def test_points_are_written_with_halves() -> None:
    wanted = {0: "0 points", 1: "½ point", 2: "1 point", 3: "1½ points", 4: "2 points", -1: "−½ point"}
    assert {half_points: points_text(half_points) for half_points in wanted} == wanted
    assert points_text(25) == "12½ points"


TEXTS: dict[ReasonKind, str] = {
    "same_points": "both have 2 points",
    "floated": "Ann with 2 points floats down to Bob with 1½ points",
    "met_already": "Ann has met Bob and Cem before",
    "group_apart": "Ann is in the same group as Bob and Cem, so they are kept apart",
    "forbidden": "Ann may not meet Bob and Cem",
    "kept_for_later": "Ann is to meet Bob and Cem in a later round",
    "sides_apart": "sides could not be balanced between Ann and Bob or Cem",
    "halves": "number 4 of the upper half meets number 4 of the lower half, by strength, then by lot",
    "sides_evened": "Ann has the first side, which balances their sides",
    "sides_last": "Ann has the first side, because of the sides in their last rounds",
    "sides_by_lot": "Ann has the first side by lot",
    "sides_for_later": "Ann has the first side, so that the remaining rounds can be paired",
    "sides_fixed": "Ann has the first side, as the director requested",
    "sides_uneven": "Ann will have had one side 4 times more than the other",
    "both_sides": "they play the scenario from both sides",
    "sides_are_bid": "they bid for their sides",
    "forced": "the director requested this",
    "given_up_groups": "they are in the same group, but could not be kept apart",
    "given_up_kept": "they are also to meet in a later round",
    "given_up_repeat": "they meet again",
    "given_up_forbidden": "the Dutch system does not know that the director has forbidden this pairing",
    "lowest_without_bye": "Ann with 2 points has the fewest points of those who have not had a bye",
    "not_lowest": "Ann with 2 points has the bye: if Bob or Cem sat out, the others could not be paired",
    "given_up_bye": "Ann has another bye",
    "unpaired": "no opponent could be found for Ann",
    "by_dutch": "paired by the Dutch system",
    "too_many_for_dutch": "the field is too large for the Dutch system, so the round is paired at least cost",
    "without_dutch": "the Dutch system found no pairing, so the round is paired at least cost",
    "by_table": "round 4 of the Berger tables",
    "odd_number": "the number of entrants is odd, so everybody sits out once",
    "by_bracket": "pairing c of the bracket",
    "rounds_to_come": "after 4 pairings of lower cost, the remaining rounds could not be paired",
    "later_rounds_break": "a later round will have to relax a rule: a, b or c",
    "forced_not_there": "the director requested Ann, Bob and Cem, but not all of them are free in this round",
}


def test_every_reason_has_its_text() -> None:
    kinds: tuple[ReasonKind, ...] = get_args(ReasonKind)
    assert {kind: reason_text(Reason(kind, ("a", "b", "c"), (4, 3)), name) for kind in kinds} == TEXTS


def test_constraints_are_told_by_what_they_want() -> None:
    reason = Reason("later_rounds_break", ("sides", "repeat"))
    assert reason_text(reason) == "a later round will have to relax a rule: balanced sides or new opponents"


def test_lists_read_as_english() -> None:
    assert [listed(list("abc")[:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"
