"""Repair rolls, chosen and compulsory (ES-33, ES-34)."""

from typing import Any

import pytest

from darkseas.engine.orders import Choice, IllegalOrder
from darkseas.engine.stages.stage import Stage
from darkseas.rules.easyships.damage.repairs import allotted, check, hurt_areas, lost_moves, resolve
from darkseas.rules.easyships.model.events import RepairRolled
from darkseas.rules.easyships.model.orders import ControlDamage, Repair, each_roll
from darkseas.rules.easyships.model.plot_events import RepairsPlotted
from darkseas.rules.easyships.order_guidance.values import words
from darkseas.rules.easyships.turn.damage_forms import repair_rows
from darkseas.rules.easyships.turn.plots import seal
from tests.rules.easyships.support import Table, a_battle, ship


def hurt(defence: int = 25, kind: str = "CA", options: Any = None, air: int = 0, **changes: Any) -> Table:
    """A table with one hurt ship of side a."""
    ships = {"a1": ship(kind, defence=defence, moves=5, air=air)}
    table = a_battle(ships, {"b1": ship()}, options=options or {})
    table.set("a1", **changes)
    return table


def repair(table: Table, *repairs: Repair, dice: tuple[int, ...]) -> tuple[int, int, int]:
    """Roll repairs, and return fires, flooding and moves lost."""
    table.play(resolve, "a", repairs, dice=dice)
    status = table.status("a1")
    return status.fires, status.flooding, status.moves_lost


FIRES, FLOODING, SPEED = Repair("a1", "fires"), Repair("a1", "flooding"), Repair("a1", "speed")


@pytest.mark.parametrize(
    ("defence", "dice"), [(1, 1), (8, 1), (10, 1), (11, 2), (25, 3), (30, 3), (31, 4), (63, 7)]
)
def test_es_g11_dice_for_repairs_by_defence(defence: int, dice: int) -> None:
    assert allotted(hurt(defence).ship("a1")) == dice


@pytest.mark.parametrize(("die", "fires"), [(1, 3), (2, 2), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_a_roll_for_fires(die: int, fires: int) -> None:
    assert repair(hurt(fires=2), FIRES, dice=(die,)) == (fires, 0, 0)


@pytest.mark.parametrize(("die", "flooding"), [(1, 2), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_a_roll_for_flooding(die: int, flooding: int) -> None:
    table = hurt(flooding=1, flood_applied=2)
    assert repair(table, FLOODING, dice=(die,)) == (0, flooding, 0)


def test_flooding_that_grows_costs_moves() -> None:
    assert repair(hurt(flooding=1, flood_applied=1), FLOODING, dice=(1,)) == (0, 2, 1)


@pytest.mark.parametrize(
    ("die", "lost", "then"), [(1, 4, 4), (4, 4, 4), (5, 3, 3), (5, 4, 3), (6, 2, 2), (6, 3, 2), (6, 5, 4)]
)
def test_a_roll_for_speed(die: int, lost: int, then: int) -> None:
    assert repair(hurt(moves_lost=lost), SPEED, dice=(die,)) == (0, 0, then)


def test_es_a12_which_moves_count_as_lost() -> None:
    table = hurt(moves_lost=1, flooding=3, flood_applied=3)
    assert lost_moves(table.state, "a1") == 4
    assert repair(table, SPEED, dice=(5, 3))[2] == 0


def test_a_pair_is_the_better_of_two_and_takes_two_dice() -> None:
    table = hurt(fires=3)
    pair = Repair("a1", "fires", pair=True)
    assert repair(table, pair, FIRES, dice=(1, 5, 4)) == (1, 0, 0)
    assert [event.faces for event in table.events(RepairRolled)] == [(1, 5), (4,)]
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", (pair, pair))
    assert refused.value.rule == "ES-33"


@pytest.mark.parametrize(
    ("repairs", "field"),
    [
        ((Repair("b1", "fires"),), "blanks.repairs.0.ship"),
        ((Repair("zz", "fires"),), "blanks.repairs.0.ship"),
        ((SPEED,), "blanks.repairs.0.area"),
        ((FIRES,) * 4, "blanks.repairs"),
        ((Repair("a1", "fires", second="speed"),), "blanks.repairs.0.second"),
        ((Repair("a1", "fires", second="pair"), Repair("a1", "fires", second="fires")), "blanks.repairs"),
    ],
)
def test_a_roll_for_nobody_or_nothing_or_too_many_is_refused(repairs: tuple[Repair, ...], field: str) -> None:
    with pytest.raises(IllegalOrder) as refused:
        check(hurt(fires=1, flooding=1).state, "a", repairs)
    assert (refused.value.rule, refused.value.field) == ("ES-33", field)


def test_what_can_be_repaired() -> None:
    assert hurt_areas(hurt(fires=1, flooding=1, moves_lost=1).state, "a1") == ("fires", "flooding", "speed")
    assert hurt_areas(hurt().state, "a1") == ()


def test_whatever_nobody_fights_is_rolled_for_and_only_gets_worse() -> None:
    table = hurt(fires=1, flooding=1, flood_applied=1)
    assert repair(table, dice=(6, 1)) == (1, 2, 1)
    rolls = table.events(RepairRolled)
    assert [(roll.area, roll.change, roll.compulsory, roll.rule) for roll in rolls] == [
        ("fires", 0, True, "ES-34"),
        ("flooding", 1, True, "ES-34"),
    ]


def test_a_sound_ship_rolls_nothing() -> None:
    assert repair(hurt(), dice=()) == (0, 0, 0)


def test_es_g19_ships_with_planes_fight_fires_by_1_less() -> None:
    assert repair(hurt(kind="CV", air=40, fires=2), FIRES, dice=(4,)) == (2, 0, 0)
    assert repair(hurt(kind="CV", air=40, fires=2), FIRES, dice=(1,)) == (3, 0, 0)
    assert repair(hurt(kind="CV", air=40, flooding=1), FLOODING, dice=(5,)) == (0, 0, 0)


def test_es_a42_the_compulsory_roll_of_a_carrier() -> None:
    assert repair(hurt(kind="CV", air=40, fires=1), dice=(2,)) == (2, 0, 0)


def test_es_a15_no_damage_control_after_the_seventh_critical_hit() -> None:
    table = hurt(fires=1, flooding=1, no_repairs=True)
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, "a", (FIRES,))
    assert refused.value.rule == "ES-A15"
    assert repair(table, dice=(1, 1))[0] == 2


def test_es_a16_compulsory_dice_come_beside_the_others() -> None:
    table = hurt(fires=4, flooding=1)
    check(table.state, "a", (FIRES,) * 3)
    with pytest.raises(IllegalOrder):
        check(table.state, "a", (FIRES,) * 4)
    check(table.state, "a", (FIRES, FIRES, FLOODING))


def test_es_a45_rolls_for_what_is_repaired_already_are_skipped() -> None:
    assert repair(hurt(fires=1), FIRES, FIRES, dice=(4,))[0] == 0


def test_hidden_damage_is_repaired_in_secret_but_fires_are_not() -> None:
    table = hurt(options={"damage_known": "owner"}, fires=1, flooding=1)
    repair(table, FIRES, FLOODING, dice=(4, 5))
    seen = [event for event in table.known("b") if isinstance(event, RepairRolled)]
    assert [event.area for event in seen] == ["fires"]
    assert [scope for *_, scope in table.asked] == ["pub", "side:a"]


def test_a_second_die_is_thrown_by_itself_or_with_the_first() -> None:
    repairs = [Repair("a1", "fires", second="pair"), Repair("a1", "flooding", second="speed"), SPEED]
    assert each_roll(repairs) == (Repair("a1", "fires", pair=True), FLOODING, SPEED, SPEED)


def test_form_offers_dice_by_twos_and_the_odd_one_alone() -> None:
    rows = list(repair_rows(hurt(fires=1, flooding=1).state, "a"))
    names = [[cell.name for cell in row] for row in rows]
    assert names == [["ship", "area", "second"], ["ship", "area"]]
    second = rows[0][2]
    assert isinstance(second, Choice)
    assert (second.values, second.optional) == (("pair", "fires", "flooding"), True)
    said = words(hurt(fires=1).state, "a", second, "pair")
    assert said.short.startswith("Roll with the first")


def test_what_a_plot_keeps_are_single_rolls() -> None:
    table = hurt(fires=3)
    table.state.stage = Stage("damage", "both")
    order = ControlDamage((Repair("a1", "fires", second="pair"),))
    table.play(seal, "a", order, dice=())
    (plot,) = table.events(RepairsPlotted)
    assert plot == RepairsPlotted("a", (Repair("a1", "fires", pair=True),), ())
