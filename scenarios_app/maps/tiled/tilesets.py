"""The tilesets of a Tiled file: what each tile means, and where an object made of a tile is anchored."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from darkseas.engine.serialization.canonical_json import Json

from .limits import MOST_TILES, MOST_TILESETS, members, number, properties, refusal, text, whole_number

_GROUNDS = ("sea", "land", "shallows")
_OUT_OF_PLAY = ("out of play", "out")
_LARGEST_NUMBER = 2**28

#: Where an object's position lies in the box of its tile, in parts of width and height.
_ANCHORS = {
    "topleft": (0.0, 0.0), "top": (0.5, 0.0), "topright": (1.0, 0.0),
    "left": (0.0, 0.5), "center": (0.5, 0.5), "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0), "bottom": (0.5, 1.0), "bottomright": (1.0, 1.0),
}  # fmt: skip
#: Tiled's alignment on hexagonal maps, if a tileset names none.
_USUAL_ANCHOR = _ANCHORS["bottomleft"]


@dataclass(frozen=True, slots=True)
class TileLook:
    """How a tile looks as an object: size, anchor in parts of the size, drawing offset, class of the tile.

    A size of 0 is unknown.
    """

    size: tuple[float, float] = (0.0, 0.0)
    anchor: tuple[float, float] = _USUAL_ANCHOR
    shift: tuple[float, float] = (0.0, 0.0)
    kind: str = ""


@dataclass(slots=True)
class Tiles:
    """All tiles of a file by their number on the map.

    `grounds` holds the ground of tiles and whether they are out of play; `unclear` holds the classes that do
    not name one ground.
    """

    grounds: dict[int, tuple[str, bool]] = field(default_factory=dict)
    unclear: dict[int, str] = field(default_factory=dict)
    own_looks: dict[int, TileLook] = field(default_factory=dict)
    tilesets: list[tuple[int, TileLook]] = field(default_factory=list)
    external: set[int] = field(default_factory=set)

    def look(self, tile: int) -> TileLook:
        """Return how the tile of this number looks as an object."""
        first = self._first(tile)
        return self.own_looks.get(tile) or dict(self.tilesets).get(first, TileLook())

    def is_external(self, tile: int) -> bool:
        """Return whether the tile belongs to a tileset in a file of its own."""
        return self._first(tile) in self.external

    def _first(self, tile: int) -> int:
        return max((first for first, _ in self.tilesets if first <= tile), default=0)


def tiles_of(file: dict[str, Json]) -> Tiles:
    """Return the tiles of the embedded tilesets. Raises BadScenario for a broken tileset."""
    tiles = Tiles()
    for place, tileset in enumerate(members(file.get("tilesets"), "tilesets", MOST_TILESETS)):
        where = f"tilesets.{place}"
        first = whole_number(tileset.get("firstgid"), f"{where}.firstgid", 1, _LARGEST_NUMBER)
        if "source" in tileset:
            tiles.external.add(first)
            tiles.tilesets.append((first, TileLook()))
        else:
            _add(tiles, tileset, first, where)
    return tiles


def _add(tiles: Tiles, tileset: dict[str, Json], first: int, where: str) -> None:
    usual = _look(tileset, where)
    tiles.tilesets.append((first, usual))
    for at, number_, tile in _entries(tileset, where):
        kind = text(tile.get("type") or tile.get("class"), f"{at}.type")
        given = properties(tile, f"{at}.")
        ground, is_clear = _meaning(given, kind)
        if ground is not None:
            tiles.grounds[first + number_] = ground
        if not is_clear:
            tiles.unclear[first + number_] = str(given.get("ground") or kind)
        size = _size(tile, "imagewidth", "imageheight", at)
        tiles.own_looks[first + number_] = TileLook(
            size if all(size) else usual.size, usual.anchor, usual.shift, kind
        )


def _look(tileset: dict[str, Json], where: str) -> TileLook:
    moved = tileset.get("tileoffset")
    if not isinstance(moved, dict):
        moved = {}
    shift = (
        number(moved.get("x", 0), f"{where}.tileoffset.x"),
        number(moved.get("y", 0), f"{where}.tileoffset.y"),
    )
    anchor = _ANCHORS.get(str(tileset.get("objectalignment")), _USUAL_ANCHOR)
    return TileLook(_size(tileset, "tilewidth", "tileheight", where), anchor, shift)


def _size(holder: dict[str, Json], width: str, height: str, where: str) -> tuple[float, float]:
    return number(holder.get(width, 0), f"{where}.{width}"), number(
        holder.get(height, 0), f"{where}.{height}"
    )


def _entries(tileset: dict[str, Json], where: str) -> Iterator[tuple[str, int, dict[str, Json]]]:
    """Yield path, number and value of each tile. Before Tiled 1.2 they were objects, by number."""
    given = tileset.get("tiles")
    if isinstance(given, dict):
        yield from _old_entries(tileset, given, where)
        return
    for place, tile in enumerate(members(given, f"{where}.tiles", MOST_TILES)):
        at = f"{where}.tiles.{place}"
        yield at, whole_number(tile.get("id"), f"{at}.id", 0, _LARGEST_NUMBER), tile
    if given is None:
        yield from _old_entries(tileset, {}, where)


def _old_entries(
    tileset: dict[str, Json], given: dict[str, Json], where: str
) -> Iterator[tuple[str, int, dict[str, Json]]]:
    apart = tileset.get("tileproperties")
    by_number = apart if isinstance(apart, dict) else {}
    if len(given) + len(by_number) > MOST_TILES:
        raise refusal(f"{where}.tiles", f"must be at most {MOST_TILES} tiles")
    for key in dict.fromkeys([*given, *by_number]):
        at = f"{where}.tiles.{key[:20]}"
        if not re.fullmatch("[0-9]{1,9}", key):
            raise refusal(at, "must be the number of a tile")
        tile = given.get(key)
        own = tile if isinstance(tile, dict) else {}
        yield at, int(key), own if key not in by_number else {**own, "properties": by_number[key]}


def _meaning(given: dict[str, Json], kind: str) -> tuple[tuple[str, bool] | None, bool]:
    """Return ground and whether out of play, and whether that is all the words say.

    The property `ground` counts before the class. Only whole terms between commas count: "Open sea, no land"
    says neither sea nor land.
    """
    words = str(given.get("ground") or kind)
    terms = {" ".join(term.split()).casefold() for term in re.split("[,;]", words)} - {""}
    named = [ground for ground in _GROUNDS if ground in terms]
    is_out = given.get("out") in (True, "true") or not terms.isdisjoint(_OUT_OF_PLAY)
    if len(named) == 1:
        return (named[0], is_out), True
    return ("sea", True) if is_out else None, terms <= set(_OUT_OF_PLAY)
