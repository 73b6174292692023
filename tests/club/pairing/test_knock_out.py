"""Knock-out: the tree from 2 to 64 entrants, byes, the third place, losers, the reset."""

from collections import Counter
from itertools import pairwise

import pytest

from darkseas.club.pairing.knock_out.double import double_elimination
from darkseas.club.pairing.knock_out.rounds import next_pairings
from darkseas.club.pairing.knock_out.single import single_elimination
from darkseas.club.pairing.knock_out.tree import Tree, seed_places
from darkseas.club.pairing.round_records import (
    Entrant,
    PastPairing,
    PastRound,
    Rules,
    Situation,
    UnfitSituation,
)
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.tournaments import SEED, name

SIZES = range(2, 65)


def keys_of(size: int) -> list[str]:
    """Return the entrants by their seeds."""
    return [name(place) for place in range(size)]


def fight(tree: Tree, chance: Chooser | None = None) -> dict[str, str]:
    """Fight the pairings to the end: by lots, or the higher seed always wins."""
    winners: dict[str, str] = {}
    while ready := tree.ready(winners):
        known = tree.filled(winners)
        for pairing in ready:
            two = [known[pairing.key].first or "", known[pairing.key].second or ""]
            winners[pairing.key] = chance.one_of(two) if chance else min(two, key=tree.seeds.index)
    return winners


def champion(tree: Tree, winners: dict[str, str]) -> str | None:
    """Return the winner of the whole tree, once nothing is left to be fought."""
    known = tree.filled(winners)
    last = [known[pairing.key].winner for pairing in tree.pairings if pairing.bracket != "third_place"]
    return None if None in last else next((one for one in reversed(last) if one), None)


def test_seeds_stand_where_the_best_meet_last() -> None:
    assert seed_places(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for size in (2, 4, 8, 16, 32, 64):
        places = seed_places(size)
        assert sorted(places) == list(range(1, size + 1))
        assert all(sum(two) == size + 1 for two in zip(places[::2], places[1::2], strict=True))


def test_single_elimination_is_won_by_who_never_lost() -> None:
    for size in SIZES:
        check_single(size)


def check_single(size: int) -> None:
    keys = keys_of(size)
    tree = single_elimination(keys)
    byes = 2 ** (size - 1).bit_length() - size
    known = tree.filled({})
    unfought = {filled.winner for key, filled in known.items() if key.startswith("W1.") and filled.winner}
    assert unfought == set(keys[:byes])
    for chance in (None, Chooser(bytes([size]))):
        winners = fight(tree, chance)
        assert len(winners) == size - 1
        lost = [tree.filled(winners)[key].loser for key in winners]
        assert sorted([*lost, champion(tree, winners)], key=str) == sorted(keys)
    assert champion(tree, fight(tree)) == keys[0]


def test_highest_seeds_meet_late() -> None:
    tree = single_elimination(keys_of(16))
    winners = fight(tree)
    known = tree.filled(winners)
    assert {known["W3.1"].first, known["W3.1"].second} == {"a", "d"}
    assert {known["W3.2"].first, known["W3.2"].second} == {"b", "c"}


def test_third_place_is_fought_for_by_who_lost_the_semi_finals() -> None:
    tree = single_elimination("abcdefgh", third_place=True)
    winners = fight(tree)
    third = tree.filled(winners)["T"]
    assert (third.first, third.second, third.winner) == ("d", "c", "c")
    assert champion(tree, winners) == "a"
    assert "T" not in single_elimination("abc", third_place=True).by_key


def test_double_elimination_lets_nobody_go_before_their_second_defeat() -> None:
    for size in SIZES:
        check_double(size)


def check_double(size: int) -> None:
    keys = keys_of(size)
    tree = double_elimination(keys)
    for place in range(2):
        winners = fight(tree, Chooser(bytes([size, place])))
        known = tree.filled(winners)
        defeats = Counter(known[key].loser for key in winners)
        best = champion(tree, winners)
        assert defeats.pop(best, 0) <= 1
        assert defeats == Counter(dict.fromkeys((key for key in keys if key != best), 2))


def test_reset_is_fought_only_if_the_unbeaten_one_loses_the_final() -> None:
    for size in SIZES:
        check_reset(size)


def check_reset(size: int) -> None:
    tree = double_elimination(keys_of(size))
    winners = fight(tree)
    assert "F2" not in winners
    final = tree.filled(winners)["F1"]
    turned = {**winners, "F1": final.second or ""}
    assert [pairing.key for pairing in tree.ready(turned)] == ["F2"]
    assert champion(tree, turned) is None
    assert champion(tree, {**turned, "F2": final.first or ""}) == final.first


def test_final_alone_decides_without_a_reset() -> None:
    tree = double_elimination("abcd", reset=False)
    winners = fight(tree)
    turned = {**winners, "F1": "b"}
    assert champion(tree, turned) == "b"
    assert tree.ready(turned) == ()


def test_losers_meet_nobody_again_as_long_as_can_be() -> None:
    """In so many rounds of the losers no two meet again, however the pairings end."""
    for size, rounds in ((8, 2), (16, 3), (32, 4), (64, 6), (50, 6)):
        check_repeats(size, rounds)


def check_repeats(size: int, rounds: int) -> None:
    tree = double_elimination(keys_of(size))
    for place in range(25):
        known = tree.filled(fight(tree, Chooser(bytes([size, place]))))
        met: set[frozenset[str | None]] = set()
        for pairing in tree.pairings:
            two = frozenset((known[pairing.key].first, known[pairing.key].second))
            if pairing.bracket == "losers" and pairing.round_number <= rounds:
                assert two not in met, pairing
            met.add(two)


def test_who_drops_in_does_not_at_once_meet_whom_they_beat_last() -> None:
    for size in (5, 6, 7, 9, 12, 23, 33, 48, 64):
        check_drop_in(size)


def check_drop_in(size: int) -> None:
    tree = double_elimination(keys_of(size))
    rounds = max(pairing.round_number for pairing in tree.pairings if pairing.bracket == "losers")
    for place in range(6):
        known = tree.filled(fight(tree, Chooser(bytes([size, place, 1]))))
        fought = [
            pairing for pairing in tree.pairings if known[pairing.key].first and known[pairing.key].second
        ]
        for key in tree.seeds:
            own = [pairing for pairing in fought if key in known[pairing.key][:2]]
            for before, after in pairwise(own):
                if after.bracket == "losers" and after.round_number < rounds - 1:
                    assert {*known[before.key][:2]} != {*known[after.key][:2]}


def test_every_bout_says_who_comes_from_where() -> None:
    tree = double_elimination("abcdef")
    earlier: set[str] = set()
    for pairing in tree.pairings:
        for origin in (pairing.first, pairing.second):
            assert origin.kind not in ("winner", "loser") or origin.key in earlier
        earlier.add(pairing.key)


def test_what_cannot_be_is_refused() -> None:
    tree = single_elimination("abcd")
    with pytest.raises(UnfitSituation, match="no pairing X"):
        tree.filled({"X": "a"})
    with pytest.raises(UnfitSituation, match="its entrants are a and d"):
        tree.filled({"W1.1": "b"})
    with pytest.raises(UnfitSituation, match="not known yet"):
        tree.filled({"W2.1": "a"})
    with pytest.raises(UnfitSituation, match="at least two"):
        single_elimination("a")
    with pytest.raises(UnfitSituation, match="listed twice"):
        double_elimination("aa")


def test_bouts_that_can_be_fought_come_with_sides_that_even_out() -> None:
    tree = single_elimination("abcd")
    everybody = tuple(Entrant(key) for key in "abcd")
    first = next_pairings(tree, {}, {}, Situation(everybody, (), Rules(2), SEED))
    assert {frozenset((one.first, one.second)) for one in first.pairings} == {
        frozenset("ad"),
        frozenset("bc"),
    }
    winners = {"W1.1": first.pairings[0].first, "W1.2": first.pairings[1].second}
    past = PastRound(1, tuple(PastPairing(one.first, one.second, 2, 0) for one in first.pairings))
    final = next_pairings(tree, winners, {}, Situation(everybody, (past,), Rules(2), SEED)).pairings[0]
    assert (final.first, final.second) == (winners["W1.2"], winners["W1.1"])
    assert [(one.kind, one.keys[0]) for one in final.reasons[-2:]] == [
        ("by_bracket", final.first),
        ("sides_evened", final.first),
    ]
