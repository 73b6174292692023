"""Many tournaments, fought by chance: what the pairing promises of all of them."""

import os
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest

from darkseas.club.pairing.round_records import Entrant, Plan, Rules
from darkseas.club.pairing.swiss.pair_round import pair_round
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.tournaments import SEED, Account, Tournament, entrants, is_pairable, relaxed

SAMPLE = 40
IN_FULL = 1000
#: The largest field in which every possible pairing is tried here.
SMALL = 12


def size_of(place: int, chance: Chooser) -> int:
    """Return how many take part: mostly few, sometimes many, once in a while two hundred."""
    if place % 500 == 499:
        return 200
    return 3 + chance.below(45 if place % 10 == 9 else 14)


def rounds_of(size: int, chance: Chooser) -> int:
    """Return for how many rounds new opponents can last."""
    return min(2 + chance.below(6), size - 1 + size % 2)


def whole_field(place: int) -> Tournament:
    """Return a tournament in which all stay to the end."""
    chance = Chooser(b"whole" + place.to_bytes(4, "big"))
    size = size_of(place, chance)
    return Tournament.of(entrants(size), Rules(rounds_of(size, chance)), place.to_bytes(32, "big"))


def changing_field(place: int) -> Tournament:
    """Return a tournament in which some come late, are absent for a round, or leave."""
    chance = Chooser(b"changing" + place.to_bytes(4, "big"))
    size = size_of(place, chance)
    rounds = rounds_of(size, chance)
    return Tournament.of(
        tuple(with_absences(one, rounds, chance) for one in entrants(size)),
        Rules(rounds),
        place.to_bytes(32, "big"),
    )


def with_absences(one: Entrant, rounds: int, chance: Chooser) -> Entrant:
    """Let one in eight come late, one be absent for a round, and one leave."""
    kind, number = chance.below(8), 2 + chance.below(max(1, rounds - 1))
    if kind == 0:
        return replace(one, enters=number)
    if kind == 1:
        return replace(one, absent=(number,))
    return replace(one, leaves=number) if kind == 2 else one


def numbers(*, in_full: bool) -> range:
    """Return which tournaments are fought."""
    return range(IN_FULL if in_full else SAMPLE)


def test_nobody_meets_twice_or_sits_out_twice_or_has_uneven_sides(in_full: bool) -> None:
    for place in numbers(in_full=in_full):
        tournament, chance = whole_field(place), Chooser(b"results")
        for _ in range(tournament.situation.rules.rounds):
            plan = tournament.fight(chance)
            assert relaxed(plan) == [], (place, plan)
        assert tournament.account.faults() == [], place


def test_where_people_come_and_go_nothing_is_relaxed_needlessly(in_full: bool) -> None:
    kinds: Counter[bool] = Counter()
    for place in numbers(in_full=in_full):
        tournament, chance = changing_field(place), Chooser(b"results")
        for _ in range(tournament.situation.rules.rounds):
            before, present = deepcopy(tournament.account), tournament.present
            plan = tournament.fight(chance)
            assert sorted(keys_of(plan)) == sorted(present), place
            kinds[bool(relaxed(plan))] += 1
            check_what_was_relaxed(plan, before, present)
    assert kinds[False] > 10 * kinds[True] > 0


def check_what_was_relaxed(plan: Plan, before: Account, present: list[str]) -> None:
    if not relaxed(plan):
        after = deepcopy(before)
        after.take_in(plan)
        assert set(after.faults()) <= set(before.faults()) | faults_that_shrank(before, after)
        return
    if len(present) <= SMALL:
        assert not is_pairable(present, before)


def faults_that_shrank(before: Account, after: Account) -> set[str]:
    """Return what is still said of sides that have become less uneven than they were."""
    return {
        f"{key} is uneven by {times}"
        for key, times in after.balances.items()
        if abs(times) < abs(before.balances[key])
    }


def keys_of(plan: Plan) -> list[str]:
    """Return everybody who is in a plan."""
    pairs = [key for one in plan.pairings for key in (one.first, one.second)]
    return [*pairs, *(bye.key for bye in plan.byes)]


def test_anchor_9g_sixteen_entrants_and_five_rounds() -> None:
    """Nobody meets twice, and sides differ by at most one, however the battles end."""
    for place in range(20):
        tournament = Tournament.of(entrants(16), Rules(5), place.to_bytes(32, "big"))
        chance = Chooser(b"anchor" + place.to_bytes(4, "big"))
        for _ in range(5):
            tournament.fight(chance)
            assert tournament.account.faults() == []
        assert all(plan.byes == () for plan in tournament.plans)


def test_six_entrants_and_four_rounds_run_into_no_dead_end(in_full: bool) -> None:
    """Without a look at the rounds to come every other such tournament does."""
    ends: Counter[bool] = Counter()
    for place in range(160 if in_full else 40):
        for looks_ahead in (True, False):
            rules = Rules(4, looks_ahead=looks_ahead)
            tournament = Tournament.of(entrants(6), rules, place.to_bytes(32, "big"))
            chance = Chooser(b"six" + place.to_bytes(4, "big"))
            plans = [tournament.fight(chance) for _ in range(4)]
            ends[looks_ahead] += any(relaxed(plan) for plan in plans)
    assert ends[True] == 0
    assert ends[False] > 5


@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (10, 9)])
def test_a_field_that_meets_whole_is_paired_to_the_end(size: int, rounds: int) -> None:
    tournament, chance = Tournament.of(entrants(size), Rules(rounds)), Chooser(b"whole")
    for _ in range(rounds):
        tournament.fight(chance)
    assert tournament.account.faults() == []
    assert len(tournament.account.met) == size * (size - 1) // 2


PROGRAM = """
from darkseas.engine.dice.chooser import Chooser
from tests.club.pairing.test_many_tournaments import changing_field
for place in range(6):
    tournament, chance = changing_field(place), Chooser(b"results")
    for _ in range(tournament.situation.rules.rounds):
        print(tournament.fight(chance))
"""


def test_plans_are_the_same_whatever_the_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("Plan(") > 10


def test_another_seed_draws_other_lots_and_the_same_one_the_same() -> None:
    situation = Tournament.of(tuple(Entrant(key) for key in "abcdefgh"), Rules(3)).situation
    assert pair_round(situation) == pair_round(situation)
    others = {pair_round(replace(situation, seed=bytes([number]) * 32)).pairings for number in range(8)}
    assert len(others) > 4
    assert situation.seed == SEED
