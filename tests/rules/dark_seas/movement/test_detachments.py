"""Ships leaving their task groups at the end of the movement phase (§10, DS-R5, DS-R6)."""

from typing import Any

import pytest

from darkseas.engine.events import DiceRolled
from darkseas.engine.hexes.board import label
from darkseas.engine.orders import Choice, Fixed, Row, Rows, Several
from darkseas.rules.dark_seas.model.events import BlocksRegrouped, DetachmentsPlotted, FacesSet, MovementEnded
from darkseas.rules.dark_seas.model.orders import Detachment, Move, MoveBlocks
from darkseas.rules.dark_seas.model.state import SIGHTED, Contents, State
from darkseas.rules.dark_seas.movement.movement import allowance
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    at,
    dummy,
    group,
    single,
)
from tests.rules.dark_seas.support.table_top import Table, moves, on_table
from tests.support.form_blanks import value_of, values_of

TURN = 4
SHIPS = ("kako", "aoba", "kinu", "yubari", "fubuki")
COLUMN = group("ijn-1", "0505", *SHIPS[:4])
HELM = group("allies-1", "0907", "helm", "hull")
MIXING = f"t{TURN}/regroup/0505/10/ijn"


def a_turn(
    *blocks: Placed, limit: int = 4, faces: tuple[int, ...] = (), stage: str = "move-3", **state: Any
) -> Table:
    """Turn 4: the IJN, without initiative, is called in this stage; the allies lie far off.

    `faces` are those of the throw by which the blocks in 0505 are mixed.
    """
    ijn = a_side("ijn", *map(a_ship, SHIPS), group_limit=limit, exit_edges=("west",), entering="may")
    scenario = a_scenario(ijn, a_side("allies", a_ship("helm"), a_ship("hull")), cols=10, rows=8)
    begun = a_state(
        scenario, *(blocks or (COLUMN,)), HELM, turn=TURN, phase=stage, initiative="allies", **state
    )
    begun.called = ("ijn",)
    return on_table(begun, {MIXING: faces} if faces else {})


def leave(*asked: tuple[str, str] | tuple[str, str, str], **ways: str) -> MoveBlocks:
    """Detachments: block, ships, and the new group's name if there is one; beside them ways of blocks."""
    leaving = tuple(Detachment(key, tuple(ships.split()), *name) for key, ships, *name in asked)
    return MoveBlocks(moves(**ways).moves, leaving)


def end_of_movement(table: Table, *orders: MoveBlocks) -> State:
    """The IJN gives its orders, the allies stay; detachments have taken place, the next turn has begun."""
    for order in orders:
        table.give("ijn", order)
    facts = table.give("allies", MoveBlocks())
    assert MovementEnded() in [fact.event for fact in facts]
    return table.state


def kinds(state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    """The IJN's blocks by what they are, in the order of their ships."""
    own = [state.contents[key] for key, block in state.blocks.items() if block.side == "ijn"]
    return sorted((face.kind, face.name, face.ships) for face in own)


# --- what becomes of them ------------------------------------------------------------------------


def test_ships_leave_as_single_ships_and_as_a_new_group() -> None:
    """§10, DS-R5: without a name each is a single ship, with a name they are one more task group."""
    table = a_turn()
    state = end_of_movement(table, leave(("ijn-1", "aoba kinu"), ("ijn-1", "yubari", "Rear")))
    assert kinds(state) == [
        ("group", "Rear", ("yubari",)), ("group", "TG ijn-1", ("kako",)),
        ("single", "", ("aoba",)), ("single", "", ("kinu",)),
    ]  # fmt: skip


def test_group_shrunk_to_one_ship_stays_a_group() -> None:
    """DS-R5, §11a: it has no single ship's penalty, as the ship that left it has."""
    state = end_of_movement(a_turn(group("ijn-1", "0505", "kako", "aoba")), leave(("ijn-1", "aoba")))
    steps = {state.contents[key].ships[0]: allowance(state, key) for key in state.blocks if key[:3] == "ijn"}
    assert steps == {"kako": 3, "aoba": 2}
    assert kinds(state) == [("group", "TG ijn-1", ("kako",)), ("single", "", ("aoba",))]


def test_ships_leave_together_when_every_block_has_moved() -> None:
    """DS-H1: also those of spotted blocks, which moved first; until then nobody but their owner knows."""
    spotted = group("ijn-2", "0303", "fubuki", "yubari", spotted=SIGHTED)
    table = a_turn(group("ijn-1", "0505", *SHIPS[:3]), spotted, stage="move-1")
    table.give("ijn", leave(("ijn-2", "fubuki"), ijn_2="0403"))
    assert str(table.state.stage) == "move-3"
    table.give("ijn", leave(("ijn-1", "aoba")))
    assert str(table.state.stage) == "move-4"
    assert table.events(BlocksRegrouped) == []
    assert len(table.events(DetachmentsPlotted, "ijn")) == 2
    assert table.events(DetachmentsPlotted, "allies") == table.events(DetachmentsPlotted, None) == []
    assert table.views["allies"].detaching == {}

    facts = table.give("allies", MoveBlocks())
    happened = [type(fact.event) for fact in facts]
    assert happened.count(BlocksRegrouped) == 2
    assert happened.index(MovementEnded) > max(
        place for place, kind in enumerate(happened) if kind is BlocksRegrouped
    )
    assert table.state.detaching == {}
    assert label(table.hex_of(table.block_with("fubuki"))) == "0403"


def test_ships_of_both_sides_leave() -> None:
    """§10, DS-H1: each side's blocks are regrouped by themselves."""
    table = a_turn()
    table.give("ijn", leave(("ijn-1", "aoba")))
    table.give("allies", leave(("allies-1", "hull")))
    assert [(one.side, one.gone) for one in table.events(BlocksRegrouped)] == [
        ("ijn", ("ijn-1",)), ("allies", ("allies-1",)),
    ]  # fmt: skip
    assert len(table.events(FacesSet, "ijn")) == len(table.events(FacesSet, "allies")) == 1


# --- who can tell which is which -----------------------------------------------------------------


def test_all_blocks_in_the_hex_are_mixed_anew() -> None:
    """§10, §22d: own blocks there get new keys by a secret throw; what is elsewhere keeps its own."""
    blocks = (
        group("ijn-1", "0505", "kako", "aoba"), dummy("ijn-2", "0505", "ijn"),
        single("ijn-3", "0505", "kinu"), group("ijn-4", "0506", "yubari", "fubuki"),
    )  # fmt: skip
    table = a_turn(*blocks, faces=(40, 30, 20, 10))
    state = end_of_movement(table, leave(("ijn-1", "aoba")))
    # Put down in this order: kako, aoba, the dummy, kinu; the lowest face has the first new number.
    order = [state.contents[f"ijn-{number}"].ships for number in (4, 5, 6, 7, 8)]
    assert order == [("yubari", "fubuki"), ("kinu",), (), ("aoba",), ("kako",)]
    (regrouped,) = table.events(BlocksRegrouped, "allies")
    assert regrouped.gone == ("ijn-1", "ijn-2", "ijn-3")
    assert [one.block for one in regrouped.placed] == ["ijn-5", "ijn-6", "ijn-7", "ijn-8"]
    assert table.events(FacesSet, "allies") == table.events(FacesSet, None) == []
    throws = [roll.purpose for roll in table.events(DiceRolled, "allies")]
    assert not any("regroup" in purpose for purpose in throws)


def test_ships_of_several_groups_in_one_hex_leave_in_one_throw() -> None:
    """§10: two task groups of the same hex are regrouped together, each keeping its own ships."""
    blocks = (group("ijn-1", "0505", "kako", "aoba"), group("ijn-2", "0505", "kinu", "yubari"))
    table = a_turn(*blocks, faces=(1, 2, 3, 4))
    state = end_of_movement(table, leave(("ijn-1", "aoba"), ("ijn-2", "kinu", "Van")))
    assert len(table.events(BlocksRegrouped)) == 1
    assert kinds(state) == [
        ("group", "TG ijn-1", ("kako",)), ("group", "TG ijn-2", ("yubari",)), ("group", "Van", ("kinu",)),
        ("single", "", ("aoba",)),
    ]  # fmt: skip


# --- figures -------------------------------------------------------------------------------------


def test_ships_that_leave_keep_the_figures_of_their_group() -> None:
    """DS-R8, §15b: hexes moved and having evaded go with every part."""
    table = a_turn(group("ijn-1", "0305", "kako", "aoba", evaded=TURN - 1))
    end_of_movement(table, leave(("ijn-1", "aoba"), ijn_1="0405 0505"))
    (regrouped,) = table.events(BlocksRegrouped, None)
    assert [(one.moved, one.evaded, label(one.hex)) for one in regrouped.placed] == [
        (2, TURN - 1, "0505")
    ] * 2


def test_marks_of_an_attack_go_with_the_ships_that_took_part() -> None:
    """DS-R14: who fired, and who was fired at, is what counts; the others have no mark."""
    table = a_turn(group("ijn-1", "0505", "kako", "aoba", attacked=3, was_attacked=3), faces=(1, 2))
    ship_status = table.state.ship_status
    ship_status["kako"] = ship_status["kako"]._replace(attacked=3)
    ship_status["aoba"] = ship_status["aoba"]._replace(was_attacked=3)
    state = end_of_movement(table, leave(("ijn-1", "aoba")))
    marks = {state.contents[b.key].ships[0]: (b.attacked, b.was_attacked) for b in state.blocks.values()}
    assert (marks["kako"], marks["aoba"]) == ((3, 0), (0, 3))


def test_blocks_beside_them_keep_their_own_figures() -> None:
    """DS-R8: a block that is only mixed with them has moved no hex."""
    table = a_turn(group("ijn-1", "0405", "kako", "aoba"), group("ijn-2", "0505", "kinu"), faces=(1, 2, 3))
    end_of_movement(table, leave(("ijn-1", "aoba"), ijn_1="0505"))
    (regrouped,) = table.events(BlocksRegrouped)
    assert sorted(one.moved for one in regrouped.placed) == [0, 1, 1]
    (faces,) = table.events(FacesSet)
    moved = {one.block: one.moved for one in regrouped.placed}
    assert {face.ships: moved[face.block] for face in faces.faces}[("kinu",)] == 0


def test_lost_ships_are_in_no_block() -> None:
    """§10: what sank before is neither left behind nor detached."""
    state = end_of_movement(a_turn(COLUMN, sunk=["kinu"]), leave(("ijn-1", "aoba")))
    assert kinds(state) == [("group", "TG ijn-1", ("kako", "yubari")), ("single", "", ("aoba",))]


# --- entering and leaving ------------------------------------------------------------------------


def test_ships_of_a_group_that_left_the_map_do_not_leave_it() -> None:
    """§10, DS-R10: they are gone with it."""
    table = a_turn(group("ijn-1", "0005", "kako", "aoba"), group("ijn-2", "0505", "kinu"))
    state = end_of_movement(table, leave(("ijn-1", "aoba"), ijn_1="west"))
    assert kinds(state) == [("group", "TG ijn-2", ("kinu",))]
    assert table.events(BlocksRegrouped) == []


def test_ships_may_leave_a_group_in_the_turn_in_which_it_enters() -> None:
    """§10: the end of the movement phase of any turn; one that stays outside keeps its ships."""
    outside = Placed("ijn-1", None, Contents("group", "TG", ("kako", "aoba"), entry="west", arrives=TURN))
    entered = end_of_movement(a_turn(outside), leave(("ijn-1", "aoba"), ijn_1="0005"))
    assert kinds(entered) == [("group", "TG", ("kako",)), ("single", "", ("aoba",))]
    assert {block.hex for block in entered.blocks.values() if block.side == "ijn"} == {at("0005")}
    stayed = end_of_movement(a_turn(outside), leave(("ijn-1", "aoba")))
    assert kinds(stayed) == [("group", "TG", ("kako", "aoba"))]


# --- the limit -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "is_taken"), [(3, True), (2, False)])
def test_new_groups_count_against_the_limit(limit: int, is_taken: bool) -> None:
    """DS-R6: the limit is on task groups in play at that moment; single ships and dummies do not count."""
    table = a_turn(COLUMN, single("ijn-2", "0101", "fubuki"), dummy("ijn-3", "0102", "ijn"), limit=limit)
    order = leave(("ijn-1", "aoba", "Van"), ("ijn-1", "kinu", "Rear"))
    if is_taken:
        assert len([face for face in kinds(end_of_movement(table, order)) if face[0] == "group"]) == 3
    else:
        refusal = table.refused("ijn", order)
        assert (refusal.rule, refusal.field) == ("DS-R6", "blanks.detachments")


def test_group_that_leaves_the_map_makes_room_for_one_that_forms() -> None:
    """DS-R38: the limit is counted when all of the stage's movement is over, partings and exits together."""
    leaving = group("ijn-2", "0002", "fubuki")
    table = a_turn(COLUMN, leaving, limit=2)
    assert table.refused("ijn", leave(("ijn-1", "aoba", "Van"))).rule == "DS-R6"
    both = leave(("ijn-1", "aoba", "Van"), ("ijn-1", "kinu", "Rear"), ijn_2="west")
    assert table.refused("ijn", both).rule == "DS-R6"
    state = end_of_movement(table, leave(("ijn-1", "aoba", "Van"), ijn_2="west"))
    assert ("group", "Van", ("aoba",)) in kinds(state)


def test_groups_plotted_earlier_in_the_turn_count() -> None:
    """DS-R6, DS-H1: spotted blocks have plotted before the unspotted ones."""
    spotted = group("ijn-2", "0303", "fubuki", "yubari", spotted=SIGHTED)
    table = a_turn(group("ijn-1", "0505", *SHIPS[:3]), spotted, limit=3, stage="move-1")
    table.give("ijn", leave(("ijn-2", "fubuki", "Van")))
    assert table.refused("ijn", leave(("ijn-1", "aoba", "Rear"))).rule == "DS-R6"
    table.give("ijn", leave(("ijn-1", "aoba")))
    assert table.state.detaching["ijn"][-1].ships == ("aoba",)


def test_immobile_groups_do_not_count() -> None:
    """DS-H2: a group at anchor leaves room for another."""
    anchored = Placed("ijn-2", at("0101"), Contents("group", "Transports", ("fubuki",), immobile=True))
    state = end_of_movement(a_turn(COLUMN, anchored, limit=2), leave(("ijn-1", "aoba", "Van")))
    assert ("group", "Van", ("aoba",)) in kinds(state)


def test_single_ships_may_leave_over_the_limit() -> None:
    """DS-R6: with no room for a new group, ships still leave one by one."""
    state = end_of_movement(a_turn(limit=1), leave(("ijn-1", "aoba kinu")))
    assert [face[0] for face in kinds(state)] == ["group", "single", "single"]


# --- refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "rule", "field"),
    [
        ([("ijn-1", "kako aoba kinu yubari")], "§10", "0.ships"),
        ([("ijn-1", "kako aoba"), ("ijn-1", "kinu yubari", "Rear")], "§10", "1.ships"),
        ([("ijn-1", "kako"), ("ijn-1", "kako", "Rear")], "§10", "1.ships"),
        ([("ijn-1", "kako kako")], "§10", "0.ships"),
        ([("ijn-1", "")], "§10", "0.ships"),
        ([("ijn-1", "fubuki")], "§10", "0.ships"),
        ([("ijn-1", "helm")], "§10", "0.ships"),
        ([("ijn-1", "kako", " ")], "§4b", "0.name"),
        ([("ijn-1", "kako", "x" * 61)], "§4b", "0.name"),
        ([("ijn-2", "fubuki", "Alone")], "§10", "0"),
        ([("ijn-3", "fubuki")], "§10", "0"),
        ([("allies-1", "helm")], "§10", "0"),
        ([("ijn-9", "kako")], "§10", "0"),
    ],
)
def test_detachment_is_refused(
    asked: list[tuple[str, str] | tuple[str, str, str]], rule: str, field: str
) -> None:
    """§10, DS-R5, DS-H10: the last ship stays, a single ship never becomes a group, each ship leaves once,
    and only from own task groups that move now."""
    table = a_turn(COLUMN, single("ijn-2", "0101", "fubuki"), dummy("ijn-3", "0102", "ijn"))
    refusal = table.refused("ijn", leave(*asked))
    assert (refusal.rule, refusal.field) == (rule, f"blanks.detachments.{field}")


@pytest.mark.parametrize(
    "block",
    [
        Placed("ijn-1", at("0505"), Contents("group", "TG", SHIPS[:2], immobile=True)),
        group("ijn-1", "0505", *SHIPS[:2], spotted=SIGHTED),
        group("ijn-1", "0505", "kako"),
        Placed("ijn-1", None, Contents("group", "TG", SHIPS[:2], entry="west", arrives=TURN + 1)),
    ],
    ids=["immobile", "moves-in-another-stage", "one-ship", "comes-later"],
)
def test_group_that_no_ship_can_leave(block: Placed) -> None:
    """§10, DS-H2, DS-H10: neither is it in the form."""
    table = a_turn(block, single("ijn-2", "0101", "fubuki"))
    refusal = table.refused("ijn", leave(("ijn-1", "kako")))
    assert (refusal.rule, refusal.field) == ("§10", "blanks.detachments.0")
    assert _lines(table) == ()


# --- the form ------------------------------------------------------------------------------------


def _lines(table: Table) -> tuple[Row, ...]:
    blanks = table.form("ijn", "move_blocks").blanks
    return next(blank.rows for blank in blanks if isinstance(blank, Rows) and blank.name == "detachments")


def test_form_lets_all_but_one_leave_and_names_groups_while_there_is_room() -> None:
    """§10, DS-R6, DS-H10: of two groups only one may form another where the limit leaves one place."""
    blocks = (group("ijn-1", "0505", "kako", "aoba", "kinu"), group("ijn-2", "0506", "yubari", "fubuki"))
    first, second = _lines(a_turn(*blocks, limit=3, sunk=["kinu"]))
    assert first[:2] == (
        Fixed("block", "ijn-1", "piece"),
        Several("ships", "Ships", ("kako", "aoba"), 1, 1, "crew"),
    )
    assert isinstance(first[2], Choice)
    assert first[2].values[0] == ""
    assert second == (
        Fixed("block", "ijn-2", "piece"),
        Several("ships", "Ships", ("yubari", "fubuki"), 1, 1, "crew"),
    )


def _in_full(line: Row) -> Detachment:
    """All that a line of the form allows, with a name where there is one to give."""
    block, ships, *name = line
    assert isinstance(ships, Several)
    return Detachment(value_of(block), ships.values[: ships.most], values_of(name[0])[-1] if name else "")


def test_every_line_of_the_form_may_be_filled() -> None:
    """§10: all that the form allows is taken together, with moves."""
    blocks = (group("ijn-1", "0505", "kako", "aoba", "kinu"), group("ijn-2", "0506", "yubari", "fubuki"))
    table = a_turn(*blocks, limit=3)
    asked = tuple(_in_full(line) for line in _lines(table))
    state = end_of_movement(table, MoveBlocks((Move("ijn-1", ("0605",)),), asked))
    assert sorted(face[0] for face in kinds(state)) == ["group"] * 3 + ["single"]
