"""Constraints that cannot all be kept: as few as possible are relaxed, in the order of the rules."""

from dataclasses import replace
from itertools import product

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
from tests.club.pairing.tournaments import SEED, fought, relaxed


def paired(keys: str, *past: PastRound, rules: Rules | None = None) -> Plan:
    """Pair the next round of entrants without strengths."""
    return pair_round(Situation(tuple(Entrant(key) for key in keys), past, rules or Rules(9), SEED))


def test_three_rounds_of_four_are_all_there_are() -> None:
    plan = paired("abcd", fought(1, "ab", "cd"), fought(2, "da", "bc"), fought(3, "ac", "bd"))
    assert relaxed(plan) == ["repeat", "repeat"]


def test_three_who_can_meet_only_one_other_repeat_pairings() -> None:
    rules = Rules(9, forbidden=(("a", "b"), ("a", "c"), ("b", "c")))
    past = tuple(
        PastRound(number, (PastPairing(one, other, 1, 1),), is_mirrored=True)
        for number, (one, other) in enumerate(product("abc", "ef"), start=1)
    )
    plan = pair_round(Situation(tuple(Entrant(key) for key in "abcdef"), past, rules, SEED))
    assert relaxed(plan) == ["repeat", "repeat"]
    assert len(plan.pairings) == 3


def test_everybody_has_had_a_bye() -> None:
    past = (
        PastRound(1, (PastPairing("a", "b", 1, 1),), (PastBye("c"),)),
        PastRound(2, (PastPairing("c", "a", 1, 1),), (PastBye("b"),)),
        PastRound(3, (PastPairing("b", "c", 1, 1),), (PastBye("a"),)),
    )
    assert relaxed(paired("abc", *past)) == ["bye", "repeat"]
    assert relaxed(paired("abc", *(replace(one, pairings=()) for one in past))) == ["bye"]


def test_the_rules_say_what_is_relaxed_first() -> None:
    """One new pairing is forbidden, which leaves the old ones or those with uneven sides."""
    wanted: dict[tuple[Constraint, ...], list[str]] = {
        ("groups", "kept", "sides", "bye", "repeat"): ["sides", "sides"],
        ("groups", "kept", "repeat", "bye", "sides"): ["repeat", "repeat"],
    }
    for give_up, expected in wanted.items():
        rules = Rules(2, give_up=give_up, forbidden=(("a", "d"),))
        assert relaxed(paired("abcd", fought(1, "ab", "cd"), rules=rules)) == expected, give_up


def test_entrants_who_may_not_meet_stay_unpaired() -> None:
    forbidden = (("a", "b"), ("a", "c"), ("b", "c"))
    plan = paired("abcd", rules=Rules(1, forbidden=forbidden))
    assert relaxed(plan) == ["unpaired", "unpaired"]
    assert len(plan.pairings) == 1


def test_rounds_that_cannot_all_be_paired_are_announced_at_once() -> None:
    plan = paired("abcd", rules=Rules(4))
    assert relaxed(plan) == []
    assert plan.reasons[-1].kind == "later_rounds_break"
