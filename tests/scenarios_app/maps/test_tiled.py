"""Maps as Tiled files: what goes out comes back the same, what comes from elsewhere is read with care."""

import base64
import copy
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.scenario.spec import BadScenario, MapSpec, PlaceSpec
from scenarios_app.maps.coasts import rasters
from scenarios_app.maps.tiled import from_tiled, to_tiled
from scenarios_app.maps.tiled.layout import SIDE_ENDS
from tests.support import time_limits
from tests.support.every_case import every_case

QUICK_S = 0.5

MAP = MapSpec(
    key="sound",
    title="A sound",
    cols=6,
    rows=5,
    land=("0000", "0100", "0301"),
    shallows=("0200",),
    excluded=("0501", "0301"),
    areas={"the-slot": ("0202", "0302"), "empty": ()},
    places=(PlaceSpec("Cape", "0100", "cape"), PlaceSpec("", "0404")),
    ports=("0303",),
    edges=("0202/e", "0202/sw", "0000/nw"),
    coast="kula_gulf",
    coast_col=2,
    coast_row=4,
    source="drawn",
    hex_yards=6000,
    numbering="A1",
)


BROKEN_GROUP = {"type": "group", "layers": 5}


def tiled(
    change: Callable[[dict[str, Any]], None] = lambda file: None, spec: MapSpec = MAP
) -> dict[str, Any]:
    """The file of a map, changed."""
    file = copy.deepcopy(to_tiled(spec))
    change(file)
    return file


def refusal(file: Any) -> tuple[str, str]:
    """The place and the sentence with which a file is refused, quickly."""
    with time_limits.within(QUICK_S), pytest.raises(BadScenario) as refused:
        from_tiled(file)
    (finding,) = refused.value.findings
    return finding.where, finding.text


def layer(file: dict[str, Any], name: str) -> dict[str, Any]:
    """The layer of this name."""
    return next(one for one in file["layers"] if one["name"] == name)


# --- there and back --------------------------------------------------------------------------------


def test_map_comes_back_the_same() -> None:
    found = from_tiled(json.loads(json.dumps(to_tiled(MAP))))
    assert found.map == MAP
    assert found.findings == ()


@every_case("coast", sorted(rasters()))
def test_maps_of_the_library_come_back_the_same(coast: str) -> None:
    assert from_tiled(to_tiled(rasters()[coast])).map == rasters()[coast]


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
LABEL = st.builds(lambda col, row: label(Hex(col, row)), st.integers(0, 12), st.integers(0, 12)) | TEXT
LABELS = st.lists(LABEL, max_size=12).map(tuple)
EDGE = st.builds(lambda at, side: f"{at}/{side}", LABEL, st.sampled_from(list(SIDE_ENDS))) | TEXT
MAPS = st.builds(
    MapSpec,
    key=TEXT,
    title=TEXT,
    cols=st.integers(1, 12) | st.just(100),
    rows=st.integers(1, 12) | st.just(100),
    land=LABELS,
    excluded=LABELS,
    areas=st.dictionaries(TEXT, LABELS, max_size=3),
    places=st.lists(st.builds(PlaceSpec, TEXT, LABEL, TEXT), max_size=4).map(tuple),
    coast=TEXT,
    coast_col=st.integers(-(2**53) + 1, 2**53 - 1),
    coast_row=st.integers(-(2**53) + 1, 2**53 - 1),
    source=TEXT,
    hex_yards=st.integers(-(2**53) + 1, 2**53 - 1),
    shallows=LABELS,
    ports=LABELS,
    edges=st.lists(EDGE, max_size=8).map(tuple),
    numbering=st.sampled_from(["0000", "0101", "A1"]),
)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(MAPS)
def test_any_map_comes_back_the_same(spec: MapSpec) -> None:
    found = from_tiled(json.loads(json.dumps(to_tiled(spec))))
    assert found.map == spec
    assert found.findings == ()


@every_case(("cols", "rows"), [(0, 5), (5, 0), (101, 5), (-1, 5), (10**15, 1)])
def test_map_without_size_or_too_large_is_not_written(cols: int, rows: int) -> None:
    with pytest.raises(BadScenario, match="1 to 100 columns"):
        to_tiled(MapSpec("x", "x", cols, rows))


# --- edited in Tiled -------------------------------------------------------------------------------


def test_what_was_painted_in_tiled_is_taken() -> None:
    def paint(file: dict[str, Any]) -> None:
        layer(file, "ground")["data"][6 * 4 + 5] = 2
        del layer(file, "labels")["objects"][0]
        layer(file, "ports")["objects"][0]["x"] += 104

    found = from_tiled(tiled(paint)).map
    assert found.land == ("0000", "0100", "0301", "0504")
    assert found.places == (PlaceSpec("", "0404"),)
    assert found.ports == ("0403",)
    assert (found.shallows, found.areas, found.edges) == (MAP.shallows, MAP.areas, MAP.edges)


def test_order_of_a_list_is_kept_until_its_layer_is_changed() -> None:
    odd = MapSpec("x", "x", 3, 3, land=("0202", "0000", "0000"), shallows=("0101",))
    assert from_tiled(to_tiled(odd)).map.land == odd.land
    file = tiled(lambda file: layer(file, "ground")["data"].__setitem__(1, 2), odd)
    assert from_tiled(file).map.land == ("0000", "0100", "0202")


@every_case(
    ("pack", "compression"),
    [(bytes, ""), (zlib.compress, "zlib"), (gzip.compress, "gzip")],
)
def test_tiles_may_be_packed(pack: Callable[[bytes], bytes], compression: str) -> None:
    def packed(file: dict[str, Any]) -> None:
        ground = layer(file, "ground")
        turned = [tile | 0xF000_0000 for tile in ground["data"]]
        plain = struct.pack(f"<{len(turned)}I", *turned)
        ground |= {
            "data": base64.b64encode(pack(plain)).decode(),
            "encoding": "base64",
            "compression": compression,
        }

    assert from_tiled(tiled(packed)).map == MAP


def test_layers_may_lie_in_groups_and_classes_may_name_tiles() -> None:
    def regroup(file: dict[str, Any]) -> None:
        file["layers"] = [{"type": "group", "name": "all", "layers": file["layers"]}]
        for tile in file["tilesets"][0]["tiles"]:
            tile["class"] = tile.pop("type")
            del tile["properties"]

    assert from_tiled(tiled(regroup)).map == MAP


def test_unknown_tiles_become_sea_with_a_finding() -> None:
    def rename(file: dict[str, Any]) -> None:
        file["tilesets"][0]["tiles"] = []

    found = from_tiled(tiled(rename))
    assert (found.map.land, found.map.shallows, found.map.excluded) == ((), (), ())
    assert found.findings[0].startswith("30 hexes have tiles without a clear meaning")


def test_even_stagger_is_shifted_by_a_row_out_of_play() -> None:
    found = from_tiled(tiled(lambda file: file.update(staggerindex="even")))
    assert found.map.rows == 6
    assert found.map.land == ("0001", "0101", "0302")
    assert found.map.excluded == ("0000", "0100", "0200", "0300", "0400", "0500", "0302", "0502")
    assert "a row out of play was added" in found.findings[0]


def test_objects_of_an_even_map_lie_a_row_lower() -> None:
    def shift(file: dict[str, Any]) -> None:
        file["staggerindex"] = "even"
        port = layer(file, "ports")["objects"][0]
        port["x"], port["y"] = 104 * 1.0, 60.0

    assert from_tiled(tiled(shift)).map.ports == ("0001",)


def test_foreign_layers_are_left_out_with_a_finding() -> None:
    more = {"type": "imagelayer", "name": "Photo", "image": "../../etc/passwd"}
    found = from_tiled(tiled(lambda file: file["layers"].append(more)))
    assert found.map == MAP
    assert found.findings == ("The layer “Photo” was left out: maps here have none like it.",)


# --- hostile and broken ----------------------------------------------------------------------------


def test_tileset_in_another_file_is_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("a file was opened")

    file = tiled(lambda file: file.update(tilesets=[{"firstgid": 1, "source": "../../etc/passwd"}]))
    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("io.open", refuse)
    found = from_tiled(file)
    assert "a file of its own, which is not read" in found.findings[0]
    assert found.map.land == ()


def bomb(compress: Callable[[bytes], bytes]) -> str:
    return base64.b64encode(compress(b"\0" * 50_000_000)).decode()


@every_case(("compress", "compression"), [(zlib.compress, "zlib"), (gzip.compress, "gzip")])
def test_packed_bomb_is_refused_quickly(compress: Callable[[bytes], bytes], compression: str) -> None:
    file = tiled()
    layer(file, "ground").update(data=bomb(compress), encoding="base64", compression=compression)
    assert refusal(file) == ("layers.0.data", "must hold exactly 30 tiles")


@every_case(
    ("changes", "where"),
    [
        ({"orientation": "orthogonal"}, "orientation"),
        ({"orientation": None}, "orientation"),
        ({"staggeraxis": "x"}, "staggeraxis"),
        ({"staggerindex": "both"}, "staggerindex"),
        ({"width": 101}, "width"),
        ({"width": 0}, "width"),
        ({"width": 7}, "layers.0.width"),
        ({"width": True}, "width"),
        ({"width": 10**30}, "width"),
        ({"width": 1e300}, "width"),
        ({"width": float("nan")}, "width"),
        ({"height": float("inf")}, "height"),
        ({"height": "5"}, "height"),
        ({"tilewidth": 0}, "tilewidth"),
        ({"tileheight": -1}, "tileheight"),
        ({"tilewidth": 1}, "tilewidth"),
        ({"hexsidelength": 121}, "hexsidelength"),
        ({"layers": {}}, "layers"),
        ({"layers": [1]}, "layers.0"),
        ({"layers": []}, "layers"),
        ({"layers": [{"type": "group", "layers": [BROKEN_GROUP]}]}, "layers.0.layers.0.layers"),
        ({"tilesets": [{"firstgid": -1}]}, "tilesets.0.firstgid"),
        ({"tilesets": [{"firstgid": 1, "tiles": [{"id": "x", "type": "sea"}]}]}, "tilesets.0.tiles.0.id"),
        ({"tilesets": [{"firstgid": 1, "tiles": {"x": {}}}]}, "tilesets.0.tiles.x"),
        ({"tilesets": [{}] * 65}, "tilesets"),
        ({"properties": [{"name": "title", "value": 5}]}, "properties.title"),
        ({"properties": [{"name": "hex_yards", "value": 1.5}]}, "properties.hex_yards"),
        ({"properties": [{"name": "numbering", "value": []}]}, "properties.numbering"),
        ({"properties": [{"name": "title", "value": "\ud800"}]}, "properties.title"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_by_their_place(changes: dict[str, Any], where: str) -> None:
    assert refusal(tiled(lambda file: file.update(changes)))[0] == where


@every_case(
    ("name", "changes", "where"),
    [
        ("ground", {"data": [1] * 29}, "layers.0.data"),
        ("ground", {"data": [1] * 29 + [-1]}, "layers.0.data.29"),
        ("ground", {"data": [1] * 29 + [2**32]}, "layers.0.data.29"),
        ("ground", {"data": [1] * 29 + [1.5]}, "layers.0.data.29"),
        ("ground", {"data": None}, "layers.0.data"),
        ("ground", {"data": "????"}, "layers.0.data"),
        ("ground", {"data": "AAAA" * 200_000}, "layers.0.data"),
        ("ground", {"data": "AAAA", "compression": "zlib"}, "layers.0.data"),
        ("ground", {"data": "AAAA", "compression": "zstd"}, "layers.0.data"),
        ("ports", {"objects": [{"x": float("nan"), "y": 0}]}, "layers.3.objects.0.x"),
        ("ports", {"objects": [{"x": 1e308, "y": 0}]}, "layers.3.objects.0.x"),
        ("ports", {"offsetx": "right"}, "layers.3.offsetx"),
        ("ports", {"objects": [{"x": 1, "y": 1, "gid": 2**32}]}, "layers.3.objects.0.gid"),
        ("ports", {"objects": [{"x": 1, "y": 1, "rotation": None}]}, "layers.3.objects.0.rotation"),
        ("ports", {"objects": [{"x": 1, "y": 1, "text": {"text": 5}}]}, "layers.3.objects.0.text.text"),
        ("ground", {"chunks": {}}, "layers.0.chunks"),
        ("ground", {"chunks": [{"width": 300, "height": 300, "data": ""}]}, "layers.0"),
        ("ground", {"chunks": [{"x": 0.5, "width": 1, "height": 1, "data": [1]}]}, "layers.0.chunks.0.x"),
        ("area: empty", {"width": 101}, "layers.2.width"),
        ("ports", {"objects": [{"y": 0}]}, "layers.3.objects.0.x"),
        ("ports", {"objects": [{"x": 1, "y": 1}] * 20_001}, "layers.3.objects"),
        ("labels", {"objects": [{"x": 60, "y": 60, "name": "n" * 4001}]}, "layers.4.objects.0.name"),
        ("edges", {"objects": [{"x": 1, "y": 1, "polyline": [{"x": 0}]}]}, "layers.5.objects.0.polyline.0.y"),
    ],
)
def test_wrong_layers_are_refused_by_their_place(name: str, changes: dict[str, Any], where: str) -> None:
    assert refusal(tiled(lambda file: layer(file, name).update(changes)))[0] == where


@every_case("file", [None, [], "map", 5, {}, {"type": "map"}])
def test_what_is_no_map_is_refused(file: Any) -> None:
    assert refusal(file)[0] in ("file", "orientation")


def test_deep_and_endless_files_are_refused() -> None:
    deep: Any = []
    for _ in range(1000):
        deep = [deep]
    assert refusal({"layers": deep}) == ("file", "The file is nested more than 24 deep.")
    where, text = refusal({"layers": [[0] * 1000 for _ in range(600)]})
    assert (where, text[:30]) == ("file", "The file has more than 500000 ")


def test_stagger_axis_says_what_to_do() -> None:
    assert "Set Stagger Axis to Y in Tiled" in refusal(tiled(lambda file: file.update(staggeraxis="x")))[1]


@every_case("kept", ["{", "[]", '{"land": 5}', '{"areas": {"x": [1]}}', "[" * 100_000, 5])
def test_broken_note_of_exact_lists_is_ignored(kept: Any) -> None:
    spec = MapSpec("x", "x", 2, 2, land=("0001",))
    note = {"name": "as_written", "type": "string", "value": kept}
    assert from_tiled(tiled(lambda file: file["properties"].append(note), spec)).map == spec


def even_map(rows: int) -> dict[str, Any]:
    """A file of so many rows, of which the even ones are shifted."""
    return tiled(lambda file: file.update(staggerindex="even"), MapSpec("x", "x", 2, rows))


def test_even_map_has_room_for_one_row_less() -> None:
    assert refusal(even_map(100))[0] == "height"
    assert from_tiled(even_map(99)).map.rows == 100
