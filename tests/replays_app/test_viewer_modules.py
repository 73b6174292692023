"""The viewer's modules by themselves: every one parses, and the pure ones answer right."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

MODULES = Path(__file__).resolve().parents[2] / "replays_app/static/replays_app"
Ask = Callable[[str, str], object]
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="left out: there is no node here.")

OUTLINE = {
    "entries": 30,
    "turns": [
        {
            "turn": 1,
            "title": "",
            "first": 3,
            "phases": [
                {"phase": "m", "title": "Movement", "rule": "§1", "first": 4},
                {"phase": "c", "title": "Combat", "rule": "§2", "first": 10},
            ],
        },
        {"turn": 2, "title": "Daylight", "first": 20, "phases": []},
    ],
}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend the modules in a folder that says what they are: node does not know it from the name."""
    copied = tmp_path_factory.mktemp("modules")
    for path in MODULES.glob("*.js"):
        shutil.copyfile(path, copied / path.name)
    (copied / "package.json").write_text('{"type": "module"}', encoding="ascii")
    return copied


@pytest.fixture
def ask(folder: Path) -> Ask:
    """Lend a function that returns what an expression over a module (as `m`) comes to."""
    return lambda module, expression: _ask(folder / module, expression)


def _ask(module: Path, expression: str) -> object:
    code = (
        f"import * as m from {json.dumps(module.as_uri())};"
        f"const outline = {json.dumps(OUTLINE)}; const all = m.stretches?.(outline);"
        f"console.log(JSON.stringify({expression}));"
    )
    said = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


@needs_node
def test_every_module_parses(folder: Path) -> None:
    for path in sorted(folder.glob("*.js")):
        call = [NODE, "--check", path]
        said = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
        assert said.returncode == 0, said.stderr


@needs_node
@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("all.map(one => one.first)", [0, 3, 4, 10, 20]),
        (
            "all.map(one => one.turnTitle)",
            ["Before turn 1", "Turn 1", "Turn 1", "Turn 1", "Turn 2: Daylight"],
        ),
        ("[0, 3, 9, 10, 29].map(n => m.stretchAt(all, n).first)", [0, 3, 4, 10, 20]),
        ("m.starts(outline, 'turn')", [0, 3, 20]),
        ("m.starts(outline, 'phase')", [0, 4, 10]),
        ("[0, 3, 5, 20].map(n => m.nextStart([0, 3, 20], n, 29))", [3, 20, 20, 29]),
        ("[0, 3, 5, 29].map(n => m.previousStart([0, 3, 20], n))", [0, 0, 3, 20]),
        ("[0, 12, 29].map(n => m.sameMoment(all, 30, all, 30, n))", [0, 12, 29]),
        ("m.sameMoment(all, 30, all.slice(3), 30, 4)", 10),
        ("m.sameMoment(all, 30, [], 0, 12)", 0),
    ],
)
def test_course_finds_turns_and_phases(ask: Ask, expression: str, answer: object) -> None:
    assert ask("course.js", expression) == answer


@needs_node
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("55/2", "27½"),
        ("27", "27"),
        ("1/2", "½"),
        ("-1/2", "−½"),
        ("17/12", "1 5/12"),
        ("1 5/12", "1 5/12"),
        ("night", "night"),
    ],
)
def test_points_are_said_as_people_write_them(ask: Ask, text: str, said: str) -> None:
    assert ask("dom.js", f"m.asPoints({json.dumps(text)})") == said


@needs_node
@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("m.label(8, 6)", "0806"),
        ("m.label(100, 6)", "100.06"),
        ("m.parse('100.06')", {"col": 100, "row": 6}),
        ("m.centreOf('0000')", {"x": 0, "y": 0}),
        ("m.centreOf('0101').x", 150),
        ("m.gridPath(['0000', '0100']).split('M').length - 1", 11),
        ("m.borderPath(['0000', '0100']).split('M').length - 1", 10),
        ("m.allHexes({cols: 2, rows: 2})", ["0000", "0100", "0001", "0101"]),
    ],
)
def test_hexes_lie_where_the_engine_has_them(ask: Ask, expression: str, answer: object) -> None:
    assert ask("hex_plane.js", expression) == answer


@needs_node
def test_blocks_in_one_hex_never_hide_one_another(ask: Ask) -> None:
    pieces = "Array.from({length: k + 1}, (_, i) => ({key: 'p' + i, side: 'a', at: '0202', face: 'up'}))"
    touching = (
        f"Array.from({{length: 16}}, (_, k) => [...m.layOut({pieces}).values()])"
        ".map(spots => spots.filter((a, i) => spots.some((b, j) => i < j"
        " && Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < a.size)).length)"
    )
    assert ask("blocks.js", touching) == [0] * 16


@needs_node
def test_blocks_that_are_out_are_not_laid(ask: Ask) -> None:
    assert ask("blocks.js", "m.layOut([{key: 'x', side: 'a', at: '0101', face: 'out'}]).size") == 0


@needs_node
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Chokai", ["Chokai"]),
        ("Second Cruiser Division", ["Second Cruiser", "Division"]),
        ("Bartolomeocolleoni", ["Bartolomeocoll…"]),
    ],
)
def test_long_names_take_two_lines(ask: Ask, name: str, lines: list[str]) -> None:
    assert ask("blocks.js", f"m.inTwoLines({json.dumps(name)})") == lines


@needs_node
def test_every_usual_type_has_a_silhouette_of_its_own(ask: Ask) -> None:
    kinds = ["BB", "CV", "CA", "CL", "DD", "AP", "MS", "TG", "DUMMY"]
    assert ask("silhouettes.js", f"{json.dumps(kinds)}.map(m.profileOf)") == kinds
    assert ask("silhouettes.js", "['CVL', 'DE', 'AK', 'CLAA', 'DMS', 'xx'].map(m.profileOf)") == [
        "CV",
        "DD",
        "AP",
        "CL",
        "MS",
        "",
    ]


@needs_node
def test_only_new_strokes_are_fresh(ask: Ask) -> None:
    strokes = (
        "[{kind: 'gunfire', side: 'a', path: ['0101', '0201'], label: 'x'},"
        " {kind: 'track', side: 'a', path: ['0101'], age: 1}]"
    )
    assert ask("strokes.js", f"[...m.freshOnes({strokes}, [])].length") == 1
    assert ask("strokes.js", f"[...m.freshOnes({strokes}, {strokes})].length") == 0
    assert ask("strokes.js", f"[...m.freshOnes({strokes}.concat({strokes}), {strokes})].length") == 1
