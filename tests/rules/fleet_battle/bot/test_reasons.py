"""The captain's reasons: what decided an order, and other words where something else would have."""

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.orders import Given
from darkseas.engine.play.steps import read_order
from darkseas.rules.fleet_battle import SYSTEM
from darkseas.rules.fleet_battle.model.orders import NameTargets
from tests.rules.fleet_battle.combat.test_fleet_division import fixed_spec
from tests.rules.fleet_battle.support import Table, a_battle, a_spec


def suggested(table: Table) -> tuple[str, ...]:
    """Why the captain of side a orders what they order now."""
    view = table.view("a")
    name, blanks = SYSTEM.bot(view, "a", SYSTEM.legal_orders(view, "a"), Chooser(bytes(32)))
    return SYSTEM.reasons(view, read_order(SYSTEM, "a", name, blanks))


def test_fire_is_said_with_its_chance_cost_and_defence() -> None:
    table = a_battle({"u1": "u-boat"}, {"k1": {"card": "battleship", "defence": 8}}, fire_tier=1)
    cost = table.state.scenario.ships["k1"].card.cost
    (reason,) = suggested(table)
    assert reason.startswith(f"U1: 51 in 100 to sink K1, cost {cost}, defence 8;")


def test_fire_that_is_all_but_certain_is_not_called_certain() -> None:
    table = a_battle(
        {f"b{number}": "battleship" for number in range(4)},
        {"k1": {"card": "battleship", "defence": 2}},
        fire_tier=3,
    )
    order = read_order(
        SYSTEM,
        "a",
        "fleet_battle.name_targets",
        {"attacks": [{"ship": f"b{number}", "target": "k1"} for number in range(4)]},
    )
    (reason,) = SYSTEM.reasons(table.view("a"), order)
    assert "over 99 in 100 to sink K1" in reason


def test_who_holds_fire_is_named_with_the_reason() -> None:
    table = a_battle({"d1": "destroyer"}, {"k1": "battleship"}, fire_tier=5)
    (reason,) = SYSTEM.reasons(table.view("a"), Given("a", NameTargets()))
    assert reason == "D1 holds fire: no target is more likely to sink."
    boats = a_battle({"u1": "u-boat"}, {"k1": "battleship"}, fire_tier=1)
    (reason,) = SYSTEM.reasons(boats.view("a"), Given("a", NameTargets()))
    assert "risk more than it could sink" in reason


def test_division_is_weighed_against_none_and_all() -> None:
    fleet = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer"}
    (reason,) = suggested(Table(a_spec(fleet, {"k1": "battleship"})))
    assert "with the carriers" in reason
    assert "with no escorts there" in reason
    assert suggested(Table(a_spec({"b1": "battleship"}, {"k1": "battleship"}))) == (
        "There are no escorts to divide.",
    )
    assert suggested(Table(fixed_spec())) == ("The scenario fixes the groups.",)


def test_transfers_are_weighed_against_a_turn_of_fire() -> None:
    (reason,) = suggested(a_battle({"b1": "battleship", "d1": "destroyer"}, {"k1": "battleship"}))
    assert "is worth a turn without her fire" in reason
