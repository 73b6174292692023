"""Objects and layers of Tiled files count where Tiled shows them, or a finding names what was left out.

The pixels here come from Tiled's documentation alone, not from the code that reads them.
"""

import base64
import cmath
import itertools
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from math import radians
from typing import Any

import pytest

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec
from scenarios_app.maps.tiled import FromTiled, from_tiled, to_tiled
from scenarios_app.maps.tiled.normalise import sides_in_order
from tests.support import time_limits
from tests.support.every_case import every_case

COLS, ROWS = 5, 4
#: Tile width and height and length of the vertical hexside.
GRIDS = ((104, 120, 60), (28, 32, 16), (60, 40, 20), (32, 32, 0), (33, 35, 11))
TURNS = (0, 33, 90, 270, -405)
ANCHORS = {"": (0, 1), "unspecified": (0, 1), "topleft": (0, 0), "top": (0.5, 0), "topright": (1, 0),
           "left": (0, 0.5), "center": (0.5, 0.5), "right": (1, 0.5), "bottomleft": (0, 1),
           "bottom": (0.5, 1), "bottomright": (1, 1)}  # fmt: skip
BOXES: dict[str, dict[str, Any]] = {
    "rectangle": {}, "ellipse": {"ellipse": True}, "capsule": {"capsule": True},
    "text": {"text": {"text": "Savo\n Island", "wrap": True}},
}  # fmt: skip

Grid = tuple[int, int, int]


def centre(grid: Grid, col: int, row: int, stagger: str = "odd") -> complex:
    """The middle of a hex of the file, as Tiled draws it; x is the real part and y the imaginary one."""
    width, height, side = grid[0] & ~1, grid[1] & ~1, grid[2]
    shifted = row % 2 == (1 if stagger == "odd" else 0)
    row_height = (height - side) // 2 + side
    return complex(width * (col + 0.5 + 0.5 * shifted), row * row_height + height / 2)


def corners(grid: Grid, col: int, row: int, stagger: str = "odd") -> list[complex]:
    """The corners of a hex, clockwise from the one in the north."""
    width, height, side = grid[0] & ~1, grid[1] & ~1, grid[2]
    at, x, y, half = centre(grid, col, row, stagger), width / 2, side / 2, height / 2
    return [at + complex(*one) for one in ((0, -half), (x, -y), (x, y), (0, half), (-x, y), (-x, -y))]


def file_of(grid: Grid = GRIDS[0], stagger: str = "odd", **more: Any) -> dict[str, Any]:
    """A map of sea alone, without layers of objects."""
    width, height, side = grid
    tileset = {"firstgid": 1, "tilewidth": 40, "tileheight": 20, "tiles": [{"id": 0, "type": "sea"}]}
    ground = {"type": "tilelayer", "name": "ground", "width": COLS, "height": ROWS, "data": [1] * COLS * ROWS}
    return {
        "type": "map", "orientation": "hexagonal", "staggeraxis": "y", "staggerindex": stagger,
        "tilewidth": width, "tileheight": height, "hexsidelength": side, "width": COLS, "height": ROWS,
        "tilesets": [tileset], "layers": [ground], **more,
    }  # fmt: skip


def layer_of(name: str, *objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A layer of objects."""
    return {"type": "objectgroup", "name": name, "objects": list(objects), **more}


def objects_around(grid: Grid, middle: complex) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Every placed object whose middle is shown at a point: its name, itself and its tileset's fields."""
    yield "point", {"x": middle.real, "y": middle.imag, "point": True, "rotation": 30}, {}
    width, height = grid[0] * 1.2, grid[1] * 1.2
    for turn in TURNS:
        facing = cmath.rect(1, radians(turn))
        for name, fields in BOXES.items():
            at = middle - complex(width / 2, height / 2) * facing
            box = {"x": at.real, "y": at.imag, "width": width, "height": height, "rotation": turn, **fields}
            yield f"{name} turned by {turn}", box, {}
        for alignment, (across, down) in ANCHORS.items():
            # A tile of 40 by 20 pixels, moved by (30, -15) when it is drawn, stretched to the box.
            drawn = complex(width * (0.5 - across + 30 / 40), height * (0.5 - down - 15 / 20))
            at = middle - drawn * facing
            box = {"x": at.real, "y": at.imag, "width": width, "height": height, "rotation": turn}
            tileset = {"objectalignment": alignment, "tileoffset": {"x": 30, "y": -15}}
            yield f"tile {alignment} turned by {turn}", {**box, "gid": 1 | (turn & 0xF) << 28}, tileset


def group(*layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A group of layers."""
    return {"type": "group", "name": "group", "layers": list(layers), **more}


#: How far a layer is shown moved beside the ground, and the layers of the file that do it.
MOVES: dict[str, tuple[complex, Callable[[Any, Any], list[Any]]]] = {
    "as it is": (0j, lambda ground, layer: [ground, layer]),
    "layer": (208 - 7j, lambda ground, layer: [ground, {**layer, "offsetx": 208, "offsety": -7}]),
    "groups": (65 + 33j, lambda ground, layer: [
        ground,
        group(group({**layer, "offsetx": 20, "offsety": 3}, offsetx=5), offsetx=40, offsety=30),
    ]),
    "ground": (-17 - 90j, lambda ground, layer: [{**ground, "offsetx": 17, "offsety": 90}, layer]),
    "parallax": (0j, lambda ground, layer: [ground, {**layer, "parallaxx": 2}]),
    "all": (0j, lambda ground, layer: [group(ground, layer, offsetx=63, offsety=11)]),
}  # fmt: skip


def read(file: dict[str, Any], layer: dict[str, Any], move: str = "as it is") -> FromTiled:
    """What is read of a file with one more layer, moved, of whose offset nothing is made up for."""
    found = from_tiled({**file, "layers": MOVES[move][1](file["layers"][0], layer)})
    said = tuple(one for one in found.findings if "row out of play" not in one)
    return FromTiled(found.map, said)


def moved(one: dict[str, Any], by: complex) -> dict[str, Any]:
    """An object somewhere else."""
    return {**one, "x": one["x"] + by.real, "y": one["y"] + by.imag}


def test_objects_count_for_the_hex_in_which_tiled_shows_them(subtests: pytest.Subtests) -> None:
    count = 0
    for grid, stagger, move in itertools.product(GRIDS, ("odd", "even"), MOVES):
        file = file_of(grid, stagger)
        wanted = ((label(Hex(3, 2 + (stagger == "even"))),), ())
        for name, one, fields in objects_around(grid, centre(grid, 3, 2, stagger)):
            file["tilesets"][0] |= fields
            found = read(file, layer_of("ports", moved(one, -MOVES[move][0])), move)
            count += 1
            if (found.map.ports, found.findings) != wanted:
                with subtests.test(name=name, grid=grid, stagger=stagger, move=move):
                    assert (found.map.ports, found.findings) == wanted
    assert count > 3000


@every_case("grid", GRIDS)
def test_hundredth_row_lies_where_tiled_shows_it(grid: Grid) -> None:
    file = file_of(grid, height=100)
    file["layers"][0] |= {"height": 100, "data": [1] * COLS * 100}
    at = centre(grid, 3, 99)
    found = read(file, layer_of("ports", {"x": at.real, "y": at.imag, "point": True}))
    assert (found.map.ports, found.findings) == (("0399",), ())


def pixels(points: Iterable[complex]) -> list[dict[str, float]]:
    """Points as Tiled writes them."""
    return [{"x": one.real, "y": one.imag} for one in points]


def around(grid: Grid, stagger: str) -> list[complex]:
    """The border of two hexes side by side, from the north-western corner of the western one on."""
    west, east = corners(grid, 1, 1, stagger), corners(grid, 2, 1, stagger)
    return [west[5], west[0], west[1], *east[:5], west[3], west[4]]


def test_lines_and_polygons_follow_the_hexsides_along_which_tiled_shows_them(
    subtests: pytest.Subtests,
) -> None:
    count = 0
    for grid, stagger, move in itertools.product(GRIDS, ("odd", "even"), MOVES):
        row = 1 + (stagger == "even")
        outer = {1: ("w", "nw", "ne", "se", "sw"), 2: ("nw", "ne", "e", "se", "sw")}
        sides = [f"{label(Hex(col, row))}/{side}" for col, each in outer.items() for side in each]
        if grid[2] == 0:
            sides = [side for side in sides if side[-2:] not in ("/w", "/e")]
        spec = MapSpec("x", "x", COLS, ROWS + (stagger == "even"))
        path, size = around(grid, stagger), (grid[0] + grid[1]) / 2
        halfway = [point for a, b in itertools.pairwise([*path, path[0]]) for point in (a, (a + b) / 2)]
        for turn, shape, points in itertools.product(TURNS[:2], ("polygon", "polyline"), (path, halfway)):
            closed = [*points, points[0]] if shape == "polyline" else points
            at, facing = points[0] + 5, cmath.rect(1, -radians(turn))
            # Drawn by hand: no point is quite on its corner.
            astray = [one + size * 0.04 * cmath.rect(1, place) for place, one in enumerate(closed)]
            drawn = [(one - at) * facing for one in astray]
            line = {"x": at.real, "y": at.imag, "rotation": turn, "id": 7, shape: pixels(drawn)}
            found = read(file_of(grid, stagger), layer_of("edges", moved(line, -MOVES[move][0])), move)
            wanted = (sides_in_order(spec, sides), ())
            count += 1
            if (found.map.edges, found.findings) != wanted:
                with subtests.test(shape=shape, turn=turn, grid=grid, stagger=stagger, move=move):
                    assert (found.map.edges, found.findings) == wanted
    assert count > 400


def a_line(*points: complex, **more: Any) -> dict[str, Any]:
    """A line through points in pixels of the file."""
    return {"x": 0, "y": 0, "id": 7, "polyline": pixels(points), **more}


C, NORTHWEST = corners(GRIDS[0], 1, 1), corners(GRIDS[0], 0, 0)
WIDE = {"ellipse": True, "width": 208, "height": 9}
MIDDLE = centre(GRIDS[0], 1, 1)
AT = {"x": MIDDLE.real, "y": MIDDLE.imag, "id": 7, "name": "Cape"}
FOUR = [{"x": x, "y": y} for x, y in ((0, 0), (9, 0), (9, 9), (0, 9))]
PLACE = PlaceSpec("Cape", "0101", "mark")


@every_case(
    ("layer", "field", "wanted", "said"),
    [
        ("labels", AT | {"point": True}, (PLACE,), ""),
        ("labels", AT | {"point": True, "type": "Island"}, (PlaceSpec("Cape", "0101", "island"),), ""),
        ("labels", AT | {"text": {"text": " Savo\nIsland "}}, (PlaceSpec("Savo Island", "0101"),), ""),
        ("labels", AT | {"text": {"text": " "}, "class": "sea"}, (PlaceSpec("Cape", "0101", "sea"),), ""),
        ("labels", AT | {"gid": 2}, (PlaceSpec("Cape", "0101", "strait"),), ""),
        ("labels", AT | WIDE, (PlaceSpec("Cape", "0201"),), "in 0201"),
        ("labels", AT | {"width": 104, "height": 9}, (PLACE,), "on the border of hexes"),
        ("labels", AT | {"polygon": FOUR}, (), "has no use for the shape: “Cape” (polygon)"),
        ("labels", AT | {"polyline": FOUR}, (), "has no use for the shape: “Cape” (polyline)"),
        ("labels", AT | {"template": "cape.tj"}, (), "“Cape” (template instance)"),
        ("labels", {"id": 7, "template": "cape.tj"}, (), "choose Detach"),
        ("labels", AT | {"x": -30, "point": True}, (), "outside the map and left out: “Cape”"),
        ("labels", AT | {"y": 1e6, "name": ""}, (), "outside the map and left out: object 7"),
        ("labels", AT | {"visible": False, "point": True}, (PLACE,), "hidden in Tiled, but read: “Cape”"),
        ("ports", AT | {"gid": 50}, (), "embed the tilesets"),
        ("ports", AT | {"gid": 50, "width": 10, "height": 10}, ("0101",), "by their bottom left corner"),
        ("edges", AT | {"point": True}, (), "“Cape” (point)"),
        ("edges", AT | {"width": 104, "height": 60}, (), "“Cape” (rectangle)"),
        ("edges", a_line(C[1], C[2]), ("0101/e",), ""),
        ("edges", a_line(C[1], C[1]), (), "follow no hexside of the map"),
        ("edges", a_line(), (), "follow no hexside of the map"),
        ("edges", a_line(C[1], C[2], rotation=90), (), "follow no hexside of the map"),
        ("edges", a_line(C[1], C[4]), (), "follow no hexside of the map"),
        ("edges", a_line(C[1], C[3]), (), "follow no hexside of the map"),
        ("edges", a_line(C[4], C[5], C[2]), ("0001/e",), "only where they follow hexsides"),
        ("edges", a_line(C[1], C[2], 9e6 + 9e6j), (), "the lines of the file are too long"),
        ("edges", a_line(NORTHWEST[5], *NORTHWEST[:2]), ("0000/nw", "0000/ne"), ""),
        ("edges", a_line(*corners(GRIDS[0], 0, -2)[1:4]), (), "follow no hexside of the map"),
    ],
)  # fmt: skip
def test_each_object_is_read_or_named(layer: str, field: Any, wanted: Any, said: str) -> None:
    file = file_of()
    if field.get("gid") == 50:
        file["tilesets"].append({"firstgid": 40, "source": "ports.tsx"})
    file["tilesets"][0]["tiles"].append({"id": 1, "class": "strait"})
    found = read(file, layer_of(layer, field))
    got = {"labels": found.map.places, "ports": found.map.ports, "edges": found.map.edges}[layer]
    assert set(got) == set(wanted)
    assert (said in " ".join(found.findings)) if said else found.findings == ()


# --- layers of tiles ---------------------------------------------------------------------------------

MAP = MapSpec("x", "x", 5, 4, land=("0000", "0301"), shallows=("0102",), excluded=("0403",),
              areas={"slot": ("0201", "0202")})  # fmt: skip


def chunked(layer: dict[str, Any], col: int, row: int, pack: bool) -> None:
    """Turn a layer into that of an infinite map, in chunks of 2 by 2, its first tile at a column and row."""
    data, size = layer.pop("data"), (layer["width"], layer["height"])
    if isinstance(data, str):
        data = struct.unpack(f"<{size[0] * size[1]}I", zlib.decompress(base64.b64decode(data)))
    layer["chunks"] = []
    for x, y in itertools.product(range(0, size[0], 2), range(0, size[1], 2)):
        tiles = [
            data[r * size[0] + c] if c < size[0] and r < size[1] else 0
            for r, c in itertools.product((y, y + 1), (x, x + 1))
        ]
        packed = base64.b64encode(zlib.compress(struct.pack("<4I", *tiles))).decode()
        chunk = {"x": col + x, "y": row + y, "width": 2, "height": 2, "data": packed if pack else tiles}
        layer["chunks"].append(chunk)
    layer["compression"] = "zlib" if pack else ""


@every_case(("col", "row", "stagger"), list(itertools.product((0, -5, 32), (0, -6, 31, -3), ("odd", "even"))))
def test_infinite_maps_are_cut_to_their_ground(col: int, row: int, stagger: str) -> None:
    for pack in (False, True):
        file = to_tiled(MAP)
        file |= {"infinite": True, "staggerindex": stagger, "width": 16, "height": 16}
        for layer in file["layers"][:2]:
            chunked(layer, col, row, pack)
        middle = centre((104, 120, 60), col + 3, row + 2, stagger)
        file["layers"][2]["objects"] = [{"x": middle.real, "y": middle.imag, "point": True}]
        found = from_tiled(file)
        added = (row % 2 == 1) == (stagger == "odd")

        def lower(*hexes: str, by: int = added) -> tuple[str, ...]:
            return tuple(f"{one[:2]}{int(one[2:]) + by:02}" for one in hexes)

        assert (found.map.cols, found.map.rows) == (5, 4 + added)
        assert (found.map.land, found.map.shallows) == (lower(*MAP.land), lower(*MAP.shallows))
        assert (found.map.ports, found.map.areas["slot"]) == (lower("0302"), lower("0201", "0202"))
        assert len(found.map.excluded) == 1 + 5 * added
        assert f"from column {col}, row {row} on" in found.findings[0]


@every_case(
    ("changes", "wanted", "said"),
    [
        ({"offsetx": 104}, ("0301", "0302"), ""),
        ({"offsetx": -52, "offsety": 90}, ("0202", "0103"), ""),
        ({"offsetx": 104, "offsety": 30}, ("0301", "0302"), "moved by part of a hex"),
        ({"offsety": 180}, ("0203",), "outside the map, left out: 1"),
        ({"x": 1, "y": 1}, ("0302", "0303"), ""),
        ({"visible": False}, ("0201", "0202"), "“area: slot” is hidden in Tiled, but was read"),
        ({"name": "Area:slot"}, ("0201", "0202"), ""),
    ],
)
def test_moved_areas_lie_where_tiled_shows_them(changes: Any, wanted: tuple[str, ...], said: str) -> None:
    file = to_tiled(MAP)
    file["layers"][1] |= changes
    found = from_tiled(file)
    assert found.map.areas == {"slot": wanted}
    assert (said in " ".join(found.findings)) if said else found.findings == ()


def test_two_layers_of_one_area_add_up() -> None:
    file = to_tiled(MAP)
    file["layers"].append({**file["layers"][1], "offsetx": 104})
    assert from_tiled(file).map.areas == {"slot": ("0201", "0301", "0202", "0302")}


@every_case(
    ("tile", "wanted", "is_clear"),
    [
        ({"type": "land"}, "land", True),
        ({"type": " Land , Out of Play"}, "land out", True),
        ({"class": "shallows"}, "shallows", True),
        ({"type": "land, forest"}, "land", True),
        ({"type": "out"}, "out", True),
        ({"type": "Open sea, no land"}, "", False),
        ({"type": "sea, no land"}, "", True),
        ({"type": "sea, not out of play"}, "", True),
        ({"type": "not land"}, "", False),
        ({"type": "sea, land"}, "", False),
        ({"type": "island"}, "", False),
        ({"type": "reef, out of play"}, "out", False),
        ({}, "", False),
        ({"type": "sea", "properties": [{"name": "ground", "value": "land"}]}, "land", True),
        ({"type": "land", "properties": {"out": True}}, "land out", True),
        ({"properties": {"ground": "shallows", "out": "true"}}, "shallows out", True),
    ],
)
def test_class_of_a_tile_is_its_ground_only_in_whole_terms(tile: Any, wanted: str, is_clear: bool) -> None:
    listed = [{"id": 0, **tile}]
    old_tile = {name: value for name, value in tile.items() if name != "properties"}
    properties = tile.get("properties", {})
    if isinstance(properties, list):
        properties = {one["name"]: one["value"] for one in properties}
    # Tiled 1.0 wrote objects by number, and properties apart.
    old = {"tiles": {"0": old_tile}, "tileproperties": {"0": properties}}
    for tileset in ({"tiles": listed}, old):
        file = file_of(tilesets=[{"firstgid": 1, **tileset}])
        found = from_tiled(file)
        count = COLS * ROWS
        counts = [len(hexes) for hexes in (found.map.land, found.map.shallows, found.map.excluded)]
        assert counts == [count * (word in wanted.split()) for word in ("land", "shallows", "out")]
        assert (found.findings == ()) is is_clear
        assert is_clear or f"{count} hexes have tiles without a clear meaning" in found.findings[0]


def test_map_of_tiled_1_0_is_read() -> None:
    file = file_of(properties={"title": "Small", "hex_yards": 9000, "note": "x"}, version=1)
    file["tilesets"] = [{"firstgid": 1, "tileproperties": {"0": {"ground": "land"}}}]
    file["layers"][0] |= {"name": "terrain", "data": [1, 2, 0] + [1] * (COLS * ROWS - 3)}
    found = from_tiled(file)
    assert (found.map.title, found.map.hex_yards, len(found.map.land)) == ("Small", 9000, COLS * ROWS - 2)
    said = " ".join(found.findings)
    for words in ("“terrain” was read as the ground", "use here: note", "1 hexes have", "ground: 1."):
        assert words in said


def test_findings_hold_whole_characters_only() -> None:
    file = file_of(properties={"\ud800": 1})
    file["tilesets"][0]["tiles"][0]["properties"] = {"ground": "\udfff"}
    found = read(file, layer_of("ports", {"x": 1, "y": 1, "id": "\ud800", "polyline": []}))
    assert len(found.findings) == 3
    assert all(one.encode() for one in found.findings)


def test_file_full_of_lines_is_read_in_time() -> None:
    shore = [one for row in range(ROWS) for col in range(COLS) for one in corners(GRIDS[0], col, row)]
    lines = layer_of("edges", *(a_line(a, b) for a, b in itertools.pairwise(shore * 10)))
    with time_limits.within(1.5):
        found = read(file_of(), lines)
    assert len(found.map.edges) == 3 * COLS * ROWS + 2 * (COLS + ROWS) - 1
