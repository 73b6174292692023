"""Dice of the table in an order: asked for, typed in, left to the house."""

import pytest

from darkseas.engine.dice.rolls import DiceNeeded
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import BattleEnded, DiceRolled, SeedOpened
from darkseas.engine.orders import IllegalOrder
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.recording.table_dice import BadThrow
from replays_app.simulation import verification
from tests.support.builders import give, plot, seats_of, toy_started
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db


def test_table_dice_are_asked_for_one_throw_after_the_other() -> None:
    battle = toy_started(scheme="table").battle
    seats = seats_of(battle)
    plot(seats["red"], 1, 2)
    throws: list[list[int]] = []
    needed = []
    for faces in ([2], [5], [3]):
        with pytest.raises(DiceNeeded) as missing:
            plot(seats["blue"], 3, 3, throws=throws)
        needed.append((missing.value.purpose, missing.value.count, missing.value.scope))
        throws.append(faces)
    plot(seats["blue"], 3, 3, throws=throws)
    assert needed == [
        ("t1/scouting/red", 1, "side:red"),
        ("t1/scouting/blue", 1, "side:blue"),
        ("t1/swell", 1, "ump"),
    ]
    rolls = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, DiceRolled)]
    assert [(roll.faces, roll.origin) for roll in rolls] == [
        ((2,), "table"),
        ((5,), "table"),
        ((3,), "table"),
    ]
    assert verification.check(battle) == []


@every_case(
    "throws, place",
    [
        ([[7], [1], [1]], 0),
        ([[1], [0], [1]], 1),
        ([[1], [1, 1], [1]], 1),
        ([[True], [1], [1]], 0),
        ([[1], [1], [1], [1]], 3),
    ],
)
def test_throw_that_cannot_be_is_refused(throws: list[list[int]], place: int) -> None:
    battle = toy_started(scheme="table").battle
    seats = seats_of(battle)
    plot(seats["red"], 1, 2)
    with pytest.raises(BadThrow) as refusal:
        plot(seats["blue"], 3, 3, throws=throws)
    assert refusal.value.place == place
    assert log_store.length(battle.pk) == 3


def test_battle_with_dice_of_the_house_takes_no_throws() -> None:
    seat = seats_of(toy_started().battle)["red"]
    with pytest.raises(IllegalOrder, match="The site rolls"):
        plot(seat, throws=[[1]])


def test_throw_without_faces_is_left_to_the_house() -> None:
    battle = toy_started(scheme="table").battle
    seats = seats_of(battle)
    plot(seats["red"], 1, 2)
    plot(seats["blue"], 3, 3, throws=[[2], [], [3]])
    rolls = [entry.event for entry in log_store.read(battle.pk) if isinstance(entry.event, DiceRolled)]
    assert [roll.origin for roll in rolls] == ["table", "house", "table"]
    house = SeededDice(bytes(range(32)))
    assert rolls[1].faces == house.roll(1, 6, rolls[1].purpose, scope=rolls[1].scope).faces
    assert verification.check(battle) == []


def test_battle_with_table_dice_opens_the_seed_of_what_the_house_threw() -> None:
    battle = toy_started(scheme="table").battle
    seats = seats_of(battle)
    give(seats["red"], "strike", {}, expected=1)
    battle.refresh_from_db()
    entries = log_store.read(battle.pk)
    assert isinstance(entries[-2].event, BattleEnded)
    assert entries[-1].event == SeedOpened(bytes(range(32)).hex())
    assert battle.status == Battle.Status.FINISHED
