"""Dividing a fleet (FB-7), changing groups (FB-8), battle groups that are gone (FB-12)."""

import pytest

from darkseas.engine.orders import IllegalOrder
from darkseas.engine.scenario.spec import GroupSpec, ScenarioSpec
from darkseas.rules.fleet_battle.combat.fleet_division import possible_transfers
from darkseas.rules.fleet_battle.model.events import (
    BattleGroupLost,
    GroupsAssigned,
    TransferLapsed,
    TransfersMade,
    TransfersPlotted,
)
from darkseas.rules.fleet_battle.model.orders import (
    AssignGroups,
    Attack,
    NameTargets,
    PlotTransfers,
    Transfer,
    WithdrawPlot,
)
from darkseas.rules.fleet_battle.model.scenario import GroupKey
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from tests.rules.fleet_battle.support import Table, a_battle, a_side, a_spec
from tests.support.form_blanks import rows_of, value_of

A = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer", "l1": "light cruiser"}
B = {"k1": "battleship", "v1": "u-boat"}


def refusal(table: Table, side: str, order: object) -> tuple[str, str]:
    """By which rule, and in which blank, an order is refused."""
    with pytest.raises(IllegalOrder) as refused:
        table.give(side, order)
    return refused.value.rule, refused.value.field


# --- set-up ----------------------------------------------------------------------------------------


def test_division_is_secret_until_both_are_ready() -> None:
    """FB-H2."""
    table = Table(a_spec(A, {**B, "y1": "destroyer"}))
    table.give("a", AssignGroups(("d1",)))
    assert table.view("a").group_of("d1") == "carrier"
    assert table.view("b").group_of("d1") == table.view(None).group_of("d1") == ""
    assert table.view("b").group_of("b1") == "battle"
    table.give("b", AssignGroups())
    for side in ("a", "b", None):
        view = table.view(side)
        assert [view.group_of(key) for key in ("d1", "l1", "y1")] == ["carrier", "battle", "battle"]


def test_division_puts_every_ship_into_her_group() -> None:
    table = a_battle(A, B, carriers=["l1"])
    events_of = {one.side: (one.battle, one.carrier) for one in table.events_of(GroupsAssigned)}
    assert events_of == {"a": (("b1", "d1"), ("c1", "l1")), "b": (("k1",), ())}
    assert table.state.group_of("v1") == "none"


@pytest.mark.parametrize(
    ("named", "blank"),
    [(("b1",), ".0"), (("c1",), ".0"), (("d1", "k1"), ".1"), (("d1", "d1"), ""), (("x",), ".0")],
)
def test_division_refuses(named: tuple[str, ...], blank: str) -> None:
    found = refusal(Table(a_spec(A, B)), "a", AssignGroups(named))
    assert found == ("FB-7", f"blanks.carrier_group{blank}")


def test_division_may_be_taken_back() -> None:
    table = Table(a_spec(A, B))
    table.give("a", AssignGroups(("d1",)))
    assert refusal(table, "a", AssignGroups()) == ("FB-2", "order")
    assert [form.order for form in legal_orders(table.state, "a")] == ["fleet_battle.withdraw_plot"]
    assert not legal_orders(table.state, "a")[0].pressing
    table.withdraw("a")
    assert table.state.group_of("d1") == ""
    table.give("a", AssignGroups(("l1",)))
    assert (table.state.group_of("d1"), table.state.group_of("l1")) == ("battle", "carrier")


def test_nothing_is_taken_back_that_is_not_there_or_open() -> None:
    table = Table(a_spec(A, B))
    assert refusal(table, "a", WithdrawPlot()) == ("FB-3", "order")
    table.assign()
    assert refusal(table, "a", WithdrawPlot()) == ("FB-3", "order")


def fixed_spec() -> ScenarioSpec:
    groups = (
        GroupSpec("screen", "Screen", ("c1", "l1"), {"group": "carrier"}),
        GroupSpec("line", "Line", ("b1", "d1"), {"group": "battle"}),
    )
    spec = a_spec(A, B)
    side = a_side("a", A, groups, fixed_groups=True)
    return type(spec)(spec.key, spec.title, spec.system, (side, spec.sides[1]), options=spec.options)


def test_fixed_groups_are_those_of_the_scenario() -> None:
    table = Table(fixed_spec())
    assert value_of(legal_orders(table.state, "a")[0].blanks[0]) == ["l1"]
    assert refusal(table, "a", AssignGroups(("d1",))) == ("FB-7", "blanks.carrier_group")
    table.give("a", AssignGroups(("l1",)))


# --- changing groups -------------------------------------------------------------------------------


def test_f13_mover_holds_fire_and_counts_where_it_was_until_the_turn_is_over() -> None:
    table = a_battle({**A, "d2": "destroyer"}, B, carriers=["l1", "d2"]).pass_on("transfers", 2)
    assert (table.defence("b1"), table.defence("c1")) == (9, 9)
    table.move(d1="carrier")
    assert (table.defence("b1"), table.defence("c1")) == (9, 9)
    table.pass_on("transfers", 3)
    assert (table.defence("b1"), table.defence("c1")) == (8, 10)
    assert [(one.side, one.transfers) for one in table.events_of(TransfersMade)] == [
        ("a", (Transfer("d1", "carrier"),))
    ]
    assert table.state.moving == {}


def test_transfers_are_sealed_and_then_shown() -> None:
    """FB-H3."""
    table = a_battle(A, {**B, "y1": "destroyer"})
    table.give("a", PlotTransfers((Transfer("d1", "carrier"),)))
    assert table.view("b").moving == {}
    assert table.view("a").moving == {"d1": "carrier"}
    table.withdraw("a")
    assert table.state.moving == {}
    table.give("a", PlotTransfers((Transfer("l1", "carrier"),)))
    table.give("b", PlotTransfers())
    assert table.view("b").moving == {"l1": "carrier"}
    assert table.events_of(TransfersPlotted) == [TransfersPlotted("a", (Transfer("l1", "carrier"),))]


@pytest.mark.parametrize(
    ("moves", "rule", "blank"),
    [
        ([("c1", "battle")], "FB-7", "0.ship"),
        ([("b1", "carrier")], "FB-7", "0.ship"),
        ([("k1", "carrier")], "FB-8", "0.ship"),
        ([("d1", "battle")], "FB-8", "0.to"),
        ([("d1", "carrier"), ("d1", "carrier")], "FB-8", "1.ship"),
    ],
)
def test_transfer_refuses(moves: list[tuple[str, GroupKey]], rule: str, blank: str) -> None:
    """B20 (FB-B20): carriers do not move."""
    order = PlotTransfers(tuple(Transfer(*move) for move in moves))
    assert refusal(a_battle(A, B), "a", order) == (rule, f"blanks.transfers.{blank}")


def test_sunk_ship_does_not_move() -> None:
    table = a_battle(A, B, fire_tier=3)
    table.fire(4, 1, b={"k1": "d1"})
    table.pass_on("transfers", 2)
    assert refusal(table, "a", PlotTransfers((Transfer("d1", "carrier"),))) == (
        "FB-8",
        "blanks.transfers.0.ship",
    )


def test_mover_may_still_be_hit() -> None:
    """B20."""
    table = a_battle(A, B)
    table.move(d1="carrier")
    table.pass_on("tier-3").fire(4, 1, b={"k1": "d1"})
    assert table.sunk() == ["d1"]
    table.pass_on("transfers", 2)
    assert table.events_of(TransfersMade) == []


def test_battle_group_that_its_last_ship_leaves_is_lost() -> None:
    """B8."""
    table = a_battle({"c1": "aircraft carrier", "d1": "destroyer"}, B)
    table.move(d1="carrier")
    table.pass_on("tier-1", 2)
    assert table.state.lost_groups == {"a": "FB-B8"}
    assert possible_transfers(table.state, "a") == []


def test_ships_that_change_places_keep_a_battle_group() -> None:
    own = {"c1": "aircraft carrier", "d1": "destroyer", "l1": "light cruiser"}
    table = a_battle(own, B, carriers=["l1"])
    table.move(d1="carrier", l1="battle")
    table.pass_on("transfers", 2)
    assert table.state.lost_groups == {}
    assert (table.state.group_of("d1"), table.state.group_of("l1")) == ("carrier", "battle")


def test_lost_battle_group_is_not_formed_again() -> None:
    """B9 (FB-B9), FB-12: refused, and left out of the form."""
    own = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer", "l1": "light cruiser"}
    table = a_battle(own, {**B, "y1": "destroyer"}, carriers=["d1"], options={"retreat": True})
    table.move(l1="carrier")
    table.pass_on("tier-3").fire(9, 1, b={"k1": "b1"})
    table.pass_on("transfers", 2)
    assert [(one.side, one.rule) for one in table.events_of(BattleGroupLost)] == [("a", "FB-B8")]
    order = PlotTransfers((Transfer("d1", "battle"),))
    assert refusal(table, "a", order) == ("FB-12", "blanks.transfers.0.to")
    assert rows_of(legal_orders(table.state, "a")[0].blanks[0]) == ()


def test_transfer_into_a_group_lost_meanwhile_lapses() -> None:
    """FB-H5."""
    own = {"c1": "aircraft carrier", "b1": "battleship", "d1": "destroyer"}
    table = a_battle(own, B, carriers=["d1"])
    table.move(d1="battle")
    table.pass_on("tier-3").fire(9, 1, b={"k1": "b1"})
    table.pass_on("tier-3", 2)
    assert [one.ship for one in table.events_of(TransferLapsed)] == ["d1"]
    assert table.state.group_of("d1") == "carrier"


def test_order_that_is_not_due_is_refused() -> None:
    table = a_battle(A, B)
    assert refusal(table, "a", NameTargets((Attack("b1", "k1"),))) == ("FB-2", "order")
    assert refusal(table, "b", PlotTransfers()) == ("FB-2", "order")
    assert refusal(table, "c", PlotTransfers()) == ("FB-3", "side")


def test_ship_that_changes_groups_is_in_no_form_and_fires_at_nobody() -> None:
    """FB-8."""
    table = a_battle({**A, "d2": "destroyer"}, B)
    table.move(d1="carrier")
    table.pass_on("tier-5")
    (rows,) = legal_orders(table.state, "a")[0].blanks
    assert [value_of(row[0]) for row in rows_of(rows)] == ["d2"]
    order = NameTargets((Attack("d1", "k1"),))
    assert refusal(table, "a", order) == ("FB-8", "blanks.attacks.0.ship")


def test_ship_sunk_on_her_way_is_no_longer_on_it() -> None:
    table = a_battle({**A, "d2": "destroyer"}, B)
    table.move(d1="carrier", d2="carrier")
    table.pass_on("tier-3").fire(10, 1, b={"k1": "d1"})
    assert table.sunk() == ["d1"]
    assert table.state.moving == {"d2": "carrier"}


def test_fixed_groups_may_be_named_in_any_order() -> None:
    main = GroupSpec("main", "Main", ("b1",), {"group": "battle"})
    escort = GroupSpec("escort", "Escort", ("c1", "d1", "l1"), {"group": "carrier"})
    sides = (a_side("a", A, (main, escort), fixed_groups=True), a_side("b", B))
    table = Table(a_spec(A, B, sides=sides))
    assert refusal(table, "a", AssignGroups(("l1",))) == ("FB-7", "blanks.carrier_group")
    table.give("a", AssignGroups(("l1", "d1")))
    assert [table.state.group_of(key) for key in ("b1", "c1", "d1", "l1")] == ["battle", *3 * ["carrier"]]
