"""Advice on scenarios that can be fought: every slip at its place; a sound scenario draws none."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from darkseas.engine.hexes.distances import distances_of
from darkseas.engine.scenario.spec import About, Finding, GroupSpec, MapSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.author_advice.scenario_advice import advice
from darkseas.rules.dark_seas.movement.deployment import allowed
from darkseas.rules.dark_seas.scenario.setup import initial_state
from darkseas.rules.dark_seas.scenario.setup_areas import setup_hexes
from tests.rules.conformance.bot_battles import scenarios
from tests.rules.dark_seas.support.every_case import every_case

GUNS: dict[str, Any] = {
    "batteries": [{"weapon": "C", "factors": [5, 3, 2, 1]}],
    "defence": 2,
    "defence_class": "C",
    "speed": 3,
    "points": "20",
}
EAST, WEST = ["0700", "0701", "0702"], ["0000", "0001", "0002"]
NIGHT = {"from_turn": 1, "light": "night", "visibility": 1}
#: A wall of land between west and east.
WALL = tuple(f"04{row:02}" for row in range(6))


def a_ship(key: str, **ratings: Any) -> ShipSpec:
    return ShipSpec(key, key.title(), "", "IJN", "CA", GUNS | ratings)


def a_side(key: str, *ships: ShipSpec, group: dict[str, Any] | None = None, **rules: Any) -> SideSpec:
    own = ships or (a_ship(f"{key}-one"),)
    groups = (GroupSpec("main", f"{key.title()} group", tuple(ship.key for ship in own), group or {}),)
    area = {"ijn": "west", "allies": "east"}[key]
    usual = {"training": 3, "group_limit": 1, "set_up": area}
    return SideSpec(key, key.title(), (), own, groups, usual | rules)


def a_spec(ijn: SideSpec | None = None, allies: SideSpec | None = None, **parts: Any) -> ScenarioSpec:
    """Two ships with eight hexes of open sea between them, ten turns, won by points."""
    chart = MapSpec(
        "m",
        "M",
        8,
        6,
        parts.pop("land", ()),
        areas={"west": tuple(WEST), "east": tuple(EAST)} | parts.pop("areas", {}),
        numbering=parts.pop("numbering", "0000"),
    )
    aims = {"turn_limit": 10, "otherwise": "score"} | parts.pop("aims", {})
    sea = {"conditions": parts.pop("conditions", [NIGHT])}
    sides = (ijn or a_side("ijn"), allies or a_side("allies"))
    about = About(date=parts.pop("date", "1942-08-09"))
    return ScenarioSpec("s", "S", "dark_seas", sides, chart, sea=sea, aims=aims, about=about, **parts)


def victory(**asked: str) -> dict[str, Any]:
    return {"victory": [{"winner": "ijn", **asked}]}


def leaves(side: str = "ijn", **more: Any) -> dict[str, Any]:
    return {"exit_points": [{"side": side}], **more}


def late(by_turn: int = 5) -> dict[str, Any]:
    return {"deadlines": [{"side": "ijn", "by_turn": by_turn}]}


CASES: dict[str, tuple[ScenarioSpec, str, str]] = {
    "area too small": (
        a_spec(a_side("ijn", dummies=3)),
        "map.areas.west",
        "three sea hexes for four blocks",
    ),
    "begins outside its area": (
        a_spec(a_side("ijn", confined_to="east")),
        "sides.ijn.rules.confined_to",
        "0000, 0001 and 0002",
    ),
    "begins outside its area, on a map that writes letters": (
        a_spec(a_side("ijn", confined_to="east"), numbering="A1"),
        "sides.ijn.rules.confined_to",
        "A1, A2 and A3",
    ),
    "cannot come into its area": (
        a_spec(a_side("ijn", set_up="", entry="south", confined_to="west")),
        "sides.ijn.rules.confined_to",
        "does not reach that edge",
    ),
    "no way to the edge": (
        a_spec(a_side("ijn", exit_edges=["east"]), land=WALL, aims=leaves()),
        "sides.ijn.rules.exit_edges",
        "cannot reach the east edge",
    ),
    "no time to the edge": (
        a_spec(a_side("ijn", exit_edges=["east"]), aims=leaves(turn_limit=2)),
        "aims.turn_limit",
        "at least three turns",
    ),
    "deadline too early for the way": (
        a_spec(a_side("ijn", exit_edges=["east"]), aims=late(2)),
        "aims.deadlines",
        "at least three turns",
    ),
    "both in one hex": (
        a_spec(allies=a_side("allies", set_up="both"), areas={"both": ("0702", "0002")}),
        "sides.allies.rules.set_up",
        "0002",
    ),
    "both in one hex, on a map that begins at one": (
        a_spec(allies=a_side("allies", set_up="both"), areas={"both": ("0702", "0002")}, numbering="0101"),
        "sides.allies.rules.set_up",
        "0103",
    ),
    "never meet": (a_spec(land=WALL), "map.land", "never meet"),
    "cut off in part": (
        a_spec(areas={"west": ("0000", "0005")}, land=("0004", "0104", "0105")),
        "sides.ijn.groups.main",
        "0005",
    ),
    "cut off in part, on a map that writes letters": (
        a_spec(areas={"west": ("0000", "0005")}, land=("0004", "0104", "0105"), numbering="A1"),
        "sides.ijn.groups.main",
        "A6",
    ),
    "too slow to meet": (
        a_spec(
            a_side("ijn", a_ship("slow", speed=1)),
            a_side("allies", a_ship("old", speed=1)),
            aims={"turn_limit": 2},
        ),
        "aims.turn_limit",
        "seven hexes apart",
    ),
    "presence on land": (
        a_spec(
            land=("0303",), areas={"hill": ("0303",)}, aims={"presence": [{"side": "ijn", "area": "hill"}]}
        ),
        "aims.presence.0",
        "no sea hex",
    ),
    "presence out of reach": (
        a_spec(land=WALL, aims={"presence": [{"side": "ijn", "area": "east"}]}),
        "aims.presence.0",
        "cannot reach",
    ),
    "points that there are not": (
        a_spec(aims=victory(minimum="21")),
        "aims.victory.0.minimum",
        "needs 21 points but can score at most 20",
    ),
    "margin that there is not": (
        a_spec(aims=victory(minimum="1", margin="30")),
        "aims.victory.0.margin",
        "needs 30",
    ),
    "ratio alone": (a_spec(aims=victory(ratio="2")), "aims.victory.0.minimum", "meets this at 0:0"),
    "no edge for points": (a_spec(aims=leaves()), "aims.exit_points.0", "has no exit edge"),
    "no edge for a deadline": (a_spec(aims=late()), "aims.deadlines.0", "has no exit edge"),
    "moored and to leave": (
        a_spec(a_side("ijn", group={"immobile": True}, exit_edges=["west"]), aims=late()),
        "aims.deadlines.0",
        "never moves",
    ),
    "deadline after the end": (
        a_spec(a_side("ijn", exit_edges=["west"]), aims=late(11)),
        "aims.deadlines.0.by_turn",
        "ends after ten turns",
    ),
    "light after the end": (
        a_spec(conditions=[NIGHT, {**NIGHT, "from_turn": 11}]),
        "sea.conditions.1.from_turn",
        "turn 11",
    ),
    "group after the end": (
        a_spec(a_side("ijn", group={"entry": "west", "arrives": 11})),
        "sides.ijn.groups.main.rules.arrives",
        "too late",
    ),
    "sees beyond the map": (
        a_spec(conditions=[{**NIGHT, "visibility": 14}]),
        "sea.conditions.0.visibility",
        "whole map",
    ),
    "bright night": (
        a_spec(conditions=[{**NIGHT, "visibility": 5}]),
        "sea.conditions.0.visibility",
        "night",
    ),
    "dark day": (
        a_spec(conditions=[{**NIGHT, "light": "day", "visibility": 0}]),
        "sea.conditions.0.visibility",
        "day",
    ),
    "unarmed": (
        a_spec(a_side("ijn", a_ship("kako", batteries=[]))),
        "sides.ijn.ships.kako.ratings.batteries",
        "no usable weapon",
    ),
    "harmless": (
        a_spec(a_side("ijn", a_ship("kako", batteries=[{"weapon": "C", "factors": [0, 0, 0, 0]}]))),
        "sides.ijn.ships.kako.ratings.batteries",
        "no usable weapon",
    ),
    "no speed": (
        a_spec(a_side("ijn", a_ship("kako", speed=0), a_ship("aoba"))),
        "sides.ijn.ships.kako.ratings.speed",
        "has speed 0",
    ),
    "worth nothing": (
        a_spec(a_side("ijn", a_ship("kako", points="0"))),
        "sides.ijn.ships.kako.ratings.points",
        "worth no points",
    ),
    "radar before its time": (
        a_spec(a_side("ijn", a_ship("kako", radar=1)), date="1938-01-02"),
        "sides.ijn.ships.kako.ratings.radar",
        "1938",
    ),
    "dummies among moored ships": (
        a_spec(a_side("ijn", group={"immobile": True}, dummies=1)),
        "sides.ijn.rules.dummies",
        "no moving ship",
    ),
    "more groups than ships": (
        a_spec(a_side("ijn", group_limit=4)),
        "sides.ijn.rules.group_limit",
        "four task groups",
    ),
}


@every_case(CASES)
def test_slip_is_found_at_its_place(case: str) -> None:
    spec, where, word = CASES[case]
    findings = [finding for finding in advice(spec) if finding.where == where and word in finding.text]
    assert findings, [(finding.where, finding.text) for finding in advice(spec)]
    assert all(finding.is_advice and finding.remedy.endswith(".") and finding.text for finding in findings)


def test_sound_scenario_draws_no_advice() -> None:
    assert advice(a_spec()) == ()
    home = a_side("ijn", exit_edges=["east"])
    assert advice(a_spec(home, aims=leaves() | late(3) | victory(minimum="20"))) == ()
    assert advice(a_spec(a_side("ijn", confined_to="west"), date="")) == ()


def test_merchantmen_and_ships_at_anchor_are_what_they_are() -> None:
    convoy = a_ship("maru", batteries=[], defence_class="M", speed=0)
    assert advice(a_spec(a_side("ijn", convoy, group={"immobile": True}))) == ()


def test_ships_may_be_worth_nothing_where_no_points_decide() -> None:
    spec = a_spec(a_side("ijn", a_ship("kako", points="0")), aims={"otherwise": "draw"})
    assert advice(spec) == ()


def test_sticker_for_several_ships_is_advised_of_once() -> None:
    several = replace(a_ship("maru", points="0"), count=3)
    findings = advice(a_spec(a_side("ijn", several)))
    assert [finding.where for finding in findings] == ["sides.ijn.ships.maru.ratings.points"]


def test_refused_scenario_has_no_advice() -> None:
    assert advice(replace(a_spec(land=WALL), map=None)) == ()


def test_room_is_where_a_block_may_be_set_up() -> None:
    """The quick sets of the checks and the list that set-up goes by say the same."""
    for spec in scenarios("dark_seas"):
        scenario = initial_state(spec).scenario
        for side in scenario.sides.values():
            for group in side.groups:
                hexes = distances_of(scenario.board).hexes(setup_hexes(scenario, side, group.rules))
                assert hexes == allowed(scenario, side, group.rules), (spec.key, group.key)


def _all_advice() -> Iterator[tuple[str, Finding]]:
    for spec in scenarios("dark_seas"):
        yield from ((spec.key, finding) for finding in SYSTEM.advice(spec))


def test_library_draws_little_advice() -> None:
    """Advice that most sound scenarios draw would teach authors to look away."""
    assert len(list(_all_advice())) <= len(scenarios("dark_seas")) / 2
