"""What a log says of seeds and nonces, entry by entry."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.dice import provably_fair
from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.events import (
    BattleBegan,
    ClientSeedOpened,
    DiceRolled,
    OrderGiven,
    TurnOpened,
)

ANCHORS = {scope: f"{number:02}" * 32 for number, scope in enumerate(("pub", "ump", "side:a", "side:b"))}
DICE = {"scheme": "ds-dice-1", "turns": 8, "anchors": ANCHORS}
BEGAN = BattleBegan("ab" * 16, "toy", "r1", {}, DICE, {"b": "", "umpire": "", "a": ""})


def a_ledger(*, seed: str = "aa" * 32, nonce: str = "cc" * 32, battle: str = "ab" * 16) -> Ledger:
    """A ledger after both sides' seeds and an order of each."""
    ledger = Ledger.of(replace(BEGAN, battle=battle))
    for side, text in (("a", seed), ("b", "bb" * 32)):
        ledger.apply(ClientSeedOpened(side, text))
    for side, text in (("a", nonce), ("b", "dd" * 32)):
        ledger.apply(OrderGiven(side, "plot", {}, text))
    return ledger


def roll(scope: str = "pub", origin: str = "house") -> DiceRolled:
    return DiceRolled("t1/a", 6, (1,), 1, origin, scope)


@pytest.mark.parametrize(
    "change", [{"seed": "ab" + "aa" * 31}, {"nonce": "cd" + "cc" * 31}, {"battle": "ac" + "ab" * 15}]
)
def test_f3_what_a_side_puts_in_changes_the_faces(change: dict[str, Any]) -> None:
    keys = [ledger.key("pub", bytes(32)) for ledger in (a_ledger(), a_ledger(**change))]
    usual, other = (provably_fair.faces(key, "t1/a", 6, 64) for key in keys)
    assert sum(one != two for one, two in zip(usual, other, strict=True)) >= 30


def test_each_step_with_dice_of_a_scope_uses_one_seed_of_it() -> None:
    ledger = a_ledger()
    for event in (roll(), roll(), roll("side:a"), OrderGiven("a", "plot", {}), roll("ump"), roll()):
        ledger.apply(event)
    assert ledger.numbers == {"pub": 2, "side:a": 1, "ump": 1}
    assert (ledger.number("pub"), ledger.number("side:a"), ledger.number("side:b")) == (2, 2, 1)


def test_dice_of_the_table_use_no_seed() -> None:
    ledger = a_ledger()
    ledger.apply(roll(origin="table"))
    assert ledger.numbers == {}


def test_nonce_of_a_side_is_the_newest_that_it_has_brought() -> None:
    ledger = a_ledger()
    for nonce in ("11" * 32, ""):
        ledger.apply(OrderGiven("a", "plot", {}, nonce))
    assert ledger.nonces == {"a": b"\x11" * 32, "b": b"\xdd" * 32}


def test_mixes_of_public_dice_are_kept_until_they_are_shown() -> None:
    ledger = a_ledger()
    ledger.apply(roll())
    first = ledger.mix(1)
    ledger.apply(OrderGiven("a", "plot", {}, "11" * 32))
    ledger.apply(roll("side:a"))
    ledger.apply(roll())
    assert ledger.mixes == (first, ledger.mix(2))
    ledger.apply(TurnOpened(1, (), {}))
    assert not ledger.mixes


def test_copy_shares_nothing_that_changes() -> None:
    ledger = a_ledger()
    copy = ledger.copy()
    for event in (ClientSeedOpened("b", ""), OrderGiven("a", "plot", {}, "11" * 32), roll()):
        copy.apply(event)
    assert ledger == a_ledger()
    assert ledger != copy


@pytest.mark.parametrize(
    "changes",
    [
        {"turns": 0},
        {"turns": 2**16 + 1},
        {"turns": True},
        {"turns": None},
        {"anchors": None},
        {"anchors": {**ANCHORS, "side:c": "00" * 32}},
        {"anchors": {"pub": "00" * 32}},
        {"anchors": {**ANCHORS, "pub": "AA" * 32}},
        {"anchors": {**ANCHORS, "pub": "00" * 31}},
    ],
)
def test_entry_0_that_does_not_fit_the_scheme_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"number of seeds|anchors|hex"):
        Ledger.of(replace(BEGAN, dice={**DICE, **changes}))
