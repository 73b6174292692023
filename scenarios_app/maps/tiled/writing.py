"""A map as a Tiled file."""

import base64
import json
import struct
import zlib
from collections.abc import Iterable
from itertools import count

from darkseas.engine.hexes.board import Hex, label, parse_label
from darkseas.engine.scenario.spec import BadScenario, Finding, MapSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write

from .layout import (
    AREA,
    AREA_TILE,
    EDGES,
    GROUND,
    IMAGE,
    LABELS,
    PORTS,
    SIDE_LENGTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    TILES,
    Measure,
)
from .limits import MOST
from .normalise import DRAWN, tidied

_MEASURE = Measure()
_TEXTS = ("key", "title", "source", "coast", "numbering")
_NUMBERS = ("coast_col", "coast_row", "hex_yards")


def to_tiled(spec: MapSpec) -> dict[str, Json]:
    """Return the map as Tiled's JSON. Raises BadScenario for one of no or too many columns and rows."""
    if not (1 <= spec.cols <= MOST and 1 <= spec.rows <= MOST):
        raise BadScenario((Finding("cols", f"A map has 1 to {MOST} columns and rows."),))
    drawn = tidied(spec)
    numbers = count(1)
    layers = [
        _tile_layer(GROUND, drawn, _ground(drawn)),
        *(
            _packed(_tile_layer(AREA + name, drawn, _area(drawn, hexes)))
            for name, hexes in drawn.areas.items()
        ),
        _object_layer(PORTS, [_port(at, numbers) for at in drawn.ports]),
        _object_layer(LABELS, [_label(place, numbers) for place in drawn.places]),
        _object_layer(EDGES, [_edge(edge, numbers) for edge in drawn.edges]),
    ]
    for number, layer in enumerate(layers, start=1):
        layer["id"] = number
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "staggeraxis": "y",
        "staggerindex": "odd",
        "hexsidelength": SIDE_LENGTH,
        "tilewidth": TILE_WIDTH,
        "tileheight": TILE_HEIGHT,
        "width": spec.cols,
        "height": spec.rows,
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next(numbers),
        "properties": _properties(spec, drawn),
        "tilesets": [_tileset()],
        "layers": layers,
    }


def _properties(spec: MapSpec, drawn: MapSpec) -> list[Json]:
    texts = [{"name": name, "type": "string", "value": getattr(spec, name)} for name in _TEXTS]
    numbers = [{"name": name, "type": "int", "value": getattr(spec, name)} for name in _NUMBERS]
    document = write(spec)
    exact = {
        name: document.get(name, {} if name == "areas" else [])
        for name in DRAWN
        if not _is_in_drawing(spec, drawn, name)
    }
    kept = [{"name": "as_written", "type": "string", "value": json.dumps(exact)}] if exact else []
    return sorted([*texts, *numbers, *kept], key=lambda one: str(one["name"]))


def _is_in_drawing(spec: MapSpec, drawn: MapSpec, name: str) -> bool:
    return bool(getattr(spec, name) == getattr(drawn, name))


def _tileset() -> dict[str, Json]:
    return {
        "firstgid": 1,
        "name": "darkseas",
        "image": IMAGE,
        "imagewidth": TILE_WIDTH * len(TILES),
        "imageheight": TILE_HEIGHT,
        "tilewidth": TILE_WIDTH,
        "tileheight": TILE_HEIGHT,
        "tilecount": len(TILES),
        "columns": len(TILES),
        "margin": 0,
        "spacing": 0,
        "tiles": [
            {
                "id": number,
                "type": f"{ground}, out of play" if is_out else ground,
                "properties": [
                    {"name": "ground", "type": "string", "value": ground},
                    {"name": "out", "type": "bool", "value": is_out},
                ],
            }
            for number, (ground, is_out) in enumerate(TILES)
        ],
    }


# --- layers ------------------------------------------------------------------------------------------


def _tile_layer(name: str, spec: MapSpec, data: list[int]) -> dict[str, Json]:
    return {
        "type": "tilelayer", "name": name, "data": data, "width": spec.cols, "height": spec.rows,
        "x": 0, "y": 0, "opacity": 0.5 if name.startswith(AREA) else 1, "visible": True,
    }  # fmt: skip


def _ground(spec: MapSpec) -> list[int]:
    land, shallows, out = set(spec.land), set(spec.shallows), set(spec.excluded)

    def tile(at: str) -> int:
        ground = "land" if at in land else "shallows" if at in shallows else "sea"
        return TILES.index((ground, at in out)) + 1

    return [tile(at) for at in _hexes(spec)]


def _area(spec: MapSpec, hexes: Iterable[str]) -> list[int]:
    inside = set(hexes)
    return [AREA_TILE + 1 if at in inside else 0 for at in _hexes(spec)]


def _packed(layer: dict[str, Json]) -> dict[str, Json]:
    """Return the layer with its tiles compressed: areas are many, and mostly empty."""
    data = layer["data"]
    packed = zlib.compress(struct.pack(f"<{len(data)}I", *data), 9)
    return {**layer, "data": base64.b64encode(packed).decode(), "encoding": "base64", "compression": "zlib"}


def _hexes(spec: MapSpec) -> list[str]:
    return [label(Hex(col, row)) for row in range(spec.rows) for col in range(spec.cols)]


def _object_layer(name: str, objects: list[Json]) -> dict[str, Json]:
    return {
        "type": "objectgroup", "name": name, "objects": objects, "draworder": "index",
        "x": 0, "y": 0, "opacity": 1, "visible": True,
    }  # fmt: skip


def _object(number: int, name: str, kind: str, at: tuple[float, float]) -> dict[str, Json]:
    return {
        "id": number, "name": name, "type": kind, "x": at[0], "y": at[1], "width": 0, "height": 0,
        "rotation": 0, "visible": True,
    }  # fmt: skip


def _port(place: str, numbers: "count[int]") -> Json:
    return {**_object(next(numbers), "", "port", _MEASURE.centre(parse_label(place))), "point": True}


def _label(place: Json, numbers: "count[int]") -> Json:
    at = _MEASURE.centre(parse_label(place.hex))
    return {**_object(next(numbers), place.name, place.kind, at), "point": True}


def _edge(edge: str, numbers: "count[int]") -> Json:
    place, _, side = edge.partition("/")
    (ax, ay), (bx, by) = _MEASURE.ends(parse_label(place), side)
    line = [{"x": 0, "y": 0}, {"x": bx - ax, "y": by - ay}]
    return {**_object(next(numbers), "", "coast", (ax, ay)), "polyline": line}
