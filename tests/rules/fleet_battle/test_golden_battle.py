"""The golden battle of our digest, die by die, and the orders that must be refused on the way."""

from collections.abc import Callable

import pytest

from darkseas.engine.events import BattleEnded, Fact
from darkseas.engine.orders import IllegalOrder
from darkseas.rules.fleet_battle.model.events import AttackResolved, BattleGroupLost, UBoatsSurfaced
from darkseas.rules.fleet_battle.model.orders import Attack, NameTargets, PlotTransfers, Transfer
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from tests.rules.fleet_battle.support import Table, a_battle

A = {"u1": "u-boat", "b1": "battleship", "d1": "destroyer", "c1": "aircraft carrier", "l1": "light cruiser"}
B = {"v1": "u-boat", "k1": "battle cruiser", "h1": "heavy cruiser", "e1": "light carrier", "d2": "destroyer"}
FLEETS = (A, B)

START = {"u1": 10, "b1": 9, "d1": 4, "c1": 8, "l1": 5, "v1": 10, "k1": 7, "h1": 5, "e1": 6, "d2": 4}


def golden() -> Table:
    return a_battle(*FLEETS, carriers=("l1", "d2"))


def to_tier(table: Table, tier: int) -> Table:
    """The golden battle up to a tier of turn 1."""
    table.move()
    steps: tuple[Callable[[], list[Fact]], ...] = (
        lambda: table.fire(3, 7, a={"u1": "e1"}),
        lambda: table.fire(6, 10, a={"c1": {1: "k1", 2: "v1"}}),
        lambda: table.fire(2, 8, 4, a={"b1": "k1"}, b={"k1": "d1"}),
        lambda: table.fire(8, b={"h1": "b1"}),
    )
    for step in steps[: tier - 1]:
        step()
    return table


def test_defences_at_the_start() -> None:
    table = golden()
    assert {key: table.defence(key) for key in START} == START


def test_golden_battle_die_by_die() -> None:
    table = golden()
    table.move()
    assert str(table.state.stage) == "tier-1"
    table.fire(3, 7, a={"u1": "e1"})
    assert table.sunk() == ["e1"]
    assert (table.defence("u1"), table.defence("v1")) == (5, 10)

    # Only the side with a carrier left is asked in tier 2.
    assert (str(table.state.stage), table.state.called) == ("tier-2", ("a",))
    assert legal_orders(table.state, "b") == ()
    table.fire(6, 10, a={"c1": {1: "k1", 2: "v1"}})
    assert table.sunk() == ["v1"]

    table.fire(2, 8, 4, a={"b1": "k1"}, b={"k1": "d1"})
    assert table.sunk() == ["d1", "k1"]

    # The escort l1 has nobody to answer, so side A is not asked in tier 4.
    assert (str(table.state.stage), table.state.called) == ("tier-4", ("b",))
    assert table.defence("b1") == 8
    table.fire(8, b={"h1": "b1"})
    assert table.sunk() == ["b1"]
    assert [lost.side for lost in table.events_of(BattleGroupLost)] == ["a"]

    assert (str(table.state.stage), table.state.called) == ("tier-5", ("b",))
    table.fire(5, b={"d2": "u1"})
    assert table.sunk() == ["u1"]

    assert (str(table.state.stage), table.state.turn, table.state.called) == ("transfers", 2, ("b",))
    table.move()
    assert (str(table.state.stage), table.state.called) == ("tier-2", ("a",))
    table.fire(5, 3, a={"c1": {1: "h1", 2: "d2"}})
    assert table.sunk() == ["h1"]
    assert [lost.side for lost in table.events_of(BattleGroupLost)] == ["a", "b"]

    assert (str(table.state.stage), table.state.called) == ("tier-4", ("a",))
    table.fire(6, a={"l1": "d2"})
    assert table.sunk() == ["d2"]
    ended = table.events_of(BattleEnded)[0]
    assert (ended.winner, ended.rule, ended.scores) == ("a", "FB-B18", {"a": "11", "b": "0"})


def test_golden_battle_asks_for_its_dice_in_order() -> None:
    table = to_tier(golden(), 5)
    assert table.asked == [
        (2, 10, "t1/tier-1/a/u1"),
        (2, 10, "t1/tier-2/a/c1"),
        (2, 10, "t1/tier-3/a/b1"),
        (1, 10, "t1/tier-3/b/k1"),
        (1, 8, "t1/tier-4/b/h1"),
    ]


def test_golden_attacks_carry_dice_defence_and_rules() -> None:
    table = to_tier(golden(), 3)
    events_of = [
        (one.ship, one.target, one.faces, one.defence, one.hit) for one in table.events_of(AttackResolved)
    ]
    assert events_of == [
        ("u1", "e1", (3, 7), 6, True),
        ("c1", "k1", (6,), 7, False),
        ("c1", "v1", (10,), 10, True),
    ]
    assert [one.ships for one in table.events_of(UBoatsSurfaced)] == [("u1",)]


def refusal(table: Table, side: str, *attacks: Attack) -> tuple[str, str]:
    """By which rule, and in which blank, these targets are refused."""
    with pytest.raises(IllegalOrder) as refused:
        table.give(side, NameTargets(attacks))
    return refused.value.rule, refused.value.field


def at_tier(tier: int) -> Table:
    """The golden fleets at a tier of turn 1, nobody having fired."""
    return a_battle(*FLEETS, carriers=("l1", "d2"), fire_tier=tier)


@pytest.mark.parametrize(
    ("tier", "side", "ship", "target", "rule", "blank"),
    [
        (3, "a", "b1", "d2", "FB-9", "target"),
        (3, "a", "b1", "e1", "FB-10", "target"),
        (4, "b", "h1", "l1", "FB-9", "target"),
        (4, "b", "h1", "c1", "FB-10", "target"),
        (4, "a", "l1", "h1", "FB-11", "target"),
        (1, "a", "b1", "k1", "FB-2", "ship"),
        (1, "a", "u1", "b1", "FB-4", "target"),
        (1, "a", "v1", "b1", "FB-4", "ship"),
    ],
)
def test_golden_fleets_refuse_targets(
    tier: int, side: str, ship: str, target: str, rule: str, blank: str
) -> None:
    assert refusal(at_tier(tier), side, Attack(ship, target)) == (rule, f"blanks.attacks.0.{blank}")


def test_sunk_ship_is_no_target() -> None:
    assert refusal(to_tier(golden(), 2), "a", Attack("c1", "e1")) == ("FB-3", "blanks.attacks.0.target")


def test_heavy_cruiser_may_fire_at_the_carrier_once_the_battle_group_is_gone() -> None:
    table = at_tier(3)
    table.fire(1, 1, 9, a={"b1": "k1"}, b={"k1": "b1"})
    table.pass_on("tier-3", 2).fire(4, b={"k1": "d1"})
    assert table.state.has_lost_group("a")
    table.fire(8, b={"h1": "c1"})
    assert table.sunk() == ["c1"]


def test_carrier_does_not_change_groups() -> None:
    table = golden()
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", PlotTransfers((Transfer("c1", "battle"),)))
    assert (refused.value.rule, refused.value.field) == ("FB-7", "blanks.transfers.0.ship")


def test_mover_does_not_fire() -> None:
    table = a_battle({**A, "d3": "destroyer"}, B, carriers=("l1", "d2"))
    table.move(d1="carrier")
    table.pass_on("tier-5")
    assert refusal(table, "a", Attack("d1", "h1")) == ("FB-8", "blanks.attacks.0.ship")


def test_side_whose_only_destroyer_moves_is_not_asked_in_tier_5() -> None:
    table = golden()
    table.move(d1="carrier")
    table.pass_on("tier-5")
    assert table.state.called == ("b",)
    assert refusal(table, "a", Attack("d1", "h1")) == ("FB-2", "order")


def test_u_boat_does_not_split_its_dice() -> None:
    table = golden()
    table.move()
    split = (Attack("u1", "e1", 1), Attack("u1", "k1", 2))
    assert refusal(table, "a", *split) == ("FB-4", "blanks.attacks.0.die")
