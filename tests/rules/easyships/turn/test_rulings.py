"""What an umpire may rule: losses, fires, flooding, places, a turn that ends without dice (ES-2, ES-32)."""

import pytest

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.events import EVERYONE, Audience, TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.stages.stage import Stage
from darkseas.rules.easyships.model.apply_events import SETTERS
from darkseas.rules.easyships.model.events import InitiativeTaken
from darkseas.rules.easyships.model.hit_effects import Effect
from darkseas.rules.easyships.model.state import StrikeInAir
from darkseas.rules.easyships.narration.describe import describe
from darkseas.rules.easyships.turn import rulings
from tests.rules.easyships.support import Table, a_battle, ship


def at_sea(**changes: object) -> Table:
    """Two ships a side in the middle of a movement."""
    cruisers = {"a1": ship("CA", guns=[(8, 8)]), "a2": ship("SS", torpedoes=4, defence=1)}
    table = a_battle(cruisers, {"b1": ship(), "b2": ship()}, at={"a1": "0505", "b1": "1010", "b2": "1012"})
    table.state.stage, table.state.called, table.state.initiative = Stage("move", "1"), ("a",), "a"
    for name, value in changes.items():
        setattr(table.state, name, value)
    return table


def rule(table: Table, name: str, **blanks: str) -> list[Audience]:
    """Rule something, and return who may know of it."""
    adjudication = Adjudication(SETTERS, table.state, RecordedDice(()))
    audiences = []
    for event, audience in rulings.facts(table.state, f"easyships.{name}", blanks):
        assert describe(adjudication.state, event).sentence.endswith(".")
        adjudication.record(event, audience)
        audiences.append(audience)
    table.state = adjudication.state
    return audiences


def test_a_ship_that_is_ruled_afloat_has_no_fire_and_no_water_and_by_choice_no_other_damage() -> None:
    for fate, lost in (("sound", 0), ("hurt", 2)):
        table = at_sea()
        table.set("b1", fires=5, flooding=5, flood_applied=5, moves_lost=2, sunk=1)
        rule(table, "ship_restored", ship="b1", fate=fate)
        status = table.status("b1")
        assert (status.sunk, status.fires, status.flooding, status.moves_lost) == (0, 0, 0, lost)


def test_a_ship_is_not_raised_under_another_one() -> None:
    table = at_sea()
    table.set("b1", sunk=1)
    table.put("b2", "1010")
    with pytest.raises(IllegalOrder, match="B2 lies there"):
        rule(table, "ship_restored", ship="b1", fate="sound")


def test_flooding_that_is_ruled_costs_the_moves_of_its_levels_once() -> None:
    table = at_sea()
    rule(table, "hull_damaged", ship="b1", flooding="2")
    assert (table.status("b1").flooding, table.status("b1").moves_lost) == (2, 1)
    rule(table, "hull_damaged", ship="b1", flooding="0")
    rule(table, "hull_damaged", ship="b1", flooding="2")
    assert (table.status("b1").flooding, table.status("b1").moves_lost) == (2, 1)
    rule(table, "fires_set", ship="b1", fires="3")
    assert table.status("b1").fires == 3


def test_a_ship_lies_where_it_is_ruled_and_a_boat_below_is_known_to_her_owner_alone() -> None:
    table = at_sea()
    assert rule(table, "ships_placed", ship="b1", hex="0707", facing="NW") == [EVERYONE]
    assert (table.status("b1").bow, table.status("b1").facing) == (parse_label("0707"), 2)
    with pytest.raises(IllegalOrder, match="lies there"):
        rule(table, "ships_placed", ship="b2", hex="0707", facing="E")
    with pytest.raises(IllegalOrder, match="off the map"):
        rule(table, "ships_placed", ship="b2", hex="0000", facing="E")
    table.put("a2", "0303", depth=2)
    assert rule(table, "ships_placed", ship="a2", hex="0404", facing="E") == [("a",)]


def test_a_turn_is_over_without_dice_and_the_ruling_says_who_is_first() -> None:
    """Hits take effect, nobody rolls for repairs, and ships that bear too much sink (ES-35)."""
    table = at_sea(turn=3, effects=(Effect("b1", "shell", row=1),))
    table.set("b2", fires=6)
    facts = rulings.facts(table.state, "turn_began", {"first": "b"})
    events = [event for event, _ in facts]
    assert [event.turn for event in events if isinstance(event, TurnBegan)] == [4]
    (taken,) = [event for event in events if isinstance(event, InitiativeTaken)]
    assert (dict(taken.dice), taken.side, taken.rule) == ({}, "b", "ruling")
    sentence = "Initiative: Side B (moves first and attacks first this turn)."
    assert describe(table.state, taken).sentence == sentence
    adjudication = Adjudication(SETTERS, table.state, RecordedDice(()))
    for event, audience in facts:
        adjudication.record(event, audience)
    after = adjudication.state
    assert (after.ship_status["b1"].fires, after.ship_status["b2"].sunk) == (1, 3)
    assert (after.stage, after.called) == (Stage("move", "1"), ("b",))


def test_a_turn_is_not_over_while_planes_are_in_the_air() -> None:
    table = at_sea(strikes={"a-1": StrikeInAir("a", ("a1",), 10)})
    with pytest.raises(IllegalOrder, match="Planes are in the air"):
        rulings.facts(table.state, "turn_began", {"first": "a"})


def test_nothing_is_ruled_before_all_ships_stand_nor_while_a_plot_lies_sealed() -> None:
    assert rulings.forms(at_sea().state)
    assert not rulings.forms(at_sea(stage=Stage("deploy", "1")).state)
    assert not rulings.forms(at_sea(sealed=("a",)).state)
