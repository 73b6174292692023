"""The course of a turn, order by order: who is called when, what is sealed, what is refused (ES-2)."""

from typing import Any

import pytest

from darkseas.engine.events import BattleEnded, OrderWithdrawn, PhaseBegan, PlotsRevealed, TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.stages.stage import PlotSealed
from darkseas.rules.easyships.model import events as e
from darkseas.rules.easyships.model import orders as o
from darkseas.rules.easyships.model.orders import (
    AntiAircraftShot,
    AttackGroup,
    CarrierStrike,
    DepthCharge,
    GunFire,
    PlaneTransfer,
    Repair,
    ShipMove,
    Strike,
    TorpedoFire,
)
from darkseas.rules.easyships.turn.decide import decide, legal_orders
from tests.rules.easyships.support import Table, way
from tests.rules.easyships.turn.random_battles import carriers, convoy, river_plate, set_up_by_dice


class Battle(Table):
    """A battle that is fought by orders."""

    def __init__(self, spec: ScenarioSpec) -> None:
        super().__init__(spec)
        self.state.turn = 0

    def give(self, side: str, order: object, *dice: int) -> None:
        """Give an order; dice fall as named."""
        self.play(decide, Given(side, order), dice=dice)

    def refused(self, side: str, order: object) -> tuple[str, str]:
        """Rule and blank of an order that is refused; the battle is as it was."""
        before = self.state.copy()
        with pytest.raises(IllegalOrder) as refused:
            self.give(side, order)
        assert self.state == before
        return refused.value.rule, refused.value.field

    @property
    def stage(self) -> list[str]:
        """The stage, and who is called."""
        return [str(self.state.stage), *self.state.called]


def begun(spec: ScenarioSpec, first: str = "high") -> Battle:
    """A battle whose ships are placed, in its first movement; the first side has the initiative."""
    battle = Battle(spec)
    one, two = battle.state.scenario.sides
    battle.give(one, o.Ready())
    battle.give(two, o.Ready(), *((6, 1) if first == "high" else (1, 6)))
    return battle


def at_combat(spec: ScenarioSpec, *dice: int) -> Battle:
    """A battle in which nobody has moved."""
    battle = begun(spec)
    for side in battle.state.scenario.sides:
        battle.give(side, o.EndMoves(), *(dice if side == battle.state.called[-1] else ()))
    return battle


# --- set-up ------------------------------------------------------------------------------------------------


def test_a_written_battle_begins_when_both_are_ready() -> None:
    battle = Battle(river_plate())
    assert battle.stage == ["set-up", "km", "rn"]
    battle.give("km", o.Ready())
    assert [type(event) for event in battle.known("rn")] == [PlotSealed]
    battle.give("rn", o.Ready(), 2, 5)
    kinds = [type(fact.event) for fact in battle.step]
    assert kinds.index(PlotsRevealed) < kinds.index(e.ShipsPlaced) < kinds.index(TurnBegan)
    assert battle.stage == ["move-1", "rn"]
    assert battle.state.turn == 1


def test_who_is_ready_may_take_it_back() -> None:
    battle = Battle(river_plate())
    battle.give("km", o.Ready())
    (form,) = legal_orders(battle.state, "km")
    assert form.order == "easyships.withdraw_plot"
    battle.give("km", o.WithdrawPlot())
    assert battle.only(OrderWithdrawn).order == "easyships.ready"
    assert (battle.stage[1:], battle.state.plots) == (["rn", "km"], {})


def test_the_low_roller_sets_up_and_the_other_on_another_edge() -> None:
    battle = Battle(set_up_by_dice())
    battle.give("a", o.Ready())
    battle.give("b", o.Ready(), 4, 3)
    assert battle.stage == ["deploy-1", "b"]
    battle.give("b", o.SetUp("south", parse_label("1221"), 0))
    assert battle.stage == ["deploy-2", "a"]
    assert battle.refused("a", o.SetUp("south", parse_label("1221"), 0))[0] == "ES-2"
    assert battle.refused("a", o.SetUp("north", parse_label("1201"), 9))[0] == "ES-4"
    both = o.SetUp("north", parse_label("1201"), 0, (o.Placement("a1", parse_label("0101"), 0),))
    assert battle.refused("a", both) == ("ES-2", "blanks.ships")
    placed = (o.Placement("a1", parse_label("1201"), 0), o.Placement("a2", parse_label("1403"), 3))
    battle.give("a", o.SetUp("north", ships=placed), 1, 2)
    assert battle.stage == ["move-1", "b"]
    assert battle.status("a2").facing == 3


def test_forms_of_the_set_up_have_a_formation_an_edge_and_a_facing_each() -> None:
    battle = Battle(set_up_by_dice())
    battle.give("a", o.Ready())
    battle.give("b", o.Ready(), 4, 3)
    assert len(legal_orders(battle.state, "b")) == 3 * 4 * 6
    battle.give("b", o.SetUp("south", parse_label("1221"), 0))
    titles = [form.title for form in legal_orders(battle.state, "a")]
    assert not [title for title in titles if "south" in title]
    assert "Set up on the north edge, in two columns, facing SW" in titles


# --- movement ----------------------------------------------------------------------------------------------


def test_ships_move_one_by_one_and_the_last_ends_the_movement() -> None:
    battle = begun(river_plate(), first="low")
    assert battle.stage == ["move-1", "rn"]
    battle.give("rn", ShipMove("aj"))
    assert battle.stage == ["move-1", "rn"]
    assert battle.refused("km", ShipMove("gs"))[0] == "ES-2"
    assert battle.refused("rn", o.FireGuns()) == ("ES-2", "order")
    battle.give("rn", ShipMove("ex"))
    assert battle.stage == ["move-2", "km"]
    assert [event.phase for event in battle.events(PhaseBegan)] == ["move-2"]


def test_who_ends_the_movement_has_everybody_else_stay() -> None:
    battle = begun(river_plate())
    battle.give("km", o.EndMoves())
    assert battle.status("gs").done
    assert battle.only(e.ShipMoved).way == ()


def test_a_boat_that_must_rise_does_when_the_movement_ends() -> None:
    battle = begun(convoy())
    battle.put("u1", "0306", depth=2)
    battle.set("u1", forced_up=True, cannot_dive=True)
    titles = [form.title for form in legal_orders(battle.state, "a")]
    assert "U1 changes her depth" in titles
    assert "U1 stays" not in titles
    battle.give("a", o.EndMoves())
    assert battle.status("u1").depth == 1


def test_forms_of_a_movement_offer_what_a_ship_can_do() -> None:
    battle = begun(convoy(), first="low")
    titles = {form.title for form in legal_orders(battle.state, "b")}
    own = {title for title in titles if "B1" in title}
    assert own == {
        "Move B1",
        "B1 stays",
        "B1 evades",
        "B1 moves in funnel smoke",
        "B1 stays and pings",
        "B1 moves and pings",
    }
    assert "End the movement" in titles
    assert not [title for title in titles if "B3" in title and "pings" in title]


# --- combat ------------------------------------------------------------------------------------------------


def test_es_a48_gunnery_is_sealed_and_resolved_with_player_1_first() -> None:
    battle = at_combat(river_plate())
    assert battle.stage == ["gunnery-both", "km", "rn"]
    battle.give("rn", o.FireGuns((GunFire("ex", 0, "gs"),)))
    assert [type(event) for event in battle.known("km")] == [PlotSealed]
    assert battle.refused("rn", o.FireGuns())[0] == "ES-2"
    battle.give("km", o.FireGuns((GunFire("gs", 0, "ex"),)), 20, 20, 3, 2)
    assert [event.side for event in battle.events(e.FiringResolved)] == ["km", "rn"]


def test_a_plot_may_be_taken_back_until_the_other_is_in() -> None:
    battle = at_combat(river_plate())
    battle.give("rn", o.FireGuns((GunFire("ex", 0, "gs"),)))
    battle.give("rn", o.WithdrawPlot())
    assert battle.state.plots == {}
    battle.give("rn", o.FireGuns())
    battle.give("km", o.FireGuns(), 3, 2)
    assert battle.events(e.FiringResolved) == []
    assert battle.refused("rn", o.WithdrawPlot())[0] == "ES-2"


def test_damage_falls_when_combat_is_over_and_a_doomed_ship_still_fires() -> None:
    battle = at_combat(river_plate())
    battle.give("km", o.FireGuns((GunFire("gs", 0, "ex"),)))
    battle.give("rn", o.FireGuns((GunFire("ex", 0, "gs"),)), 1, 6, 1, 20, 3, 2)
    assert len(battle.events(e.FiringResolved)) == 2
    assert battle.only(e.ShipSunk).cause == "magazine"


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (o.FireGuns((GunFire("gs", 5, "ex"),)), "blanks.fire.0.battery"),
        (o.LaunchTorpedoes(), "order"),
        (o.ControlDamage(), "order"),
        ("no order at all", "order"),
    ],
)
def test_what_is_not_due_or_not_legal_is_refused(order: object, field: str) -> None:
    battle = at_combat(river_plate())
    assert battle.refused("km", order)[1] == field
    assert battle.refused("nobody", o.FireGuns())[1] == "side"


def test_torpedoes_of_a_boat_below_are_asked_for_whether_or_not_she_can_launch() -> None:
    battle = begun(convoy())
    battle.put("u1", "0306", depth=3)
    battle.give("a", o.EndMoves())
    battle.give("b", o.EndMoves())
    while battle.stage[0] == "gunnery-both":
        battle.give(battle.state.called[0], o.FireGuns())
    assert battle.stage == ["torpedoes-both", "a"]


def test_torpedoes_and_depth_charges_take_place_by_their_plots() -> None:
    battle = begun(convoy())
    battle.put("u1", "1106", depth=1)
    battle.give("a", o.EndMoves())
    battle.give("b", ShipMove("b1", way("1106")))
    battle.give("b", o.EndMoves())
    while battle.stage[0] == "gunnery-both":
        battle.give(battle.state.called[0], o.FireGuns())
    launch = TorpedoFire("u1", ("b2",), parse_label("1106"))
    battle.give("a", o.LaunchTorpedoes((launch,)), 6, 6, 6, 6)
    assert battle.only(e.WakeSeen).hex == parse_label("1106")
    assert battle.stage == ["depth-charges-both", "b"]
    battle.give("b", o.DropDepthCharges((DepthCharge("b1", parse_label("1106"), 1),)), 1, 3, 2)
    assert battle.only(e.ShipSunk).cause == "depth charge"


def test_strikes_meet_fighters_before_targets_are_shown_and_anti_aircraft_fire_after() -> None:
    battle = at_combat(carriers())
    assert battle.stage == ["air-both", "a", "b"]
    battle.give("a", o.PlanStrikes((CarrierStrike("a1", "b2"),)))
    fighters = (1,) * 10
    battle.give("b", o.PlanStrikes(), *fighters)
    assert battle.stage == ["anti-aircraft-both", "b"]
    (group,) = battle.state.strikes["a-1"].groups
    assert (group.target, group.planes) == ("b2", 21)
    for wrong, blank in (
        (AntiAircraftShot("b1", "b-1/0"), "group"),
        (AntiAircraftShot("b1", "a-1/7"), "group"),
        (AntiAircraftShot("b1", "a-1/x"), "group"),
        (AntiAircraftShot("a1", "a-1/0"), "ship"),
    ):
        assert battle.refused("b", o.FireAntiAircraft((wrong,))) == ("ES-16", f"blanks.fire.0.{blank}")
    twice = (AntiAircraftShot("b1", "a-1/0"),) * 2
    assert battle.refused("b", o.FireAntiAircraft(twice)) == ("ES-16", "blanks.fire.1.ship")
    dice = (6, 1, 20, *(6,) * 10, 3, 2)
    battle.give("b", o.FireAntiAircraft((AntiAircraftShot("b1", "a-1/0"),)), *dice)
    assert battle.only(e.PlanesLost).left == {"a1": 20}
    assert battle.state.strikes == {}


def test_strikes_may_be_planned_in_groups() -> None:
    battle = at_combat(carriers())
    groups = (AttackGroup("b1", 10), AttackGroup("b2", 8))
    battle.give("a", o.PlanStrikes(strikes=(Strike(("a1",), groups),)))
    assert [type(event).__name__ for event in battle.known("b")] == ["PlotSealed"]
    assert battle.refused("b", o.PlanStrikes((CarrierStrike("a1", "b1"),)))[1] == "blanks.carriers.0.carrier"


# --- damage and the end ----------------------------------------------------------------------------------


def with_damage(spec: ScenarioSpec, *ships: str, **changes: Any) -> Battle:
    """A battle in its damage phase, with nothing fired, in which ships are hurt."""
    battle = begun(spec)
    for key in ships:
        battle.set(key, **changes)
    while not battle.stage[0].startswith("damage"):
        side = battle.state.called[0]
        order = o.EndMoves() if battle.stage[0].startswith("move") else _idle(battle)
        battle.give(side, order)
    return battle


def _idle(battle: Battle) -> object:
    kinds = {"air": o.PlanStrikes, "anti-aircraft": o.FireAntiAircraft, "gunnery": o.FireGuns,
             "torpedoes": o.LaunchTorpedoes, "depth-charges": o.DropDepthCharges}  # fmt: skip
    return kinds[battle.state.stage.kind]()


def test_repairs_are_plotted_and_the_turn_ends() -> None:
    battle = with_damage(river_plate(), "gs", fires=2)
    assert battle.stage == ["damage-both", "km"]
    repairs = (Repair("gs", "fires"), Repair("gs", "fires"))
    battle.give("km", o.ControlDamage(repairs), 6, 6, 3, 2)
    assert battle.status("gs").fires == 0
    assert battle.events(e.TurnOver)
    assert (battle.state.turn, battle.stage) == (2, ["move-1", "km"])


def test_a_ship_past_help_may_be_abandoned_and_its_repairs_lapse() -> None:
    battle = with_damage(river_plate(), "ex", flooding=4)
    (form,) = legal_orders(battle.state, "rn")
    assert [blank.name for blank in form.blanks] == ["repairs", "abandon"]
    assert battle.refused("rn", o.ControlDamage(abandon=("gs",)))[1] == "blanks.abandon.0"
    battle.give("rn", o.ControlDamage((Repair("ex", "flooding"),), ("ex",)), 3, 2)
    assert battle.only(e.ShipSunk).cause == "abandoned"
    assert battle.events(e.RepairRolled) == []


def test_planes_of_a_burning_carrier_land_on_another() -> None:
    battle = with_damage(carriers(), "b1", fires=2)
    battle.set("b2", air=10)
    battle.give("b", o.ControlDamage(), 3)
    assert battle.stage == ["planes-both", "b"]
    (form,) = legal_orders(battle.state, "b")
    assert form.order == "easyships.move_planes"
    battle.give("b", o.MovePlanes((PlaneTransfer("b1", "b2", 2),)), 3, 2)
    assert (battle.status("b1").air, battle.status("b2").air) == (22, 12)


def test_the_battle_ends_with_the_last_ship_of_a_side() -> None:
    battle = with_damage(river_plate(), "gs", flooding=5)
    battle.give("km", o.ControlDamage(), 3)
    over = battle.only(BattleEnded)
    assert (over.winner, over.rule, over.scores) == ("rn", "ES-36", {"km": "0", "rn": "28"})
    assert battle.refused("rn", o.EndMoves())[0] == "ES-36"


def test_the_battle_ends_after_its_last_turn() -> None:
    battle = with_damage(river_plate(), "gs", fires=1)
    battle.state.turn = 8
    battle.give("km", o.ControlDamage((Repair("gs", "fires"),)), 4)
    assert battle.only(BattleEnded).winner is None
