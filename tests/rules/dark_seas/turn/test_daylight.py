"""Daylight turns: stated speeds, three sub-phases, evasion, automatic spotting (§23)."""

import pytest

from darkseas.engine.events import PhaseBegan, TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.stages.stage import Stage, StageOpened
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    BlocksMoved,
    EvasionDeclared,
    EvasionEnded,
    InitiativeTaken,
    MovementEnded,
    SpeedsSet,
)
from darkseas.rules.dark_seas.model.orders import (
    DeclareEvasion,
    Detachment,
    MoveBlocks,
    SetSpeeds,
    StatedSpeed,
)
from darkseas.rules.dark_seas.model.queries import level_of, targeting, targeting_level
from darkseas.rules.dark_seas.model.scenario import Conditions
from darkseas.rules.dark_seas.movement.movement import allowance
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    dummy,
    group,
    single,
)
from tests.rules.dark_seas.support.daylight_cases import daylight_case, stated
from tests.rules.dark_seas.support.table_top import move, on_table, speeds
from tests.support.form_blanks import rows_of, values_of

SUB_PHASES = ("sub-1-1", "sub-1-2", "sub-2-1", "sub-2-2", "sub-3-1", "sub-3-2")
#: A way from 0505, longer than any block goes in a turn.
WAY = ("0506", "0507", "0508", "0509", "0510")


# --- speeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("speed", "steps"), [(0, (0, 0, 0)), (1, (0, 1, 0)), (2, (1, 0, 1)), (3, (1, 1, 1)), (4, (1, 2, 1))]
)
def test_speed_says_in_which_sub_phases_a_block_moves(speed: int, steps: tuple[int, ...]) -> None:
    """§23a.i, DS-R31: exactly so many hexes may be entered in each, and no more."""
    way = list(WAY)
    state = daylight_case(group("ijn-1", "0505", "kako"))
    for number, count in enumerate(steps, start=1):
        state.stage, state.called, state.speeds = Stage(f"sub-{number}", "1"), ("ijn",), stated(ijn_1=speed)
        table = on_table(state.copy())
        too_far = move("ijn-1", *way[: count + 1])
        assert table.refused("ijn", too_far).rule == ("§15" if count else "§14a")
        if count:
            table.give("ijn", move("ijn-1", *way[:count]))
            state.blocks = dict(table.state.blocks)
            (made,) = table.events(BlocksMoved)[0].moves
            assert made.moved == sum(steps[:number])
        del way[:count]
    assert state.blocks["ijn-1"].hex == parse_label(("0505", *WAY)[speed])


@pytest.mark.parametrize(
    ("block", "best"),
    [
        (group("ijn-1", "0505", "kako"), 4),
        (group("ijn-1", "0505", "kinu"), 4),
        (single("ijn-1", "0505", "kongo"), 2),
        (group("ijn-1", "0505", "kako", evaded=1), 3),
        (group("ijn-1", "0505", "kako", "maru"), 1),
        (dummy("ijn-1", "0505", "ijn"), 4),
    ],
)
def test_stated_speed_is_at_most_the_allowance(block: Placed, best: int) -> None:
    """DS-R31: 0 to the allowance of DS-R7, at most 4."""
    table = on_table(daylight_case(block))
    assert values_of(rows_of(table.form("ijn", "set_speeds").blanks[0])[0][1]) == tuple(range(best, -1, -1))
    for wrong in (best + 1, -1):
        refusal = table.refused("ijn", speeds(ijn_1=wrong))
        assert (refusal.rule, refusal.field) == ("DS-R31", "blanks.speeds.0.speed")
    table.give("ijn", speeds(ijn_1=best))
    assert table.state.speeds["ijn-1"] == best


def test_damage_lowers_the_speed_that_may_be_stated() -> None:
    """DS-R31 with DS-R7."""
    state = daylight_case(group("ijn-1", "0505", "kako"))
    state.ship_status["kako"] = state.ship_status["kako"]._replace(damaged=True)
    assert on_table(state).refused("ijn", speeds(ijn_1=4)).rule == "DS-R31"


def test_speeds_are_stated_for_own_blocks_once() -> None:
    """§23a.i: those not named lie stopped, and everybody is told so."""
    table = on_table(
        daylight_case(
            group("ijn-1", "0505", "kako"),
            dummy("ijn-2", "0606", "ijn"),
            group("allies-1", "1111", "helm"),
        )
    )
    twice = SetSpeeds((StatedSpeed("ijn-1", 1), StatedSpeed("ijn-1", 2)))
    refusal = table.refused("ijn", twice)
    assert (refusal.rule, refusal.field) == ("§23a.i", "blanks.speeds.1.block")
    assert table.refused("ijn", speeds(allies_1=1)).field == "blanks.speeds.0.block"
    table.give("ijn", speeds(ijn_1=2))
    assert table.events(SpeedsSet, "allies") == [SpeedsSet("ijn", {"ijn-1": 2, "ijn-2": 0})]


# --- evasion -------------------------------------------------------------------------------------


def test_evasion_rests_on_the_sightings_of_the_last_turn() -> None:
    """DS-H6, §17f: sighting or radar contact, by a block with a ship that can evade."""
    state = daylight_case(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0505", "kinu"), group("ijn-3", "0505", "kongo"),
        group("ijn-4", "0505", "maru"), dummy("ijn-5", "0505", "ijn"), group("allies-1", "1111", "helm"),
    )  # fmt: skip
    state.sightings = {"ijn-1": ("allies-1",), "ijn-4": ("allies-1",)}
    state.contacts = {"ijn-2": ("allies-1",)}
    table = on_table(state)
    assert values_of(table.form("ijn", "set_speeds").blanks[1]) == ("ijn-1", "ijn-2")
    for key in ("ijn-3", "ijn-4", "ijn-5", "allies-1"):
        refusal = table.refused("ijn", SetSpeeds(evading=(key,)))
        assert (refusal.rule, refusal.field) == ("§17f", "blanks.evading.0")
    assert table.refused("ijn", SetSpeeds(evading=("ijn-1", "ijn-1"))).field == "blanks.evading.1"
    table.give("ijn", SetSpeeds(evading=("ijn-1", "ijn-2")))
    assert table.events(EvasionDeclared, None) == [EvasionDeclared("ijn", ("ijn-1", "ijn-2"), "§23a.i")]


def test_nobody_evades_in_turn_1_by_day() -> None:
    """DS-H6: nobody has been sighted yet."""
    state = daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", "0506", "helm"))
    state.turn = 1
    table = on_table(state)
    assert values_of(table.form("ijn", "set_speeds").blanks[1]) == ()
    assert table.refused("ijn", SetSpeeds(evading=("ijn-1",))).rule == "§17f"


def test_evading_lasts_through_combat_to_the_end_of_the_turn() -> None:
    """§23a.i, §15b: the marker is there when fire is exchanged, then goes; the next turn is slower."""
    state = daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", "0507", "helm"))
    state.sightings = {"ijn-1": ("allies-1",)}
    table = on_table(state)
    table.give("ijn", SetSpeeds(evading=("ijn-1",)))
    table.run_to("attacks-1", "attacks-2")
    assert table.state.turn == 2
    assert table.state.blocks["ijn-1"].evading
    assert table.events(MovementEnded) == [MovementEnded(keep_evading=True)]
    table.run_to("speeds-1", "speeds-2", turn=3)
    assert table.events(EvasionEnded) == [EvasionEnded("§23a.i")]
    assert not table.state.blocks["ijn-1"].evading
    assert allowance(table.state, "ijn-1") == 3


def test_evading_goes_on_in_every_part_of_a_group_that_ships_leave() -> None:
    """§23a.i, §10: regrouping at the end of movement takes no marker off, nor gives one to another block."""
    blocks = (group("ijn-1", "0505", "kako", "kinu"), group("ijn-2", "0505", "kongo"))
    state = daylight_case(*blocks, group("allies-1", "0507", "helm"), phase="sub-3-1")
    state.blocks["ijn-1"] = state.blocks["ijn-1"]._replace(evading=True, evaded=2)
    state.speeds = stated(ijn_1=1)
    table = on_table(state)
    table.give("ijn", MoveBlocks(detachments=(Detachment("ijn-1", ("kinu",)),)))
    table.run_to("attacks-1", "attacks-2")
    evading = {ship: table.state.blocks[table.block_with(ship)].evading for ship in ("kako", "kinu", "kongo")}
    assert evading == {"kako": True, "kinu": True, "kongo": False}


# --- the sequence --------------------------------------------------------------------------------


def test_daylight_turn_goes_by_speeds_sub_phases_and_attacks_without_an_evasion_stage() -> None:
    """§23a: in each stage the side with initiative comes last."""
    table = on_table(daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", "0508", "helm")))
    table.give("ijn", speeds(ijn_1=3))
    table.give("allies", speeds(allies_1=3))
    table.run_to("speeds-1", "speeds-2", turn=3)
    of_turn = [(e.phase, e.sides) for e in table.events(StageOpened)]
    opened = of_turn[: [phase for phase, _ in of_turn].index("attacks-2") + 1]
    assert [phase for phase, _ in opened] == ["speeds-2", *SUB_PHASES, "attacks-1", "attacks-2"]
    moved = [sides for phase, sides in opened if phase not in ("attacks-1", "attacks-2")]
    assert moved == [("allies",), *[("ijn",), ("allies",)] * 3]
    phases = [event.phase for event in table.events(PhaseBegan)]
    assert phases[:2] == ["spotting", "combat"]


def test_only_sides_with_an_eligible_block_are_asked_but_all_in_the_last_sub_phase() -> None:
    """§23a.i, §10: speed 2 does not move in the second; in the last, ships may leave their group."""
    table = on_table(daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", "1111", "helm")))
    table.give("ijn", speeds(ijn_1=2))
    table.give("allies", SetSpeeds())
    table.run_to("speeds-1", "speeds-2", turn=3)
    subs = [(e.phase, e.sides) for e in table.events(StageOpened) if e.phase in SUB_PHASES]
    assert subs == [("sub-1-1", ("ijn",)), ("sub-3-1", ("ijn",)), ("sub-3-2", ("allies",))]


def test_ships_leave_their_group_in_the_last_sub_phase_alone() -> None:
    """§10, §23a.i."""
    state = daylight_case(
        group("ijn-1", "0505", "kako", "kinu"), group("allies-1", "1111", "helm"), phase="sub-2-1"
    )
    state.speeds = stated(ijn_1=3)
    apart = MoveBlocks(detachments=(Detachment("ijn-1", ("kinu",)),))
    early = on_table(state).refused("ijn", apart)
    assert (early.rule, early.field) == ("§10", "blanks.detachments")
    state.stage = Stage.of("sub-3-1")
    table = on_table(state)
    table.give("ijn", apart)
    table.run_to("speeds-1", "speeds-2", turn=3)
    assert table.block_with("kinu") != table.block_with("kako")


def test_orders_of_the_night_are_not_due_by_day() -> None:
    """§23a: no declaration of evasion in the combat phase, and no speeds by night."""
    state = daylight_case(group("ijn-1", "0505", "kako"), phase="attacks-1")
    assert on_table(state).refused("ijn", DeclareEvasion()).field == "order"
    state = daylight_case(group("ijn-1", "0505", "kako"), phase="move-3", light="night")
    assert on_table(state).refused("ijn", speeds(ijn_1=1)).field == "order"


# --- spotting and training -----------------------------------------------------------------------


@pytest.mark.parametrize(("label", "sighted"), [("0508", True), ("0509", False)])
def test_spotting_is_automatic_within_visibility(label: str, sighted: bool) -> None:
    """§23b.i, §23b.iii, DS-R30: whatever the dice say, which still decide the initiative."""
    state = daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", label, "helm"), phase="sub-3-2")
    state.called = ("allies",)
    table = on_table(state, {"t2/spotting/ijn": (2,), "t2/spotting/allies": (1,)})
    table.give("allies", MoveBlocks())
    table.run_to("attacks-1", "attacks-2", "speeds-1")
    assert sorted(event.block for event in table.events(BlockSighted)) == ["allies-1", "ijn-1"][: 2 * sighted]
    (taken,) = table.events(InitiativeTaken)
    assert (taken.side, taken.dice, taken.training) == (
        "ijn",
        {"ijn": 2, "allies": 1},
        {"ijn": 3, "allies": 3},
    )


@pytest.mark.parametrize(("training", "by_day"), [(1, 3), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_training_counts_two_levels_more_by_day(training: int, by_day: int) -> None:
    """§23b.vi: at most level 6; by night it counts as it is."""
    for light, level in (("day", by_day), ("night", training)):
        ijn = a_side("ijn", a_ship("kako", "C"), training=training)
        state = a_state(a_scenario(ijn, a_side("allies", a_ship("helm")), light=light))
        assert level_of(state, "ijn") == level


@pytest.mark.parametrize(
    ("training", "light", "away", "level"),
    [
        (5, "day", 1, 6),
        (6, "day", 2, 6),
        (6, "day", 3, 5),
        (3, "day", 2, 3),
        (1, "night", 2, 0),
        (2, "night", 1, 1),
    ],
)
def test_range_is_taken_off_before_the_level_is_held_to_its_bounds(
    training: int, light: str, away: int, level: int
) -> None:
    """DS-R16: training, daylight and range are summed first, and only then held to 0 to 6."""
    ijn = a_side("ijn", a_ship("kako", "C"), training=training)
    state = a_state(a_scenario(ijn, a_side("allies", a_ship("helm")), light=light))
    assert targeting_level(state, "ijn", away) == level
    assert targeting(state, "ijn", away).level == max(1, level)


def test_report_by_day_uses_the_raised_level() -> None:
    """§23b.vi, DS-R16: level 3 is 5 by day, less two for the range."""
    state = daylight_case(group("ijn-1", "0505", "kako"), group("allies-1", "0507", "helm"), phase="sub-3-1")
    table = on_table(state)
    table.give("ijn", MoveBlocks())
    table.run_to("attacks-1", "attacks-2")
    assert {(event.block, event.level) for event in table.events(BlockSighted)} == {
        ("ijn-1", 3),
        ("allies-1", 3),
    }


# --- night and day -------------------------------------------------------------------------------


def test_night_turns_to_day_in_the_course_of_a_battle() -> None:
    """§23: turn 3 is fought by daylight, and evading markers of the night before it do not last."""
    sky = (Conditions(1, "night", 1), Conditions(3, "day", 3), Conditions(4, "night", 1))
    state = daylight_case(
        group("ijn-1", "0505", "kako"), group("allies-1", "0506", "helm"),
        phase="evasion-1", conditions=sky,
    )  # fmt: skip
    state.sightings = {"ijn-1": ("allies-1",)}
    state.blocks["allies-1"] = state.blocks["allies-1"]._replace(spotted="sighted")
    table = on_table(state)
    table.give("ijn", DeclareEvasion(("ijn-1",)))
    assert table.state.blocks["ijn-1"].evading
    table.run_to("speeds-1", "speeds-2")
    assert table.events(TurnBegan)[-1] == TurnBegan(3, "Daylight")
    assert table.events(EvasionEnded) == [EvasionEnded("§23a.i")]
    assert not table.state.blocks["ijn-1"].evading
    assert (table.state.daylight, table.state.conditions.visibility) == (True, 3)
    assert level_of(table.state, "ijn") == 5
    table.run_to("move-1", "move-2", "move-3", "move-4")
    assert table.events(TurnBegan)[-1] == TurnBegan(4)
    assert (table.state.daylight, level_of(table.state, "ijn")) == (False, 3)
    assert str(table.state.stage) in ("move-1", "move-2")
