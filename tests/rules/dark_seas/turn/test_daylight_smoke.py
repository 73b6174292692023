"""Daylight smoke: who makes it, when and where, how long it lies, and that of dummies (§23b.ii)."""

import pytest

from darkseas.engine.hexes.board import parse_label
from darkseas.engine.stages.stage import Stage
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    DummyRemoved,
    SmokeCleared,
    SmokeLifted,
    SmokeMade,
)
from darkseas.rules.dark_seas.model.orders import Detachment, Move, MoveBlocks
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.turn.daylight import steps_now
from tests.rules.dark_seas.support.builders import Placed, dummy, group
from tests.rules.dark_seas.support.daylight_cases import daylight_case, stated
from tests.rules.dark_seas.support.table_top import Table, on_table
from tests.support.form_blanks import values_of


def smoke_case(phase: str = "sub-1-1") -> State:
    """All IJN blocks may move now except ijn-5, which lies stopped."""
    state = daylight_case(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0505", "kinu", "maru"),
        group("ijn-3", "0505", "kongo"), dummy("ijn-4", "0505", "ijn"), dummy("ijn-5", "0505", "ijn"),
        group("allies-1", "1111", "helm"), phase=phase,
    )  # fmt: skip
    state.speeds = stated(ijn_1=4, ijn_2=1 if phase == "sub-2-1" else 2, ijn_3=3, ijn_4=4, ijn_5=0)
    return state


def test_only_blocks_with_c_or_d_ships_and_dummies_make_smoke() -> None:
    """DS-H3, §18l, §23b.ii."""
    table = on_table(smoke_case())
    assert values_of(table.form("ijn", "move_blocks").blanks[1]) == ("ijn-1", "ijn-2", "ijn-4")
    refusal = table.refused("ijn", MoveBlocks(smoke=("ijn-1", "ijn-3")))
    assert (refusal.rule, refusal.field) == ("§18l", "blanks.smoke.1")
    facts = table.give("ijn", MoveBlocks(smoke=("ijn-1", "ijn-2", "ijn-4")))
    made = [fact.event for fact in facts if isinstance(fact.event, SmokeMade)]
    assert made == [
        SmokeMade("ijn", (parse_label("0505"),), "§23b.ii", (key,)) for key in ("ijn-1", "ijn-2", "ijn-4")
    ]


@pytest.mark.parametrize(("phase", "key"), [("sub-1-1", "ijn-5"), ("sub-2-1", "allies-1")])
def test_smoke_is_made_only_by_own_blocks_eligible_to_move(phase: str, key: str) -> None:
    """§23b.ii: nor by one block twice."""
    table = on_table(smoke_case(phase))
    refusal = table.refused("ijn", MoveBlocks(smoke=(key,)))
    assert (refusal.rule, refusal.field) == ("§23b.ii", "blanks.smoke.0")
    assert table.refused("ijn", MoveBlocks(smoke=("ijn-1", "ijn-1"))).field == "blanks.smoke.1"


def test_speed_2_makes_no_smoke_in_the_second_sub_phase() -> None:
    """§23b.ii with DS-R31: it is not eligible to move then."""
    state = smoke_case("sub-2-1")
    state.speeds["ijn-1"] = 2
    assert steps_now(state, "ijn", Stage("sub-2", "1")) == {"ijn-2": 1, "ijn-3": 1, "ijn-4": 2}
    assert on_table(state).refused("ijn", MoveBlocks(smoke=("ijn-1",))).rule == "§23b.ii"


def test_smoke_lies_in_every_hex_entered_else_where_the_block_is() -> None:
    """DS-H7: not in the hex that was left."""
    table = on_table(smoke_case("sub-2-1"))
    table.give("ijn", MoveBlocks((Move("ijn-1", ("0506", "0507")),), smoke=("ijn-1",)))
    assert set(table.state.smoke) == {parse_label("0506"), parse_label("0507")}
    stays = on_table(smoke_case("sub-2-1"))
    stays.give("ijn", MoveBlocks(smoke=("ijn-1",)))
    assert set(stays.state.smoke) == {parse_label("0505")}


def test_smoke_stays_to_the_end_of_the_turn() -> None:
    """DS-R32: through the attacks, unlike the smoke of the night."""
    state = daylight_case(
        group("ijn-1", "0505", "kako"), group("ijn-2", "0808", "kinu"), group("allies-1", "0809", "helm"),
        phase="sub-1-1",
    )  # fmt: skip
    state.speeds = stated(ijn_1=3)
    table = on_table(state)
    table.give("ijn", MoveBlocks(smoke=("ijn-1",)))
    table.run_to("attacks-2")
    assert (table.state.turn, table.state.smoke) == (2, {parse_label("0505"): ("ijn",)})
    assert table.events(SmokeCleared) == []
    table.run_to("speeds-1", turn=3)
    assert table.events(SmokeCleared) == [SmokeCleared("DS-R32")]
    assert table.state.smoke == {}


def test_night_movement_makes_no_smoke() -> None:
    """§18l: there it comes with evasion."""
    state = daylight_case(group("ijn-1", "0505", "kako"), phase="move-3", light="night")
    refusal = on_table(state).refused("ijn", MoveBlocks(smoke=("ijn-1",)))
    assert (refusal.rule, refusal.field) == ("§18l", "blanks.smoke")


def smoke_between(*makers: Placed) -> Table:
    """The makers have smoked between ijn-9 and the allies, and the turn has gone on to combat."""
    state = daylight_case(
        *makers, group("ijn-8", "0206", "kinu"), group("allies-1", "0506", "helm"),
        group("ijn-9", "0509", "kongo"), phase="sub-3-1",
    )  # fmt: skip
    state.speeds = stated(**{key.key.replace("-", "_"): 3 for key in makers})
    table = on_table(state)
    table.give("ijn", MoveBlocks(smoke=tuple(maker.key for maker in makers)))
    table.run_to("attacks-1", "attacks-2", "speeds-1", "speeds-2")
    return table


def test_dummy_is_owned_up_to_whose_smoke_would_hide_anybody() -> None:
    """DS-H8, §23b.ii: it goes with its smoke before anybody is looked for."""
    table = smoke_between(dummy("ijn-1", "0508", "ijn"))
    assert table.events(DummyRemoved, None) == [DummyRemoved("ijn-1", "ijn", "§23b.ii")]
    assert table.events(SmokeLifted, None) == [SmokeLifted((parse_label("0508"),), "§23b.ii", "ijn")]
    assert "ijn-9" in [event.block for event in table.events(BlockSighted)]


def test_dummy_is_owned_up_to_under_its_new_key() -> None:
    """§23b.ii, §10: its smoke is still its own when ships left a group beside it and all were mixed."""
    state = daylight_case(
        dummy("ijn-1", "0508", "ijn"), group("ijn-2", "0508", "kako", "maru"),
        group("allies-1", "0506", "helm"), group("ijn-9", "0509", "kongo"), phase="sub-3-1",
    )  # fmt: skip
    state.speeds = stated(ijn_1=3)
    table = on_table(state)
    table.give("ijn", MoveBlocks(detachments=(Detachment("ijn-2", ("maru",)),), smoke=("ijn-1",)))
    table.run_to("attacks-1", "attacks-2", "speeds-1", "speeds-2")
    (gone,) = table.events(DummyRemoved, None)
    assert (gone.side, gone.rule) == ("ijn", "§23b.ii")
    assert gone.block != "ijn-1"
    assert table.state.smoke == {}
    assert "ijn-9" in [event.block for event in table.events(BlockSighted)]


def test_smoke_of_a_real_block_hides_and_nobody_owns_up() -> None:
    """§23b.iii, DS-H8: true smoke in the same hex covers for the dummy."""
    for makers in (
        (group("ijn-1", "0508", "kako"),),
        (group("ijn-1", "0508", "kako"), dummy("ijn-2", "0508", "ijn")),
    ):
        table = smoke_between(*makers)
        assert "§23b.ii" not in [event.rule for event in table.events(DummyRemoved)]
        assert "ijn-9" not in [event.block for event in table.events(BlockSighted)]


def test_dummy_smoke_that_hides_nobody_stays() -> None:
    """DS-H8: others see each other, with the smoke or without."""
    state = daylight_case(
        dummy("ijn-1", "0105", "ijn"), group("ijn-2", "1110", "kako"), group("allies-1", "1111", "helm"),
        phase="sub-3-1",
    )  # fmt: skip
    state.speeds = stated(ijn_1=3)
    table = on_table(state)
    table.give("ijn", MoveBlocks(smoke=("ijn-1",)))
    table.run_to("attacks-1", "attacks-2")
    assert table.state.smoke == {parse_label("0105"): ("ijn",)}
    assert table.events(DummyRemoved) == []
