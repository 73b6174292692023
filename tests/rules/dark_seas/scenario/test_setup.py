"""From a scenario to the first state: what is read, what is refused at the door, and where."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.hexes.board import parse_label
from darkseas.engine.scenario.spec import BadScenario, GroupSpec, MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.dark_seas.model.scenario import Battery, Conditions, Options, RulesScenario
from darkseas.rules.dark_seas.scenario.checks import MOST_DUMMIES
from darkseas.rules.dark_seas.scenario.setup import OPTIONS, initial_state

TUBES = {"weapon": "T", "factors": [5, 3, 1, 0], "reload": "R*"}
RATINGS = {
    "batteries": [{"weapon": "C", "factors": [5, 3, 2, 1]}, TUBES],
    "defence": 2, "defence_class": "C", "speed": 3, "points": "55/2", "radar": 1,
}  # fmt: skip
MAP = MapSpec(
    "bay", "A bay", 6, 5, land=("0202",), areas={"bay": ("0303", "0304", "0202"), "hill": ("0202",)}
)
RULES = {"training": 4, "group_limit": 2, "set_up": "bay"}
AIMS = {"turn_limit": 6}
DAY = {"from_turn": 1, "light": "day", "visibility": 3}


def a_sticker(key: str, *, count: int = 1, **ratings: Any) -> ShipSpec:
    return ShipSpec(key, key.title(), "", "ijn", "CA", RATINGS | ratings, count)


def a_part(key: str, *ships: ShipSpec, groups: tuple[GroupSpec, ...] | None = None, **rules: Any) -> SideSpec:
    ships = ships or (a_sticker(f"{key}-flag"),)
    own = groups or (GroupSpec("all", "All", tuple(ship.key for ship in ships)),)
    return SideSpec(key, key.title(), (key,), ships, own, RULES | rules)


def a_spec(
    ijn: SideSpec | None = None, allies: SideSpec | None = None, chart: MapSpec = MAP, **parts: Any
) -> ScenarioSpec:
    """A scenario that can be fought; `parts` replace its sea, aims and options."""
    sea = {"conditions": [{"from_turn": 1, "light": "night", "visibility": 1}]}
    made: dict[str, Any] = {"sea": sea, "aims": AIMS} | parts
    return ScenarioSpec(
        "test", "Test", "dark_seas", (ijn or a_part("ijn"), allies or a_part("allies")), chart, **made
    )


def findings(spec: ScenarioSpec) -> list[tuple[str, str]]:
    """Places and rules of what is wrong with a scenario, none when it can be fought."""
    try:
        initial_state(spec)
    except BadScenario as refusal:
        return [(finding.where, finding.rule) for finding in refusal.findings]
    return []


def scenario_of(spec: ScenarioSpec) -> RulesScenario:
    return initial_state(spec).scenario


# --- what is read --------------------------------------------------------------------------------


def test_scenario_is_read_with_its_types() -> None:
    """§5, §8, §9: ratings, batteries and points as printed; the roster in its order."""
    scenario = scenario_of(a_spec(a_part("ijn", a_sticker("kako"), a_sticker("aoba", radar=0))))
    kako = scenario.ships["kako"]
    assert kako.ratings.points == Fraction(55, 2)
    assert kako.ratings.batteries == (
        Battery("C", (5, 3, 2, 1)),
        Battery("T", (5, 3, 1, 0), "R*"),
    )
    assert (kako.ratings.defence, kako.ratings.defence_class, kako.ratings.speed) == (2, "C", 3)
    assert [ship.place for ship in scenario.ships.values()] == [0, 1, 2]
    assert scenario.sides["ijn"].ships == ("kako", "aoba")
    assert scenario.board.is_land(parse_label("0202"))
    assert scenario.areas["hill"] == frozenset({parse_label("0202")})


def test_sticker_for_several_ships_becomes_that_many() -> None:
    """DS-R11: each with the same ratings, a name and a key of its own, all in the sticker's group."""
    scenario = scenario_of(a_spec(a_part("ijn", a_sticker("convoy", count=3), a_sticker("kako"))))
    assert scenario.sides["ijn"].ships == ("convoy-1", "convoy-2", "convoy-3", "kako")
    assert scenario.sides["ijn"].groups[0].ships == ("convoy-1", "convoy-2", "convoy-3", "kako")
    assert scenario.ships["convoy-2"].name == "Convoy 2"
    assert scenario.ships["convoy-1"].ratings == scenario.ships["convoy-3"].ratings


def test_dummies_move_with_the_fastest_ship_unless_the_scenario_says_otherwise() -> None:
    """DS-R9: the highest speed among the side's ships, or the scenario's number."""
    ships = (a_sticker("slow", speed=1), a_sticker("fast", speed=4))
    assert scenario_of(a_spec(a_part("ijn", *ships))).sides["ijn"].dummy_speed == 4
    assert scenario_of(a_spec(a_part("ijn", *ships, dummy_speed=2))).sides["ijn"].dummy_speed == 2


def test_conditions_hold_from_their_turn_on() -> None:
    """§23: a scenario may change from night to day."""
    lines = [
        {"from_turn": 1, "light": "night", "visibility": 1, "spotting_modifier": -1},
        {"from_turn": 4, "light": "day", "visibility": 3},
    ]
    scenario = scenario_of(a_spec(sea={"conditions": lines}))
    night, day = Conditions(1, "night", 1, -1), Conditions(4, "day", 3)
    assert [scenario.conditions(turn) for turn in range(6)] == [night, night, night, night, day, day]


def test_first_state_waits_for_both_set_ups() -> None:
    """§7: nobody has set up, every ship is sound."""
    state = initial_state(a_spec())
    assert state.called == ("ijn", "allies")
    assert (state.turn, str(state.stage), state.blocks) == (0, "set-up", {})
    assert all(status.afloat and not status.damaged for status in state.ship_status.values())


def test_options_have_their_defaults_in_the_scenario_read() -> None:
    """DS-R29 and the rulebook's options: what `OPTIONS` promises is what a silent scenario gets."""
    options = scenario_of(a_spec()).options
    assert {option.key: getattr(options, option.key) for option in OPTIONS} == {
        option.key: option.default for option in OPTIONS
    }
    assert scenario_of(a_spec(options={"declarations": "sealed", "ship_by_ship": True})).options == Options(
        "sealed", True
    )


@pytest.mark.parametrize("value", [True, False])
def test_scenario_with_the_dropped_option_still_loads(value: bool) -> None:
    """§18h: every draw is a recorded die, whichever value was stored."""
    assert scenario_of(a_spec(options={"dice_for_targets": value})).options == Options()


def test_otherwise_sound_scenario_has_no_findings() -> None:
    assert findings(a_spec()) == []


# --- what is refused -----------------------------------------------------------------------------

LATE = GroupSpec("late", "Late", ("kako",), {"entry": "west", "arrives": 2})
BERTH = GroupSpec("berth", "Berth", ("kako",), {"zone": "bay", "immobile": True})


def _of_ijn(*ships: ShipSpec, groups: tuple[GroupSpec, ...] | None = None, **rules: Any) -> ScenarioSpec:
    return a_spec(a_part("ijn", *ships, groups=groups, **rules))


@pytest.mark.parametrize(
    ("spec", "where", "rule"),
    [
        (_of_ijn(a_sticker("kako", defence=0)), "sides.ijn.ships.kako.ratings.defence", "§5"),
        (_of_ijn(a_sticker("kako", radar=4)), "sides.ijn.ships.kako.ratings.radar", "§16f"),
        (_of_ijn(a_sticker("kako", speed=5)), "sides.ijn.ships.kako.ratings.speed", "§5"),
        (_of_ijn(a_sticker("kako", points="-1")), "sides.ijn.ships.kako.ratings.points", "§8"),
        (_of_ijn(a_sticker("kako", count=0)), "sides.ijn.ships.kako.count", "DS-R11"),
        (
            _of_ijn(a_sticker("kako", batteries=[{"weapon": "C", "factors": [1, 2]}])),
            "sides.ijn.ships.kako.ratings.batteries.0",
            "§5",
        ),
        (
            _of_ijn(a_sticker("kako", batteries=[TUBES, TUBES | {"weapon": "D"}])),
            "sides.ijn.ships.kako.ratings.batteries.1",
            "§18k.ii",
        ),
        (_of_ijn(training=7), "sides.ijn.rules.training", "§9"),
        (_of_ijn(dummies=-1), "sides.ijn.rules.dummies", "§22"),
        (_of_ijn(dummies=MOST_DUMMIES + 1), "sides.ijn.rules.dummies", "§22"),
        (_of_ijn(dummies=10**9), "sides.ijn.rules.dummies", "§22"),
        (_of_ijn(dummy_speed=5), "sides.ijn.rules.dummy_speed", "DS-R9"),
        (_of_ijn(exit_edges=["west", "west"]), "sides.ijn.rules.exit_edges", "DS-R10"),
        (_of_ijn(set_up="nowhere"), "sides.ijn.rules.set_up", ""),
        (_of_ijn(confined_to="nowhere"), "sides.ijn.rules.confined_to", ""),
        (_of_ijn(a_sticker("kako"), groups=(replace(BERTH, rules={"zone": "nowhere"}),)),
         "sides.ijn.groups.berth.rules.zone", ""),
        (_of_ijn(set_up="hill"), "sides.ijn.groups.all.rules", "§7"),
        (_of_ijn(set_up="", groups=(BERTH,), dummies=1), "sides.ijn.rules.dummies", "§7"),
        (_of_ijn(a_sticker("kako"), groups=(GroupSpec("a", "A", ("kako",)), GroupSpec("b", "B", ()))),
         "sides.ijn.groups.b", "§10"),
        (_of_ijn(a_sticker("kako"), a_sticker("aoba"), groups=(GroupSpec("a", "A", ("kako",)),)),
         "sides.ijn.groups", "§10"),
        (_of_ijn(a_sticker("kako"), groups=(GroupSpec("a", " ", ("kako",)),)),
         "sides.ijn.groups.a.name", "§4b"),
        (_of_ijn(a_sticker("kako"), groups=(replace(LATE, rules={"entry": "west", "arrives": 0}),)),
         "sides.ijn.groups.late.rules.arrives", "§7"),
        (_of_ijn(a_sticker("kako"), groups=(replace(LATE, rules={"entry": "west", "arrives": 201}),)),
         "sides.ijn.groups.late.rules.arrives", "§7"),
        (_of_ijn(a_sticker("kako"), groups=(replace(BERTH, rules={"entry": "west", "immobile": True}),)),
         "sides.ijn.groups.berth.rules", "§7"),
        (_of_ijn(a_sticker("kako"), groups=(replace(BERTH, rules={"hex": "0202"}),)),
         "sides.ijn.groups.berth.rules", "§15e"),
        (_of_ijn(a_sticker("kako", count=8)), "sides.ijn.groups.all", "§9"),
        (_of_ijn(a_sticker("kako"), a_sticker("aoba"), group_limit=1,
                 groups=(GroupSpec("a", "A", ("kako",)), GroupSpec("b", "B", ("aoba",)))),
         "sides.ijn.groups", "DS-R6"),
        (a_spec(a_part("everyone")), "sides.everyone", ""),
        (a_spec(a_part("my_side")), "sides.my_side", ""),
        (a_spec(a_part("allies")), "sides.1.key", "§1"),
        (a_spec(chart=replace(MAP, cols=101)), "map", "§3"),
        (a_spec(chart=replace(MAP, land=("9999",))), "map", ""),
        (a_spec(chart=replace(MAP, land=("west",))), "map.land.0", ""),
        (a_spec(chart=replace(MAP, areas={"bay": ("0303", "0909")})), "map.areas.bay", ""),
        (a_spec(sea={"conditions": []}), "sea.conditions", "§23"),
        (a_spec(sea={"conditions": [DAY | {"from_turn": 2}]}), "sea.conditions", "§23"),
        (a_spec(sea={"conditions": [DAY, DAY]}), "sea.conditions", "§23"),
        (a_spec(sea={"conditions": [DAY | {"visibility": -1}]}), "sea.conditions", "§16"),
        (a_spec(aims={"turn_limit": 0}), "aims.turn_limit", "§7"),
        (a_spec(aims={"turn_limit": 201}), "aims.turn_limit", "§7"),
        (a_spec(aims=AIMS | {"otherwise": "alies"}), "aims.otherwise", "DS-R33"),
        (a_spec(aims=AIMS | {"ends_when_gone": ["usn"]}), "aims", ""),
        (a_spec(aims=AIMS | {"victory": [{"winner": "usn"}]}), "aims", ""),
        (a_spec(aims=AIMS | {"deadlines": [{"side": "usn", "by_turn": 3}]}), "aims", ""),
        (a_spec(aims=AIMS | {"presence": [{"side": "ijn", "area": "lake"}]}), "aims.presence", ""),
        (a_spec(options={"declarations": "whispered"}), "options.declarations", ""),
        (a_spec(options={"weather": "foul"}), "options.weather", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_fought_is_refused_with_its_place(spec: ScenarioSpec, where: str, rule: str) -> None:
    """§5 to §10, §15, §16, §22, §23, DS-R6, DS-R9 to DS-R11, DS-R33: a finding says where and why."""
    assert (where, rule) in findings(spec)


def test_all_findings_come_at_once() -> None:
    spec = a_spec(a_part("ijn", a_sticker("kako", defence=0), training=9), aims={"turn_limit": 0})
    assert len(findings(spec)) == 3


def test_edge_that_is_all_land_lets_nobody_in() -> None:
    """§15e: a group that could never enter is found before the battle."""
    coast = replace(MAP, land=("0202", *(f"00{row:02}" for row in range(5))))
    spec = a_spec(a_part("ijn", a_sticker("kako"), groups=(LATE,)), chart=coast)
    assert findings(spec) == [("sides.ijn.groups.late.rules", "§15e")]


@pytest.mark.parametrize(
    ("group", "side", "found"),
    [
        ({"arrives": 2}, {"entry": "west"}, []),
        ({"arrives": 2, "entry": "west"}, {}, []),
        ({"arrives": 2}, {}, ["DS-H25"]),
        ({"arrives": 2, "zone": "bay"}, {"entry": "west"}, ["DS-H25"]),
        ({"arrives": 2, "zone": "bay", "entry": "west"}, {}, ["DS-H25"]),
        ({"arrives": 2, "hex": "0303", "entry": "west"}, {}, ["DS-H25"]),
        ({"arrives": 1, "zone": "bay", "entry": "west"}, {}, []),
    ],
)
def test_group_that_arrives_later_has_an_edge_and_no_place(
    group: dict[str, int | str], side: dict[str, str], found: list[str]
) -> None:
    """DS-H25: a place on the map, or no edge, contradicts a later arrival."""
    spec = _of_ijn(a_sticker("kako"), groups=(replace(LATE, rules=group),), **side)
    assert findings(spec) == [("sides.ijn.groups.late.rules", rule) for rule in found]


def test_three_sides_or_no_map_are_refused() -> None:
    """§1, §3."""
    spec = a_spec()
    assert findings(replace(spec, sides=(*spec.sides, a_part("third")))) == [("sides", "§1")]
    assert findings(replace(spec, map=None)) == [("map", "§3")]


def test_ship_named_on_both_sides_is_refused() -> None:
    ship = a_sticker("kako")
    assert ("sides.allies.ships.kako", "") in findings(a_spec(a_part("ijn", ship), a_part("allies", ship)))


def test_more_ships_than_a_draw_takes_are_refused() -> None:
    """DS-R20: a pool is drawn from with a die of at most 256 sides."""
    berths = tuple(a_sticker(f"convoy-{letter}", count=90) for letter in "abc")
    groups = tuple(
        GroupSpec(one.key, one.name, (one.key,), {"zone": "bay", "immobile": True}) for one in berths
    )
    assert findings(a_spec(a_part("ijn", *berths, groups=groups))) == [("sides", "DS-R20")]


def test_groups_that_never_move_may_be_of_any_size_and_number() -> None:
    """DS-H2: they stand outside the training level's size and the limit of task groups."""
    stickers = tuple(a_sticker(f"convoy-{letter}", count=12) for letter in "abc")
    groups = tuple(
        GroupSpec(one.key, one.name, (one.key,), {"zone": "bay", "immobile": True}) for one in stickers
    )
    assert findings(a_spec(a_part("ijn", *stickers, groups=groups, group_limit=1))) == []
