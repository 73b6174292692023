"""What orders will do, in lines with odds and warnings."""

from darkseas.engine.orders import Given
from darkseas.engine.system import PreviewLine
from darkseas.rules.fleet_battle import SYSTEM
from darkseas.rules.fleet_battle.model.orders import (
    AssignGroups,
    Attack,
    NameTargets,
    PlotTransfers,
    Transfer,
)
from tests.rules.fleet_battle.support import Table, a_battle, a_spec

FLEET = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer"}


def lines(table: Table, order: object) -> tuple[PreviewLine, ...]:
    return SYSTEM.preview(table.view("a"), Given("a", order)).lines


def cautions(line: PreviewLine) -> dict[str, str]:
    return {warned.rule: warned.text for warned in line.warnings}


def test_division_says_both_groups_and_the_defences_that_follow() -> None:
    """FB-7, FB-13: as they are once the fleet is divided like that."""
    told = lines(Table(a_spec(FLEET, {"k1": "battleship"})), AssignGroups(("d1",)))
    assert told[0].text == "In the battle group: B1; with the carriers: D1."
    then = a_battle(FLEET, {"k1": "battleship"}, carriers=("d1",))
    assert f"C1 then has defence {then.defence('c1')}." in [line.text for line in told]
    assert not told[0].warnings


def test_division_without_a_battle_group_is_warned_of() -> None:
    """FB-B7."""
    fleet = {"c1": "aircraft carrier", "d1": "destroyer"}
    told = lines(Table(a_spec(fleet, {"k1": "battleship"})), AssignGroups(("d1",)))
    assert "your carriers are exposed" in cautions(told[0])["FB-B7"]


def test_transfers_cost_a_turn_of_fire_and_may_empty_the_battle_group() -> None:
    """FB-8, FB-B8."""
    fleet = {"c1": "aircraft carrier", "d1": "destroyer"}
    table = a_battle(fleet, {"k1": "battleship"})
    moved, empty = lines(table, PlotTransfers((Transfer("d1", "carrier"),)))
    assert moved.text == "D1 joins the carrier group at the end of the turn, if she is afloat."
    assert cautions(moved) == {"FB-8": "D1 holds fire until then."}
    assert set(cautions(empty)) == {"FB-B8"}
    assert len(lines(a_battle(FLEET, {"k1": "battleship"}), PlotTransfers((Transfer("d1", "carrier"),)))) == 1


def test_leaving_the_battle_loses_it() -> None:
    table = a_battle(FLEET, {"k1": "battleship"}, options={"retreat": True})
    first, _ = lines(table, PlotTransfers((), retreat=True))
    assert (first.blank, first.text) == ("retreat", "The fleet leaves the battle, and the other side wins.")


def test_fire_at_one_target_has_its_odds_once_and_who_holds_fire_is_named() -> None:
    """FB-4, FB-5."""
    fleet = {"d1": "destroyer", "d2": "destroyer", "d3": "destroyer"}
    table = a_battle(fleet, {"k1": "battleship"}, fire_tier=5)
    order = NameTargets((Attack("d1", "k1"), Attack("d2", "k1")))
    first, second, idle = lines(table, order)
    assert (first.odds,) == SYSTEM.odds(table.view("a"), Given("a", order))
    assert second.odds == ()
    assert second.text == "D2 fires at K1, together with the attacks above."
    assert (idle.blank, idle.text) == ("attacks", "D3 holds fire.")


def test_fire_that_cannot_sink_and_u_boats_that_surface_are_warned_of() -> None:
    """FB-1, FB-6."""
    table = a_battle({"d1": "destroyer"}, {"k1": "battleship"}, fire_tier=5)
    (alone,) = lines(table, NameTargets((Attack("d1", "k1"),)))
    assert cautions(alone) == {"FB-1": "No roll of these dice can sink her."}
    table = a_battle({"u1": "u-boat"}, {"k1": "battleship"}, fire_tier=1)
    (up,) = lines(table, NameTargets((Attack("u1", "k1"),)))
    assert set(cautions(up)) == {"FB-6"}
