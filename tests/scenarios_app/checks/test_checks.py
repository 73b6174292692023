"""Findings: every mistake is found at its place with a remedy; what the library holds has advice alone."""

import time
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.scenario.spec import Finding, MapSpec, ScenarioSpec, SideSpec
from darkseas.rules.registry import SYSTEMS
from scenarios_app.checks.all_checks import MOST, findings, hindering, with_remedy
from scenarios_app.checks.years_of_service import service_findings
from scenarios_app.library.loader import read_file, scenario_files
from scenarios_app.ships.data import classes
from tests.scenarios_app.library.faulty_scenarios import (
    Change,
    again,
    append,
    both,
    good,
    put,
    take,
    with_mistake,
)
from tests.support import time_limits
from tests.support.every_case import every_case
from tests.support.library.library_specs import library_spec

FILES = scenario_files()

MOVE = {"order": "dark_seas.move_blocks", "text": "Go east."}


def guide(**changes: Any) -> Change:
    """A guide of one entry, with something changed."""
    return put("guide", [{**MOVE, **changes}])


#: Of Savo Island unless it says otherwise: what is done, where it is found, a word of the sentence.
HINDERING: dict[str, tuple[Change, str, str]] = {
    "no title": (put("title", "  "), "title", "no title"),
    "long title": (put("title", "x" * 201), "title", "201"),
    "key with blanks": (put("key", "Savo Island"), "key", "lower-case letters"),
    "unknown system": (put("system", "draughts"), "system", "draughts"),
    "no sides": (put("sides", []), "sides", "no sides"),
    "one side": (take("sides.ijn"), "sides", "two sides"),
    "side without ships": (put("sides.ijn.ships", []), "sides.ijn.ships", "no ships"),
    "side without name": (put("sides.ijn.name", ""), "sides.ijn.name", "no name"),
    "sides of one key": (put("sides.allies.key", "ijn"), "sides.0.key", "ijn"),
    "ship twice": (again("sides.ijn.ships.kako"), "sides.ijn.ships.2.key", "kako"),
    "ship of both sides": (
        put("sides.allies.ships.helm.key", "kako"),
        "sides.allies.ships.kako.key",
        "another side",
    ),
    "key of a ship": (put("sides.ijn.ships.kako.key", "Kako!"), "sides.ijn.ships.2.key", "lower-case"),
    "ship without name": (put("sides.ijn.ships.kako.name", ""), "sides.ijn.ships.kako.name", "no name"),
    "long name": (put("sides.ijn.ships.kako.name", "K" * 81), "sides.ijn.ships.kako.name", "81"),
    "ship in two groups": (
        append("sides.allies.groups.picket.ships", "helm"),
        "sides.allies.groups.picket.ships.1",
        "Helm",
    ),
    "ship in no group": (
        take("sides.ijn.groups.main-column.ships.2"),
        "sides.ijn.groups",
        "exactly one",
    ),
    "group without ships": (
        append("sides.ijn.groups", {"key": "spare", "name": "Spare", "ships": []}),
        "sides.ijn.groups.spare.ships",
        "no ships",
    ),
    "groups of one key": (again("sides.ijn.groups.main-column"), "sides.ijn.groups.0.key", "main-column"),
    "ship of a group is missing": (
        append("sides.ijn.groups.main-column.ships", "yamato"),
        "sides.ijn.groups.main-column.ships.8",
        "yamato",
    ),
    "too many groups": (put("sides.allies.rules.group_limit", 2), "sides.allies.groups", "more task groups"),
    "group too large": (
        put("sides.ijn.rules.training", 2),
        "sides.ijn.groups.main-column",
        "larger",
    ),
    "training": (put("sides.ijn.rules.training", 9), "sides.ijn.rules.training", "1 to 6"),
    "dummies": (put("sides.ijn.rules.dummies", -1), "sides.ijn.rules.dummies", "0 to"),
    "unknown rule": (put("sides.ijn.rules.moral", 3), "sides.ijn.rules.moral", "not a field"),
    "rule that is needed": (take("sides.ijn.rules.training"), "sides.ijn.rules.training", "missing"),
    "unknown area": (put("sides.allies.rules.set_up", "bay"), "sides.allies.rules.set_up", "bay"),
    "nowhere to begin": (take("sides.ijn.rules.entry"), "sides.ijn.groups.main-column.rules", "no sea hex"),
    "defence": (put("sides.ijn.ships.kako.ratings.defence", 0), "sides.ijn.ships.kako.ratings.defence", "1"),
    "speed": (put("sides.ijn.ships.kako.ratings.speed", 9), "sides.ijn.ships.kako.ratings.speed", "0 to 4"),
    "points as a word": (
        put("sides.ijn.ships.kako.ratings.points", "many"),
        "sides.ijn.ships.kako.ratings.points",
        "fraction",
    ),
    "factors": (
        put("sides.ijn.ships.kako.ratings.batteries.0.factors", [1, 2]),
        "sides.ijn.ships.kako.ratings.batteries.0",
        "ranges",
    ),
    "gun that is reloaded": (
        put("sides.ijn.ships.kako.ratings.batteries.0.reload", "R"),
        "sides.ijn.ships.kako.ratings.batteries.0",
        "torpedoes",
    ),
    "no map": (take("map"), "map", "needs a hex map"),
    "map too large": (put("map.cols", 101), "map", "100"),
    "land off the map": (append("map.land", "4040"), "map.land.{last}", "4040"),
    "land that is no hex": (put("map.land.0", "B7"), "map.land.0", "B7"),
    "shallows off the map": (put("map.shallows", ["0000", "4040"]), "map.shallows.1", "4040"),
    "port off the map": (put("map.ports", ["4040"]), "map.ports.0", "4040"),
    "area off the map": (append("map.areas.anchorages", "4040"), "map.areas.anchorages.2", "4040"),
    "place off the map": (put("map.places.0.hex", "4040"), "map.places.0.hex", "map"),
    "coast in an odd row": (put("map.coast_row", 3), "map.coast_row", "even"),
    "edge of no side": (put("map.edges", ["0806/up"]), "map.edges.0", "0806/ne"),
    "turns": (put("aims.turn_limit", 0), "aims.turn_limit", "1 to 200"),
    "aims of a stranger": (put("aims.ends_when_gone", ["france"]), "aims", "france"),
    "otherwise": (put("aims.otherwise", "nobody"), "aims.otherwise", "side"),
    "light": (put("sea.conditions.0.light", "dusk"), "sea.conditions.0.light", "night"),
    "no light": (put("sea.conditions", []), "sea.conditions", "turn 1"),
    "option": (put("options", {"declarations": "loud"}), "options.declarations", "sealed"),
    "origin of no kind": (put("origins.aims", "hearsay"), "origins.aims", "one of"),
    "origin of a ship": (
        put("sides.ijn.ships.kako.origin", "hearsay"),
        "sides.ijn.ships.kako.origin",
        "one of",
    ),
    "no date": (put("about.date", "9 August 1942"), "about.date", "not a date"),
    "day that is none": (put("about.date", "1942-02-30"), "about.date", "not a date"),
    "long summary": (put("about.summary", "x" * 2001), "about.summary", "2001"),
    "guide of no order": (guide(order="dark_seas.pray"), "guide.0.order", "have no order"),
    "guide that says nothing": (guide(text=" "), "guide.0.text", "no text"),
    "guide that goes on": (guide(why="x" * 601), "guide.0.why", "601"),
    "guide of no side": (guide(side="france"), "guide.0.side", "france"),
    "guide before set-up": (guide(turn=-1), "guide.0.turn", "under 0"),
    "guide off the map": (guide(focus=["0806", "4040"]), "guide.0.focus.1", "4040"),
    "guide of a strange circumstance": (guide(when=["ready"]), "guide.0.when.0", "no circumstance “ready”"),
    "guide of a strange ship": (guide(unless=["offers yamoto"]), "guide.0.unless.0", "no ship “yamoto”"),
    "guide of a hundred and one": (put("guide", [MOVE] * 101), "guide", "101"),
}  # fmt: skip

ADVICE: dict[str, tuple[Change, str, str]] = {
    "date left out": (put("about.date", ""), "about.date", "missing"),
    "no source": (put("about.sources", []), "about.sources", "No source"),
    "no licence": (put("about.licence", ""), "about.licence", "No licence"),
    "land on an open sea": (put("map.title", "Open sea"), "map.title", "has land"),
    "land where there is none": (put("map.source", "Invented: no land"), "map.source", "no land"),
    "length of former days": (put("about.length", "99 turns, an age"), "about.length", "99 turns"),
    "winner": (put("about.winner", "france"), "about.winner", "france"),
    "loss of a stranger": (
        put("about.losses", [{"side": "france", "ship": "Kako", "fate": "sunk"}]),
        "about.losses.0.side",
        "france",
    ),
    "loss of no ship": (
        put("about.losses", [{"side": "ijn", "ship": "Yamato", "fate": "sunk"}]),
        "about.losses.0.ship",
        "Yamato",
    ),
    "loss of more ships than there are": (
        put("about.losses", [{"side": "ijn", "ship": "Kako", "fate": "sunk", "count": 2}]),
        "about.losses.0.count",
        "stands for 1",
    ),
    "empty moment": (put("about.timeline", [{"time": "", "text": " "}]), "about.timeline.0.text", "no text"),
    "sides of one name": (put("sides.allies.name", "japan"), "sides.allies.name", "japan"),
    "ships of one name": (put("sides.ijn.ships.kako.name", "Aoba"), "sides.ijn.ships.kako.name", "Aoba"),
    "groups of one name": (
        put("sides.allies.groups.northern.name", "Southern group"),
        "sides.allies.groups.northern.name",
        "Southern",
    ),
    "unknown navy": (put("sides.ijn.navies", ["ATL"]), "sides.ijn.navies.0", "ATL"),
    "ship of no navy": (put("sides.ijn.ships.kako.navy", ""), "sides.ijn.ships.kako.navy", "no navy"),
    "class of no data": (
        put("sides.ijn.ships.kako.class_key", "ijn-ark"),
        "sides.ijn.ships.kako.class_key",
        "ijn-ark",
    ),
    "number that is not derived": (
        put("sides.ijn.ships.aoba.ratings.defence", 9),
        "sides.ijn.ships.aoba.ratings.defence",
        "9 here",
    ),
    "empty area": (put("map.areas.nothing", []), "map.areas.nothing", "no hexes"),
    "port on land": (
        lambda said: said["map"].update(ports=[said["map"]["land"][0]]),
        "map.ports.0",
        "on land",
    ),
    "kind of a place": (put("map.places.0.kind", "lake"), "map.places.0.kind", "lake"),
    "origin of nothing": (put("origins.weather", "house"), "origins.weather", "does not have"),
    "no origin of a number of ships": (
        lambda said: [said["origins"].pop(path) for path in ("sides.allies.ships.count", "sides.ships")],
        "origins.sides.allies.ships.dms-group.count",
        "number of ships",
    ),
    "no clock": (put("about.start", "dawn"), "about.start", "not a time"),
    "losses of what was not fought": (put("about.hypothetical", True), "about.hypothetical", "never fought"),
    "no origin of the aims": (take("origins.aims"), "origins.aims", "the aims"),
    "no origin of a side's rules": (
        lambda said: said["origins"].pop("sides.rules"),
        "origins.sides.ijn.rules",
        "Japan",
    ),
}  # fmt: skip


def findings_by_place(spec: ScenarioSpec) -> dict[str, list[Finding]]:
    """The findings by their place."""
    by_place: dict[str, list[Finding]] = {}
    for finding in findings(spec):
        by_place.setdefault(finding.where, []).append(finding)
    return by_place


def assert_found(spec: ScenarioSpec, where: str, word: str, *, is_advice: bool) -> None:
    where = where.replace("{last}", str(len(spec.map.land) - 1) if spec.map else "")
    there = [
        one
        for one in findings_by_place(spec).get(where, ())
        if word in one.text and one.is_advice == is_advice
    ]
    assert there, [(finding.where, finding.text) for finding in findings(spec)]
    assert all(one.remedy.strip() and one.remedy.endswith(".") for one in there)


@every_case("mistake", HINDERING)
def test_mistake_is_found_at_its_place_with_a_remedy(mistake: str) -> None:
    change, where, word = HINDERING[mistake]
    assert_found(with_mistake("savo-island", change), where, word, is_advice=False)


@every_case("slip", ADVICE)
def test_slip_is_advised_of_at_its_place_with_a_remedy(slip: str) -> None:
    change, where, word = ADVICE[slip]
    spec = with_mistake("savo-island", change)
    assert_found(spec, where, word, is_advice=True)
    assert hindering(findings(spec)) == ()


@every_case(
    ("change", "where", "word"),
    [
        (put("sides.rn.rules", {"budget": 3}), "sides.rn.rules.budget", "points"),
        (put("sides.rn.rules", {"max_per_type": {"raft": 1}}), "sides.rn.rules.max_per_type.raft", "no card"),
        (put("map", {"key": "m", "title": "M", "cols": 2, "rows": 2}), "map", "no map"),
        (put("aims.turn_limit", 999), "aims.turn_limit", "200"),
        (put("options", {"memory_turns": 9}), "options.memory_turns", "one of"),
    ],
)
def test_mistakes_in_a_battle_of_cards_have_remedies_too(change: Change, where: str, word: str) -> None:
    assert_found(with_mistake("denmark-strait", change), where, word, is_advice=False)


@every_case(
    ("name", "class_key", "date", "said"),
    [
        ("Mogami", "ijn-mogami-av", "1942-02-28", "from April 1943 on"),
        ("Mogami", "ijn-mogami", "1944-10-25", "was rebuilt in August 1942, before this day"),
        ("Nana", "ijn-mogami-av", "1942-02-28", "from 1943 on"),
        ("Nana", "ijn-mogami-av", "1943-06-01", ""),
        ("Hood", "rn-hood", "1941-05-25", "was lost on 24 May 1941, before this day"),
        ("Johnston", "usn-fletcher", "1942-11-13", "from October 1943 on"),
        (
            "Deutschland",
            "km-panzerschiff",
            "1940-04-09",
            "was renamed Lützow in January 1940, before this day",
        ),
        ("Lützow", "km-panzerschiff", "1939-10-05", "from January 1940 on"),
        ("Tartar", "rn-tribal-late", "1941-05-27", "from January 1943 on"),
        ("Deutschland", "km-panzerschiff", "1939-10-05", ""),
        ("Hood", "rn-hood", "1941-05-24", ""),
        ("Hood", "rn-hood", "1941", ""),
        ("Hood", "rn-hood", "soon", ""),
        ("Hood", "", "1944-01-01", ""),
    ],
)
def test_a_ship_that_was_not_there_on_the_day_is_found(
    name: str, class_key: str, date: str, said: str
) -> None:
    ship = replace(library_spec("savo-island").sides[0].ships[0], name=name, class_key=class_key)
    found = list(service_findings(ship, date, "here"))
    assert [finding.where for finding in found] == (["here"] if said else [])
    assert all(said in finding.text and finding.remedy and finding.is_advice for finding in found)


def test_every_ship_of_the_library_was_there_on_the_day() -> None:
    for path in scenario_files():
        spec = read_file(path)
        for side in spec.sides:
            for ship in side.ships:
                assert list(service_findings(ship, spec.about.date, path.stem)) == []


@every_case("path", FILES)
def test_library_has_advice_alone(path: Any) -> None:
    told = findings(library_spec(path.stem))
    assert hindering(told) == ()
    assert all(finding.remedy for finding in told)


def test_what_hinders_stands_before_advice() -> None:
    spec = with_mistake("savo-island", both(put("about.sources", []), put("aims.turn_limit", 0)))
    kinds = [finding.is_advice for finding in findings(spec)]
    assert kinds == sorted(kinds)
    assert {False, True} <= set(kinds)


def test_year_and_month_are_dates_too() -> None:
    for written in ("1942", "1942-08", "1942-08-09"):
        assert "about.date" not in findings_by_place(with_mistake("savo-island", put("about.date", written)))


def test_note_or_another_origin_explains_a_number_that_is_not_derived() -> None:
    changed, where = put("sides.ijn.ships.aoba.ratings.defence", 9), "sides.ijn.ships.aoba.ratings.defence"
    explained = both(changed, put("sides.ijn.ships.aoba.note", "Armour as in our own book."))
    assert where not in findings_by_place(with_mistake("savo-island", explained))
    of_house = both(changed, lambda said: said["origins"].update({"sides.ijn.ships.aoba.ratings": "house"}))
    assert where not in findings_by_place(with_mistake("savo-island", of_house))


def test_sides_that_cannot_both_set_up_by_dice_are_refused_before_a_battle() -> None:
    """The same sides may be placed by the author, or set up on a larger map."""
    spec = library_spec("river-plate-easyships")
    by_dice = replace(spec, sides=tuple(replace(side, groups=()) for side in spec.sides))
    for size, refused in ((9, True), (30, False)):
        found = hindering(findings(replace(by_dice, map=MapSpec("pond", "Pond", size, size))))
        assert [(one.where, one.rule, bool(one.remedy)) for one in found] == [("map", "ES-2", True)] * refused


def test_one_mistake_is_not_told_twice_at_one_place() -> None:
    spec = with_mistake("savo-island", put("sides.ijn.ships", []))
    assert len(findings_by_place(spec)["sides.ijn.ships"]) == 1


@every_case(
    ("text", "said", "remedy"),
    [
        ("is missing", "is missing", "Fill it in."),
        ("must be one of a, b", "must be one of a, b", "Choose one of a, b."),
        (
            "must be a hex such as 0806 (not x)",
            "must be a hex such as 0806 (not x)",
            "Give a hex such as 0806.",
        ),
        ("must be a whole number", "must be a whole number", "Give a whole number."),
        ("It has no map: leave it out.", "It has no map.", "Leave it out."),
        ("There: X.", "There: X.", "Change this field."),
        ("quite wrong", "quite wrong", "Change this field."),
    ],
)
def test_every_sentence_gets_a_remedy(text: str, said: str, remedy: str) -> None:
    assert with_remedy(Finding("x", text)) == Finding("x", said, remedy=remedy)
    assert with_remedy(Finding("x", text, remedy="Mine.")) == Finding("x", text, remedy="Mine.")


@every_case("system", SYSTEMS)
def test_the_emptiest_scenarios_have_findings_and_do_not_raise(system: Any) -> None:
    empty = SideSpec(key="", name="", navies=(), ships=())
    for sides in ((), (empty,), (empty, empty), (empty, replace(empty, key="x")), (empty,) * 3):
        for chart in (None, MapSpec("", "", 0, 0), MapSpec("", "", 3, 3, land=("9999", "x"))):
            spec = ScenarioSpec(key="", title="", system=system.key, sides=sides, map=chart)
            assert hindering(findings(spec))


def test_nothing_that_an_author_may_write_breaks_the_checks() -> None:
    """Whatever stands in the parts that a system reads, it is told about, and nothing is raised."""
    strange: list[Any] = [None, 7, "x", [], {}, [[]], {"side": 3}, [{"side": "ijn"}], -1, 2**60, "1/0", True]
    spec = good("savo-island")
    for part in ("sea", "aims", "options"):
        for name in [*getattr(spec, part), "x", ""]:
            for value in strange:
                changes: dict[str, Any] = {part: {**getattr(spec, part), name: value}}
                findings(replace(spec, **changes))
    for value in strange:
        side = replace(spec.sides[0], rules={**spec.sides[0].rules, "exit_edges": value, "set_up": value})
        findings(replace(spec, sides=(side, spec.sides[1])))


def test_fault_of_a_system_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SYSTEMS[0]
    broken = replace(system, initial_state=lambda spec: 1 // 0)
    monkeypatch.setattr("scenarios_app.checks.all_checks.system_of", lambda key: broken)
    assert "could not read" in findings_by_place(good("savo-island"))["scenario"][0].text


def test_two_hundred_ships_on_the_largest_map_are_checked_at_once() -> None:
    spec = _largest()
    findings(spec)
    times = []
    limit = time_limits.limits(time.process_time)
    for _ in range(5):
        began = time.process_time()
        told = findings(spec)
        times.append(time.process_time() - began)
    assert hindering(told) == ()
    assert min(times) < limit(0.05)


def _largest() -> ScenarioSpec:
    """Savo Island with 200 ships of many classes on 100 by 100 hexes, a quarter of them land."""
    spec = good("savo-island")
    assert spec.map
    used = {at for hexes in spec.map.areas.values() for at in hexes}
    land = [f"{col:02}{row:02}" for row in range(100) for col in range(row % 4, 100, 4)]
    sides = []
    for side in spec.sides:
        ships = tuple(
            replace(
                side.ships[0],
                key=f"{side.key}-{number}",
                name=f"{side.name} {number}",
                class_key=classes()[number % 60].key,
                count=1,
            )
            for number in range(100)
        )
        groups = tuple(
            replace(
                side.groups[0],
                key=f"g-{at}",
                name=f"Group {at}",
                ships=tuple(s.key for s in ships[at : at + 4]),
            )
            for at in range(0, 100, 4)
        )
        sides.append(replace(side, ships=ships, groups=groups, rules={**side.rules, "group_limit": 25}))
    chart = replace(
        spec.map, cols=100, rows=100, land=tuple(at for at in land if at not in used), excluded=()
    )
    return replace(spec, sides=tuple(sides), map=chart)


@every_case("what", ["sides", "ships", "origins"])
def test_of_far_too_much_only_that_is_said(what: str) -> None:
    """Each thing is held against all others: a draft of thousands would keep a thread for minutes."""
    spec = library_spec("savo-island")
    first = spec.sides[0]
    places = [f"options.x.y{number}" for number in range(50_000)]
    far_too_much = {
        "sides": replace(spec, sides=tuple(replace(first, key=f"s{number}") for number in range(30_000))),
        "ships": replace(spec, sides=(replace(first, ships=first.ships[:1] * 50_000), spec.sides[1])),
        "origins": replace(
            spec, options={**spec.options, "x": [0] * 50_000}, origins=dict.fromkeys(places, "house")
        ),
    }[what]
    with time_limits.within(1):
        (finding,) = (one for one in findings(far_too_much) if what in one.text)
    assert finding.where == ("origins" if what == "origins" else "sides")
    assert f"at most {MOST[what]} {what}" in finding.text
    assert not finding.is_advice


def test_no_more_findings_are_told_than_can_be_read() -> None:
    spec = library_spec("savo-island")
    nameless = [replace(ship, name="") for ship in spec.sides[0].ships * 60]
    side = replace(
        spec.sides[0], ships=tuple(replace(ship, key=f"k{n}") for n, ship in enumerate(nameless[:450]))
    )
    told = findings(replace(spec, sides=(side, spec.sides[1])))
    assert len(told) == 500
    assert not any(one.is_advice for one in told[:450])
