"""A map out of a Tiled file from anywhere. No other file is ever opened."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.scenario.spec import MapSpec, PlaceSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import BadShape, read, write

from . import findings as reasons
from .findings import Findings
from .hexsides import sides_along, steps_of
from .layers import Layer, Point, layers_of
from .layout import AREA, EDGES, GROUND, LABELS, PORTS, Measure, other_name
from .limits import (
    LARGEST,
    MOST,
    MOST_OBJECTS,
    MOST_STEPS,
    look_through,
    members,
    properties,
    refusal,
    text,
    whole_number,
)
from .normalise import DRAWN, hex_on, in_order, label_kind, sides_in_order, tidied
from .objects import DRAWN_LINES, PLACED, TEMPLATE, Drawing, drawing_of
from .tile_data import painted_cells
from .tilesets import Tiles, tiles_of

_LARGEST_TILE_PX = 10_000
_TEXTS = {"key": "", "title": "A map from Tiled", "source": "", "coast": ""}
_NUMBERS = {"coast_col": 0, "coast_row": 0, "hex_yards": 12_000}
_NUMBERINGS = ("0000", "0101", "A1")
_PROPERTIES = (*_TEXTS, *_NUMBERS, "numbering", "as_written")
#: How far a moved tile may lie beside the middle of its hex, in parts of half a hex.
_BESIDE = 0.25
#: How many columns or rows more than a hex a shape may cover before a finding names it.
_LARGE = 1.25
_NAMED_CLASSES = 3


@dataclass(frozen=True, slots=True)
class FromTiled:
    """A map out of a Tiled file, and in sentences what of the file it could not keep."""

    map: MapSpec
    findings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    """A map while it is read. `added` is the number of rows in the north that the file does not have."""

    spec: MapSpec
    measure: Measure
    added: int
    tiles: Tiles
    findings: Findings
    steps: int = 0
    land: list[str] = field(default_factory=list)
    shallows: list[str] = field(default_factory=list)
    excluded: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    places: list[PlaceSpec] = field(default_factory=list)
    areas: dict[str, tuple[str, ...]] = field(default_factory=dict)


def from_tiled(value: Json) -> FromTiled:
    """Return the map that a Tiled file holds. Raises BadScenario that names the place and what to do."""
    look_through(value)
    if not isinstance(value, dict):
        raise refusal("file", "This is no map: save it in Tiled as a JSON map file.")
    _check_kind(value)
    given = properties(value, "")
    findings, layers = Findings(), layers_of(value)
    ground = _ground_of(layers, findings)
    reading = _begin(value, given, ground, findings)
    _read_ground(reading, ground)
    for layer in layers:
        if layer is not ground:
            _read_layer(reading, layer)
    return FromTiled(_as_written(_finished(reading), given.get("as_written")), findings.sentences())


# --- the map as a whole ------------------------------------------------------------------------------


def _check_kind(value: dict[str, Json]) -> None:
    if value.get("orientation") != "hexagonal":
        raise refusal("orientation", "must be hexagonal: set it in Tiled under Map, Map Properties.")
    if value.get("staggeraxis") != "y":
        raise refusal(
            "staggeraxis",
            "Here hexes stand on a corner. Set Stagger Axis to Y in Tiled, under Map, Map Properties.",
        )
    if value.get("staggerindex") not in ("odd", "even"):
        raise refusal("staggerindex", "must be odd or even")


def _begin(value: dict[str, Json], given: dict[str, Json], ground: Layer, findings: Findings) -> _Reading:
    west, north, cols, rows = _extent(value, ground, findings)
    added = 1 if (north & 1) == (value["staggerindex"] == "odd") else 0
    if rows + added > MOST:
        raise refusal(
            "height", f"Even rows are shifted here, which takes a row more than the {MOST} there may be."
        )
    width = whole_number(value.get("tilewidth"), "tilewidth", 2, _LARGEST_TILE_PX)
    height = whole_number(value.get("tileheight"), "tileheight", 2, _LARGEST_TILE_PX)
    side = whole_number(value.get("hexsidelength", 0), "hexsidelength", 0, height)
    # Tiled draws tiles of an odd size a pixel smaller.
    even = width // 2 * 2, height // 2 * 2
    measure = Measure(*even, side, west, north - added, *ground.offset)
    spec = _frame(given, cols, rows + added)
    reading = _Reading(spec, measure, added, tiles_of(value), findings)
    if added:
        reading.excluded += [label(Hex(col, 0)) for col in range(cols)]
        findings.say(
            "The northernmost row is shifted in this file, but only odd rows are here: "
            "a row out of play was added in the north."
        )
    if unknown := [name[:40] for name in given if name not in _PROPERTIES]:
        findings.say(f"Custom properties of the map without a use here: {', '.join(unknown[:10])}.")
    if reading.tiles.external:
        findings.say(
            "A tileset lies in a file of its own, which is not read: embed it in the map in Tiled. "
            "Objects made of its tiles are placed by their bottom left corner."
        )
    return reading


def _extent(value: dict[str, Json], ground: Layer, findings: Findings) -> tuple[int, int, int, int]:
    """Return the westernmost column and northernmost row, and the number of columns and rows."""
    if not value.get("infinite"):
        cols, rows = (whole_number(value.get(name), name, 1, MOST) for name in ("width", "height"))
        for name, wanted in (("width", cols), ("height", rows)):
            whole_number(ground.value.get(name, wanted), f"{ground.where}.{name}", wanted, wanted)
        return 0, 0, cols, rows
    places = [(col, row) for col, row, _ in painted_cells(ground.value, ground.where)]
    if not places:
        raise refusal(ground.where, "The ground of this infinite map is empty. Paint it in Tiled.")
    (west, east), (north, south) = ((min(one), max(one)) for one in zip(*places, strict=True))
    cols, rows = east - west + 1, south - north + 1
    if max(cols, rows) > MOST:
        raise refusal(
            "infinite", f"The ground covers {cols} by {rows} hexes; a map has at most {MOST} by {MOST}."
        )
    findings.say(
        f"The map is infinite in Tiled. It was cut to its ground, from column {west}, row {north} on."
    )
    return west, north, cols, rows


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


# --- layers of tiles ---------------------------------------------------------------------------------


def _ground_of(layers: list[Layer], findings: Findings) -> Layer:
    tiled = [layer for layer in layers if layer.kind == "tilelayer"]
    named = [layer for layer in tiled if _plain(layer) == GROUND]
    others = [layer for layer in tiled if _area_of(layer) is None]
    if not named and not others:
        raise refusal("layers", "There is no tile layer. Paint the map on one that is named ground.")
    if not named:
        findings.say(f"The layer “{others[0].name[:60]}” was read as the ground.")
    return (named or others)[0]


def _plain(layer: Layer) -> str:
    return layer.name.strip().casefold()


def _area_of(layer: Layer) -> str | None:
    """Return the name of the area that a layer holds, if it is one for an area."""
    bare = AREA.strip()
    if layer.name[: len(bare)].casefold() != bare:
        return None
    return layer.name[len(bare) :].removeprefix(" ")


def _read_layer(reading: _Reading, layer: Layer) -> None:
    area, read_object = _area_of(layer), _OBJECTS.get(_plain(layer))
    if layer.kind == "tilelayer" and area is not None:
        hexes = [at for at, _ in _cells(reading, layer)]
        reading.areas[area] = in_order(reading.spec, (*reading.areas.get(area, ()), *hexes))
    elif layer.kind == "objectgroup" and read_object is not None:
        objects = members(layer.value.get("objects"), f"{layer.where}.objects", MOST_OBJECTS)
        for place, one in enumerate(objects):
            where = f"{layer.where}.objects.{place}"
            drawing = drawing_of(one, reading.tiles, layer.offset, where)
            if drawing.is_hidden:
                reading.findings.of_object(layer.name, reasons.HIDDEN, drawing.shown_as)
            read_object(reading, layer, drawing)
    else:
        reading.findings.say(f"The layer “{layer.name[:60]}” was left out: maps here have none like it.")
        return
    _say_hidden(reading, layer)


def _say_hidden(reading: _Reading, layer: Layer) -> None:
    if layer.is_hidden:
        reading.findings.say(f"The layer “{layer.name[:60]}” is hidden in Tiled, but was read.")


def _read_ground(reading: _Reading, layer: Layer) -> None:
    unclear: list[int] = []
    painted = 0
    for at, tile in _cells(reading, layer):
        painted += 1
        ground, is_out = reading.tiles.grounds.get(tile, ("sea", False))
        if tile in reading.tiles.unclear or tile not in reading.tiles.grounds:
            unclear.append(tile)
        if ground == "land":
            reading.land.append(at)
        elif ground == "shallows":
            reading.shallows.append(at)
        if is_out:
            reading.excluded.append(at)
    if unclear:
        reading.findings.say(_unclear_tiles(reading.tiles, unclear))
    if empty := reading.spec.cols * (reading.spec.rows - reading.added) - painted:
        reading.findings.say(f"Hexes without a tile on the ground: {empty}. They are sea now.")
    _say_hidden(reading, layer)


def _unclear_tiles(tiles: Tiles, unclear: list[int]) -> str:
    classes = dict.fromkeys(tiles.unclear[tile][:60] for tile in unclear if tile in tiles.unclear)
    found = " ".join(f"“{one}”" for one in list(classes)[:_NAMED_CLASSES])
    named = f" ({found})" if found else ""
    return (
        f"{len(unclear)} hexes have tiles without a clear meaning{named}; they are sea now. "
        "Give each tile in Tiled the class sea, land or shallows."
    )


def _cells(reading: _Reading, layer: Layer) -> Iterator[tuple[str, int]]:
    """Each painted hex of a tile layer with its tile's number, where Tiled shows it on the ground."""
    measure, outside, is_askew = reading.measure, 0, False
    grid = replace(measure, left=layer.offset[0], top=layer.offset[1])
    is_moved = grid != measure
    for col, row, tile in painted_cells(layer.value, layer.where):
        at = Hex(col - measure.west, row - measure.north)
        if is_moved:
            shown = grid.centre(at)
            at = measure.hexes_at(*shown)[0]
            is_askew = is_askew or measure.reach(at, *shown) > _BESIDE
        if _is_on(reading, at):
            yield label(at), tile
        else:
            outside += 1
    if is_askew:
        reading.findings.say(
            f"The layer “{layer.name[:60]}” is moved by part of a hex; its tiles count where their middle is."
        )
    if outside:
        reading.findings.say(f"Tiles of the layer “{layer.name[:60]}” outside the map, left out: {outside}.")


# --- objects -----------------------------------------------------------------------------------------


def _is_on(reading: _Reading, at: Hex) -> bool:
    """Return whether a hex is on the map of the file; a row that was added is not."""
    return 0 <= at.col < reading.spec.cols and reading.added <= at.row < reading.spec.rows


def _hex_of(reading: _Reading, layer: Layer, drawing: Drawing) -> str | None:
    """Return the hex in which Tiled shows an object; None, and a finding, for one that is left out."""

    def note(reason: str, shown_as: str) -> None:
        reading.findings.of_object(layer.name, reason, shown_as)

    reason = _reason_against(drawing, PLACED)
    hexes = [] if reason else reading.measure.hexes_at(*drawing.middle)
    here = [at for at in hexes if _is_on(reading, at)]
    if reason or not here:
        note(reason or reasons.OUTSIDE, _with_shape(drawing) if reason else drawing.shown_as)
        return None
    now = f"{drawing.shown_as} in {written(label(here[0]), reading.spec.numbering)}"
    if len(hexes) > 1:
        note(reasons.ON_BORDER, now)
    elif _is_large(reading.measure, drawing.size):
        note(reasons.LARGE, now)
    return label(here[0])


def _reason_against(drawing: Drawing, shapes: tuple[str, ...]) -> str:
    """Return why an object cannot be read on a layer for these shapes; nothing if it can."""
    if drawing.shape == TEMPLATE:
        return reasons.TEMPLATES
    if drawing.shape not in shapes:
        return reasons.WRONG_SHAPE
    return reasons.NO_SIZE if drawing.shape == "tile" and not all(drawing.size) else ""


def _with_shape(drawing: Drawing) -> str:
    return f"{drawing.shown_as} ({drawing.shape})"


def _is_large(measure: Measure, size: Point) -> bool:
    return abs(size[0]) > _LARGE * measure.width or abs(size[1]) > _LARGE * measure.height


def _read_port(reading: _Reading, layer: Layer, drawing: Drawing) -> None:
    at = _hex_of(reading, layer, drawing)
    if at is not None:
        reading.ports.append(at)


def _read_label(reading: _Reading, layer: Layer, drawing: Drawing) -> None:
    at = _hex_of(reading, layer, drawing)
    if at is not None:
        reading.places.append(PlaceSpec(drawing.name, at, label_kind(drawing.kind)))


def _read_edge(reading: _Reading, layer: Layer, drawing: Drawing) -> None:
    reason, line = _reason_against(drawing, DRAWN_LINES), list(drawing.line)
    if not reason:
        reading.steps += steps_of(reading.measure, line)
        reason = reasons.TOO_LONG if reading.steps > MOST_STEPS else ""
    if reason:
        reading.findings.of_object(layer.name, reason, _with_shape(drawing))
        return
    followed = sides_along(reading.measure, line)
    kept = {(at, side) for at, side in followed.sides if _is_on(reading, at)}
    reading.edges += [f"{label(at)}/{side}" for at, side in kept]
    is_cut = any(one not in kept and other_name(*one) not in kept for one in followed.sides)
    if followed.has_stray_part or is_cut or not kept:
        reason = reasons.PART_OF_LINE if kept else reasons.NO_HEXSIDE
        reading.findings.of_object(layer.name, reason, drawing.shown_as)


_OBJECTS = {PORTS: _read_port, LABELS: _read_label, EDGES: _read_edge}


# --- at the end --------------------------------------------------------------------------------------


def _finished(reading: _Reading) -> MapSpec:
    spec = reading.spec
    return replace(
        spec,
        land=in_order(spec, reading.land),
        shallows=in_order(spec, reading.shallows),
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
