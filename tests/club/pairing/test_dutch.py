"""The Dutch system says who meets; sides are given by our rule."""

from dataclasses import replace

import pytest

from darkseas.club.pairing import dutch
from darkseas.club.pairing.dutch import pair_round_by_dutch
from darkseas.club.pairing.round_records import ForcedPairing, Plan, Rules, Situation
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.tournaments import SEED, Account, entrants, fought, pairs_of, played


def tournament(size: int, rounds: int, seed: bytes) -> tuple[Account, list[Plan]]:
    """Fight a tournament that the Dutch system pairs."""
    situation, account, plans = Situation(entrants(size), (), Rules(rounds), seed), Account(), list[Plan]()
    for _ in range(rounds):
        plans.append(pair_round_by_dutch(situation))
        account.take_in(plans[-1])
        past = played(plans[-1], Chooser(seed + bytes([len(plans)])))
        situation = replace(situation, past=(*situation.past, past))
    return account, plans


def test_first_round_is_upper_half_against_lower_half() -> None:
    plan = pair_round_by_dutch(Situation(entrants(8), (), Rules(5), SEED))
    assert pairs_of(plan) == {frozenset(pair) for pair in ("ae", "bf", "cg", "dh")}
    assert {reason.kind for reason in plan.pairings[0].reasons} == {"by_dutch", "sides_by_lot"}


def test_nobody_meets_twice_or_sits_out_twice() -> None:
    for size in (7, 8, 13, 20):
        account, plans = tournament(size, 5, bytes([size]) * 32)
        assert [fault for fault in account.faults() if "uneven" not in fault] == []
        reasons = [one for plan in plans for row in plan.pairings for one in row.reasons]
        told = [one.keys[0] for one in reasons if one.kind == "sides_uneven"]
        uneven = {key for key, balance in account.balances.items() if abs(balance) > 1}
        assert uneven <= set(told)


def test_winners_meet_winners_of_nearest_points() -> None:
    situation = Situation(entrants(8), (fought(1, "ae", "fb", "cg", "hd"),), Rules(5), SEED)
    pairs = pairs_of(pair_round_by_dutch(situation))
    assert {key for pair in pairs if pair <= set("acfh") for key in pair} == set("acfh")


def test_the_director_has_their_way_before_the_system() -> None:
    rules = Rules(5, forced=(ForcedPairing(1, "a", "b"),))
    plan = pair_round_by_dutch(Situation(entrants(6), (), rules, SEED))
    assert frozenset("ab") in pairs_of(plan)
    assert len(plan.pairings) == 3


def test_what_it_breaks_of_our_rules_is_listed() -> None:
    rules = Rules(5, forbidden=(("a", "e"),))
    plan = pair_round_by_dutch(Situation(entrants(8), (), rules, SEED))
    broken = [one for row in plan.pairings for one in row.reasons if one.kind == "given_up_forbidden"]
    assert [set(one.keys) for one in broken] == [{"a", "e"}]


def test_where_it_finds_nothing_the_round_is_paired_at_the_least_cost() -> None:
    past = (fought(1, "ab", "cd"), fought(2, "da", "bc"), fought(3, "ac", "bd"))
    plan = pair_round_by_dutch(Situation(entrants(4), past, Rules(4), SEED))
    assert plan.reasons[-1].kind == "without_dutch"
    assert len(plan.pairings) == 2


def test_more_than_it_pairs_in_time_are_paired_at_the_least_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dutch, "LARGEST", 4)
    plan = pair_round_by_dutch(Situation(entrants(6), (), Rules(4), SEED))
    assert plan.reasons[-1].kind == "too_many_for_dutch"
    assert len(plan.pairings) == 3


def test_nobody_is_no_round() -> None:
    assert pair_round_by_dutch(Situation((), (), Rules(1), SEED)).pairings == ()
