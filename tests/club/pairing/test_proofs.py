"""Where a constraint cannot be kept: the proof, and the least that is given up."""

from dataclasses import replace
from itertools import product

import pytest

from darkseas.club.pairing.reason_texts import plan_texts, proof_text
from darkseas.club.pairing.reasons import NoCompletion, OddGroups
from darkseas.club.pairing.round_records import (
    Constraint,
    Entrant,
    PastBye,
    PastPairing,
    PastRound,
    Plan,
    Rules,
    Situation,
)
from darkseas.club.pairing.swiss.pair_round import pair_round
from tests.club.pairing.tournaments import SEED, fought

ALL_OF_FOUR = (fought(1, "ab", "cd"), fought(2, "da", "bc"), fought(3, "ac", "bd"))


def paired(keys: str, *past: PastRound, rules: Rules | None = None) -> Plan:
    """Pair the next round of entrants without strengths."""
    return pair_round(Situation(tuple(Entrant(key) for key in keys), past, rules or Rules(9), SEED))


def broken(plan: Plan) -> list[Constraint | str]:
    """Return which constraints were given up."""
    return sorted(one.constraint for one in plan.given_up)


def test_three_rounds_of_four_are_all_there_are() -> None:
    plan = paired("abcd", *ALL_OF_FOUR)
    assert isinstance(plan.proof, OddGroups)
    assert plan.proof.takers == ()
    assert sorted(plan.proof.groups) == [("a",), ("b",), ("c",), ("d",)]
    assert dict(plan.proof.bars)["repeat"] == 6
    assert broken(plan) == ["repeat", "repeat"]


def test_stars_have_too_few_left_to_meet() -> None:
    """Three have met all but one other: only one of them can meet that one."""
    rules = Rules(9, forbidden=(("a", "b"), ("a", "c"), ("b", "c")))
    past = tuple(
        PastRound(number, (PastPairing(one, other, 1, 1),), is_mirrored=True)
        for number, (one, other) in enumerate(product("abc", "ef"), start=1)
    )
    plan = pair_round(Situation(tuple(Entrant(key) for key in "abcdef"), past, rules, SEED))
    assert isinstance(plan.proof, OddGroups)
    assert plan.proof.takers == ("d",)
    assert {frozenset(group) for group in plan.proof.groups} >= {
        frozenset("a"),
        frozenset("b"),
        frozenset("c"),
    }
    assert plan.proof.left_over == 2
    assert broken(plan) == ["repeat", "repeat"] or broken(plan) == ["repeat"]
    assert "d can take up only" in proof_text(plan.proof) or "can meet nobody but d" in proof_text(plan.proof)


def test_everybody_has_had_a_bye() -> None:
    past = (
        PastRound(1, (PastPairing("a", "b", 1, 1),), (PastBye("c"),)),
        PastRound(2, (PastPairing("c", "a", 1, 1),), (PastBye("b"),)),
        PastRound(3, (PastPairing("b", "c", 1, 1),), (PastBye("a"),)),
    )
    plan = paired("abc", *past)
    assert broken(plan) == ["bye", "repeat"]
    fresh = paired("abc", *(replace(one, pairings=()) for one in past))
    assert broken(fresh) == ["bye"]
    assert fresh.proof is not None
    assert proof_text(fresh.proof).startswith("The number is odd, and everybody who is there has had a bye")


@pytest.mark.parametrize(
    ("give_up", "expected"),
    [
        (("groups", "kept", "sides", "bye", "repeat"), ["sides", "sides"]),
        (("groups", "kept", "repeat", "bye", "sides"), ["repeat", "repeat"]),
    ],
)
def test_what_is_given_up_first_is_for_the_rules_to_say(
    give_up: tuple[Constraint, ...], expected: list[str]
) -> None:
    """One new pairing is forbidden, which leaves the old ones, or those of the same sides."""
    rules = Rules(2, give_up=give_up, forbidden=(("a", "d"),))
    plan = paired("abcd", fought(1, "ab", "cd"), rules=rules)
    assert isinstance(plan.proof, OddGroups)
    assert broken(plan) == expected


def test_unpaired_have_a_proof_that_needs_no_constraint() -> None:
    forbidden = tuple((one, other) for one in "abc" for other in "abc" if one < other)
    plan = paired("abcd", rules=Rules(1, forbidden=forbidden))
    assert isinstance(plan.proof, OddGroups)
    assert (plan.proof.takers, sorted(plan.proof.groups)) == (("d",), [("a",), ("b",), ("c",)])
    assert plan.proof.left_over == 2
    assert broken(plan) == ["unpaired", "unpaired"]
    assert len(plan.pairings) == 1


def test_rounds_that_cannot_all_be_paired_are_told_at_once() -> None:
    plan = paired("abcd", rules=Rules(4))
    assert plan.given_up == ()
    assert isinstance(plan.proof, NoCompletion)
    assert (plan.proof.rounds, plan.proof.is_exhaustive) == (3, True)
    assert plan.reasons[-1].kind == "later_rounds_break"


def test_every_line_of_a_relaxed_plan_is_told() -> None:
    rules = Rules(4)
    texts = plan_texts(paired("abcd", *ALL_OF_FOUR, rules=rules), rules, str.upper)
    assert len(texts) == 5
    assert all(text[0].isupper() and text.endswith(".") for text in texts)
    assert sorted(texts[-1][:14]) == sorted("A, B, C and D ")
    assert texts[-1][14:] == (
        "can meet nobody (6 pairs have met, 2 pairs could not even their sides), so at least 4 are left over."
    )
