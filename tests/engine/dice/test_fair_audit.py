"""The dice and the conduct of a whole battle of ds-dice-1."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, TypeAlias

import pytest

from darkseas.engine.dice import client_seeds, provably_fair
from darkseas.engine.dice.audit import first_wrong_die
from darkseas.engine.dice.ledger import Ledger
from darkseas.engine.dice.provably_fair import FairDice
from darkseas.engine.dice.seeded import seed_hash
from darkseas.engine.events import (
    BattleAborted,
    BattleBegan,
    BattleEnded,
    ClientSeedCommitted,
    ClientSeedOpened,
    DiceRolled,
    Entry,
    OrderGiven,
    SeedOpened,
    TurnOpened,
)
from darkseas.engine.orders import CommitSeed, OpenSeed
from darkseas.engine.serialization.codec import write

BATTLE, ROOT, TURNS = bytes(range(16)), bytes(range(32)), 8
SIDES = ("blue", "red")
SCOPES = ("pub", "ump", "side:blue", "side:red")

Log: TypeAlias = list[Entry]


def chain(scope: str) -> list[bytes]:
    end = provably_fair.last_seed(ROOT, BATTLE, scope)
    return provably_fair.seed_chain(BATTLE, scope, end, TURNS)


class Teller:
    """Tells a battle event by event, with the dice that belong to it."""

    def __init__(self) -> None:
        dice = {
            "scheme": "ds-dice-1",
            "turns": TURNS,
            "anchors": {scope: chain(scope)[0].hex() for scope in SCOPES},
            "seed_hash": seed_hash(ROOT).hex(),
        }
        began = BattleBegan(BATTLE.hex(), "toy", "r1", {}, dice, dict.fromkeys((*SIDES, "umpire"), "p"))
        self.log: Log = [Entry(0, 0, began, ("everyone",))]
        self.ledger = Ledger.of(began)

    def tell(self, *events: object) -> None:
        for event in events:
            step = self.log[-1].step + isinstance(event, OrderGiven)
            self.log.append(Entry(len(self.log), step, event, ("everyone",)))
            self.ledger.apply(event)

    def seeds(self) -> None:
        commit = provably_fair.client_commitment(BATTLE, "blue", b"\xbb" * 32).hex()
        for side, text in (("blue", commit), ("red", "none")):
            followed = client_seeds.events(self.ledger, side, CommitSeed(text))
            self.tell(OrderGiven(side, "commit_seed", {"commit": text}), *followed)
        followed = client_seeds.events(self.ledger, "blue", OpenSeed("bb" * 32))
        self.tell(OrderGiven("blue", "open_seed", {"seed": "bb" * 32}), *followed)

    def turn(self, turn: int) -> None:
        self.tell(OrderGiven("blue", "plot", {}, f"0{turn}" * 32), OrderGiven("red", "plot", {}))
        keys = {scope: self.ledger.key(scope, chain(scope)[turn]) for scope in SCOPES}
        dice = FairDice(keys)
        for scope in SCOPES:
            for number in range(2):
                roll = dice.roll(6, 20, f"t{turn}/{number}", scope=scope)
                self.tell(DiceRolled(roll.purpose, 20, roll.faces, turn, "house", scope))
        mixes = tuple(mix.hex() for mix in self.ledger.mixes)
        self.tell(TurnOpened(turn, mixes, {"pub": chain("pub")[turn].hex()}))

    def end(self) -> None:
        self.tell(BattleEnded(None, "all withdrew", "T-5", {}), SeedOpened(ROOT.hex()))


def fair_log(turns: int = 2, *, is_over: bool = True) -> Log:
    teller = Teller()
    teller.seeds()
    for turn in range(1, turns + 1):
        teller.turn(turn)
    if is_over:
        teller.end()
    return teller.log


def numbered(events: Sequence[object]) -> Log:
    """Entries of these events, a step with each order."""
    log, step = [], 0
    for seq, event in enumerate(events):
        step += isinstance(event, OrderGiven)
        log.append(Entry(seq, step, event, ("everyone",)))
    return log


def events_of(log: Log) -> list[Any]:
    return [entry.event for entry in log]


def test_battle_that_went_as_it_should_has_no_wrong_die() -> None:
    assert first_wrong_die(fair_log()) is None
    assert first_wrong_die(fair_log(1, is_over=False)) is None


# --- F-4: every value that the dice hang on ---------------------------------------------------------


def changed(value: Any) -> list[Any]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        other = "0" if not value.endswith("0") else "1"
        return [value[:-1] + other, value[:-1], value.upper() + "A", "00" * 32]
    if isinstance(value, dict):
        return [{**value, key: new} for key, old in value.items() if key != "scheme" for new in changed(old)]
    return [(*value[:n], new, *value[n + 1 :]) for n, old in enumerate(value) for new in changed(old)]


#: Fields on which no face hangs: the rules and the chain hold them.
ELSEWHERE = {
    (OrderGiven, "order"), (OrderGiven, "blanks"), (DiceRolled, "turn"), (TurnOpened, "turn"),
    (BattleBegan, "system"), (BattleBegan, "release"), (BattleBegan, "seats"), (BattleEnded, "reason"),
    (BattleEnded, "rule"), (BattleEnded, "winner"),
}  # fmt: skip


def test_f4_each_changed_value_is_found() -> None:
    sound = events_of(fair_log())
    missed, tried = [], 0
    for place, event in enumerate(sound):
        for part in fields(event):
            if (type(event), part.name) in ELSEWHERE:
                continue
            if isinstance(event, OrderGiven) and not event.nonce:
                continue
            value = getattr(event, part.name)
            for new in changed(value):
                if new == value:
                    continue
                tried += 1
                log = numbered([*sound[:place], replace(event, **{part.name: new}), *sound[place + 1 :]])
                if first_wrong_die(log) is None:
                    missed.append((place, part.name, new))
    assert tried > 500
    assert missed == []


# --- conduct ----------------------------------------------------------------------------------------

Change: TypeAlias = Callable[[list[Any]], list[Any]]


def place_of(events: list[Any], kind: type, number: int = 0) -> int:
    return [place for place, event in enumerate(events) if type(event) is kind][number]


def without(kind: type, number: int = 0) -> Change:
    def change(events: list[Any]) -> list[Any]:
        place = place_of(events, kind, number)
        return [*events[:place], *events[place + 1 :]]

    return change


def behind(event: object, kind: type, number: int = 0) -> Change:
    def change(events: list[Any]) -> list[Any]:
        place = place_of(events, kind, number)
        return [*events[: place + 1], event, *events[place + 1 :]]

    return change


def moved(kind: type, number: int, before: int) -> Change:
    def change(events: list[Any]) -> list[Any]:
        event = events[place_of(events, kind, number)]
        others = [other for other in events if other is not event]
        return [*others[:before], event, *others[before:]]

    return change


HAND = DiceRolled("t1/x", 20, (1,), 1, "table")
HOUSE = DiceRolled("t1/x", 20, (1,), 1)

CONDUCT: dict[str, tuple[Change, str]] = {
    "die of the table": (behind(HAND, DiceRolled), "by house, not by table"),
    "die of a scope that is none": (behind(replace(HOUSE, scope="side:green"), DiceRolled), "no key"),
    "die before the seeds": (behind(HOUSE, BattleBegan), "no seed"),
    "die after its seed in the same step": (behind(HOUSE, TurnOpened), "after its seed"),
    "die after the end": (behind(HOUSE, SeedOpened), "after its seed"),
    "commitment left out": (without(ClientSeedCommitted), "is missing|before every side"),
    "commitment that nobody ordered": (
        behind(ClientSeedCommitted("blue", "00" * 32), DiceRolled),
        "does not follow",
    ),
    "seed left out": (without(ClientSeedOpened, 1), "is missing"),
    "seed that nobody ordered": (behind(ClientSeedOpened("red", ""), DiceRolled), "does not follow"),
    "order before the seeds": (behind(OrderGiven("red", "plot", {}), BattleBegan), "before every side"),
    "seed sealed twice": (
        behind(OrderGiven("blue", "commit_seed", {"commit": "none"}), ClientSeedCommitted),
        "already sealed",
    ),
    "seed order without its blank": (behind(OrderGiven("red", "commit_seed", {}), BattleBegan), "commit"),
    "nonce of the umpire": (
        behind(OrderGiven("umpire", "rule", {}, "00" * 32), DiceRolled),
        "only the sides",
    ),
    "opened without dice": (behind(TurnOpened(1, (), {"pub": "00" * 32}), ClientSeedOpened, 1), "once some"),
    "opened twice": (behind(TurnOpened(1, (), {"pub": chain("pub")[1].hex()}), TurnOpened), "once some"),
    "secret left out": (without(SeedOpened), "never opened"),
    "secret before the end": (moved(SeedOpened, 0, 12), "after the end"),
    "secret twice": (behind(SeedOpened(ROOT.hex()), SeedOpened), "once, after the end"),
    "broken off and kept shut": (
        lambda events: [*events[:-2], BattleAborted(("red",), "late")],
        "never opened",
    ),
    "more steps with dice than seeds": (
        lambda events: [
            *events[:-2],
            *[event for _ in range(TURNS) for event in (OrderGiven("red", "plot", {}), HOUSE)],
            *events[-2:],
        ],
        "no seed for it",
    ),
}


@pytest.mark.parametrize("what", CONDUCT)
def test_conduct_that_does_not_fit_is_found(what: str) -> None:
    change, reason = CONDUCT[what]
    found = first_wrong_die(numbered(change(events_of(fair_log()))))
    assert found is not None
    assert any(part in found.why for part in reason.split("|")), found.why


def test_battle_that_was_broken_off_may_stand() -> None:
    events = events_of(fair_log(1))
    aborted = [*events[:-2], BattleAborted(("red",), "no order came"), events[-1]]
    assert first_wrong_die(numbered(aborted)) is None
    lost = Teller()
    commit = provably_fair.client_commitment(BATTLE, "blue", b"\xbb" * 32).hex()
    for side, order in (
        ("blue", CommitSeed(commit)),
        ("red", CommitSeed("none")),
        ("blue", OpenSeed("lost")),
    ):
        followed = client_seeds.events(lost.ledger, side, order)
        name = "commit_seed" if isinstance(order, CommitSeed) else "open_seed"
        lost.tell(OrderGiven(side, name, write(order)), *followed)
    lost.tell(SeedOpened(ROOT.hex()))
    assert first_wrong_die(lost.log) is None
