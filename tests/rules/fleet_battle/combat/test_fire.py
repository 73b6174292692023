"""Fire of a tier: dice against defences, two sixes, u-boats, losses at once (FB-1 to FB-6, FB-19)."""

import pytest

from darkseas.engine.events import BattleEnded
from darkseas.engine.orders import Fixed, IllegalOrder
from darkseas.rules.fleet_battle.model.events import (
    AttackResolved,
    CarrierGroupTargeted,
    ShipSunk,
    SixesPaired,
    TargetsNamed,
    UBoatsSubmerged,
    UBoatsSurfaced,
)
from darkseas.rules.fleet_battle.model.orders import Attack, NameTargets
from darkseas.rules.fleet_battle.turn.decide import legal_orders
from tests.rules.fleet_battle.support import a_battle
from tests.support.form_blanks import rows_of, values_of

BB, BC, HC, LC, DD, CV, CVL, SS = (
    "battleship", "battle cruiser", "heavy cruiser", "light cruiser", "destroyer", "aircraft carrier",
    "light carrier", "u-boat",
)  # fmt: skip


def destroyers(count: int) -> dict[str, str]:
    """So many destroyers."""
    return {f"d{number}": DD for number in range(1, count + 1)}


def at_one(count: int, target: str) -> dict[str, str]:
    """All of them at one target."""
    return dict.fromkeys(destroyers(count), target)


# --- tiers and simultaneity ------------------------------------------------------------------------


def test_f10_two_battleships_sink_each_other() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.fire(8, 1, 1, 9, a={"b1": "k1"}, b={"k1": "b1"})
    assert table.sunk() == ["b1", "k1"]
    assert len(table.events_of(AttackResolved)) == 2
    assert table.events_of(BattleEnded)[0].winner is None


def test_losses_do_not_hang_on_which_side_is_first() -> None:
    """A balance check of section 10: the sides exchanged, the same dice, the same losses."""
    one, other = {"b1": BB, "d1": DD}, {"k1": BC, "h1": HC}
    table = a_battle(one, other, fire_tier=3)
    table.fire(2, 8, 4, a={"b1": "k1"}, b={"k1": "d1"})
    turned = a_battle(other, one, fire_tier=3)
    turned.fire(4, 2, 8, a={"k1": "d1"}, b={"b1": "k1"})
    assert sorted(table.sunk()) == sorted(turned.sunk()) == ["d1", "k1"]


def test_tier_is_fired_by_both_sides_before_the_next() -> None:
    table = a_battle({"b1": BB, "h1": HC, "d1": DD}, {"k1": BB, "x1": HC, "y1": DD}, fire_tier=3)
    phases = []
    for _ in range(3):
        phases.append((str(table.state.stage), table.state.called))
        table.fire()
    assert phases == [("tier-3", ("a", "b")), ("tier-4", ("a", "b")), ("tier-5", ("a", "b"))]


def test_targets_are_sealed_until_both_sides_have_named_theirs() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.give("a", NameTargets((Attack("b1", "k1"),)))
    assert table.view("a").targets == {"a": (Attack("b1", "k1"),)}
    assert table.view("b").targets == table.view(None).targets == {}
    waited_for = table.state.called
    assert waited_for == ("b",)
    table.withdraw("a")
    assert (table.state.called, table.state.targets) == (("b", "a"), {})
    table.fire(1, 1, a={"b1": "k1"})
    assert [(one.side, one.attacks) for one in table.events_of(TargetsNamed)] == [
        ("a", (Attack("b1", "k1"),)),
        ("b", ()),
    ]


def test_overkill_is_lost() -> None:
    """B16 (FB-B16), B17 (FB-B17): both name the same target before any die falls, and both dice stand."""
    table = a_battle({"b1": BB, "b2": BB}, {"k1": BB, "k2": BB}, fire_tier=3)
    table.fire(10, 1, 10, 1, a={"b1": "k1", "b2": "k1"})
    assert table.sunk() == ["k1"]
    assert table.events_of(ShipSunk)[0].by == ("b1", "b2")


# --- dice ------------------------------------------------------------------------------------------


def test_several_dice_are_compared_alone() -> None:
    """B1: 4 and 5 against 8."""
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.fire(4, 5, a={"b1": "k1"})
    assert table.sunk() == []
    assert table.events_of(AttackResolved)[0].combine == "any"


def test_attack_cites_the_rules_behind_its_dice() -> None:
    table = a_battle({"b1": BB, "k2": BC}, {"k1": BB}, fire_tier=3)
    table.fire(1, 1, 1, a={"b1": "k1", "k2": "k1"})
    assert [one.rules for one in table.events_of(AttackResolved)] == [("FB-1", "FB-B1"), ("FB-1",)]


def test_die_that_equals_the_defence_sinks() -> None:
    table = a_battle({"b1": BB}, {"k1": BB}, fire_tier=3)
    table.fire(7, 8, a={"b1": "k1"})
    assert table.sunk() == ["k1"]


def test_f14_split_dice_count_each_for_itself() -> None:
    own = {"e1": CVL, "x1": LC, "x2": LC, "y1": DD}
    table = a_battle({"c1": CV}, own, carriers=["x1", "x2", "y1"], fire_tier=2)
    assert table.defence("e1") == 10
    table.fire(9, 4, a={"c1": {1: "e1", 2: "y1"}})
    assert table.sunk() == ["y1"]
    assert table.asked[-1] == (2, 10, "t1/tier-2/a/c1")


def test_form_has_a_line_for_each_die_that_may_be_split_and_one_for_any_other_ship() -> None:
    own = {"c1": CV, "c2": {"card": CV, "dice": "3d10"}, "e1": CVL}
    table = a_battle(own, {"k1": BB, "y1": DD}, fire_tier=2)
    (rows,) = legal_orders(table.state, "a")[0].blanks
    lines = [{blank.name: blank.value for blank in row if isinstance(blank, Fixed)} for row in rows_of(rows)]
    assert [(line["ship"], line.get("die")) for line in lines] == [
        ("c1", 1), ("c1", 2), ("c2", 1), ("c2", 2), ("c2", 3), ("e1", None),
    ]  # fmt: skip
    assert {values_of(row[-1]) for row in rows_of(rows)} == {("k1", "y1")}


def test_split_carrier_may_throw_one_die_alone() -> None:
    table = a_battle({"c1": CV}, {"k1": BB, "y1": DD}, fire_tier=2)
    table.fire(9, a={"c1": {2: "k1"}})
    assert table.asked[-1][0] == 1
    assert table.sunk() == ["k1"]


def test_carrier_may_send_all_dice_at_one_target() -> None:
    table = a_battle({"c1": CV}, {"k1": BB, "y1": DD}, fire_tier=2)
    table.fire(3, 9, a={"c1": "k1"})
    assert table.events_of(AttackResolved)[0].faces == (3, 9)
    assert table.sunk() == ["k1"]


@pytest.mark.parametrize(
    "attacks",
    [
        (Attack("c1", "k1"), Attack("c1", "y1")),
        (Attack("c1", "k1", 1), Attack("c1", "y1", 1)),
        (Attack("c1", "k1", 1), Attack("c1", "y1")),
        (Attack("c1", "k1", 3),),
        (Attack("c1", "k1", -1),),
    ],
)
def test_die_has_one_target(attacks: tuple[Attack, ...]) -> None:
    table = a_battle({"c1": CV}, {"k1": BB, "y1": DD}, fire_tier=2)
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", NameTargets(attacks))
    assert refused.value.rule == "FB-4"


@pytest.mark.parametrize(("card", "tier"), [(SS, 1), (CVL, 2), (BB, 3), (DD, 5)])
def test_f15_others_do_not_split(card: str, tier: int) -> None:
    table = a_battle({"s1": card}, {"k1": BB, "y1": DD}, fire_tier=tier)
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", NameTargets((Attack("s1", "k1", 1),)))
    assert (refused.value.rule, refused.value.field) == ("FB-4", "blanks.attacks.0.die")


# --- u-boats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "tier", "dice"),
    [
        (CV, 2, (2, 10)),
        (CVL, 2, (1, 10)),
        (BB, 3, (1, 6)),
        (BC, 3, (1, 6)),
        (HC, 4, (1, 6)),
        (LC, 4, (1, 6)),
        (DD, 5, (1, 6)),
    ],
)
def test_dice_against_u_boats(card: str, tier: int, dice: tuple[int, ...]) -> None:
    """FB-19: carriers keep their own dice."""
    table = a_battle({"s1": card}, {"v1": SS}, fire_tier=tier)
    table.fire(*[1] * dice[0], a={"s1": "v1"})
    assert table.asked[-1][:2] == dice


def test_destroyer_with_more_dice_throws_one_at_a_u_boat() -> None:
    """B4."""
    table = a_battle({"d1": {"card": DD, "dice": "3d8"}}, {"v1": SS}, fire_tier=5)
    table.fire(1, a={"d1": "v1"})
    assert table.asked[-1][:2] == (1, 6)


def test_f3_battleship_sinks_a_surfaced_u_boat_with_five() -> None:
    table = a_battle({"b1": BB}, {"v1": SS}, fire_tier=1)
    table.fire(1, 1, b={"v1": "b1"})
    table.fire(5, a={"b1": "v1"})
    assert table.sunk() == ["v1"]


def test_u_boat_that_fires_is_up_until_the_turn_is_over() -> None:
    table = a_battle({"u1": SS}, {"k1": BB}, fire_tier=1)
    table.fire(1, 1, a={"u1": "k1"})
    assert table.events_of(UBoatsSurfaced)[0].ships == ("u1",)
    assert not table.state.ship_status["u1"].submerged
    table.pass_on("tier-1", 2)
    assert table.events_of(UBoatsSubmerged)[0].ships == ("u1",)
    assert table.state.ship_status["u1"].submerged


def test_u_boat_that_passes_stays_down_and_does_not_fire_later() -> None:
    """B6 (FB-B6): it has its turn in tier 1 alone."""
    table = a_battle({"u1": SS}, {"k1": BB}, fire_tier=1)
    table.fire()
    assert table.state.ship_status["u1"].submerged
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", NameTargets((Attack("u1", "k1"),)))
    assert refused.value.rule == "FB-2"


def test_u_boats_firing_at_each_other_are_down_until_both_have_fired() -> None:
    """B5: 6 sinks only what lies on the surface."""
    table = a_battle({"u1": SS}, {"v1": SS}, fire_tier=1)
    table.fire(6, 1, 1, 1, a={"u1": "v1"}, b={"v1": "u1"})
    assert table.sunk() == []
    assert [(one.side, one.ships) for one in table.events_of(UBoatsSurfaced)] == [
        ("a", ("u1",)),
        ("b", ("v1",)),
    ]


# --- two sixes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "sunk"), [((6, 6), ["v1"]), ((6, 5), [])])
def test_f4_two_destroyers_on_a_submerged_u_boat(faces: tuple[int, ...], sunk: list[str]) -> None:
    """B2, B3."""
    table = a_battle(destroyers(2), {"v1": SS}, fire_tier=5)
    table.fire(*faces, a=at_one(2, "v1"))
    assert table.sunk() == sunk
    assert [one.rules for one in table.events_of(SixesPaired)] == [("FB-5", "FB-B2", "FB-B3")] * len(sunk)
    assert table.events_of(AttackResolved)[0].could_sink


@pytest.mark.parametrize(
    ("target", "faces", "sunk", "paired"),
    [(BC, (6, 2), ["k1"], 0), (BB, (6, 6), ["k1"], 1), (BB, (6, 5), [], 0)],
)
def test_f5_two_destroyers_on_capital_ships(
    target: str, faces: tuple[int, ...], sunk: list[str], paired: int
) -> None:
    table = a_battle(destroyers(2), {"k1": target}, fire_tier=5)
    table.fire(*faces, a=at_one(2, "k1"))
    assert table.sunk() == sunk
    assert len(table.events_of(SixesPaired)) == paired


def test_f6_three_sixes_are_one_pair() -> None:
    table = a_battle(destroyers(3), {"k1": BB, "x1": LC, "y1": DD}, fire_tier=5)
    assert table.defence("k1") == 10
    table.fire(6, 6, 6, a=at_one(3, "k1"))
    paired = table.events_of(SixesPaired)[0]
    assert (paired.sixes, paired.pairs, paired.worth, paired.hit) == (3, 1, 10, True)
    assert paired.rules == ("FB-5", "FB-B2")
    assert table.sunk() == ["k1"]


def test_sixes_at_different_targets_do_not_meet() -> None:
    table = a_battle(destroyers(2), {"k1": BB, "k2": BB}, fire_tier=5)
    table.fire(6, 6, a={"d1": "k1", "d2": "k2"})
    assert table.sunk() == []


def test_sixes_of_one_destroyer_with_two_dice() -> None:
    own = {"d1": {"card": DD, "dice": "2d6"}}
    table = a_battle(own, {"k1": BB}, fire_tier=5)
    table.fire(6, 6, a={"d1": "k1"})
    assert table.sunk() == ["k1"]


def test_pair_above_ten_is_not_enough() -> None:
    table = a_battle(destroyers(2), {"k1": {"card": BB, "defence": 11}}, fire_tier=5)
    table.fire(6, 6, a=at_one(2, "k1"))
    assert table.sunk() == []


def test_pair_needs_destroyers() -> None:
    table = a_battle({"h1": {"card": LC, "dice": "2d6"}}, {"k1": BB}, fire_tier=4)
    table.fire(6, 6, a={"h1": "k1"})
    assert table.sunk() == []


def test_u_boat_that_never_fires_is_sunk_by_a_ten_or_a_pair_alone() -> None:
    """A balance check of section 10, over every die and every pair of dice."""
    for face in range(1, 11):
        table = a_battle({"c1": CVL}, {"v1": SS}, fire_tier=2)
        table.fire(face, a={"c1": "v1"})
        assert (table.sunk() == ["v1"]) is (face == 10)
    for first in range(1, 7):
        for second in range(1, 7):
            table = a_battle(destroyers(2), {"v1": SS}, fire_tier=5)
            table.fire(first, second, a=at_one(2, "v1"))
            assert (table.sunk() == ["v1"]) is (first == second == 6)


# --- what is noted ---------------------------------------------------------------------------------


def test_who_targets_the_carrier_group_is_noted() -> None:
    table = a_battle({"u1": SS}, {"e1": CVL, "y1": DD, "k1": BB}, carriers=["y1"], fire_tier=1)
    table.fire(1, 1, a={"u1": "y1"})
    assert [(one.side, one.ships, one.turn) for one in table.events_of(CarrierGroupTargeted)] == [
        ("b", ("u1",), 1)
    ]
    assert table.state.assailants == {"u1": 1}


def test_attack_that_cannot_succeed_is_told_so() -> None:
    table = a_battle({"b1": BB}, {"v1": SS}, fire_tier=3)
    table.fire(6, a={"b1": "v1"})
    assert table.events_of(AttackResolved)[0].could_sink is False
    assert table.state.last_try == 0


def test_ship_sunk_by_a_die_and_by_a_pair_names_all_that_sank_her() -> None:
    own = {"d1": {"card": DD, "dice": "1d8"}, **dict.fromkeys(("d2", "d3", "d4"), DD)}
    table = a_battle(own, {"k1": BB}, fire_tier=5)
    table.fire(8, 6, 6, 5, a=dict.fromkeys(own, "k1"))
    assert table.events_of(SixesPaired)[0].ships == ("d2", "d3")
    assert table.events_of(ShipSunk)[0].by == ("d1", "d2", "d3")


@pytest.mark.parametrize(("defence", "pairs"), [(6, 0), (7, 1), (10, 1), (11, 0)])
def test_pair_is_told_only_where_it_does_what_one_six_does_not(defence: int, pairs: int) -> None:
    table = a_battle(destroyers(2), {"k1": {"card": BB, "defence": defence}}, fire_tier=5)
    assert table.defence("k1") == defence
    table.fire(6, 6, a=at_one(2, "k1"))
    assert len(table.events_of(SixesPaired)) == pairs


def test_u_boat_sunk_in_the_step_in_which_she_fires_does_not_surface() -> None:
    """FB-6: only what is afloat lies on the surface."""
    table = a_battle({"u1": SS}, {"v1": SS, "k1": BB}, fire_tier=1)
    table.fire(10, 1, 1, 1, a={"u1": "v1"}, b={"v1": "u1"})
    assert table.sunk() == ["v1"]
    assert [(one.side, one.ships) for one in table.events_of(UBoatsSurfaced)] == [("a", ("u1",))]


def test_losses_stand_in_the_order_of_the_roster() -> None:
    table = a_battle({"b1": BB, "b2": BB}, {"z1": BB, "a1": BB}, fire_tier=3)
    table.fire(10, 1, 10, 1, a={"b1": "a1", "b2": "z1"})
    assert table.sunk() == ["z1", "a1"]


def test_split_dice_are_thrown_from_left_to_right_in_whatever_order_they_are_named() -> None:
    """FB-H6."""
    table = a_battle({"c1": CV}, {"k1": BB, "y1": DD}, fire_tier=2)
    table.fire(9, 1, a={"c1": {2: "k1", 1: "y1"}})
    assert table.sunk() == ["y1"]


def test_attack_that_cannot_succeed_is_told_so_beside_one_that_can() -> None:
    own = {"b1": {"card": BB, "dice": "1d4"}, "b2": BB}
    table = a_battle(own, {"k1": BB}, fire_tier=3)
    table.fire(1, 1, 1, a={"b1": "k1", "b2": "k1"})
    assert [one.could_sink for one in table.events_of(AttackResolved)] == [False, True]


def test_u_boat_that_never_came_up_does_not_submerge_again() -> None:
    table = a_battle({"u1": SS, "u2": SS}, {"k1": BB}, fire_tier=1)
    table.fire(1, 1, a={"u1": "k1"})
    table.pass_on("tier-1", 2)
    assert [one.ships for one in table.events_of(UBoatsSubmerged)] == [("u1",)]


def test_own_ship_is_no_target() -> None:
    table = a_battle({"b1": BB, "b2": BB}, {"k1": BB}, fire_tier=3)
    with pytest.raises(IllegalOrder) as refused:
        table.give("a", NameTargets((Attack("b1", "b2"),)))
    assert (refused.value.rule, refused.value.field) == ("FB-4", "blanks.attacks.0.target")


def test_state_notes_who_fired_and_who_was_fired_at() -> None:
    table = a_battle({"b1": BB, "b2": BB}, {"k1": BB, "k2": BB}, fire_tier=3)
    table.fire(1, 1, a={"b1": "k2"})
    ship_status = table.state.ship_status
    assert [ship_status[key].fired for key in ("b1", "b2")] == [1, 0]
    assert [ship_status[key].targeted for key in ("k1", "k2")] == [0, 1]
