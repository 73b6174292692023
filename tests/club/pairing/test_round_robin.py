"""Round robin: complete, and as balanced as can be."""

from collections import Counter
from itertools import combinations, product

import pytest

from darkseas.club.pairing.round_records import UnfitSituation
from darkseas.club.pairing.round_robin import round_robin
from tests.club.pairing.tournaments import SEED, Account, name, pairs_of


def test_all_meet_once_a_cycle_with_sides_as_even_as_can_be() -> None:
    for size, cycles in product(range(2, 25), (1, 2, 3)):
        check_cycles(size, cycles)


def check_cycles(size: int, cycles: int) -> None:
    keys = [name(place) for place in range(size)]
    account = Account()
    plans = round_robin(keys, cycles=cycles)
    assert len(plans) == cycles * (size - 1 + size % 2)
    assert [plan.round_number for plan in plans] == list(range(1, len(plans) + 1))
    for plan in plans:
        account.take_in(plan)
        busy = [key for one in plan.pairings for key in (one.first, one.second)]
        assert sorted([*busy, *(bye.key for bye in plan.byes)]) == sorted(keys)
    assert account.met == Counter({frozenset(pair): cycles for pair in combinations(keys, 2)})
    assert set(account.byes.values()) == ({cycles} if size % 2 else set())
    apart = 0 if size % 2 or cycles % 2 == 0 else 1
    assert {abs(account.balances[key]) for key in keys} == {apart}


def test_sides_stay_within_two_while_a_cycle_goes_on() -> None:
    for size in range(3, 25):
        account = Account()
        for plan in round_robin([name(place) for place in range(size)]):
            account.take_in(plan)
            assert all(abs(balance) <= 2 for balance in account.balances.values()), size


def test_every_second_cycle_turns_the_sides_round() -> None:
    plans = round_robin("abcd", cycles=2)
    first = {(one.first, one.second) for plan in plans[:3] for one in plan.pairings}
    second = {(one.second, one.first) for plan in plans[3:] for one in plan.pairings}
    assert first == second


def test_numbers_are_drawn_by_lots_from_a_seed() -> None:
    keys = [name(place) for place in range(10)]
    drawn = round_robin(keys, seed=SEED)
    assert drawn == round_robin(keys, seed=SEED)
    assert pairs_of(drawn[0]) != pairs_of(round_robin(keys)[0])


def test_one_alone_has_no_rounds_and_what_does_not_fit_is_refused() -> None:
    assert round_robin("a") == ()
    with pytest.raises(UnfitSituation, match="listed twice"):
        round_robin("aba")
    with pytest.raises(UnfitSituation, match="one cycle"):
        round_robin("ab", cycles=0)
