"""An object of a Tiled file: what it is, and where Tiled shows it."""

import math
from dataclasses import dataclass, replace

from darkseas.engine.serialization.canonical_json import Json

from .layers import Point
from .limits import members, number, text, whole_number
from .tile_data import LARGEST_WRITTEN, NUMBER_BITS
from .tilesets import TileLook, Tiles

_MOST_POINTS = 10_000
#: The shapes that have a middle in a hex; lines and polygons have points instead.
PLACED = ("point", "rectangle", "ellipse", "capsule", "text", "tile")
DRAWN_LINES = ("polyline", "polygon")
TEMPLATE = "template instance"


@dataclass(frozen=True, slots=True)
class Drawing:
    """An object as Tiled shows it, in pixels of the file.

    `shape` is one of PLACED, DRAWN_LINES or TEMPLATE. PLACED shapes have a middle and a size; `line` holds
    the points of a line, closed for a polygon.
    """

    shape: str
    number: str
    name: str
    kind: str
    is_hidden: bool
    middle: Point = (0.0, 0.0)
    size: tuple[float, float] = (0.0, 0.0)
    line: tuple[Point, ...] = ()

    @property
    def shown_as(self) -> str:
        """Return how a sentence calls the object."""
        return f"“{self.name[:40]}”" if self.name.strip() else f"object {self.number}"


def drawing_of(one: dict[str, Json], tiles: Tiles, moved: Point, where: str) -> Drawing:
    """Return an object on a layer that is moved by so many pixels. Raises BadScenario for a broken object."""
    drawing = Drawing(
        shape=_shape(one),
        number=str(one.get("id", "?"))[:12],
        name=text(one.get("name"), f"{where}.name"),
        kind=text(one.get("type") or one.get("class"), f"{where}.type"),
        is_hidden=one.get("visible") is False,
    )
    if drawing.shape == TEMPLATE:
        return drawing
    x, y = _pair(one, "x", "y", where)
    position = x + moved[0], y + moved[1]
    turn = math.radians(number(one.get("rotation", 0), f"{where}.rotation") % 360)
    if drawing.shape in DRAWN_LINES:
        points = _points(one, drawing.shape, where)
        return replace(drawing, line=tuple(_turned(position, point, turn) for point in points))
    if drawing.shape == "point":
        return replace(drawing, middle=position)
    size = _pair(one, "width", "height", where, usual=0)
    if drawing.shape == "tile":
        return _tile_drawing(drawing, one, tiles, size, position, turn, where)
    if drawing.shape == "text":
        words = text(one["text"].get("text"), f"{where}.text.text")
        drawing = replace(drawing, name=" ".join(words.split()) or drawing.name)
    return replace(drawing, middle=_turned(position, (size[0] / 2, size[1] / 2), turn), size=size)


def _shape(one: dict[str, Json]) -> str:
    if one.get("template"):
        return TEMPLATE
    if one.get("gid"):
        return "tile"
    if isinstance(one.get("text"), dict):
        return "text"
    lines = (name for name in DRAWN_LINES if isinstance(one.get(name), list))
    marked = (name for name in ("ellipse", "capsule", "point") if one.get(name))
    return next(lines, None) or next(marked, "rectangle")


def _tile_drawing(
    drawing: Drawing,
    one: dict[str, Json],
    tiles: Tiles,
    size: tuple[float, float],
    position: Point,
    turn: float,
    where: str,
) -> Drawing:
    tile = whole_number(one["gid"], f"{where}.gid", 1, LARGEST_WRITTEN) & NUMBER_BITS
    look = tiles.look(tile)
    size = size[0] or look.size[0], size[1] or look.size[1]
    middle = _turned(position, _middle_of_tile(look, size), turn)
    return replace(drawing, kind=drawing.kind or look.kind, middle=middle, size=size)


def _middle_of_tile(look: TileLook, size: tuple[float, float]) -> Point:
    """Return where a tile's middle is beside the object's position; the drawing offset is scaled too."""

    def along(axis: int) -> float:
        scale = size[axis] / look.size[axis] if look.size[axis] else 1.0
        return (0.5 - look.anchor[axis]) * size[axis] + look.shift[axis] * scale

    return along(0), along(1)


def _points(one: dict[str, Json], shape: str, where: str) -> list[Point]:
    points = [
        _pair(point, "x", "y", f"{where}.{shape}.{place}")
        for place, point in enumerate(members(one.get(shape), f"{where}.{shape}", _MOST_POINTS))
    ]
    return [*points, points[0]] if shape == "polygon" and len(points) > 1 else points


def _pair(holder: dict[str, Json], first: str, second: str, where: str, usual: Json = None) -> Point:
    values = (number(holder.get(name, usual), f"{where}.{name}") for name in (first, second))
    return next(values), next(values)


def _turned(about: Point, beside: Point, turn: float) -> Point:
    """Return a point given beside another, turned about that one clockwise by an angle in radians."""
    sine, cosine = math.sin(turn), math.cos(turn)
    across, down = beside
    return about[0] + across * cosine - down * sine, about[1] + across * sine + down * cosine
