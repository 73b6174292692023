"""The map editor's modules by themselves: all parse, the pure ones agree with the engine's hexes."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from darkseas.engine.hexes import board
from darkseas.engine.hexes.board import Hex, label
from scenarios_app.maps.store import EDGE_SIDES

ROOT = Path(__file__).resolve().parents[2]
STATIC = (ROOT / "scenarios_app/static/scenarios_app", ROOT / "replays_app/static/replays_app")
Ask = Callable[[str, str], object]
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="left out: there is no node here.")

MAP = {"key": "m", "title": "M", "cols": 6, "rows": 6}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lend the modules where they find each other, in a folder that says what they are."""
    copied = tmp_path_factory.mktemp("modules")
    for source in STATIC:
        shutil.copytree(source, copied / source.name)
    (copied / "package.json").write_text('{"type": "module"}', encoding="ascii")
    return copied


@pytest.fixture(scope="module")
def ask(folder: Path) -> Ask:
    """Lend a function that returns what an expression over a module (as `m`) comes to."""

    def asked(module: str, expression: str) -> object:
        address = (folder / module).as_uri()
        code = (
            f"import * as m from {json.dumps(address)}; const map = {json.dumps(MAP)};"
            f"console.log(JSON.stringify({expression}));"
        )
        call = [NODE, "--input-type=module", "--eval", code]
        said = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
        assert said.returncode == 0, said.stderr
        return json.loads(said.stdout)

    return asked


def test_every_module_parses(folder: Path) -> None:
    for path in sorted((folder / "scenarios_app/map_editor").glob("*.js")):
        call = [NODE, "--check", path]
        said = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)
        assert said.returncode == 0, said.stderr


# --- hexes -----------------------------------------------------------------------------------------

SHAPES = "maps/map_editor/model/hex_shapes.js"
VALUES = "maps/map_editor/model/map_edits.js"


def test_neighbours_and_brushes_are_those_of_the_engine(ask: Ask) -> None:
    for at in (Hex(5, 4), Hex(5, 5)):
        here = json.dumps({"col": at.col, "row": at.row})
        sides = ["NE", "E", "SE", "SW", "W", "NW"]
        found = ask(SHAPES, f"[0,1,2,3,4,5].map(side => m.neighbour({here}, side))")
        assert found == [dict(zip(("col", "row"), board.neighbour(at, side), strict=True)) for side in sides]
        for radius in (0, 1, 2):
            brush = ask(SHAPES, f"m.labelsOn({{cols: 20, rows: 20}}, m.around({here}, {radius}))")
            assert sorted(brush) == sorted(label(one) for one in board.within(at, radius))
            assert len(brush) == {0: 1, 1: 7, 2: 19}[radius]


def test_hex_and_side_under_a_point(ask: Ask) -> None:
    assert ask(SHAPES, "m.hexAt({x: 550, y: 86.6})") == {"col": 5, "row": 1}
    points = [
        "{x: 540, y: 346}",
        "{x: 525, y: 390}",
        "{x: 475, y: 390}",
        "{x: 460, y: 346}",
        "{x: 475, y: 300}",
        "{x: 525, y: 300}",
    ]
    found = [
        ask(SHAPES, f"m.sideName({{cols: 9, rows: 9}}, m.hexAt({at}), m.sideAt(m.hexAt({at}), {at}))")
        for at in points
    ]
    assert found == ["0504/e", "0504/se", "0504/sw", "0404/e", "0403/se", "0503/sw"]


def test_both_names_of_a_hexside_are_one(ask: Ask) -> None:
    for side in EDGE_SIDES:
        assert ask(SHAPES, f"m.twinOf(m.twinOf('0404/{side}'))") == f"0404/{side}"
    drawn = ask(VALUES, "m.withSides({...map, edges: ['0202/e']}, ['0302/w'], true).edges")
    assert drawn == ["0202/e"]
    assert ask(VALUES, "m.withSides({...map, edges: ['0202/e', '0101/e']}, ['0302/w'], false).edges") == [
        "0101/e"
    ]


def test_line_leaves_no_gap(ask: Ask) -> None:
    found = ask(SHAPES, "m.lineOf({col: 0, row: 0}, {col: 9, row: 7})")
    line = [Hex(one["col"], one["row"]) for one in found]
    assert (line[0], line[-1]) == (Hex(0, 0), Hex(9, 7))
    assert board.path_is_connected(line[0], line[1:])


def test_fill_stops_where_the_ground_changes(ask: Ask) -> None:
    wall = "const land = new Set(['0300','0301','0302','0303','0304','0305'])"
    filled = ask(
        SHAPES,
        f"(() => {{ {wall}; return m.flood(map, {{col: 0, row: 0}}, (place) => land.has(place)); }})()",
    )
    assert sorted(filled) == sorted(label(Hex(col, row)) for col in range(3) for row in range(6))


# --- maps ------------------------------------------------------------------------------------------


def test_ground_is_one_of_three_and_lists_stay_in_order(ask: Ask) -> None:
    land = "m.withGround(map, ['0201', '0100', '0000'], 'land')"
    made = ask(VALUES, f"m.withGround(m.withGround({land}, ['0100'], 'shallows'), ['0000'], 'sea')")
    assert (made["land"], made["shallows"]) == (["0201"], ["0100"])
    assert ask(VALUES, "m.withGround({...map, land: ['0505']}, ['0000'], 'land').land") == ["0000", "0505"]
    assert ask(
        VALUES, "[{...map, land: ['0505']}].every((one) => m.withGround(one, ['0505'], 'land') === one)"
    )


def test_map_keeps_its_content_when_it_grows_and_shrinks(ask: Ask) -> None:
    start = (
        "{...map, land: ['0000', '0303'], areas: {a: ['0303', '0505']}, places: [{name: 'P', hex: '0303'}],"
        " edges: ['0303/e', '0000/w'], coast: 'x', coast_col: 4, coast_row: 6}"
    )
    grown = ask(VALUES, f"m.resized({start}, {{north: 2, south: 1, west: 1, east: 3}})")
    assert (grown["cols"], grown["rows"], grown["coast_col"], grown["coast_row"]) == (10, 9, 3, 4)
    assert (grown["land"], grown["areas"], grown["edges"]) == (
        ["0102", "0405"],
        {"a": ["0405", "0607"]},
        ["0405/e", "0102/w"],
    )
    assert grown["places"] == [{"name": "P", "hex": "0405"}]
    there, again = "{north: 2, south: 1, west: 1, east: 3}", "{north: -2, south: -1, west: -1, east: -3}"
    back = ask(VALUES, f"m.resized(m.resized({start}, {there}), {again})")
    assert {name: back[name] for name in ("cols", "rows", "land", "edges", "coast_row")} == {
        "cols": 6, "rows": 6, "land": ["0000", "0303"], "edges": ["0303/e", "0000/w"], "coast_row": 6,
    }  # fmt: skip
    shrunk = ask(VALUES, f"m.resized({start}, {{north: -2, south: 0, west: 0, east: 0}})")
    assert (shrunk["land"], shrunk["areas"]["a"], shrunk["rows"]) == (["0301"], ["0301", "0503"], 4)


def test_one_row_more_in_the_north_would_shift_the_others(ask: Ask) -> None:
    grown = "m.resized(map, {north: 1, south: 0, west: 0, east: 0})"
    refused = f"(() => {{ try {{ {grown}; }} catch (fault) {{ return fault.name; }} }})()"
    assert ask(VALUES, refused) == "RangeError"


def test_half_hexes_go_out_of_play_and_come_back(ask: Ask) -> None:
    east = ["0501", "0503", "0505"]
    assert ask(VALUES, "m.withHalfHexRule(map, 'east').excluded") == east
    both = ask(VALUES, "m.withHalfHexRule(map, 'both').excluded")
    assert sorted(both) == sorted([*east, "0000", "0002", "0004"])
    rules = "['in', 'east', 'both'].map((rule) => m.halfHexRule(m.withHalfHexRule(map, rule)))"
    assert ask(VALUES, rules) == ["in", "east", "both"]
    assert ask(VALUES, "m.withHalfHexRule(m.withHalfHexRule(map, 'both'), 'in').excluded") == []


def test_area_names_are_made_such_as_files_take(ask: Ask) -> None:
    assert ask(VALUES, "[' Savo Sound ', 'Öst/West', '---', 'a.b_c>d'].map(m.areaName)") == [
        "Savo-Sound",
        "st/West",
        "",
        "a.b_c>d",
    ]


def test_hexes_are_written_in_three_ways(ask: Ask) -> None:
    ways = "[m.written(place), m.written(place, '0101'), m.written(place, 'A1')]"
    written = f"['0000', '0806', '2501', '2601', '9999', 'x'].map((place) => {ways})"
    assert ask("darkseas/chart/hexes/numbering.js", written) == [
        ["0000", "0101", "A1"],
        ["0806", "0907", "I7"],
        ["2501", "2602", "Z2"],
        ["2601", "2702", "AA2"],
        ["9999", "100.100", "CV100"],
        ["x", "x", "x"],
    ]


def test_hex_is_told_in_words(ask: Ask) -> None:
    marks = (
        "land: ['0101'], ports: ['0101'], areas: {Sound: ['0101']}, places: [{name: 'Tulagi', hex: '0101'}]"
    )
    told = f"m.hexInWords({{...map, {marks}}}, '0101')"
    assert ask("maps/map_editor/model/hex_text.js", told) == "0101, land, port, in area Sound, Tulagi"
