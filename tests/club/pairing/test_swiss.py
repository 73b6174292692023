"""A Swiss round: who comes late, leaves and returns, byes, forfeits, the director's word, groups, sides."""

from dataclasses import replace

import pytest

from darkseas.club.pairing.positions import positions
from darkseas.club.pairing.round_records import (
    Entrant,
    ForcedPairing,
    PastBye,
    PastPairing,
    PastRound,
    Plan,
    Rules,
    Side,
    Situation,
    StandIn,
    UnfitSituation,
)
from darkseas.club.pairing.swiss.pair_round import pair_round
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.tournaments import SEED, Tournament, entrants, fought, pairs_of, relaxed


def paired(keys: str, *past: PastRound, rules: Rules | None = None) -> Plan:
    """Pair the next round of entrants of falling strength."""
    everybody = tuple(Entrant(key, 2000 - 10 * place) for place, key in enumerate(keys))
    return pair_round(Situation(everybody, past, rules or Rules(5), SEED))


def meetings(plan: Plan) -> list[str]:
    """Return who meets whom as words such as "ab"."""
    return sorted("".join(sorted(pair)) for pair in pairs_of(plan))


def test_the_upper_half_meets_the_lower_half_in_the_first_round() -> None:
    assert meetings(paired("abcdefgh")) == ["ae", "bf", "cg", "dh"]


def test_neighbours_meet_where_the_rules_say_so() -> None:
    assert meetings(paired("abcdefgh", rules=Rules(3, within="neighbours"))) == ["ab", "cd", "ef", "gh"]


def test_winners_meet_winners() -> None:
    past = PastRound(
        1,
        (
            *(PastPairing(winner, loser, 2, 0) for winner, loser in ("ae", "bf")),
            *(PastPairing(loser, winner, 0, 2) for winner, loser in ("cg", "dh")),
        ),
    )
    assert meetings(paired("abcdefgh", past)) == ["ac", "bd", "eg", "fh"]


def test_sides_go_before_points() -> None:
    """All who have won had the first side, so that each has to meet somebody who has lost."""
    plan = paired("abcdefgh", fought(1, "ae", "bf", "cg", "dh"))
    assert all(one.first in "efgh" and one.second in "abcd" for one in plan.pairings)
    assert relaxed(plan) == []


def test_nobody_meets_again_and_the_nearest_is_taken_instead() -> None:
    plan = paired("abcd", fought(1, "ab", "cd"), fought(2, "ca", "bd"), rules=Rules(3))
    assert meetings(plan) == ["ad", "bc"]


def test_the_lowest_without_a_bye_has_it() -> None:
    assert [bye.key for bye in paired("abcde").byes] == ["e"]
    after = paired("abcde", fought(1, "ac", "bd", byes="e"))
    assert [bye.key for bye in after.byes] == ["d"]


def test_forfeited_win_counts_as_a_bye_and_the_two_may_meet_again() -> None:
    forfeited = PastRound(1, (PastPairing("a", "c", 0, 2, ("a",)), PastPairing("b", "d", 2, 0)))
    plan = paired("abc", replace(forfeited, pairings=forfeited.pairings[:1]), rules=Rules(2))
    assert [bye.key for bye in plan.byes] == ["b"]
    assert meetings(plan) == ["ac"]
    everybody = tuple(Entrant(key) for key in "abcd")
    by_key = positions(Situation(everybody, (forfeited,), Rules(3), SEED))
    assert by_key["c"].has_had_bye
    assert not by_key["a"].has_had_bye
    assert by_key["a"].met == ()
    assert by_key["a"].firsts == 0


def test_bye_that_was_asked_for_is_not_theirs() -> None:
    asked_for = PastRound(1, (PastPairing("a", "b", 2, 0),), (PastBye("c", 1, was_asked_for=True),))
    plan = paired("abc", asked_for, rules=Rules(2))
    assert [bye.key for bye in plan.byes] in (["b"], ["c"])
    by_key = positions(Situation(tuple(Entrant(key) for key in "abc"), (asked_for,), Rules(2), SEED))
    assert not by_key["c"].has_had_bye
    assert by_key["c"].points == 1


def test_who_leaves_and_returns_has_no_points_for_it() -> None:
    everybody = (*(Entrant(key) for key in "abcd"), Entrant("e", absent=(1,)), Entrant("f", enters=2))
    first = pair_round(Situation(everybody, (), Rules(3), SEED))
    assert not pairs_of(first) & {frozenset("ef")}
    assert {key for pair in pairs_of(first) for key in pair} == set("abcd")
    past = (fought(1, *("".join((one.first, one.second)) for one in first.pairings)),)
    situation = Situation(everybody, past, Rules(3), SEED)
    assert {positions(situation)[key].points for key in "ef"} == {0}
    assert {key for pair in pairs_of(pair_round(situation)) for key in pair} == set("abcdef")


def test_who_has_left_is_not_paired() -> None:
    everybody = (Entrant("a"), Entrant("b"), Entrant("c", leaves=2))
    plan = pair_round(Situation(everybody, (fought(1, "ac", byes="b"),), Rules(3), SEED))
    assert meetings(plan) == ["ab"]


def test_who_stands_in_goes_on_with_what_was_fought() -> None:
    one = Entrant("a", stand_ins=(StandIn("x", 2), StandIn("y", 4)))
    assert [one.fought_by(number) for number in (1, 2, 3, 4)] == ["a", "x", "x", "y"]
    plan = pair_round(
        Situation((one, *(Entrant(key) for key in "bcd")), (fought(1, "ab", "cd"),), Rules(3), SEED)
    )
    assert "ab" not in meetings(plan)


def test_the_director_has_their_way_and_the_others_are_paired_around_it() -> None:
    rules = Rules(3, forced=(ForcedPairing(1, "g", "a", are_sides_fixed=True),))
    plan = paired("abcdefgh", rules=rules)
    assert ("g", "a") in [(one.first, one.second) for one in plan.pairings]
    assert len(plan.pairings) == 4
    bye = paired("abcde", rules=Rules(3, forced=(ForcedPairing(1, "a"),)))
    assert [one.key for one in bye.byes] == ["a"]
    assert relaxed(bye) == []


def test_what_the_director_forces_against_a_constraint_is_told() -> None:
    rules = Rules(3, forced=(ForcedPairing(2, "a", "b"),))
    plan = paired("abcd", fought(1, "ab", "cd"), rules=rules)
    kinds = {frozenset((one.first, one.second)): {why.kind for why in one.reasons} for one in plan.pairings}
    assert kinds[frozenset("ab")] >= {"given_up_repeat", "forced"}
    assert "given_up_repeat" in kinds[frozenset("cd")]
    assert "forced" not in kinds[frozenset("cd")]


def test_who_is_forced_to_meet_later_does_not_meet_now() -> None:
    rules = Rules(3, forced=(ForcedPairing(3, "a", "c"),))
    tournament = Tournament.of(entrants(4), rules)
    for _ in range(3):
        tournament.fight(Chooser(b"later"))
    assert frozenset("ac") in pairs_of(tournament.plans[2])
    assert tournament.account.faults() == []


def test_forced_pairing_of_somebody_who_is_not_there_is_told() -> None:
    everybody = (*entrants(4), Entrant("z", enters=2))
    rules = Rules(3, forced=(ForcedPairing(1, "a", "z"),))
    plan = pair_round(Situation(everybody, (), rules, SEED))
    assert [(one.kind, one.keys) for one in plan.reasons] == [("forced_not_there", ("a", "z"))]
    assert len(plan.pairings) == 2


def test_forbidden_pair_never_meets() -> None:
    rules = Rules(3, forbidden=(("a", "e"), ("f", "b")))
    assert meetings(paired("abcdefgh", rules=rules)) == ["af", "be", "cg", "dh"]


def test_forbidden_pair_rather_sits_out() -> None:
    plan = paired("ab", rules=Rules(1, forbidden=(("a", "b"),)))
    assert plan.pairings == ()
    assert {one.key for one in plan.byes} == {"a", "b"}
    assert set(relaxed(plan)) == {"unpaired"}


def grouped(groups: str) -> tuple[Entrant, ...]:
    """Return entrants a, b, c … of the groups."""
    return tuple(replace(one, group=group) for one, group in zip(entrants(len(groups)), groups, strict=True))


def test_those_of_one_group_stay_apart_while_the_rules_want_it() -> None:
    situation = Situation(grouped("xyxyxyxy"), (), Rules(3, groups_apart_through=1), SEED)
    for one in pair_round(situation).pairings:
        groups = {entrant.group for entrant in situation.entrants if entrant.key in (one.first, one.second)}
        assert groups == {"x", "y"}
    free = replace(situation, rules=Rules(3, groups_apart_through=0))
    assert "ae" in meetings(pair_round(free))


def test_as_few_as_can_be_of_one_group_meet_where_it_cannot_be_helped() -> None:
    plan = pair_round(Situation(grouped("xxxxxy"), (), Rules(1, groups_apart_through=1), SEED))
    assert relaxed(plan) == ["groups", "groups"]


@pytest.mark.parametrize("weaker", ["first", "second", None])
def test_nobody_has_the_weaker_side_more_than_once_more(weaker: Side | None) -> None:
    situation = Situation(entrants(8), (), Rules(5, weaker=weaker), SEED)
    chance = Chooser(b"weaker")
    balances = dict.fromkeys((one.key for one in situation.entrants), 0)
    for number in range(1, 6):
        plan = pair_round(situation)
        assert relaxed(plan) == []
        pairs = []
        for one in plan.pairings:
            balances[one.first] += 1
            balances[one.second] -= 1
            points = chance.below(3)
            pairs.append(PastPairing(one.first, one.second, points, 2 - points))
        assert all(abs(balance) <= 1 for balance in balances.values())
        past = PastRound(number, tuple(pairs), weaker=weaker)
        situation = replace(situation, past=(*situation.past, past))


def test_the_weaker_side_is_counted_over_scenarios_that_turn_it_round() -> None:
    """Who had the weaker side as the second of the last scenario has the stronger of this one."""
    past = replace(fought(1, "ab", "cd"), weaker="second")
    plan = paired("abcd", past, rules=Rules(2, weaker="first"))
    assert {one.first for one in plan.pairings} == {"a", "c"}
    assert {one.second for one in plan.pairings} == {"b", "d"}


def test_mirrored_rounds_know_no_sides() -> None:
    tournament = Tournament.of(entrants(6), Rules(5, is_mirrored=True))
    for _ in range(5):
        plan = tournament.fight(Chooser(b"mirrored"))
        assert all(one.reasons[-1].kind == "both_sides" for one in plan.pairings)
    past = tuple(replace(one, is_mirrored=True) for one in tournament.situation.past)
    mirrored = replace(tournament.situation, past=past)
    assert {one.firsts for one in positions(mirrored).values()} == {0}


def test_smallest_fields() -> None:
    for keys in ("", "a", "ab"):
        plan = paired(keys, rules=Rules(1))
        assert (len(plan.pairings), len(plan.byes)) == divmod(len(keys), 2), keys


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        (Situation((Entrant("a"), Entrant("a")), (), Rules(1), SEED), "Two entrants have the key a"),
        (Situation((Entrant("a"),), (fought(1, "ab"),), Rules(1), SEED), "b is not an entrant"),
        (Situation((Entrant(""),), (), Rules(1), SEED), "has no key"),
        (Situation(entrants(2), (fought(2), fought(1)), Rules(1), SEED), "out of order"),
        (Situation(entrants(2), (), Rules(1, give_up=("bye",)), SEED), "list each constraint once"),
    ],
)
def test_what_is_no_tournament_is_refused_with_what_to_do(situation: Situation, words: str) -> None:
    with pytest.raises(UnfitSituation, match=words):
        pair_round(situation)
