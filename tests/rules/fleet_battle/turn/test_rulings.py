"""What an umpire rules in the middle of a step does not stop the rules (FB-H11)."""

from typing import Any

from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import EVERYONE, UMPIRE
from darkseas.engine.orders import Given, Rule, RuledEvent
from darkseas.engine.play.rulings import ruled_events
from darkseas.engine.play.steps import take_step
from darkseas.rules.fleet_battle import SYSTEM
from darkseas.rules.fleet_battle.chart.chart import chart
from darkseas.rules.fleet_battle.model.events import AttackResolved
from darkseas.rules.fleet_battle.model.orders import Attack, NameTargets
from tests.rules.fleet_battle.support import Table, a_battle


def rule(table: Table, kind: str, **payload: Any) -> None:
    """Let the umpire rule that something has happened."""
    order = Rule("So it was at the table.", (RuledEvent(f"fleet_battle.{kind}", payload, EVERYONE),))
    state = table.state.copy()
    for fact in take_step(SYSTEM, table.state, Given(UMPIRE, order), SeededDice(bytes(32))):
        if type(fact.event) in SYSTEM.setters:
            SYSTEM.setters[type(fact.event)](state, fact.event)
    table.state = state


def test_attack_by_or_at_a_ship_ruled_sunk_does_not_take_place() -> None:
    own = {"b1": "battleship", "b2": "battleship", "b3": "battleship"}
    table = a_battle(own, {"k1": "battleship", "k2": "battleship"}, fire_tier=3)
    table.give("a", NameTargets((Attack("b1", "k1"), Attack("b2", "k2"), Attack("b3", "k2"))))
    for ship, side in (("k1", "b"), ("b3", "a")):
        rule(table, "ship_sunk", ship=ship, side=side, by=[], turn=1, tier=3, rule="ruling")
    table.give("b", NameTargets(), 1, 1)
    assert [(one.ship, one.target) for one in table.events_of(AttackResolved)] == [("b2", "k2")]


def test_ruling_about_ships_that_are_not_there_harms_nothing() -> None:
    table = a_battle({"b1": "battleship"}, {"k1": "battleship"}, fire_tier=3)
    rule(table, "ship_sunk", ship="x", side="a", by=[], turn=1, tier=3, rule="ruling")
    rule(table, "carrier_group_targeted", side="a", ships=["x"], turn=1)
    rule(table, "targets_named", side="a", attacks=[{"ship": "x", "target": "k1"}])
    rule(table, "transfers_plotted", side="a", transfers=[{"ship": "x", "to": "battle"}])
    rule(table, "u_boats_surfaced", side="a", ships=["x"])
    rule(table, "groups_assigned", side="a", battle=["x"], carrier=["y"])
    chart(table.state)
    table.give("a", NameTargets((Attack("b1", "k1"),)))
    table.give("b", NameTargets(), 1, 2)
    assert [(one.ship, one.target) for one in table.events_of(AttackResolved)] == [("b1", "k1")]


def test_no_ship_is_ruled_sunk_where_none_is_afloat() -> None:
    """Whatever a form lets be chosen can be chosen; the others are there as before."""
    table = a_battle({"b1": "battleship"}, {"k1": "battleship"}, fire_tier=3)
    for ship, side in (("b1", "a"), ("k1", "b")):
        rule(table, "ship_sunk", ship=ship, side=side, by=[], turn=1, tier=3, rule="ruling")
    offered = [form.order for form in SYSTEM.rulings.forms(table.state)]
    assert offered == ["fleet_battle.ship_restored", "turn_began"]


def test_battle_group_lost_by_a_mistake_stands_again_with_its_ship() -> None:
    table = a_battle({"b1": "battleship"}, {"k1": "battleship", "v1": "aircraft carrier"}, fire_tier=3)
    rule(table, "ship_sunk", ship="k1", side="b", by=[], turn=1, tier=3, rule="ruling")
    rule(table, "battle_group_lost", side="b", reason="its last ship is sunk", rule="FB-9")
    assert table.state.has_lost_group("b")
    [ruled] = ruled_events(SYSTEM, table.state, "fleet_battle.ship_restored", {"ship": "k1"})
    rule(table, "ship_restored", **ruled.payload)
    assert (table.state.ship_status["k1"].sunk, table.state.has_lost_group("b")) == (0, False)
