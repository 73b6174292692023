"""A map out of a Tiled file from anywhere. No other file is ever opened."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read, write

from .layout import AREA, EDGES, GROUND, LABELS, PORTS, Measure, other_name
from .limits import (
    LARGEST,
    MOST,
    MOST_LAYERS,
    MOST_OBJECTS,
    MOST_TILES,
    MOST_TILESETS,
    look_through,
    members,
    number,
    properties,
    refusal,
    text,
    whole_number,
)
from .normalise import DRAWN, hex_on, in_order, sides_in_order, tidied
from .tile_data import tile_numbers

_LARGEST_TILE_PX = 10_000
_TEXTS = {"key": "", "title": "A map from Tiled", "source": "", "coast": ""}
_NUMBERS = {"coast_col": 0, "coast_row": 0, "hex_yards": 12_000}
_NUMBERINGS = ("0000", "0101", "A1")
_KINDS = ("land", "shallows", "sea")


@dataclass(frozen=True, slots=True)
class FromTiled:
    """A map out of a Tiled file, and in sentences what of the file it could not keep."""

    map: MapSpec
    findings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    spec: MapSpec
    measure: Measure
    tiles: dict[int, tuple[str, bool]]
    land: list[str] = field(default_factory=list)
    shallows: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    places: list[PlaceSpec] = field(default_factory=list)
    areas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)


def from_tiled(value: Json) -> FromTiled:
    """Return the map that a Tiled file holds. Raises BadScenario that names the place and what to do."""
    look_through(value)
    if not isinstance(value, dict):
        raise refusal("file", "This is no map: save it in Tiled as a JSON map file.")
    _check_kind(value)
    given = properties(value, "")
    reading = _begin(value, given)
    _read_layers(reading, value)
    return FromTiled(_as_written(_finished(reading), given.get("as_written")), tuple(reading.findings))


# --- the map as a whole ------------------------------------------------------------------------------


def _check_kind(value: dict[str, Json]) -> None:
    if value.get("orientation") != "hexagonal":
        raise refusal("orientation", "must be hexagonal: set it in Tiled under Map, Map Properties.")
    if value.get("staggeraxis") != "y":
        raise refusal(
            "staggeraxis",
            "Here hexes stand on a corner. Set Stagger Axis to Y in Tiled, under Map, Map Properties.",
        )
    if value.get("infinite"):
        raise refusal(
            "infinite", "Turn off Infinite in Tiled, under Map, Map Properties; then the map has a size."
        )
    if value.get("staggerindex") not in ("odd", "even"):
        raise refusal("staggerindex", "must be odd or even")


def _begin(value: dict[str, Json], given: dict[str, Json]) -> _Reading:
    cols, rows = (
        whole_number(value.get("width"), "width", 1, MOST),
        whole_number(value.get("height"), "height", 1, MOST),
    )
    added = 1 if value.get("staggerindex") == "even" else 0
    if rows + added > MOST:
        raise refusal(
            "height", f"Even rows are shifted here, which takes a row more than the {MOST} there may be."
        )
    width = whole_number(value.get("tilewidth"), "tilewidth", 1, _LARGEST_TILE_PX)
    height = whole_number(value.get("tileheight"), "tileheight", 1, _LARGEST_TILE_PX)
    side = whole_number(value.get("hexsidelength", 0), "hexsidelength", 0, _LARGEST_TILE_PX)
    reading = _Reading(_frame(given, cols, rows + added), Measure(width, height, side, added), tiles={})
    if added:
        reading.excluded += [label(Hex(col, 0)) for col in range(cols)]
        reading.findings.append(
            "Even rows are shifted in this file, odd ones here: a row out of play was added in the north."
        )
    reading.tiles = dict(_tiles(value, reading.findings))
    return reading


def _frame(given: dict[str, Json], cols: int, rows: int) -> MapSpec:
    texts = {name: text(given.get(name, usual), f"properties.{name}") for name, usual in _TEXTS.items()}
    numbers = {
        name: whole_number(given.get(name, usual), f"properties.{name}", -LARGEST, LARGEST)
        for name, usual in _NUMBERS.items()
    }
    style = given.get("numbering", "0000")
    if style not in _NUMBERINGS:
        raise refusal("properties.numbering", "must be one of " + ", ".join(_NUMBERINGS))
    more: dict[str, Any] = {**texts, **numbers}
    return MapSpec(cols=cols, rows=rows, numbering=style, **more)


def _tiles(value: dict[str, Json], findings: list[str]) -> Iterator[tuple[int, tuple[str, bool]]]:
    """Yield the meaning of each tile of the embedded tilesets, by its number on the map."""
    for place, tileset in enumerate(members(value.get("tilesets"), "tilesets", MOST_TILESETS)):
        where = f"tilesets.{place}"
        first = whole_number(tileset.get("firstgid"), f"{where}.firstgid", 1, 2**28)
        if "source" in tileset:
            findings.append(
                "A tileset lies in a file of its own, which is not read: embed it in the map in Tiled."
            )
            continue
        for number_, tile in enumerate(members(tileset.get("tiles"), f"{where}.tiles", MOST_TILES)):
            at = f"{where}.tiles.{number_}"
            meant = _meaning(tile, at)
            if meant is not None:
                yield first + whole_number(tile.get("id"), f"{at}.id", 0, 2**28), meant


def _meaning(tile: dict[str, Json], where: str) -> tuple[str, bool] | None:
    """Ground, and whether out of play, by a tile's properties, or else by its class."""
    given = properties(tile, f"{where}.")
    words = str(given.get("ground") or tile.get("type") or tile.get("class") or "").casefold()
    tidy = re.split(r"[^a-z]+", words)
    is_out = given.get("out") is True or "out" in tidy
    ground = next((kind for kind in _KINDS if kind in tidy), "sea" if is_out else "")
    return (ground, is_out) if ground else None


# --- layers ------------------------------------------------------------------------------------------


def _read_layers(reading: _Reading, value: dict[str, Json]) -> None:
    layers = list(_all_layers(value, ""))
    if len(layers) > MOST_LAYERS:
        raise refusal("layers", f"A map may have at most {MOST_LAYERS} layers.")
    tiled = [(where, layer) for where, layer in layers if layer.get("type") == "tilelayer"]
    named = [one for one in tiled if _name(one[1]).casefold() == GROUND]
    named += [one for one in tiled if not _name(one[1]).startswith(AREA.strip())]
    if not named:
        raise refusal("layers", "There is no tile layer. Paint the map on one that is named ground.")
    at, ground = named[0]
    _read_ground(reading, ground, at)
    for where, layer in layers:
        if layer is not ground:
            _read_layer(reading, layer, where)


def _all_layers(holder: dict[str, Json], where: str) -> Iterator[tuple[str, dict[str, Json]]]:
    for place, layer in enumerate(members(holder.get("layers"), f"{where}layers", MOST_LAYERS)):
        at = f"{where}layers.{place}"
        if layer.get("type") == "group":
            yield from _all_layers(layer, f"{at}.")
        else:
            yield at, layer


def _name(layer: dict[str, Json]) -> str:
    return text(layer.get("name"), "layers.name")


def _read_layer(reading: _Reading, layer: dict[str, Json], where: str) -> None:
    name, kind = _name(layer), layer.get("type")
    if kind == "tilelayer" and name.startswith(AREA.strip()):
        hexes = [at for at, tile in _cells(reading, layer, where) if tile]
        area = name.removeprefix(AREA) if name.startswith(AREA) else name.removeprefix(AREA.strip())
        reading.areas[area] = tuple(hexes)
    elif kind == "objectgroup" and name.casefold() in _OBJECTS:
        objects = members(layer.get("objects"), f"{where}.objects", MOST_OBJECTS)
        for place, one in enumerate(objects):
            _OBJECTS[name.casefold()](reading, one, f"{where}.objects.{place}")
    else:
        reading.findings.append(f"The layer “{name[:60]}” was left out: it is none that a map here has.")


def _read_ground(reading: _Reading, layer: dict[str, Json], where: str) -> None:
    unknown = 0
    for at, tile in _cells(reading, layer, where):
        ground, is_out = reading.tiles.get(tile, ("sea", False))
        unknown += tile != 0 and tile not in reading.tiles
        if ground == "land":
            reading.land.append(at)
        elif ground == "shallows":
            reading.shallows.append(at)
        if is_out:
            reading.excluded.append(at)
    if unknown:
        reading.findings.append(
            f"{unknown} hexes bear tiles that nobody said the meaning of; they are sea now. "
            "Give each tile in Tiled the class sea, land or shallows."
        )


def _cells(reading: _Reading, layer: dict[str, Json], where: str) -> Iterator[tuple[str, int]]:
    """Each hex of a tile layer with its tile's number."""
    cols, added = reading.spec.cols, reading.measure.added_rows
    rows = reading.spec.rows - added
    for name, wanted in (("width", cols), ("height", rows)):
        whole_number(layer.get(name, wanted), f"{where}.{name}", wanted, wanted)
    for place, tile in enumerate(tile_numbers(layer, where, cols * rows)):
        yield label(Hex(place % cols, place // cols + added)), tile


# --- objects -----------------------------------------------------------------------------------------


def _point(one: dict[str, Json], where: str) -> tuple[float, float]:
    return number(one.get("x"), f"{where}.x"), number(one.get("y"), f"{where}.y")


def _is_on(reading: _Reading, at: Hex) -> bool:
    return 0 <= at.col < reading.spec.cols and 0 <= at.row < reading.spec.rows


def _on_map(reading: _Reading, at: Hex, where: str) -> str:
    if not _is_on(reading, at):
        raise refusal(where, "does not lie on the map; move it there, or delete it.")
    return label(at)


def _read_port(reading: _Reading, one: dict[str, Json], where: str) -> None:
    reading.ports.append(_on_map(reading, reading.measure.hex_at(*_point(one, where)), where))


def _read_label(reading: _Reading, one: dict[str, Json], where: str) -> None:
    at = _on_map(reading, reading.measure.hex_at(*_point(one, where)), where)
    kind = text(one.get("type") if "type" in one else one.get("class", "mark"), f"{where}.type")
    reading.places.append(PlaceSpec(text(one.get("name"), f"{where}.name"), at, kind))


def _read_edge(reading: _Reading, one: dict[str, Json], where: str) -> None:
    x, y = _point(one, where)
    line = members(one.get("polyline"), f"{where}.polyline", 10_000)
    points = [_point(end, f"{where}.polyline.{place}") for place, end in enumerate(line)]
    for (ax, ay), (bx, by) in pairwise(points):
        at, side = reading.measure.side_at(x + (ax + bx) / 2, y + (ay + by) / 2)
        if not _is_on(reading, at):
            at, side = other_name(at, side)
        reading.edges.append(f"{_on_map(reading, at, where)}/{side}")


_OBJECTS = {PORTS: _read_port, LABELS: _read_label, EDGES: _read_edge}


# --- at the end --------------------------------------------------------------------------------------


def _finished(reading: _Reading) -> MapSpec:
    spec = reading.spec
    return replace(
        spec,
        land=tuple(reading.land),
        shallows=tuple(reading.shallows),
        excluded=in_order(spec, reading.excluded),
        ports=in_order(spec, reading.ports),
        edges=sides_in_order(spec, reading.edges),
        places=tuple(place for place in reading.places if hex_on(spec, place.hex)),
        areas=reading.areas,
    )


def _as_written(spec: MapSpec, kept: Json) -> MapSpec:
    """Return the map with the original lists if the layers still have the same content."""
    if not isinstance(kept, str):
        return spec
    try:
        exact = json.loads(kept)
        if not isinstance(exact, dict):
            return spec
        wanted = {name: exact[name] for name in DRAWN if name in exact}
        written: MapSpec = read(MapSpec, {**write(spec), **wanted})
    except (ValueError, RecursionError, BadShape):
        return spec
    tidy = tidied(written)
    return replace(
        spec,
        **{name: getattr(written, name) for name in wanted if getattr(tidy, name) == getattr(spec, name)},
    )
