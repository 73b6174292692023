"""Movement by night: allowances, ways, land, entering and leaving, who moves when (§11a, §14a, §15)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from darkseas.engine.events import TurnBegan
from darkseas.engine.hexes.board import EDGES, Hex, label, parse_label
from darkseas.engine.orders import Course, Fixed, IllegalOrder, Rows
from darkseas.engine.presentation.words import mixed
from darkseas.engine.stages.stage import Stage, StageOpened
from darkseas.rules.dark_seas.model.events import BlocksMoved, MovementEnded, ShipsExited
from darkseas.rules.dark_seas.model.orders import Move, MoveBlocks
from darkseas.rules.dark_seas.model.scenario import Deadline, Group, GroupRules, RulesScenario
from darkseas.rules.dark_seas.model.state import CONTACT, SIGHTED, Contents, State
from darkseas.rules.dark_seas.movement.movement import STAGES, allowance, moves_made
from darkseas.rules.dark_seas.turn import sequence
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.dark_seas.support.builders import (
    Placed,
    a_scenario,
    a_ship,
    a_side,
    a_state,
    an_adjudication,
    dummy,
    group,
)
from tests.rules.dark_seas.support.table_top import Table, deploy, move, moves, on_table

TURN = 4
HELM = group("allies-1", "0907", "helm")
LAND = ("0504", "0604", "0804")


def the_scenario(
    speed: int = 3,
    *,
    land: tuple[str, ...] = (),
    groups: tuple[Group, ...] = (),
    areas: Mapping[str, Iterable[str]] | None = None,
    **rules: Any,
) -> RulesScenario:
    """The IJN with kako (of this speed), slow aoba (2), the fast merchantman maru (4)."""
    ships = (a_ship("kako", "C", speed=speed), a_ship("aoba", speed=2), a_ship("maru", "M", speed=4))
    ijn = a_side("ijn", *ships, groups=groups, **rules)
    allies = a_side("allies", a_ship("helm"), a_ship("hull"), set_up="bay")
    return a_scenario(ijn, allies, cols=10, rows=8, land=land, areas={"bay": ["0907"], **(areas or {})})


def a_turn(scenario: RulesScenario, *blocks: Placed, stage: str = "move-3", **state: Any) -> Table:
    """Turn 4: the IJN, without initiative, is called in this stage; the allies' helm lies far off."""
    begun = a_state(scenario, *blocks, HELM, turn=TURN, phase=stage, initiative="allies", **state)
    begun.called = ("ijn",)
    return on_table(begun)


def waiting(key: str, *ships: str, entry: str = "west", arrives: int = TURN) -> Placed:
    """A task group outside the map."""
    return Placed(key, None, Contents("group", "TG", ships, entry=entry, arrives=arrives))


def refusal_of(table: Table, order: MoveBlocks) -> tuple[str, str]:
    refusal = table.refused("ijn", order)
    return refusal.rule, refusal.field


# --- moving --------------------------------------------------------------------------------------


def test_immobile_group_does_not_move() -> None:
    """DS-H2: it has no allowance, no line in the form, and an order to move it is refused."""
    anchored = Placed("ijn-1", Hex(5, 5), Contents("group", "TG", ("kako",), immobile=True))
    table = a_turn(the_scenario(), anchored)
    (form, *_) = (one for one in legal_orders(table.state, "ijn") if one.title == "Move")
    assert "Cannot move: TG; the scenario says that they never move." in form.because
    assert allowance(table.state, "ijn-1") == 0
    assert _paths(table, "ijn-1") == ()
    assert refusal_of(table, move("ijn-1", "0605")) == ("§15", "blanks.moves.0.path")


@pytest.mark.parametrize("path", [(), ("0605",), ("0605", "0705"), ("0605", "0505", "0605")])
def test_hexes_entered_are_the_figure_moved(path: tuple[str, ...]) -> None:
    """DS-R8, §6: hexes entered count, not how far the block came; everybody sees them."""
    table = a_turn(the_scenario(), group("ijn-1", "0505", "kako"))
    table.give("ijn", move("ijn-1", *path))
    (made,) = table.events(BlocksMoved, None)
    assert [one.moved for one in made.moves] == ([len(path)] if path else [])
    seen = table.views["allies"].blocks["ijn-1"]
    assert (label(seen.hex), seen.moved) == ((path or ("0505",))[-1], len(path))


def test_figure_moved_is_of_this_turn_only() -> None:
    """DS-R8: it is gone when the next turn begins."""
    table = a_turn(the_scenario(), group("ijn-1", "0505", "kako"))
    table.give("ijn", move("ijn-1", "0605", "0705"))
    table.run_to("move-3", "move-4", turn=TURN + 1)
    assert table.state.blocks["ijn-1"].moved == 0
    assert table.state.turn == TURN + 1


def test_owner_orders_blocks_as_it_likes() -> None:
    """DS-R3: within a group of blocks they move in the order of the order; the rest stays."""
    table = a_turn(
        the_scenario(), group("ijn-1", "0505", "kako"), group("ijn-2", "0503", "aoba"),
        group("ijn-3", "0501", "maru"),
    )  # fmt: skip
    table.give("ijn", MoveBlocks((Move("ijn-3", ("0601",)), Move("ijn-1", ("0605",)))))
    (made,) = table.events(BlocksMoved)
    assert [one.block for one in made.moves] == ["ijn-3", "ijn-1"]
    assert label(table.hex_of("ijn-2")) == "0503"


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("0605", "0705", "0805", "0905"), "§15"),
        (("0705",), "§15"),
        (("0505",), "§15"),
        (("0504",), "§15e"),
        (("0506", "0507", "0508"), "§15d"),
        (("nowhere",), "§15"),
        (("west", "0405"), "§15"),
    ],
)
def test_way_is_refused(path: tuple[str, ...], rule: str) -> None:
    """§15, §15d, §15e: too far, not adjoining, onto land, off the map, no hex at all."""
    table = a_turn(the_scenario(land=LAND), group("ijn-1", "0505", "kako"))
    assert refusal_of(table, move("ijn-1", *path)) == (rule, "blanks.moves.0.path")


@pytest.mark.parametrize(
    ("order", "field"),
    [
        (moves(ijn_1="0605", ijn_2="0604"), "blanks.moves.1.block"),
        (moves(allies_1="0806"), "blanks.moves.0.block"),
        (moves(ijn_9="0806"), "blanks.moves.0.block"),
        (MoveBlocks((Move("ijn-1", ("0605",)), Move("ijn-1", ("0505",)))), "blanks.moves.1.block"),
    ],
)
def test_block_whose_turn_it_is_not_is_refused(order: MoveBlocks, field: str) -> None:
    """§14a: spotted blocks with the unspotted ones, the enemy's, unknown ones, one block twice."""
    table = a_turn(
        the_scenario(), group("ijn-1", "0505", "kako"), group("ijn-2", "0503", "aoba", spotted=SIGHTED),
    )  # fmt: skip
    assert refusal_of(table, order) == ("§14a", field)


def test_smoke_with_a_night_move_is_refused() -> None:
    """§18l: by night smoke comes with evasion."""
    table = a_turn(the_scenario(), group("ijn-1", "0505", "kako"))
    assert refusal_of(table, MoveBlocks(smoke=("ijn-1",))) == ("§18l", "blanks.smoke")


# --- who moves when ------------------------------------------------------------------------------


def stages_of(state: State) -> list[tuple[str, tuple[str, ...]]]:
    """The stages of movement that are asked this turn, each answered by staying."""
    state.stage = Stage.of("dummies-2")
    adjudication = an_adjudication(state)
    sequence.advance(adjudication)
    table = on_table(adjudication.state)
    table.log = list(adjudication.facts)
    while not table.events(MovementEnded):
        table.give(table.state.called[0], MoveBlocks())
    happened = [fact.event for fact in table.log]
    moving = happened[: happened.index(MovementEnded())]
    return [(event.phase, event.sides) for event in moving if isinstance(event, StageOpened)]


def test_four_groups_move_in_order() -> None:
    """§14a, DS-R3: spotted before unspotted, within each the side without initiative first; a radar contact
    is spotted (DS-R15)."""
    blocks = (
        group("ijn-1", "0000", "kako"), group("ijn-2", "0001", "aoba", spotted=SIGHTED),
        HELM, group("allies-2", "0906", "hull", spotted=CONTACT),
    )  # fmt: skip
    order = {
        leader: stages_of(a_state(the_scenario(), *blocks, turn=TURN, initiative=leader))
        for leader in ("ijn", "allies")
    }
    assert order["ijn"] == [
        ("move-1", ("allies",)), ("move-2", ("ijn",)), ("move-3", ("allies",)), ("move-4", ("ijn",)),
    ]  # fmt: skip
    assert [sides for _, sides in order["allies"]] == [("ijn",), ("allies",)] * 2


def test_side_without_such_blocks_is_not_asked() -> None:
    """§14a, DS-R3: with nobody spotted, as in turn 1, only the last two of the four groups move."""
    blocks = (group("ijn-1", "0000", "kako"), HELM)
    state = a_state(the_scenario(), *blocks, turn=TURN, initiative="ijn")
    assert stages_of(state) == [("move-3", ("allies",)), ("move-4", ("ijn",))]


def test_spotted_blocks_move_in_their_stage_and_are_unspotted_after_it() -> None:
    """DS-R3, DS-R4: the status holds through the movement phase; then nobody is spotted nor evading."""
    table = a_turn(
        the_scenario(), group("ijn-1", "0505", "kako", spotted=SIGHTED, evading=True, evaded=TURN - 1),
        stage="move-1",
    )  # fmt: skip
    assert refusal_of(table, move("ijn-1", "0605", "0705", "0805")) == ("§15", "blanks.moves.0.path")
    table.give("ijn", move("ijn-1", "0605", "0705"))
    assert (str(table.state.stage), table.state.blocks["ijn-1"].spotted) == ("move-4", SIGHTED)
    facts = table.give("allies", MoveBlocks())
    assert MovementEnded() in [fact.event for fact in facts]
    block = table.state.blocks["ijn-1"]
    assert (block.spotted, block.evading, block.evaded) == ("", False, TURN - 1)


# --- entering ------------------------------------------------------------------------------------


def test_entering_costs_a_hex() -> None:
    """§7, §15: the hex at the edge is entered like any other."""
    table = a_turn(the_scenario(2), waiting("ijn-1", "kako"))
    assert refusal_of(table, move("ijn-1", "0004", "0104", "0204")) == ("§15", "blanks.moves.0.path")
    assert {len(way) for way in _paths(table, "ijn-1")} == {1, 2}
    table.give("ijn", move("ijn-1", "0004", "0104"))
    assert (label(table.hex_of("ijn-1")), table.state.blocks["ijn-1"].moved) == ("0104", 2)


@pytest.mark.parametrize("path", [("0904",), ("0104",), ("0400",), ("west",)])
def test_entering_elsewhere_is_refused(path: tuple[str, ...]) -> None:
    """§7: over another edge, not at the edge at all, or out again without having come in."""
    table = a_turn(the_scenario(), waiting("ijn-1", "kako"))
    assert refusal_of(table, move("ijn-1", *path)) == ("§7", "blanks.moves.0.path")


def test_block_does_not_enter_before_its_turn() -> None:
    """§7: before its turn it is not among the blocks to move."""
    table = a_turn(the_scenario(), waiting("ijn-1", "kako", arrives=TURN + 1), group("ijn-2", "0505", "aoba"))
    assert refusal_of(table, move("ijn-1", "0004")) == ("§14a", "blanks.moves.0.block")
    assert _paths(table, "ijn-1") == ()
    table.state.turn += 1
    table.give("ijn", move("ijn-1", "0004"))
    assert label(table.hex_of("ijn-1")) == "0004"


@pytest.mark.parametrize("kako", [{"entry": "west"}, {"entry": "west", "zone": "roads"}])
def test_side_outside_the_map_is_asked_from_its_first_arrival(kako: dict[str, Any]) -> None:
    """§7, §14a: by what the scenario lets everybody know; a place on the map does not close the edge."""
    groups = (
        Group("kako", "Kako", ("kako",), GroupRules(arrives=2, **kako)),
        Group("aoba", "Aoba", ("aoba", "maru"), GroupRules(entry="east", arrives=3)),
    )
    table = Table(the_scenario(groups=groups, areas={"roads": ["0505"]}))
    table.give("ijn", deploy({"kako": "", "aoba maru": ""}))
    table.give("allies", deploy({"helm hull": "0907"}))
    table.run_to("the end", "move-4", turn=4)
    by_turn: dict[int, set[str]] = {turn: set() for turn in (1, 2, 3, 4)}
    for event in (fact.event for fact in table.log):
        if isinstance(event, TurnBegan):
            turn = event.turn
        elif isinstance(event, StageOpened) and Stage.of(event.phase) in STAGES:
            by_turn[turn].update(event.sides)
    assert "ijn" not in by_turn[1]
    assert "ijn" in by_turn[2]
    assert "ijn" in by_turn[3]


@pytest.mark.parametrize("arrives", [TURN, TURN + 5])
def test_whether_a_waiting_block_is_due_is_not_told_by_who_is_asked(arrives: int) -> None:
    """§4a, §14a: either group may be the one outside, so the side is asked in both cases."""
    groups = (
        Group("kako", "Kako", ("kako",), GroupRules(entry="west")),
        Group("aoba", "Aoba", ("aoba",), GroupRules(entry="west", arrives=TURN + 5)),
    )
    seen = group("ijn-1", "0505", "aoba", spotted=SIGHTED)
    table = a_turn(
        the_scenario(groups=groups), seen, waiting("ijn-2", "kako", arrives=arrives), stage="move-1"
    )
    table.give("ijn", MoveBlocks())
    assert (str(table.state.stage), table.state.called) == ("move-3", ("ijn",))
    assert bool(_paths(table, "ijn-2")) == (arrives == TURN)


# --- leaving -------------------------------------------------------------------------------------


def test_leaving_costs_a_hex() -> None:
    """DS-R10: the way out is a hex of the allowance beyond the hexes entered."""
    table = a_turn(the_scenario(3, exit_edges=("west",)), group("ijn-1", "0204", "kako"))
    table.give("ijn", move("ijn-1", "0104", "0004", "west"))
    assert "ijn-1" not in table.state.blocks
    far = a_turn(the_scenario(3, exit_edges=("west",)), group("ijn-1", "0304", "kako"))
    way = ("0204", "0104", "0004", "west")
    assert refusal_of(far, move("ijn-1", *way)) == ("§15", "blanks.moves.0.path")


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("0103", "0102", "north"), "§15d"),
        (("0004", "east"), "§15d"),
        (("west",), "DS-R10"),
        (("0103", "west"), "DS-R10"),
    ],
)
def test_leaving_is_refused_but_from_an_open_edge(path: tuple[str, ...], rule: str) -> None:
    """§15d, DS-R10: only over an edge that the scenario opens, only from a hex at it."""
    table = a_turn(the_scenario(4, exit_edges=("west",)), group("ijn-1", "0104", "kako"))
    assert refusal_of(table, move("ijn-1", *path)) == (rule, "blanks.moves.0.path")


def test_what_left_is_known_to_its_owner_alone() -> None:
    """§15d, DS-H5: ships and last hex only to the owner; a dummy leaves looking just like them, for good."""
    table = a_turn(
        the_scenario(exit_edges=("west",)), group("ijn-1", "0004", "kako", "maru"),
        dummy("ijn-2", "0103", "ijn"), sunk=["maru"],
    )  # fmt: skip
    table.give("ijn", moves(ijn_1="west", ijn_2="0003 west"))
    assert table.events(ShipsExited, "ijn") == [
        ShipsExited("ijn", "ijn-1", ("kako",), "west", TURN, "§15d", parse_label("0004")),
        ShipsExited("ijn", "ijn-2", (), "west", TURN, "§15d", parse_label("0003")),
    ]
    assert table.events(ShipsExited, "allies") == table.events(ShipsExited, None) == []
    assert [one.exit for one in table.events(BlocksMoved, "allies")[0].moves] == ["west", "west"]
    assert list(table.views["allies"].blocks) == list(table.state.blocks) == ["allies-1"]
    kako = table.state.ship_status["kako"]
    assert (kako.exited, kako.last_hex, kako.afloat) == (TURN, parse_label("0004"), False)
    assert (table.state.ship_status["maru"].exited, table.state.dummies_left["ijn"]) == (0, 0)


# --- confinement ---------------------------------------------------------------------------------

ROADS = {"roads": ["0004", "0104", "0204"]}


def test_confined_side_stays_in_its_area() -> None:
    """§7: neither out of the area nor off the map, until first contact."""
    scenario = the_scenario(areas=ROADS, confined_to="roads", exit_edges=("west",))
    table = a_turn(scenario, group("ijn-1", "0104", "kako"))
    assert refusal_of(table, move("ijn-1", "0204", "0304")) == ("§7", "blanks.moves.0.path")
    assert refusal_of(table, move("ijn-1", "0004", "west")) == ("§15d", "blanks.moves.0.path")
    assert set(_paths(table, "ijn-1")) == {("0004",), ("0204",)}
    table.state.contact_made["ijn"] = table.views["ijn"].contact_made["ijn"] = True
    assert ("0004", "west") in _paths(table, "ijn-1")
    table.give("ijn", move("ijn-1", "0204", "0304"))
    assert label(table.hex_of("ijn-1")) == "0304"


def test_confined_side_enters_into_its_area() -> None:
    """§7: what comes in, comes into the area."""
    table = a_turn(the_scenario(areas=ROADS, confined_to="roads"), waiting("ijn-1", "kako"))
    assert refusal_of(table, move("ijn-1", "0003")) == ("§7", "blanks.moves.0.path")
    assert set(_paths(table, "ijn-1")) == {("0004",), ("0004", "0104"), ("0004", "0104", "0204")}


# --- the form ------------------------------------------------------------------------------------


def _paths(table: Table, key: str) -> tuple[tuple[str, ...], ...]:
    """The ways that the form offers a block; none when it has no line."""
    blanks = table.form("ijn", "move_blocks").blanks
    lines = (line for blank in blanks if isinstance(blank, Rows) for line in blank.rows)
    for block, way, *_ in lines:
        if block == Fixed("block", key, "piece") and isinstance(way, Course):
            return tuple(way.path_to(end) for end in way.reach)
    return ()


def _ends(state: State, key: str, steps: int) -> tuple[set[str], set[tuple[str, str]]]:
    """By trial of every hex and edge: where legal ways of a block end, and from where over which edge."""
    inside: set[str] = set()
    outside: set[tuple[str, str]] = set()
    ways: list[tuple[str, ...]] = [()]
    for way in ways:
        here = way[-1] if way else label(state.blocks[key].hex)
        for edge in EDGES:
            if _is_taken(state, key, (*way, edge), steps):
                outside.add((here, edge))
        for name in map(label, state.scenario.board.hexes):
            if name not in inside and _is_taken(state, key, (*way, name), steps):
                inside.add(name)
                ways.append((*way, name))
    return inside, outside


def _is_taken(state: State, key: str, way: tuple[str, ...], steps: int) -> bool:
    try:
        moves_made(state, "ijn", MoveBlocks((Move(key, way),)), {key: steps})
    except IllegalOrder:
        return False
    return True


@pytest.mark.parametrize(("start", "evaded"), list(product(["0505", "0103", "0001"], [0, TURN - 1])))
def test_form_offers_exactly_what_is_in_reach(start: str, evaded: int) -> None:
    """§15: every hex that a legal way leads to, once, by a way that is legal; likewise every way out."""
    scenario = the_scenario(4, land=LAND, exit_edges=("west", "north"))
    table = a_turn(scenario, group("ijn-1", start, "kako", evaded=evaded))
    steps = allowance(table.state, "ijn-1")
    assert steps == (3 if evaded else 4)
    inside, outside = _ends(table.state, "ijn-1", steps)
    offered = _paths(table, "ijn-1")
    ends = [way[-1] for way in offered if way[-1] not in EDGES]
    # The form has no way around and back to where the block is.
    assert sorted(ends) == sorted(inside - {start})
    exits = [((start, *way)[-2], way[-1]) for way in offered if way[-1] in EDGES]
    assert sorted(exits) == sorted(outside)
    assert all(_is_taken(table.state, "ijn-1", way, steps) for way in offered)
    away = scenario.board.distances_from(parse_label(start))
    inner = [way for way in offered if way[-1] not in EDGES]
    assert [len(way) for way in inner] == [away[parse_label(way[-1])] for way in inner]


def test_form_has_lines_for_the_blocks_of_the_stage_alone() -> None:
    """§14a: spotted blocks have none among the unspotted, and the other way round."""
    blocks = (group("ijn-1", "0505", "kako"), group("ijn-2", "0503", "aoba", spotted=SIGHTED))
    unspotted, spotted = (a_turn(the_scenario(), *blocks, stage=stage) for stage in ("move-3", "move-1"))
    assert [bool(_paths(unspotted, key)) for key in ("ijn-1", "ijn-2")] == [True, False]
    assert [bool(_paths(spotted, key)) for key in ("ijn-1", "ijn-2")] == [False, True]


def test_near_deadline_is_said_on_the_form_with_what_it_would_cost() -> None:
    """DS-R34: what is still on the map scores the allies half its value."""
    scenario = the_scenario()
    aims = replace(scenario.aims, turn_limit=12, deadlines=(Deadline("ijn", 10),))
    scenario = replace(scenario, aims=aims)
    half = sum(ship.ratings.points for ship in scenario.ships.values() if ship.side == "ijn") * Fraction(1, 2)
    said = {}
    for turn in (6, 7, 10):
        state = a_state(
            scenario, group("ijn-1", "0404", "kako"), HELM, turn=turn, phase="move-3", initiative="allies"
        )
        state.called = ("ijn",)
        (form,) = [form for form in legal_orders(state, "ijn") if form.order == "dark_seas.move_blocks"]
        said[turn] = form.because
    cost = f"three ships still on it would score ALLIES {mixed(half)} points."
    assert "Off the map" not in said[6]
    assert f"Off the map by the end of turn 10: {cost}" in said[7]
    assert f"Off the map by the end of this turn, the last one for it: {cost}" in said[10]
