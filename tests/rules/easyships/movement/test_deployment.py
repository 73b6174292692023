"""Set-up and initiative (ES-2, ES-A1, ES-A25)."""

from collections.abc import Callable, Iterator
from cProfile import Profile
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from darkseas.engine.hexes.board import EDGES, distance, label, parse_label
from darkseas.engine.orders import Choice, Fixed, IllegalOrder
from darkseas.engine.scenario.spec import GroupSpec, MapSpec
from darkseas.rules.easyships.model.events import InitiativeTaken, SetUpRolled, ShipsPlaced
from darkseas.rules.easyships.model.orders import FORMATIONS, Formation, Placement, SetUp
from darkseas.rules.easyships.movement.deployment import check, place_as_written, set_up
from darkseas.rules.easyships.movement.initiative import roll_set_up, take_initiative
from darkseas.rules.easyships.movement.set_up_hexes import gun_range
from darkseas.rules.easyships.turn.deployment_forms import deploy, deploy_forms, formed
from tests.rules.easyships.support import Table, a_side, a_spec, ship

A = {"a1": ship("CA", guns=[(9, 8)]), "a2": ship("SS")}
B = {"b1": ship("DD")}


def at(key: str, place: str, facing: int = 1, depth: int = 0) -> Placement:
    """A ship's place."""
    return Placement(key, parse_label(place), facing, depth)


def refusal(table: Table, side: str, edge: str, *placements: Placement) -> tuple[str, str]:
    """Rule and blank of a set-up that is refused."""
    with pytest.raises(IllegalOrder) as refused:
        check(table.state, side, edge, placements)
    return refused.value.rule, refused.value.field


def test_the_low_roller_sets_up_first() -> None:
    table = Table(a_spec(A, B))
    table.play(roll_set_up, dice=[5, 2])
    assert (table.only(SetUpRolled).first, table.state.sets_up_first) == ("b", "b")


def test_the_high_roller_is_first_in_a_turn() -> None:
    table = Table(a_spec(A, B))
    table.play(take_initiative, dice=[5, 2])
    assert (table.only(InitiativeTaken).side, table.state.initiative) == ("a", "a")
    assert [purpose for _, _, purpose, _ in table.asked] == ["t1/initiative/a", "t1/initiative/b"]


@pytest.mark.parametrize(
    ("part", "first"), [(roll_set_up, "a"), (take_initiative, "b")], ids=["set-up", "initiative"]
)
def test_es_a1_tied_dice_are_rolled_again(part: Callable[..., Any], first: str) -> None:
    table = Table(a_spec(A, B))
    table.play(part, dice=[3, 3, 6, 6, 2, 4])
    assert len({purpose for _, _, purpose, _ in table.asked}) == 6
    event = table.step[-1].event
    assert isinstance(event, SetUpRolled | InitiativeTaken)
    assert (event.first if isinstance(event, SetUpRolled) else event.side) == first


def test_a_side_is_placed_on_its_edge_with_its_boats_below_in_secret() -> None:
    table = Table(a_spec(A, B))
    table.play(set_up, "a", "south", [at("a1", "2037"), at("a2", "2238", depth=2)])
    seen = [event for event in table.known("b") if isinstance(event, ShipsPlaced)]
    assert [placed.ship for event in seen for placed in event.ships] == ["a1"]
    assert table.status("a2").depth == 2
    assert table.view("b").ship_status["a2"].bow is None
    assert table.state.edges == {"a": "south"}


@pytest.mark.parametrize(
    ("edge", "places", "rule", "field"),
    [
        ("middle", ["2037", "2238"], "ES-2", "blanks.edge"),
        ("south", ["2037"], "ES-2", "blanks.ships"),
        ("south", ["2037", "2038"], "ES-2", "blanks.ships.1.hex"),
        ("south", ["2034", "2238"], "ES-A25", "blanks.ships.0.hex"),
        ("south", ["2039", "2238"], "ES-A25", "blanks.ships.0.hex"),
        ("north", ["2037", "2238"], "ES-A25", "blanks.ships.0.hex"),
        ("west", ["0220", "0121"], "ES-2", "blanks.ships.1.hex"),
    ],
)
def test_a_set_up_that_is_not_allowed_is_refused(edge: str, places: list[str], rule: str, field: str) -> None:
    placements = [at(key, place) for key, place in zip(("a1", "a2"), places, strict=False)]
    assert refusal(Table(a_spec(A, B)), "a", edge, *placements) == (rule, field)


def test_ships_that_face_nowhere_or_dive_and_cannot_are_refused() -> None:
    table = Table(a_spec(A, B))
    assert refusal(table, "b", "north", at("b1", "2002", 6))[0] == "ES-4"
    assert refusal(table, "b", "north", at("b1", "2002", 1, 1))[0] == "ES-12"
    assert refusal(table, "a", "south", at("a1", "2037"), at("a2", "2238", 1, 4))[0] == "ES-12"


@pytest.mark.parametrize(("answer", "rows"), [(3, 3), (5, 5), (8, 8)])
def test_es_a25_how_far_from_the_edge(answer: int, rows: int) -> None:
    table = Table(a_spec(A, B, options={"edge_depth": answer}))
    check(table.state, "b", "north", [at("b1", f"20{rows - 1:02}")])
    assert refusal(table, "b", "north", at("b1", f"20{rows:02}"))[0] == "ES-A25"


def test_who_sets_up_second_stays_out_of_gun_range_on_another_edge() -> None:
    table = Table(a_spec(A, B))
    assert [gun_range(table.ship(key)) for key in ("a1", "b1")] == [9, 0]
    table.play(set_up, "a", "south", [at("a1", "0136"), at("a2", "2238", depth=1)])
    assert refusal(table, "b", "south", at("b1", "2038")) == ("ES-2", "blanks.edge")
    assert refusal(table, "b", "west", at("b1", "0127")) == ("ES-2", "blanks.ships.0.hex")
    check(table.state, "b", "west", [at("b1", "0126")])


def test_an_edge_that_the_scenario_gives_is_kept_to() -> None:
    sides = (a_side("a", A), a_side("b", B, edge="east"))
    table = Table(a_spec(A, B, sides=sides))
    assert refusal(table, "b", "north", at("b1", "2002")) == ("ES-2", "blanks.edge")
    check(table.state, "b", "east", [at("b1", "3820")])


def test_a_side_may_stand_where_its_scenario_has_it() -> None:
    line = GroupSpec("line", "Line", ("b1",), {"hex": "2002", "facing": "SW"})
    spec = a_spec({"a1": A["a1"]}, B)
    here = replace(line, ships=("a1",), rules={"hex": "1030", "facing": "NE"})
    sides = (a_side("a", {"a1": A["a1"]}, (here,)), a_side("b", B, (line,)))
    table = Table(replace(spec, sides=sides))
    table.play(place_as_written, "b")
    assert (table.status("b1").bow, table.status("b1").facing) == (parse_label("2002"), 4)
    assert table.only(ShipsPlaced).edge == ""


# --- what the forms offer ------------------------------------------------------------------------------


@pytest.mark.parametrize("formation", FORMATIONS)
@pytest.mark.parametrize("enemy", ["", "1507", "0303"])
def test_forms_offer_every_formation_that_may_be_set_up_and_no_other(
    enemy: str, formation: Formation
) -> None:
    """Hex by hex and facing by facing, with land, ships of several hexes and guns of two ranges."""
    ships = {"a1": ship("BB", guns=[(4, 6)], hexes=2), "a2": ship("DD", hexes=1), "a3": ship("CL", hexes=1)}
    sea = MapSpec("bay", "Bay", 16, 14, land=("0202", "1000"))
    table = Table(a_spec(ships, {"b1": ship("CL", guns=[(4, 3)])}, map=sea))
    if enemy:
        table.put("b1", enemy)
    offered = {
        (fixed["edge"], fixed["facing"], leader)
        for form in deploy_forms(table.state, "a", (formation,))
        for fixed in [{blank.name: blank.value for blank in form.blanks if isinstance(blank, Fixed)}]
        for blank in form.blanks
        if isinstance(blank, Choice)
        for leader in blank.values
    }
    assert offered
    assert offered == set(legal_formations(table, formation))


def test_boats_of_a_formation_begin_at_the_depth_that_is_given_and_unseen() -> None:
    table = Table(a_spec(A, B))
    order = SetUp("south", parse_label("2037"), 0, formation="abreast", depth=2)
    table.play(deploy, "a", order)
    assert [(key, table.status(key).depth) for key in A] == [("a1", 0), ("a2", 2)]
    seen = [event for event in table.known("b") if isinstance(event, ShipsPlaced)]
    assert [placed.ship for event in seen for placed in event.ships] == ["a1"]
    assert distance(*[bow for key in A if (bow := table.status(key).bow) is not None]) == 2
    too_deep = SetUp("south", parse_label("2037"), 0, depth=4)
    assert refusal(table, "a", "south", *formed(table.state, "a", too_deep)) == (
        "ES-12",
        "blanks.ships.1.depth",
    )


@pytest.mark.parametrize(("edge", "facing"), [("north", "SE"), ("south", "NE"), ("east", "W"), ("west", "E")])
def test_ships_are_first_offered_to_face_away_from_their_edge(edge: str, facing: str) -> None:
    sides = (a_side("a", A, edge=edge), a_side("b", B))
    first = next(deploy_forms(Table(a_spec(A, B, sides=sides)).state, "a"))
    assert first.title == f"Set up on the {edge} edge, in line ahead, facing {facing}"


def test_only_who_has_boats_is_asked_for_their_depth() -> None:
    table = Table(a_spec(A, B))
    asked = {
        side: {
            blank.name
            for form in deploy_forms(table.state, side)
            for blank in form.blanks
            if isinstance(blank, Choice)
        }
        for side in "ab"
    }
    assert asked == {"a": {"hex", "depth"}, "b": {"hex"}}


def legal_formations(table: Table, formation: Formation) -> Iterator[tuple[str, int, str]]:
    """Every formation of a kind that the rules let side a set up."""
    for edge, facing, leader in product(EDGES, range(6), table.state.scenario.board.hexes):
        try:
            order = SetUp(edge, leader, facing, formation=formation)
            check(table.state, "a", edge, formed(table.state, "a", order))
        except IllegalOrder:
            continue
        yield edge, facing, label(leader)


@pytest.mark.parametrize(("formation", "edges"), [("ahead", 4), ("columns", 4), ("abreast", 0)])
def test_forms_of_the_largest_fleet_on_the_largest_map_take_few_steps(
    formation: Formation, edges: int
) -> None:
    """Sixty ships a side, a hundred by a hundred hexes: calls are counted, not seconds."""
    fleet = [{f"{side}{number}": ship("DD", hexes=1) for number in range(60)} for side in "ab"]
    table = Table(a_spec(*fleet, map=MapSpec("sea", "Sea", 100, 100)))
    for number in range(60):
        table.put(f"b{number}", f"50{number + 20}")
    profile = Profile()
    assert len(profile.runcall(list, deploy_forms(table.state, "a", (formation,)))) == edges
    assert sum(entry.callcount for entry in profile.getstats()) < 2_000_000
