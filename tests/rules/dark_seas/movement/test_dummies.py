"""Dummies: they move like task groups, go when seen, and come back so that nobody can tell (§22)."""

from typing import Any

import pytest

from darkseas.engine.events import DiceRolled, TurnBegan
from darkseas.engine.hexes.board import parse_label
from darkseas.engine.stages.stage import Stage, StageOpened
from darkseas.rules.dark_seas.model.events import (
    BlockSighted,
    BlocksMoved,
    BlocksRegrouped,
    DummyRemoved,
    FacesSet,
    PlacedBlock,
    ShipsExited,
)
from darkseas.rules.dark_seas.model.orders import (
    DeclareSightings,
    MoveBlocks,
    NewDummy,
    PlaceDummies,
    RemoveDummies,
    VoidSighting,
)
from darkseas.rules.dark_seas.model.state import DUMMY, Block, State
from darkseas.rules.dark_seas.movement.dummies import hosts, ready
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
from tests.rules.dark_seas.support.duels import a_table, spotting
from tests.rules.dark_seas.support.table_top import Table, deploy, known, move, moves, on_table
from tests.support.form_blanks import rows_of, values_of

HERE = parse_label("0505")


def a_battle(
    *blocks: Placed,
    phase: str = "dummies-1",
    called: str = "ijn",
    left: int = 0,
    light: str = "night",
    **rules: Any,
) -> State:
    """Turn 2, the IJN called, with `left` dummies off the map since turn 1; the allies have initiative."""
    ijn = a_side("ijn", a_ship("kako", "C", speed=3), a_ship("kinu", speed=2), dummies=3, **rules)
    allies = a_side("allies", a_ship("helm"), dummies=2)
    state = a_state(
        a_scenario(ijn, allies, light=light), *blocks, group("allies-1", "1111", "helm"),
        turn=2, phase=phase, initiative="allies",
    )  # fmt: skip
    state.called = (called,)
    state.dummies_left["ijn"] = left
    return state


def back(*beside: str) -> PlaceDummies:
    return PlaceDummies(tuple(NewDummy(key) for key in beside))


def faces(table: Table, side: str) -> dict[str, tuple[str, ...]]:
    """The blocks of a side in play with what stands on their faces."""
    state = table.state
    return {key: state.contents[key].ships for key, b in state.blocks.items() if b.side == side}


# --- movement ------------------------------------------------------------------------------------


def test_dummy_has_the_speed_of_its_sides_fastest_ship() -> None:
    """DS-R9: as of the start, whatever sinks or is damaged later."""
    state = a_battle(group("ijn-1", "0505", "kinu"), dummy("ijn-2", "0505", "ijn"))
    assert (allowance(state, "ijn-1"), allowance(state, "ijn-2")) == (2, 3)
    state.ship_status["kako"] = state.ship_status["kako"]._replace(sunk=1)
    assert allowance(state, "ijn-2") == 3


def test_scenario_may_set_the_speed_of_dummies() -> None:
    """DS-R9, option."""
    state = a_battle(group("ijn-1", "0505", "kako"), dummy("ijn-2", "0505", "ijn"), dummy_speed=1)
    assert allowance(state, "ijn-2") == 1


def test_dummy_moves_in_the_order_of_the_unspotted_like_a_group() -> None:
    """§22a: in the same stage, by the same order, with the same event and marker."""
    start = (group("ijn-1", "0505", "kako"), dummy("ijn-2", "0505", "ijn"))
    table = on_table(a_battle(*start, phase="move-3"))
    group_row, dummy_row = rows_of(table.form("ijn", "move_blocks").blanks[0])
    assert values_of(group_row[1]) == values_of(dummy_row[1])
    facts = table.give("ijn", moves(ijn_1="0506 0507", ijn_2="0504 0503"))
    first, second = next(f.event for f in known(facts, None) if isinstance(f.event, BlocksMoved)).moves
    assert (len(first.path), first.moved, first.exit) == (len(second.path), second.moved, second.exit)
    assert table.state.blocks["ijn-2"].hex == parse_label("0503")
    assert table.state.blocks["ijn-2"].moved == 2


def test_dummy_is_refused_what_a_group_is_refused() -> None:
    """§22a: too far a way, and a stage that is not its own."""
    state = a_battle(dummy("ijn-2", "0505", "ijn"), phase="move-3")
    far = on_table(state).refused("ijn", move("ijn-2", "0506", "0507", "0508", "0509"))
    assert (far.rule, far.field) == ("§15", "blanks.moves.0.path")
    state.stage = Stage.of("move-1")
    early = on_table(state).refused("ijn", move("ijn-2", "0506"))
    assert (early.rule, early.field) == ("§14a", "blanks.moves.0.block")


# --- going ---------------------------------------------------------------------------------------


def test_spotted_dummy_goes_and_waits_for_the_next_turn() -> None:
    """§22b, §22d: the IJN is asked at the beginning of turn 3, not before."""
    state = a_battle(
        group("ijn-1", "0505", "kako"), dummy("ijn-2", "1110", "ijn"), phase="move-4", called="allies"
    )
    table = on_table(state, {"t2/spotting/ijn": (1,), "t2/spotting/allies": (6,)})
    table.give("allies", MoveBlocks())
    table.run_to("dummies-1", "dummies-2")
    assert table.events(DummyRemoved, None) == [DummyRemoved("ijn-2", "ijn", "§22b")]
    assert (table.state.turn, table.state.called) == (3, ("ijn",))
    table.give("ijn", back("ijn-1"))
    assert sorted(faces(table, "ijn").values()) == [(), ("kako",)]
    assert {b.hex for b in table.state.blocks.values() if b.side == "ijn"} == {HERE}


STAGES = ("dummies-1", "move-3", "speeds-1", "sub-2-1", "spotting", "evasion-1", "attacks-1", "attacks-both")


@pytest.mark.parametrize("phase", STAGES)
def test_dummy_may_be_taken_off_whenever_its_side_is_called(phase: str) -> None:
    """§22f: and the side is still to give the order that it was called for."""
    light = "day" if phase[:3] in ("spe", "sub") else "night"
    state = a_battle(dummy("ijn-2", "0505", "ijn"), dummy("ijn-3", "0505", "ijn"), phase=phase, light=light)
    table = on_table(state)
    facts = table.give("ijn", RemoveDummies(("ijn-3",)))
    assert [f.event for f in known(facts, None)] == [DummyRemoved("ijn-3", "ijn", "§22f")]
    assert (str(table.state.stage), table.state.called) == (phase, ("ijn",))
    assert list(faces(table, "ijn")) == ["ijn-2"]
    assert (table.state.dummies_left["ijn"], ready(table.state, "ijn")) == (1, 0)


@pytest.mark.parametrize("last", ["ijn", "allies"])
def test_dummy_taken_off_in_the_spotting_phase_leaves_nothing_to_declare(last: str) -> None:
    """§22f, §22c: neither what it has sighted nor who has sighted it; both still answer, and play goes on."""
    set_up = {
        "ijn": deploy({"kako": "0101", "kinu": "0101"}, dummies=["0505"]),
        "allies": deploy({"helm": "0506", "hull": "1010"}),
    }
    table = a_table(spotting(1, 6, 6), set_up=set_up, ijn={"dummies": 1})
    table.run_to("spotting")
    assert set(table.state.called) == {"ijn", "allies"}
    (decoy,) = table.dummies_of("ijn")
    seen = VoidSighting(table.block_with("helm"), decoy)
    table.give("ijn", RemoveDummies((decoy,)))
    assert set(table.state.called) == {"ijn", "allies"}
    assert [form.blanks for side in ("ijn", "allies") for form in table.forms(side)] == [(), ()]
    assert table.refused("allies", DeclareSightings((seen,))).field == "blanks.void.0"
    first = "allies" if last == "ijn" else "ijn"
    table.give(first, DeclareSightings())
    assert table.state.called == (last,)
    table.give(last, DeclareSightings())
    assert table.state.turn == 2
    assert not table.events(BlockSighted)


@pytest.mark.parametrize(
    ("named", "field"),
    [
        ((), "blanks.blocks"),
        (("ijn-1",), "blanks.blocks.0"),
        (("ijn-2", "allies-2"), "blanks.blocks.1"),
        (("ijn-2", "ijn-2"), "blanks.blocks.1"),
        (("ijn-9",), "blanks.blocks.0"),
    ],
)
def test_only_own_dummies_in_play_are_taken_off(named: tuple[str, ...], field: str) -> None:
    """§22f: no ships, no dummies of the enemy, none twice."""
    table = on_table(
        a_battle(
            group("ijn-1", "0505", "kako"),
            dummy("ijn-2", "0505", "ijn"),
            dummy("allies-2", "0808", "allies"),
        )
    )
    refusal = table.refused("ijn", RemoveDummies(named))
    assert (refusal.rule, refusal.field) == ("§22f", field)


def test_dummy_stays_while_its_side_is_not_called() -> None:
    """§22f with §14: a side that has no order to give does not interrupt."""
    table = on_table(a_battle(dummy("ijn-2", "0505", "ijn"), phase="move-4", called="allies"))
    assert table.refused("ijn", RemoveDummies(("ijn-2",))).rule == "§14"


def test_taking_off_is_offered_only_with_a_dummy_in_play() -> None:
    """§22f."""
    table = on_table(a_battle(group("ijn-1", "0505", "kako"), dummy("ijn-2", "0505", "ijn"), phase="move-3"))
    assert values_of(table.form("ijn", "remove_dummies").blanks[0]) == ("ijn-2",)
    table.give("ijn", RemoveDummies(("ijn-2",)))
    assert [form.order for form in table.forms("ijn")] == ["dark_seas.move_blocks"]


# --- coming back ---------------------------------------------------------------------------------


def test_dummies_come_back_only_beside_own_unspotted_blocks_on_the_map() -> None:
    """§22d: group, single ship or dummy; not beside what is sighted, held by radar or yet to enter."""
    state = a_battle(
        group("ijn-1", "0505", "kako"), single("ijn-2", "0606", "kinu"), dummy("ijn-3", "0707", "ijn"),
        dummy("ijn-4", "", "ijn"), left=1,
    )  # fmt: skip
    assert hosts(state, "ijn") == ("ijn-1", "ijn-2", "ijn-3")
    for marker, key in (("sighted", "ijn-1"), ("contact", "ijn-2")):
        state.blocks[key] = state.blocks[key]._replace(spotted=marker)
    table = on_table(state)
    assert values_of(rows_of(table.form("ijn", "place_dummies").blanks[0])[0][0]) == ("ijn-3",)
    for key in ("ijn-1", "ijn-2", "ijn-4", "allies-1", "ijn-9"):
        refusal = table.refused("ijn", back(key))
        assert (refusal.rule, refusal.field) == ("§22d", "blanks.dummies.0.beside")
    table.give("ijn", back("ijn-3"))
    assert len(table.blocks_at("ijn", "0707")) == 2


def test_no_more_dummies_come_back_than_have_gone() -> None:
    """§22g: and the order before is what is refused as a whole."""
    table = on_table(a_battle(group("ijn-1", "0505", "kako"), left=2))
    assert len(rows_of(table.form("ijn", "place_dummies").blanks[0])) == 2
    refusal = table.refused("ijn", back("ijn-1", "ijn-1", "ijn-1"))
    assert (refusal.rule, refusal.field) == ("§22g", "blanks.dummies")
    table.give("ijn", back("ijn-1", "ijn-1"))
    assert sorted(faces(table, "ijn").values()) == [(), (), ("kako",)]
    assert table.state.dummies_left["ijn"] == 0


def test_dummy_taken_off_at_the_beginning_of_a_turn_is_not_back_in_it() -> None:
    """§22d: only those that came off in an earlier turn."""
    table = on_table(a_battle(group("ijn-1", "0505", "kako"), dummy("ijn-2", "0505", "ijn"), left=1))
    table.give("ijn", RemoveDummies(("ijn-2",)))
    assert table.refused("ijn", back("ijn-1", "ijn-1")).rule == "§22g"
    table.give("ijn", back("ijn-1"))
    assert len(faces(table, "ijn")) == 2


@pytest.mark.parametrize("phase", ["move-3", "evasion-1", "attacks-1"])
def test_dummies_come_back_only_at_the_beginning_of_a_turn(phase: str) -> None:
    """§22d."""
    table = on_table(a_battle(group("ijn-1", "0505", "kako"), phase=phase, left=1))
    assert table.refused("ijn", back("ijn-1")).field == "order"


def test_only_a_side_with_a_dummy_and_a_place_for_it_is_asked() -> None:
    """§22d: the side without initiative first."""
    state = a_battle(group("ijn-1", "0505", "kako"), phase="attacks-2", called="allies", left=1)
    state.dummies_left["allies"] = 1
    table = on_table(state)
    table.run_to("move-1", "move-2", "move-3", "move-4", turn=3)
    opened = [event for event in table.events(StageOpened) if event.phase.startswith("dummies")]
    assert [event.phase for event in opened] == ["dummies-1", "dummies-2"]
    assert {event.sides for event in opened} == {("ijn",), ("allies",)}
    assert opened[0].sides == (table.state.scenario.enemy_of(table.state.initiative),)
    state.dummies_left = {"ijn": 0, "allies": 0}
    idle = on_table(state)
    idle.run_to("move-1", "move-2", "move-3", "move-4", turn=3)
    assert not [event for event in idle.events(StageOpened) if event.phase.startswith("dummies")]


@pytest.mark.parametrize(("beside", "attacked"), [("ijn-1", 1), ("ijn-2", 0)])
def test_dummy_takes_over_the_markers_of_the_block_it_is_placed_beside(beside: str, attacked: int) -> None:
    """§22e, DS-R37: the owner chooses whose; all lie there, and evading slows its neighbour alone."""
    state = a_battle(
        group("ijn-1", "0505", "kako", attacked=1, was_attacked=1, evaded=1),
        single("ijn-2", "0505", "kinu"),
        left=1,
    )
    table = on_table(state)
    table.give("ijn", back(beside))
    (new,) = table.dummies_of("ijn")
    block = table.state.blocks[new]
    assert (block.attacked, block.was_attacked, block.evaded) == (attacked, attacked, attacked)
    assert allowance(table.state, new) == 3
    assert allowance(table.state, table.block_with("kako")) == 2
    kept = table.state.blocks[table.block_with("kako")]
    assert (kept.attacked, kept.was_attacked, kept.evaded) == (1, 1, 1)


# --- nobody can tell -----------------------------------------------------------------------------


def regrouped(state: State, *throw: int) -> tuple[Table, list[Any]]:
    """The table after a dummy came back beside ijn-1, and what the allies were told of it."""
    table = on_table(state, {"t2/regroup/0505/22d/ijn": throw})
    facts = table.give("ijn", back("ijn-1"))
    return table, [fact.event for fact in known(facts, "allies")]


def test_public_event_is_the_same_whichever_block_is_new() -> None:
    """§22d: only the secret throw says which of the two blocks is the dummy."""
    state = a_battle(group("ijn-1", "0505", "kako", attacked=1), left=1)
    table, account = regrouped(state.copy(), 10, 200)
    other, other_account = regrouped(state.copy(), 200, 10)
    assert table.dummies_of("ijn") == ["ijn-3"]
    assert other.dummies_of("ijn") == ["ijn-2"]
    assert account == other_account
    both = tuple(PlacedBlock(key, HERE, attacked=1) for key in ("ijn-2", "ijn-3"))
    assert account[0] == BlocksRegrouped("ijn", HERE, ("ijn-1",), both, "§22d")
    assert table.views["allies"] == other.views["allies"]


def test_public_event_is_the_same_whichever_block_was_a_dummy_before() -> None:
    """§22d: two battles that differ only in what stands on the faces."""
    first = a_battle(group("ijn-1", "0505", "kako"), dummy("ijn-2", "0505", "ijn"), left=1)
    second = a_battle(dummy("ijn-1", "0505", "ijn"), group("ijn-2", "0505", "kako"), left=1)
    table, account = regrouped(first, 9, 8, 7)
    other, other_account = regrouped(second, 9, 8, 7)
    assert account == other_account
    assert faces(table, "ijn") != faces(other, "ijn")


def test_enemy_learns_neither_faces_nor_the_throw() -> None:
    """§22d: keys are new, so that no old block can be followed either."""
    table, account = regrouped(a_battle(group("ijn-1", "0505", "kako"), left=1), 5, 6)
    assert not [event for event in account if isinstance(event, FacesSet | DiceRolled)]
    assert table.events(FacesSet, "ijn")
    assert table.events(DiceRolled, "ijn")
    assert set(table.state.blocks) == {"allies-1", "ijn-2", "ijn-3"}
    assert not {"ijn-2", "ijn-3"} & set(table.views["allies"].contents)


def test_spotted_and_distant_blocks_are_not_mixed() -> None:
    """§22d: what everybody can tell apart stays as it is."""
    state = a_battle(
        group("ijn-1", "0505", "kako"), single("ijn-2", "0505", "kinu", spotted="sighted"),
        dummy("ijn-3", "0606", "ijn"), left=1,
    )  # fmt: skip
    table = on_table(state)
    table.give("ijn", back("ijn-1"))
    assert set(faces(table, "ijn")) == {"ijn-2", "ijn-3", "ijn-4", "ijn-5"}
    assert table.state.blocks["ijn-2"] == Block("ijn-2", "ijn", HERE, spotted="sighted")


# --- out for good --------------------------------------------------------------------------------


def test_dummy_that_was_not_set_up_does_not_come_later() -> None:
    """DS-H4: two of three allowed are set up; nothing can come back."""
    ijn = a_side("ijn", a_ship("kako", "C"), dummies=3, set_up="sea")
    allies = a_side("allies", a_ship("helm"), set_up="bay")
    table = Table(a_scenario(ijn, allies, areas={"sea": ["0505", "0606"], "bay": ["1111"]}))
    refusal = table.refused("ijn", deploy({"kako": "0505"}, dummies=["0505"] * 4))
    assert (refusal.rule, refusal.field) == ("§22g", "blanks.dummies")
    table.give("ijn", deploy({"kako": "0505"}, dummies=["0505", "0606"]))
    table.give("allies", deploy({"helm": "1111"}))
    table.run_to("attacks-1", turn=4)
    assert [contents.kind for contents in table.state.contents.values()].count(DUMMY) == 2
    assert table.state.dummies_left == {"ijn": 0, "allies": 0}
    assert not [event for event in table.events(StageOpened) if event.phase.startswith("dummies")]


def test_dummy_that_left_over_an_edge_is_out_for_good() -> None:
    """DS-H5: and it leaves just like ships, for all that the enemy is told."""
    state = a_battle(
        group("ijn-1", "0005", "kako"), dummy("ijn-2", "0006", "ijn"), phase="move-3", exit_edges=("west",)
    )
    table = on_table(state)
    facts = table.give("ijn", moves(ijn_1="west", ijn_2="west"))
    moved = next(f.event for f in known(facts, "allies") if isinstance(f.event, BlocksMoved))
    assert {(one.path, one.moved, one.exit) for one in moved.moves} == {((), 0, "west")}
    assert not [f for f in known(facts, "allies") if isinstance(f.event, ShipsExited)]
    assert faces(table, "ijn") == {}
    assert table.state.dummies_left["ijn"] == 0
    table.run_to("move-4", "move-3", turn=3)
    assert [event.turn for event in table.events(TurnBegan)] == [3]
    assert ready(table.state, "ijn") == 0
