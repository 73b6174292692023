"""The sequence of play (§13, §14, DS-R2, DS-R3): what follows what, and who is called for it."""

from collections.abc import Iterable

import pytest

from darkseas.engine.events import BattleEnded, PhaseBegan, TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.rules.dark_seas.model.events import (
    AttackResolved,
    InitiativeTaken,
    MovementEnded,
    TorpedoesReloaded,
)
from darkseas.rules.dark_seas.model.orders import (
    DeclareAttacks,
    DeclareEvasion,
    DeclareSightings,
    MoveBlocks,
    PlaceDummies,
    SetSpeeds,
    WithdrawPlot,
)
from darkseas.rules.dark_seas.model.scenario import Aims, Group, GroupRules
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.dark_seas.support.builders import a_battery, a_scenario, a_ship, a_side, a_state, group
from tests.rules.dark_seas.support.duels import (
    DUEL,
    a_table,
    attack,
    order_of,
    spotting,
    stages,
    stages_of_turn,
)
from tests.rules.dark_seas.support.table_top import deploy, move, on_table

# --- the order of the stages ---------------------------------------------------------------------


def test_unspotted_blocks_move_with_the_side_without_initiative_first() -> None:
    """DS-R3: in turn 1 nobody is spotted, so only the last two groups are asked."""
    table = a_table()
    assert table.state.called == ("allies",)
    table.run_to("move-4")
    assert stages(table) == [("move-3", ("allies",)), ("move-4", ("ijn",))]


def test_a_night_turn_runs_movement_spotting_combat_in_order() -> None:
    """§14: phases in order; within combat evasions come before attacks, the leader always second."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("move-1")
    assert stages_of_turn(table, 1) == [
        ("move-3", ("allies",)), ("move-4", ("ijn",)),
        ("evasion-1", ("allies",)), ("evasion-2", ("ijn",)),
        ("attacks-1", ("allies",)), ("attacks-2", ("ijn",)),
    ]  # fmt: skip
    phases = [event.phase for event in table.events(PhaseBegan)]
    assert phases == ["movement", "spotting", "combat", "movement"]
    assert order_of(table, TurnBegan, PhaseBegan, MovementEnded) == [
        TurnBegan, PhaseBegan, MovementEnded, PhaseBegan, PhaseBegan, TurnBegan, PhaseBegan,
    ]  # fmt: skip


def test_spotted_blocks_move_before_unspotted_ones() -> None:
    """§14a, DS-R3: four groups, by the spotted status of the turn before."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("spotting", "evasion-1", turn=2)
    assert stages_of_turn(table, 2)[:4] == [
        ("move-1", ("allies",)), ("move-2", ("ijn",)), ("move-3", ("allies",)), ("move-4", ("ijn",)),
    ]  # fmt: skip


def test_each_group_of_movement_holds_its_own_blocks_only() -> None:
    """DS-R3: an unspotted block is refused while the spotted ones move, and the other way round."""
    table = a_table(spotting(1, ijn=6, allies=5))
    table.run_to("move-1")
    seen, unseen = table.block_with("helm"), table.block_with("hull")
    assert (table.state.blocks[seen].spotted, table.state.blocks[unseen].spotted) == ("sighted", "")
    early = move(unseen, "1011")
    refusal = table.refused("allies", early)
    assert (refusal.rule, refusal.field) == ("§14a", "blanks.moves.0.block")
    table.run_to("move-3")
    assert table.refused("allies", move(seen, "0507")).rule == "§14a"
    table.give("allies", early)
    assert table.hex_of(unseen) == parse_label("1011")


def test_markers_of_spotting_last_until_all_have_moved() -> None:
    """DS-R4: blocks become unspotted when movement ends, not before."""
    table = a_table({**spotting(1, ijn=6, allies=5), **spotting(2, ijn=1, allies=1)})
    table.run_to("move-4", turn=2)
    assert [b.spotted for b in table.state.blocks.values()].count("sighted") == 2
    table.run_to("move-3", "move-1", turn=3)
    assert {b.spotted for b in table.state.blocks.values()} == {""}
    assert stages_of_turn(table, 3)[0][0] == "move-3"


# --- stages without anybody to ask ---------------------------------------------------------------


def test_combat_is_skipped_where_nobody_has_spotted_anybody() -> None:
    """§14c: no combat phase on record, and the next turn begins at once."""
    table = a_table(
        spotting(1, ijn=1, allies=1) | {"t1/initiative/tie/1/ijn": 6, "t1/initiative/tie/1/allies": 1}
    )
    table.run_to("move-3", turn=2)
    assert [event.phase for event in table.events(PhaseBegan)] == ["movement", "spotting", "movement"]
    assert [name for name, _ in stages_of_turn(table, 1)] == ["move-3", "move-4"]


@pytest.mark.parametrize(("finder", "dice"), [("ijn", (6, 1)), ("allies", (1, 6))])
def test_only_the_side_that_found_somebody_is_asked_in_combat(finder: str, dice: tuple[int, int]) -> None:
    """§17f, §18a: who has found nobody has nothing to declare."""
    table = a_table(spotting(1, *dice))
    table.run_to("move-1", "move-2", "move-3", turn=2)
    combat = [(name, sides) for name, sides in stages_of_turn(table, 1) if not name.startswith("move")]
    assert combat == [("evasion-2", (finder,)), ("attacks-2", (finder,))]


def test_a_radar_contact_lets_evade_but_not_attack() -> None:
    """DS-R15: beyond visual range radar finds a block that may not be fired at."""
    far = {"ijn": DUEL["ijn"], "allies": deploy({"helm": "0507", "hull": "1010"})}
    table = a_table(spotting(1, ijn=6, allies=1), set_up=far, radar=3)
    table.run_to("move-1", "move-2", "move-3", turn=2)
    combat = [(name, sides) for name, sides in stages_of_turn(table, 1) if not name.startswith("move")]
    assert combat == [("evasion-2", ("ijn",))]
    assert stages_of_turn(table, 2)[0] == ("move-1", ("allies",))


def test_a_side_that_comes_in_later_is_not_asked_to_move_before() -> None:
    """§7, §14a: nothing of its can move, and everybody knows from the scenario."""
    late = Group("all", "All", ("kako", "kinu"), GroupRules(entry="west", arrives=3))
    table = a_table(
        {"t1/initiative/tie/1/ijn": 6},
        set_up={"ijn": deploy({"kako kinu": ""}), "allies": DUEL["allies"]},
        ijn={"groups": (late,)},
    )
    table.run_to("spotting", turn=4)
    asked = {turn: {side for _, sides in stages_of_turn(table, turn) for side in sides} for turn in (1, 2, 3)}
    assert asked == {1: {"allies"}, 2: {"allies"}, 3: {"allies", "ijn"}}


def test_dummies_come_back_before_movement_of_the_next_turn() -> None:
    """§22d: a dummy spotted in turn 1 may be placed when turn 2 begins; without one nobody is asked."""
    table = a_table(
        spotting(1, ijn=6, allies=1),
        set_up={"ijn": DUEL["ijn"], "allies": deploy({"helm hull": "1010"}, dummies=["0506"])},
        allies={"dummies": 1},
    )
    table.run_to("dummies-1", "dummies-2")
    assert (table.state.turn, table.state.called) == (2, ("allies",))
    assert not any(name.startswith("dummies") for name, _ in stages_of_turn(table, 1))
    table.give("allies", PlaceDummies())
    assert str(table.state.stage) == "move-3"


def test_daylight_states_speeds_first_and_has_no_evasion_stage() -> None:
    """§23a: speeds, then three sub-phases, then attacks straight after spotting."""
    table = a_table(spotting(1, ijn=6, allies=1), light="day")
    assert [event.title for event in table.events(TurnBegan)] == ["Daylight"]
    assert stages(table)[-1] == ("speeds-1", ("allies",))
    table.run_to("attacks-1")
    table.run_to("speeds-1", turn=2)
    names = [name for name, _ in stages_of_turn(table, 1)]
    assert names[:2] == ["speeds-1", "speeds-2"]
    assert names[-2:] == ["attacks-1", "attacks-2"]
    assert not any(name.startswith(("evasion", "move")) for name in names)


# --- initiative ----------------------------------------------------------------------------------


def test_spotting_dice_hand_over_the_initiative_for_combat_and_the_next_movement() -> None:
    """§13: who throws higher declares last at once, and moves last in the turn that follows."""
    table = a_table(spotting(1, ijn=5, allies=6))
    table.run_to("move-2", turn=2)
    assert stages_of_turn(table, 1)[:3] == [
        ("move-3", ("allies",)), ("move-4", ("ijn",)), ("evasion-1", ("ijn",)),
    ]  # fmt: skip
    assert stages_of_turn(table, 2)[:2] == [("move-1", ("ijn",)), ("move-2", ("allies",))]
    assert [(event.side, event.rule) for event in table.events(InitiativeTaken)] == [
        ("ijn", "DS-R1"), ("allies", "§13"),
    ]  # fmt: skip


def test_a_tie_is_kept_through_combat_and_broken_at_its_end() -> None:
    """DS-R2: the holder keeps it through combat; rolls until decided rule the next movement."""
    tie = "t1/initiative/tie"
    table = a_table(
        {
            **spotting(1, ijn=6, allies=6),
            f"{tie}/1/ijn": 2, f"{tie}/1/allies": 2, f"{tie}/2/ijn": 1, f"{tie}/2/allies": 5,
        }
    )  # fmt: skip
    table.run_to("evasion-1")
    assert (table.state.initiative, table.state.tie, table.state.called) == ("ijn", True, ("allies",))
    table.run_to("attacks-2")
    assert table.state.called == ("ijn",)
    block = table.block_with("kako")
    table.give("ijn", attack(block, "0506", "kako", 0))
    taken = table.events(InitiativeTaken)
    assert [(event.side, event.tied, event.rule) for event in taken] == [
        ("ijn", False, "DS-R1"), ("ijn", True, "DS-R2"), ("allies", False, "DS-R2"),
    ]  # fmt: skip
    assert taken[-1].dice == {"ijn": 1, "allies": 5}
    assert order_of(table, AttackResolved, InitiativeTaken, TurnBegan)[-3:] == [
        AttackResolved, InitiativeTaken, TurnBegan,
    ]  # fmt: skip
    assert [sides for _, sides in stages_of_turn(table, 2)] == [("ijn",)]
    assert not table.state.tie


def test_a_tie_is_broken_even_when_there_is_no_combat() -> None:
    """DS-R2: the roll belongs to the end of the turn's combat phase, fought or not."""
    table = a_table({**spotting(1, 1, 1), "t1/initiative/tie/1/ijn": 1, "t1/initiative/tie/1/allies": 4})
    table.run_to("move-3", turn=2)
    assert [event.side for event in table.events(InitiativeTaken)] == ["ijn", "ijn", "allies"]
    assert table.state.called == ("ijn",)


def test_tubes_are_loaded_at_the_end_of_a_quiet_turn() -> None:
    """§18k.ii, DS-R26: before the next turn begins, and for the owner alone to know."""
    fish = a_battery("T", 4, 4, 1, reload="R")
    ijn = a_side("ijn", a_ship("kako", "C", fish), a_ship("kinu", "C", fish))
    scenario = a_scenario(ijn, a_side("allies", a_ship("helm")))
    state = a_state(
        scenario,
        group("ijn-1", "0101", "kako", "kinu"),
        group("allies-1", "1111", "helm"),
        turn=3,
        phase="move-3",
    )
    state.called = ("allies",)
    fired = state.ship_status["kako"]._replace(salvoes=1, loaded=False, fired_torpedoes=2, attacked=2)
    state.ship_status["kako"] = fired
    table = on_table(state)
    table.run_to("move-3", turn=4)
    assert table.events(TorpedoesReloaded) == [TorpedoesReloaded("ijn", ("kako",), "DS-R26")]
    assert table.events(TorpedoesReloaded, "allies") == []
    assert order_of(table, TorpedoesReloaded, TurnBegan) == [TorpedoesReloaded, TurnBegan]
    assert table.state.ship_status["kako"].loaded


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "order", "rule", "field"),
    [
        ("ijn", MoveBlocks(), "§14", "order"),
        ("allies", DeclareEvasion(), "§14", "order"),
        ("allies", DeclareAttacks(), "§14", "order"),
        ("allies", DeclareSightings(), "§14", "order"),
        ("allies", SetSpeeds(), "§14", "order"),
        ("allies", DUEL["allies"], "§14", "order"),
        ("allies", WithdrawPlot(), "DS-R29", "order"),
        ("nobody", MoveBlocks(), "§7", "side"),
    ],
)
def test_orders_out_of_turn_or_of_the_wrong_kind_are_refused(
    side: str, order: object, rule: str, field: str
) -> None:
    """§14: while the allies move, nobody else gives orders and they give no other."""
    table = a_table()
    assert (str(table.state.stage), table.state.called) == ("move-3", ("allies",))
    refusal = table.refused(side, order)
    assert (refusal.rule, refusal.field) == (rule, field)


def test_nobody_gives_orders_after_the_end() -> None:
    """§7, DS-R33: the last turn ends the battle; no form is left and every order is refused."""
    table = a_table(aims=Aims(turn_limit=2))
    table.run_out()
    assert [event.turn for event in table.events(TurnBegan)] == [1, 2]
    assert isinstance(table.log[-1].event, BattleEnded)
    for side in ("ijn", "allies"):
        assert table.forms(side) == legal_orders(table.state, side) == ()
        for order in _every_order():
            refusal = table.refused(side, order)
            assert (refusal.rule, refusal.field) == ("§7", "order")


def _every_order() -> Iterable[object]:
    return (DUEL["ijn"], MoveBlocks(), DeclareEvasion(), DeclareAttacks(), DeclareSightings(), WithdrawPlot())
