"""H-1, N6: two worlds that differ in a side's secrets alone give everybody else the same answers."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.rules.dark_seas.support import indistinguishable as scripted
from tests.rules.dark_seas.support.indistinguishable import Alternative
from tests.support.library.library_specs import library_spec

from .addresses import ASKED, WITHOUT, WITHOUT_API, all_addresses
from .answers import EVERYWHERE, Part, differences
from .dice_and_clock_worlds import at_a_table, fair, with_clocks
from .engine_pairs import PairOfLogs, pair_of_logs, steps_of
from .viewers import OPPONENT, WATCHERS
from .worlds import Pair, coves, stored

pytestmark = pytest.mark.django_db

#: Scenarios with blocks and cards, the smallest of each among them.
SCENARIOS = ("savo-island", "first-salvoes", "first-night", "cape-esperance", "river-plate")
#: Generated pairs of a scenario, in full: 216 in all; else one.
GENERATED_IN_FULL = 36


#: Addresses that name a battle among others, or do something to a seat: of the many pairs a third asks each;
#: what tells of the battle itself is asked of every one.
BESIDE = (
    "battles", "lobby", "home", "fairness", "fairness-register", "me", "member_data", "notices", "scenario",
    "holidays", "seats", "sign", "embed", "battle-dice", "chat", "rematch", "seat-offer", "seat-withdraw",
    "seat-agree", "seat-umpire", "pause-ask", "pause-agree", "pause-decline",
)  # fmt: skip


def in_turn(number: int) -> tuple[str, ...]:
    """What a pair of the many is asked."""
    passed_over = {one for place, one in enumerate(BESIDE) if place % 3 != number % 3}
    return tuple(one for one in EVERYWHERE if one not in passed_over)


def few(which: int | str) -> Any:
    """A pair that is asked about only where nothing is left out."""
    return pytest.param(which, marks=pytest.mark.slow)


def alike(pair: Pair, number: int, in_full: bool) -> list[str]:
    """Where the worlds differ for the opponent and a watcher; in full, for everybody and in every way.

    What names a battle among others is asked of every third pair, as of the many.
    """
    if in_full:
        return differences(pair, Part((OPPONENT, *WATCHERS)))
    asked = in_turn(number // 3) if number else EVERYWHERE
    return differences(pair, Part((OPPONENT, WATCHERS[number % 3]), asked, turn=number))


def test_every_address_is_asked_or_knows_of_no_battle() -> None:
    names = all_addresses()
    placed = [name for name in names if name in ASKED or name in WITHOUT_API or name.startswith(WITHOUT)]
    assert sorted(set(names) - set(placed)) == []
    assert sorted(set(ASKED) - set(names)) == []
    of_battles = [name for name, route in names.items() if "battle_id" in route]
    assert sorted(set(of_battles) - set(ASKED)) == []
    assert len(of_battles) > 20


@pytest.mark.parametrize("number", [0, *map(few, range(1, 5))])
def test_h1_coves(number: int, in_full: bool) -> None:
    assert alike(coves(number), number, in_full) == []


def asked_of(make: Callable[[int], Pair], number: int, in_full: bool) -> list[str]:
    """Where two worlds of another kind differ: for the opponent; in full, for everybody and in every way."""
    return differences(
        make(number), Part((OPPONENT, *WATCHERS) if in_full else (OPPONENT,), turn=None if in_full else 0)
    )


@pytest.mark.parametrize("number", [6, few(4), few(8)])
def test_h1_dice_of_both_sides(number: int, in_full: bool) -> None:
    assert asked_of(fair, number, in_full) == []


@pytest.mark.parametrize("number", [few(0), few(1), few(2), few(4)])
def test_h1_dice_of_the_table(number: int, in_full: bool) -> None:
    assert asked_of(at_a_table, number, in_full) == []


@pytest.mark.parametrize("number", [few(0), few(1), few(2)])
def test_h1_clocks(number: int, in_full: bool) -> None:
    assert asked_of(with_clocks, number, in_full) == []


@cache
def logs_of(key: str, number: int) -> PairOfLogs:
    """A pair of logs of a scenario, searched for once a process."""
    return pair_of_logs(library_spec(key), number)


@pytest.mark.parametrize("key", [*SCENARIOS[:2], *map(few, SCENARIOS[2:])])
def test_h1_generated(key: str, in_full: bool) -> None:
    logs = logs_of(key, 7)
    assert alike(stored(key, logs, 7), len(key), in_full) == []


def scripted_logs(pair: tuple[Alternative, Alternative], opponent: str, hidden: str) -> PairOfLogs:
    """Two scripted battles of Savo Island as logs."""
    first, second = (steps_of(alternative.entries) for alternative in pair)
    return PairOfLogs(scripted.savo(), opponent, hidden, (first, second), 0)


def test_h1_which_block_is_the_dummy(in_full: bool) -> None:
    pair = scripted.sailed(scripted.REAL_FIRST, scripted.DUMMY_FIRST, turn=3)
    assert alike(stored("dummies", scripted_logs(pair, "allies", "ijn"), 0), 1, in_full) == []


def test_h1_which_ships_stand_in_which_group(in_full: bool) -> None:
    pair = scripted.watched(scripted.swapped(scripted.LUNGA, scripted.NORTHERN), ijn=1, turn=3)
    assert alike(stored("groups", scripted_logs(pair, "ijn", "allies"), 2), 2, in_full) == []


@pytest.mark.slow
@pytest.mark.parametrize("key", ["coves", *SCENARIOS])
def test_h1_many_generated_pairs(key: str, in_full: bool) -> None:
    numbers = range(100, 100 + GENERATED_IN_FULL)
    for number in numbers if in_full else [numbers[["coves", *SCENARIOS].index(key)]]:
        pair = coves(number) if key == "coves" else stored(f"{key} {number}", logs_of(key, number), number)
        whom = Part((OPPONENT, WATCHERS[number % 3]), in_turn(number // 3), turn=number)
        assert differences(pair, whom) == [], pair.name
