"""From a scenario to the first state: what is read, what is refused and where (ES-1 to ES-4, ES-A24)."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.hexes.board import label
from darkseas.engine.scenario.dropped_options import dropped_findings
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, MapSpec, ScenarioSpec
from darkseas.rules.easyships.scenario.author_advice import advice
from darkseas.rules.easyships.scenario.checks import cost_of
from darkseas.rules.easyships.scenario.dropped_options import DROPPED
from darkseas.rules.easyships.scenario.option_list import OPTIONS
from darkseas.rules.easyships.scenario.setup import initial_state
from tests.rules.easyships.support import a_side, a_spec, ship
from tests.rules.easyships.turn.random_battles import river_plate, set_up_by_dice

#: More guns ahead than there are.
ARCS = {"ahead": 5, "abeam": 4, "astern": 0}
A, B = {"a1": ship(guns=[(8, 6)])}, {"b1": ship("DD", air=0)}


def findings(spec: ScenarioSpec) -> dict[str, str]:
    """The findings of a scenario that is refused, by place."""
    with pytest.raises(BadScenario) as refused:
        initial_state(spec)
    assert all(found.text.strip() for found in refused.value.findings)
    return {found.where: found.rule for found in refused.value.findings}


def with_ship(**ratings: Any) -> ScenarioSpec:
    """A scenario whose first ship has other ratings."""
    return a_spec({"a1": {**ship(), **ratings}}, B)


def test_a_scenario_becomes_ships_with_points_lengths_and_places_in_the_order_of_battle() -> None:
    state = initial_state(a_spec(A, B))
    first, second = state.scenario.ships.values()
    assert (first.key, first.hexes, first.place, first.points) == ("a1", 2, 0, 25)
    assert (second.key, second.hexes, second.place, second.type.title) == ("b1", 1, 1, "destroyer")
    assert state.turn == 0
    assert state.ship_status["a1"].guns_lost == (0,)
    assert cost_of(state.scenario, state.scenario.sides["a"]) == 25


def test_es_a24_lengths_by_type_or_her_own() -> None:
    state = initial_state(a_spec({"a1": ship("BB"), "a2": ship("BB", hexes=2)}, B))
    assert [each.hexes for each in state.scenario.ships.values() if each.side == "a"] == [3, 2]


def test_options_of_earlier_releases_still_load_with_a_warning_for_another_value() -> None:
    for key, (value, rule) in DROPPED.items():
        assert initial_state(a_spec(A, B, options={key: value})) is not None, key
        assert list(dropped_findings({key: value}, DROPPED)) == [], key
        initial_state(a_spec(A, B, options={key: "another"}))
        (warning,) = dropped_findings({key: "another"}, DROPPED)
        assert (warning.where, warning.rule, warning.is_advice) == (f"options.{key}", rule, True)
        assert warning in advice(a_spec(A, B, options={key: "another"}))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_takes_each_of_its_answers_and_no_other(option: Any) -> None:
    assert option.title
    assert option.default == option.values[0]
    assert len(option.values) > 1
    for value in option.values:
        state = initial_state(a_spec(A, B, options={option.key: value}))
        assert getattr(state.scenario.options, option.key) == value
    assert findings(a_spec(A, B, options={option.key: "nonsense"})) == {f"options.{option.key}": ""}


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"map": None}, "map"),
        ({"map": MapSpec("x", "X", 0, 4)}, "map"),
        ({"map": MapSpec("x", "X", 4, 4, land=("9",))}, "map"),
        ({"sea": {}}, "sea.year"),
        ({"sea": {"year": 1940, "sight": 99}}, "sea.sight"),
        ({"sea": {"year": 1940, "searchlights": -1}}, "sea.searchlights"),
        ({"sea": {"year": 1940, "moon": 1}}, "sea.moon"),
        ({"aims": {"turn_limit": 900}}, "aims.turn_limit"),
        ({"aims": {"value": "tons"}}, "aims.value"),
        ({"options": {"no_such": 1}}, "options.no_such"),
    ],
)
def test_what_is_wrong_with_sea_map_aims_and_options_is_named_with_its_place(
    change: dict[str, Any], where: str
) -> None:
    assert where in findings(a_spec(A, B, **change))


@pytest.mark.parametrize(
    ("ratings", "where"),
    [
        ({"type": "XX"}, "type"),
        ({"year": 1800}, "year"),
        ({"year": 1941}, "year"),
        ({"armour": 21}, "armour"),
        ({"defence": 0}, "defence"),
        ({"moves": 0}, "moves"),
        ({"torpedoes": 99}, "torpedoes"),
        ({"air": -1}, "air"),
        ({"hexes": 4}, "hexes"),
        ({"faces": 4}, "faces"),
        ({"batteries": [{"guns": 6, "size": 4}, {"guns": 6, "size": 8}]}, "batteries"),
        ({"batteries": [{"guns": 6, "size": 4}, {"guns": 2, "size": 4}]}, "batteries"),
        ({"batteries": [{"guns": 1, "size": 9 - size} for size in range(5)]}, "batteries"),
        ({"batteries": [{"guns": 0, "size": 4}]}, "batteries.0.guns"),
        ({"batteries": [{"guns": 4, "size": 21}]}, "batteries.0.size"),
        ({"batteries": [{"guns": 4, "size": 4, "turret": 9}]}, "batteries.0.turret"),
        ({"batteries": [{"guns": 4, "size": 4, "arcs": ARCS}]}, "batteries.0.arcs.ahead"),
    ],
)
def test_ratings_out_of_bounds_are_named_with_their_place(ratings: dict[str, Any], where: str) -> None:
    assert f"sides.a.ships.a1.ratings.{where}" in findings(with_ship(**ratings))


def test_ships_of_a_later_year_and_ships_over_the_points_are_refused() -> None:
    late = {"a1": ship(year=1941)}
    assert findings(a_spec(late, B)) == {"sides.a.ships.a1.ratings.year": "ES-1"}
    dear = (a_side("a", A, budget=24), a_side("b", B, budget=100))
    assert findings(a_spec(A, B, sides=dear)) == {"sides.a.rules.budget": "ES-1"}
    below = (a_side("a", A, head_start=-1), a_side("b", B))
    assert findings(a_spec(A, B, sides=below)) == {"sides.a.rules.head_start": "ES-36"}
    enough = (a_side("a", A, budget=25), a_side("b", B))
    assert initial_state(a_spec(A, B, sides=enough)).scenario.sides["a"].rules.budget == 25


def test_sides_that_are_not_two_or_share_a_key_edge_or_ship_are_refused() -> None:
    assert findings(a_spec(A, B, sides=(a_side("a", A),))) == {"sides": "ES-2"}
    assert findings(a_spec(A, B, sides=(a_side("a", A), a_side("a", B)))) == {"sides.1.key": "ES-2"}
    edges = (a_side("a", A, edge="north"), a_side("b", B, edge="north"))
    assert findings(a_spec(A, B, sides=edges)) == {"sides.b.rules.edge": "ES-2"}
    assert "sides.b.ships.a1" in findings(a_spec(A, {"a1": ship()}))
    assert "sides.b.ships" in findings(a_spec(A, {}))


def test_a_key_that_no_die_could_be_thrown_for_and_too_many_of_a_line_are_refused() -> None:
    assert "sides.a.ships.A 1.key" in findings(a_spec({"A 1": ship()}, B))
    spec = a_spec(A, B)
    many = replace(spec.sides[0].ships[0], count=21)
    sides = (replace(spec.sides[0], ships=(many,)), spec.sides[1])
    assert "sides.a.ships.a1.count" in findings(replace(spec, sides=sides))


def placed(
    a: dict[str, Any], b: dict[str, Any], *, ships_of_a: tuple[str, ...] = ("a1", "a2")
) -> ScenarioSpec:
    """A scenario that places its ships in a line ahead for each side."""
    ships = {"a1": ship("BB"), "a2": ship("DD")}
    sides = (
        a_side("a", ships, (GroupSpec("line", "Line", ships_of_a, a),)),
        a_side("b", B, (GroupSpec("line", "Line", ("b1",), b),)),
    )
    return a_spec({}, {}, sides=sides)


def test_a_scenario_may_place_its_ships_in_line_ahead() -> None:
    spec = placed({"hex": "2010", "facing": "E", "gap": 1}, {"hex": "3005", "facing": "W"})
    starts = initial_state(spec).scenario.sides["a"].starts
    assert {key: (label(start.hex), start.facing) for key, start in starts.items()} == {
        "a1": ("2010", 0),
        "a2": ("1610", 0),
    }


def test_ships_that_a_scenario_places_off_the_sea_on_each_other_or_not_all_are_refused() -> None:
    east = {"hex": "3005", "facing": "W"}
    assert findings(placed({"hex": "0110", "facing": "E"}, east)) == {"sides.a.groups": "ES-4"}
    here = {"hex": "2010", "facing": "E"}
    assert findings(placed(here, east, ships_of_a=("a1",))) == {"sides.a.groups": "ES-2"}
    assert findings(placed(here, east, ships_of_a=("a1", "a2", "zz"))) == {"sides.a.groups.line": "ES-2"}
    assert "sides.a.groups.line" in findings(placed(here, east, ships_of_a=("a1", "a2", "a2")))
    assert "sides.a.groups.line.rules.hex" in findings(placed({"hex": "x", "facing": "E"}, east))
    assert findings(placed({**here, "gap": 6}, east)) == {"sides.a.groups.line.rules.gap": "ES-2"}
    for nowhere in ({"hex": "", "facing": "E"}, {"facing": "E"}):
        assert findings(placed(nowhere, east)) == {"sides.a.groups.line.rules.hex": "ES-2"}
    one_side = (placed(here, east).sides[0], a_side("b", B))
    assert findings(a_spec({}, {}, sides=one_side)) == {"sides": "ES-2"}
    crowded = (
        a_side("a", A, (GroupSpec("x", "X", ("a1",), here), GroupSpec("y", "Y", ("a1",), here))),
        placed(here, east).sides[1],
    )
    assert findings(a_spec({}, {}, sides=crowded)) == {"sides.a.groups.y": "ES-2"}


def test_ships_that_the_scenario_places_stand_there_before_anybody_is_ready() -> None:
    """ES-2: everybody may read the scenario; who is set up by dice stands nowhere yet."""
    placed, by_dice = initial_state(river_plate()), initial_state(set_up_by_dice())
    assert {key: label(at.bow) for key, at in placed.ship_status.items() if at.bow is not None} == {
        "gs": "0806", "ex": "1410", "aj": "1610",
    }  # fmt: skip
    assert [at.bow for at in by_dice.ship_status.values()] == [None] * 4
