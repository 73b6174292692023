"""The dice of a whole battle against its seed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.dice.audit import WrongDie, first_wrong_die
from darkseas.engine.dice.seeded import SeededDice, seed_hash
from darkseas.engine.events import BattleBegan, DiceRolled, Entry, SeedOpened, TurnBegan
from tests.support.builders import toy_bot_battle

SEED = bytes(range(32))


def a_log(scheme: str = "sha256-1", *, rolls: int = 6, opened: str | None = SEED.hex()) -> list[Entry]:
    """A log of nothing but rolls, two for each purpose."""
    dice = SeededDice(SEED)
    began = BattleBegan("b", "toy", "r1", {}, {"scheme": scheme, "seed_hash": seed_hash(SEED).hex()}, {})
    events: list[object] = [began, TurnBegan(1)]
    for number in range(rolls):
        roll = dice.roll(3, 6, f"t1/{number // 2}", scope="pub" if number % 3 else "ump")
        events.append(DiceRolled(roll.purpose, 6, roll.faces, 1, "house", roll.scope))
    if opened is not None:
        events.append(SeedOpened(opened))
    return [Entry(seq, seq, event, ("everyone",)) for seq, event in enumerate(events)]


def roll_of(entry: Entry) -> DiceRolled:
    """The roll that an entry tells of."""
    assert isinstance(entry.event, DiceRolled)
    return entry.event


def with_roll(log: Sequence[Entry], seq: int, **changes: Any) -> list[Entry]:
    """The log with one roll changed."""
    return [
        entry._replace(event=replace(roll_of(entry), **changes)) if entry.seq == seq else entry
        for entry in log
    ]


def test_dice_from_the_seed_are_right() -> None:
    assert first_wrong_die(a_log()) is None
    assert first_wrong_die(toy_bot_battle(SEED).entries) is None


def test_each_face_that_the_seed_does_not_give_is_found() -> None:
    log = a_log()
    for seq in range(2, 8):
        for place in range(3):
            faces = list(roll_of(log[seq]).faces)
            faces[place] = faces[place] % 6 + 1
            found = first_wrong_die(with_roll(log, seq, faces=tuple(faces)))
            assert found is not None
            assert found.seq == seq


@pytest.mark.parametrize(
    "changes", [{"purpose": "t1/9"}, {"scope": "side:red"}, {"sides": 20}, {"faces": (1,)}]
)
def test_roll_changed_otherwise_is_found(changes: dict[str, object]) -> None:
    found = first_wrong_die(with_roll(a_log(), 4, **changes))
    assert found is not None
    assert found.seq == 4


@pytest.mark.parametrize(
    "changes", [{"purpose": "No Purpose"}, {"scope": "all"}, {"sides": 1}, {"faces": ()}]
)
def test_roll_that_no_house_can_throw_is_found(changes: dict[str, object]) -> None:
    found = first_wrong_die(with_roll(a_log(), 4, **changes))
    assert found == WrongDie(4, found.why if found else "")
    assert found is not None
    assert "cannot have thrown" in found.why


def test_roll_left_out_changes_only_what_was_asked_for_again() -> None:
    log = a_log()
    assert first_wrong_die([entry for entry in log if entry.seq != 7]) is None
    found = first_wrong_die([entry for entry in log if entry.seq != 4])
    assert found is None or found.seq == 5


@pytest.mark.parametrize(
    ("opened", "why"),
    [("00" * 32, "whose hash"), ("zz" * 32, "32 bytes"), ("00" * 31, "32 bytes"), ("", "32 bytes")],
)
def test_seed_that_was_not_committed_to_is_found(opened: str, why: str) -> None:
    found = first_wrong_die(a_log(opened=opened))
    assert found is not None
    assert found.seq == 8
    assert why in found.why


def test_before_the_seed_is_open_only_the_thrower_can_be_looked_at() -> None:
    log = a_log(opened=None)
    assert first_wrong_die(with_roll(log, 3, faces=(6, 6, 6))) is None
    assert first_wrong_die(with_roll(log, 3, origin="table")) == WrongDie(
        3, "these dice are rolled by house, not by table"
    )


def test_dice_of_a_table_that_leaves_none_to_the_house_are_thrown_by_hand_alone() -> None:
    with_seed = a_log("table", opened=None)
    began = BattleBegan("b", "toy", "r1", {}, {"scheme": "table"}, {})
    log = [with_seed[0]._replace(event=began), *with_seed[1:]]
    assert first_wrong_die(log) == WrongDie(2, "these dice are rolled by table, not by house")
    by_hand = [
        entry._replace(event=replace(entry.event, origin="table"))
        if isinstance(entry.event, DiceRolled)
        else entry
        for entry in log
    ]
    assert first_wrong_die(by_hand) is None


def test_house_throws_at_a_table_from_the_seed_that_it_has_sealed() -> None:
    log = a_log("table")
    by_hand = with_roll(log, 3, origin="table", faces=(6, 6, 6))
    assert first_wrong_die(by_hand) is None
    wrong = with_roll(by_hand, 5, faces=tuple(7 - face for face in roll_of(log[5]).faces))
    found = first_wrong_die(wrong)
    assert found is not None
    assert found.seq == 5


def test_other_schemes_and_logs_without_a_beginning_are_not_looked_at() -> None:
    assert first_wrong_die(a_log("ds-dice-2", opened="")) is None
    assert first_wrong_die(a_log()[1:]) is None
    assert first_wrong_die([]) is None
