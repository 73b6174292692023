"""The editor's modules by themselves: every one parses, and the pure ones answer right."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {
    "scenarios_app/editor": ROOT / "scenarios_app/static/scenarios_app/editor",
    "replays_app": ROOT / "replays_app/static/replays_app",
}
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="left out: there is no node here.")
Ask = Callable[[str, str], object]

#: Values that the expressions below are about.
SPEC = Path(__file__).with_name("editor_spec.js").read_text(encoding="utf-8")
#: What it takes to save by hand: a site that gives prepared answers, a storage in memory, a turned clock.
SAVING = Path(__file__).with_name("editor_saving.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend the modules as they lie beside each other on the site, in a folder that says what they are."""
    copied = tmp_path_factory.mktemp("modules")
    for name, source in FOLDERS.items():
        shutil.copytree(source, copied / name, ignore=shutil.ignore_patterns("*.json", "*.css"))
    (copied / "package.json").write_text('{"type": "module"}', encoding="ascii")
    return copied


@pytest.fixture
def ask(folder: Path) -> Ask:
    """Lend a function that returns what an expression over a module (as `m`) comes to."""
    return lambda module, expression: _ask(folder / "scenarios_app/editor" / module, expression)


def _ask(module: Path, expression: str) -> object:
    code = (
        f"import * as m from {json.dumps(module.as_uri())};"
        f"{SPEC} console.log(JSON.stringify(await (async () => ({expression}))()));"
    )
    call = [NODE, "--input-type=module", "--eval", code]
    said = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def test_every_module_parses(folder: Path) -> None:
    for path in sorted((folder / "scenarios_app/editor").glob("*.js")):
        said = subprocess.run(
            [NODE, "--check", path], capture_output=True, text=True, timeout=60, check=False
        )
        assert said.returncode == 0, said.stderr


def test_texts_reach_the_page_as_text_alone() -> None:
    for path in FOLDERS["scenarios_app/editor"].glob("*.js"):
        text = path.read_text(encoding="utf-8")
        for banned in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert banned not in text, path.name


# --- store ------------------------------------------------------------------------------------------


def test_store_takes_two_hundred_steps_back_and_forth(ask: Ask) -> None:
    said = ask(
        "store.js",
        """(() => { const s = m.createStore({n: 0});
        for (let i = 1; i <= 230; i += 1) s.change(`step ${i}`, (spec) => ({...spec, n: i}));
        let back = 0; while (s.canUndo) { s.undo(); back += 1; }
        const least = s.spec.n; while (s.canRedo) s.redo();
        return [back, least, s.spec.n, s.undoLabel]; })()""",
    )
    assert said == [200, 30, 230, "step 230"]


def test_quick_strokes_of_one_kind_are_one_step(ask: Ask) -> None:
    said = ask(
        "store.js",
        """(() => { let t = 0; const s = m.createStore({n: 0}, {now: () => t});
        const paint = (n, label = "paint land") => s.change(label, () => ({n}), {join: true});
        paint(1); t += 700; paint(2); t += 700; paint(3); t += 900; paint(4); t += 10; paint(5, "paint sea");
        const seen = []; while (s.canUndo) { s.undo(); seen.push(s.spec.n); }
        return seen; })()""",
    )
    assert said == [4, 3, 0]


def test_change_that_changes_nothing_is_no_step(ask: Ask) -> None:
    assert (
        ask(
            "store.js",
            "(() => { const s = m.createStore(spec); s.change('x', (o) => o); return s.canUndo; })()",
        )
        is False
    )


def test_new_step_forgets_what_was_undone(ask: Ask) -> None:
    said = ask(
        "store.js",
        """(() => { const s = m.createStore({n: 0}); s.change("a", () => ({n: 1})); s.undo();
        s.change("b", () => ({n: 2})); return [s.canRedo, s.undoLabel]; })()""",
    )
    assert said == [False, "b"]


# --- places -----------------------------------------------------------------------------------------


def test_place_is_found_by_key_and_by_number(ask: Ask) -> None:
    assert ask("places.js", "m.at(spec, 'sides.a.ships.renown.name'.split('.'))") == "Renown"
    assert ask("places.js", "m.at(spec, ['sides', 0, 'groups', 1, 'key'])") == "h"
    assert ask("places.js", "m.at(spec, ['sides', 'x', 'ships', 'y']) ?? 'nothing'") == "nothing"


def test_change_shares_all_that_it_leaves_alone(ask: Ask) -> None:
    said = ask(
        "places.js",
        """(() => { const next = m.put(spec, ["sides", "a", "ships", "hood", "name"], "H");
        return [next.sides[0].ships[0].name, spec.sides[0].ships[0].name, next.sides[1] === spec.sides[1],
          next.map === spec.map, next.sides[0].ships[1] === spec.sides[0].ships[1],
          m.put(spec, ["title"], "T") === spec, "title" in m.put(spec, ["title"], undefined)]; })()""",
    )
    assert said == ["H", "Hood", True, True, True, True, False]


@pytest.mark.parametrize(
    ("text", "fraction"),
    [
        ("1/2", "1/2"), ("0.5", "1/2"), ("0,5", "1/2"), ("½", "1/2"), ("27½", "55/2"), ("1 1/2", "3/2"),
        ("4/2", "2"), ("3", "3"), ("-1/2", "-1/2"), ("", None), ("x", None), ("1/0", None), ("1/2/3", None),
    ],
)  # fmt: skip
def test_fractions_are_read_as_people_write_them(ask: Ask, text: str, fraction: str | None) -> None:
    assert ask("fractions.js", f"m.readFraction({json.dumps(text)})") == fraction


@pytest.mark.parametrize(
    ("value", "text"), [("1/2", "½"), ("55/2", "27½"), ("22/7", "22/7"), ("-1/2", "−½"), ("3", "3")]
)
def test_fractions_are_written_as_people_read_them(ask: Ask, value: str, text: str) -> None:
    assert ask("fractions.js", f"m.writeFraction({json.dumps(value)})") == text


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Chokai", "chokai"),
        ("HMS Ajax (1)", "hms-ajax-1"),
        ("Köln", "koln"),
        ("  ", ""),
        ("d'Assas", "dassas"),
    ],
)
def test_keys_are_made_from_names(ask: Ask, name: str, key: str) -> None:
    assert ask("keys.js", f"m.keyOf({json.dumps(name)})") == key


def test_keys_are_never_taken_twice(ask: Ask) -> None:
    assert ask("keys.js", "m.freshKey('Hood', ['hood', 'hood-2'])") == "hood-3"


def test_positions_go_both_ways(ask: Ask) -> None:
    assert ask("positions.js", "m.readPosition('9°15′ S 159°40′ E')") == {"north": -555, "east": 9580}
    assert ask("positions.js", "m.readPosition('9 15 S, 159 40 E')") == {"north": -555, "east": 9580}
    assert ask("positions.js", "m.writePosition({north: -555, east: 9580})") == "9°15′ S 159°40′ E"
    assert ask("positions.js", "m.readPosition('somewhere') === undefined") is True


# --- the order of battle ------------------------------------------------------------------------------


def test_ship_goes_to_the_other_side_with_her_origins(ask: Ask) -> None:
    said = ask(
        "roster.js",
        """(() => { const next = m.moveShip(spec, "a", "hood", {side: "b", group: ""});
        return [next.sides[0].ships.map((s) => s.key),
          next.sides[0].groups[0].ships, next.sides[1].ships.map((s) => s.key), next.origins]; })()""",
    )
    assert said == [
        ["renown", "wake"],
        ["renown"],
        ["hood"],
        {"sides.ships.ratings": "derived", "sides.b.ships.hood.ratings.speed": "house"},
    ]


def test_ship_is_put_before_another(ask: Ask) -> None:
    assert ask(
        "roster.js",
        "m.moveShip(spec, 'a', 'wake', {side: 'a', group: 'g'}, 'renown').sides[0].groups[0].ships",
    ) == [
        "hood",
        "wake",
        "renown",
    ]


def test_ship_added_twice_has_two_keys(ask: Ask) -> None:
    said = ask(
        "roster.js",
        "m.addShip(spec, {side: 'b', group: ''}, {name: 'Hood'}).sides[1].ships.map((s) => s.key)",
    )
    assert said == ["hood-2"]


def test_copy_stands_behind_its_pattern(ask: Ask) -> None:
    said = ask("roster.js", "m.copyShip(spec, 'a', 'hood').sides[0]")
    assert said["groups"][0]["ships"] == ["hood", "hood-2", "renown"]
    assert said["ships"][-1]["name"] == "Hood 2"


def test_removed_group_leaves_its_ships(ask: Ask) -> None:
    said = ask(
        "roster.js",
        "m.withoutGroup(m.removeGroup(spec, 'a', 'g').sides[0]).map((s) => s.key)",
    )
    assert said == ["hood", "renown", "wake"]


def test_side_takes_its_new_key_wherever_it_is_named(ask: Ask) -> None:
    said = ask("roster.js", "m.renameSide(spec, 'a', 'rn', parts)")
    assert [side["key"] for side in said["sides"]] == ["rn", "b"]
    assert said["aims"] == {"victory": [{"winner": "rn", "minimum": "1"}], "ends_when_gone": ["rn", "b"]}
    assert said["about"] == {"winner": "rn", "losses": [{"side": "rn", "ship": "Hood", "fate": "sunk"}]}
    assert "sides.rn.ships.hood.ratings.speed" in said["origins"]


def test_origin_of_the_longest_path_holds(ask: Ask) -> None:
    place = "['sides', 'a', 'ships', 'hood', 'ratings', 'speed']"
    other = "['sides', 'a', 'ships', 'renown', 'ratings', 'speed']"
    assert ask("origins.js", f"[m.originOf(spec.origins, {place}), m.originOf(spec.origins, {other})]") == [
        "house",
        "derived",
    ]


def test_one_origin_for_all_there_is_at_a_place(ask: Ask) -> None:
    start = "const some = {sea: {light: 1, sight: 3}, origins: {sea: 'house', 'sea.sight': 'published'}};"
    said = ask(
        "origins.js",
        f"""(() => {{ {start} const next = {{...some, origins: m.withOne(some, ['sea'], 'derived')}};
        return [m.originWithin(some, ['sea']), next.origins, m.originWithin(next, ['sea']),
                m.originWithin(some, ['aims'])]; }})()""",
    )
    assert said == [None, {"sea": "derived"}, "derived", ""]


def test_one_origin_holds_against_those_of_all_sides(ask: Ask) -> None:
    start = "const some = {sides: [{key: 'a', rules: {size: 1}}], origins: {'sides.rules.size': 'house'}};"
    said = ask(
        "origins.js",
        f"""(() => {{ {start} const place = ['sides', 'a', 'rules'];
        const next = {{...some, origins: m.withOne(some, place, 'published')}};
        return [m.originWithin(next, place),
                m.originOf(next.origins, ['sides', 'b', 'rules', 'size'])]; }})()""",
    )
    assert said == ["published", "house"]


def test_painted_zone_gets_an_area_of_its_own(ask: Ask) -> None:
    said = ask("zones.js", "m.withZone(spec, 'sides.b.rules.set_up', ['0404'])")
    assert said["sides"][1]["rules"] == {"set_up": "b-set-up"}
    assert said["map"]["areas"] == {"west": ["0000"], "b-set-up": ["0404"]}
    assert ask("zones.js", "m.zonesOf(spec, parts).map((one) => [one.path, one.hexes.length])") == [
        ["sides.a.rules.set_up", 1],
        ["sides.b.rules.set_up", 0],
    ]


def test_hex_of_a_group_is_picked_as_a_zone_of_one(ask: Ask) -> None:
    form = "{'groups.rules': {name: '', kind: 'record', fields: [{name: 'hex', kind: 'hex', title: 'Hex'}]}}"
    path = "'sides.a.groups.g.rules.hex'"
    said = ask(
        "zones.js",
        f"""(() => {{ const next = m.withHex(spec, {path}, ['0203']);
        const gone = m.withHex(next, {path}, []);
        return [m.zonesOf(spec, {form}).length, m.zonesOf(spec, {form}, new Set([{path}]))[0].title,
                m.zonesOf(next, {form}).map((one) => [one.path, one.hexes, one.isOne]),
                m.zoneFor(next, {form}, {path}), gone.sides[0].groups[0].rules]; }})()""",
    )
    assert said == [
        0,
        "A, G: hex",
        [["sides.a.groups.g.rules.hex", ["0203"], True]],
        "sides.a.groups.g.rules.hex",
        {},
    ]


def test_findings_know_their_panel_and_their_place(ask: Ask) -> None:
    form = "{parts}"
    wheres = [
        "title",
        "about.licence",
        "map.land.3",
        "sides.1.key",
        "sides.a.rules.set_up",
        "sides.a.groups.g",
        "sea.conditions.0",
        "aims",
    ]
    panels = ["about", "publish", "map", "sides", "groups", "groups", "sea", "aims"]
    assert (
        ask("findings.js", f"{json.dumps(wheres)}.map((one) => m.panelOf(m.normal(spec, one), {form}))")
        == panels
    )
    assert ask("findings.js", "m.normal(spec, 'sides.1.key')") == "sides.b.key"
    assert (
        ask("findings.js", f"m.placeInWords(spec, 'sides.a.ships.hood.ratings.speed', {form})")
        == "A, Hood, speed"
    )


def test_interval_of_a_share(ask: Ask) -> None:
    assert ask("intervals.js", "m.intervalOf(50, 100)") == {"low": 40, "high": 60}
    assert ask("intervals.js", "m.intervalOf(0, 10)") == {"low": 0, "high": 28}


def test_difference_names_what_changed(ask: Ask) -> None:
    said = ask(
        "difference.js",
        """(() => { const [first, second] = spec.sides;
        const fewer = {...first, ships: first.ships.slice(0, 2)};
        return m.difference(spec, {...spec, title: 'U', sides: [fewer, second]}); })()""",
    )
    assert {"where": "title", "before": "T", "after": "U"} in said
    assert {"where": "sides › A › ships › Wake", "before": "Wake", "after": "nothing"} in said


# --- saving -------------------------------------------------------------------------------------------


def saving(ask: Ask, folder: Path, answers: str, do: str) -> object:
    """What comes of some changes when the site answers so."""
    editor = folder / "scenarios_app/editor"
    code = SAVING.replace("ANSWERS", answers).replace("DO", do)
    code = code.replace("STORE", (editor / "store.js").as_uri()).replace(
        "JOURNAL", (editor / "journal.js").as_uri()
    )
    return ask("saving.js", f"await {code}")


def test_changes_are_saved_together_after_a_pause(ask: Ask, folder: Path) -> None:
    do = """set(1); set(2); const before = journal.read(); await tick();
    return [asked, said.at(-1), before.changes, journal.read(), saving.version];"""
    assert saving(ask, folder, "[{version: 2}]", do) == [[[1, 2]], "saved", 2, None, 2]


def test_offline_keeps_the_journal_and_tries_again_later(ask: Ask, folder: Path) -> None:
    do = """set(1); await tick(); const waits = [timer.ms];
    const kept = journal.read().spec.n; await tick(); waits.push(timer.ms); await tick();
    return [waits, kept, said.at(-1), asked.length, journal.read()];"""
    answers = "[{status: 0, isPassing: true}, {status: 503, isPassing: true}, {version: 2}]"
    assert saving(ask, folder, answers, do) == [[1000, 2000], 1, "saved", 3, None]


def test_own_save_whose_answer_was_lost_is_no_conflict(ask: Ask, folder: Path) -> None:
    do = "set(1); await tick(); await tick(); return [said.at(-1), conflict, saving.version];"
    current = "{version: 2, spec: {n: 1}, edited_by: 'Ann'}"
    answers = f"[{{status: 0, isPassing: true}}, {{status: 409, problem: {{current: {current}}}}}]"
    assert saving(ask, folder, answers, do) == ["saved", None, 2]


def test_conflict_stops_saving_until_it_is_settled(ask: Ask, folder: Path) -> None:
    do = """set(1); await tick(); set(2); await tick();
    const stopped = [asked.length, said.at(-1), conflict.version, journal.read().spec.n];
    await saving.goOn(conflict, true); return [...stopped, asked, said.at(-1)];"""
    current = "{version: 7, spec: {n: 9}, edited_by: 'Ben'}"
    answers = f"[{{status: 409, problem: {{current: {current}}}}}, {{version: 8}}]"
    assert saving(ask, folder, answers, do) == [1, "conflict", 7, 2, [[1, 1], [7, 2]], "saved"]


def test_theirs_takes_the_place_of_ours(ask: Ask, folder: Path) -> None:
    do = """set(1); await tick(); await saving.goOn(conflict, false); set(3);
    await tick(); return [asked, said.at(-1), store.spec.n];"""
    current = "{version: 7, spec: {n: 9}, edited_by: 'Ben'}"
    answers = f"[{{status: 409, problem: {{current: {current}}}}}, {{version: 8}}]"
    assert saving(ask, folder, answers, do) == [[[1, 1], [7, 3]], "saved", 3]


def test_what_came_while_saving_is_saved_next(ask: Ask, folder: Path) -> None:
    do = """set(1); const first = timer; timer = null; first.run(); set(2); await tick();
    await rest(); await tick(); return [asked, said.at(-1)];"""
    assert saving(ask, folder, "[{version: 2}, {version: 3}]", do) == [[[1, 1], [2, 2]], "saved"]


def test_undone_change_needs_no_saving(ask: Ask, folder: Path) -> None:
    do = "set(1); store.undo(); return [said.at(-1), asked, journal.read(), saving.isSaved];"
    assert saving(ask, folder, "[]", do) == ["saved", [], None, True]


def test_log_out_and_refusal_are_said_and_keep_the_journal(ask: Ask, folder: Path) -> None:
    do = """set(1); await tick(); const first = [said.at(-1), journal.read().spec.n];
    set(2); await tick(); return [...first, said.at(-1), journal.read().spec.n];"""
    answers = "[{status: 403, isStranger: true}, {status: 422, isPassing: false, message: 'x'}]"
    assert saving(ask, folder, answers, do) == ["stranger", 1, "refused", 2]


def test_full_storage_is_said(ask: Ask) -> None:
    said = ask(
        "journal.js",
        """(() => { const full = {getItem: () => null, setItem: () => { throw new Error("full"); }};
        return m.createJournal("d", full, "x").keep({version: 1, spec: {}, changes: 1, since: 0}); })()""",
    )
    assert said is False
