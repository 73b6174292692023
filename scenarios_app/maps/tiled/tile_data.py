"""The tiles of a layer, however Tiled wrote them.

They are one block, or the chunks of an infinite map, each a list, or base64 of plain, zlib's or gzip's
bytes.
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator

from darkseas.engine.serialization.canonical_json import Json

from .limits import FARTHEST_TILE, MOST, MOST_CELLS, MOST_CHUNKS, members, refusal, whole_number

#: The four highest bits say how a tile is flipped or rotated, which does not change its meaning.
NUMBER_BITS = 0x0FFF_FFFF
LARGEST_WRITTEN = 0xFFFF_FFFF
_LONGEST_PACKED = 400_000
#: The `wbits` argument of zlib for each kind of compression.
_WRAPPINGS = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}


def painted_cells(layer: dict[str, Json], where: str) -> Iterator[tuple[int, int, int]]:
    """Yield column, row and tile number of each cell that has a tile. Raises BadScenario for broken tiles."""
    left, top = (_tile_place(layer, name, where) for name in ("x", "y"))
    cells = 0
    for block, at, most in _blocks(layer, where):
        width, height = (
            whole_number(block.get(name), f"{at}.{name}", 0, most) for name in ("width", "height")
        )
        cells += width * height
        if cells > MOST_CELLS:
            raise refusal(where, f"The layer has more than {MOST_CELLS} cells. Crop the map in Tiled.")
        packing = {**block, "compression": layer.get("compression")}
        col, row = left, top
        if block is not layer:
            col, row = col + _tile_place(block, "x", at), row + _tile_place(block, "y", at)
        for place, tile in enumerate(_tile_numbers(packing, at, width * height)):
            if tile:
                yield col + place % width, row + place // width, tile


def _blocks(layer: dict[str, Json], where: str) -> Iterator[tuple[dict[str, Json], str, int]]:
    """Yield each block of tiles with its path and the most columns and rows it may have."""
    if "chunks" not in layer:
        yield layer, where, MOST
        return
    for place, chunk in enumerate(members(layer["chunks"], f"{where}.chunks", MOST_CHUNKS)):
        yield chunk, f"{where}.chunks.{place}", MOST_CELLS


def _tile_place(block: dict[str, Json], name: str, where: str) -> int:
    return whole_number(block.get(name, 0), f"{where}.{name}", -FARTHEST_TILE, FARTHEST_TILE)


def _tile_numbers(block: dict[str, Json], where: str, count: int) -> list[int]:
    """Return the tile number of each cell, 0 for none. Raises BadScenario unless there are so many."""
    data = block.get("data")
    where = f"{where}.data"
    if isinstance(data, list):
        return _from_list(data, where, count)
    if not isinstance(data, str):
        raise refusal(where, "The tiles of this layer are missing. Save the map as JSON once more.")
    packed = _from_base64(data, where)
    plain = _unpacked(packed, str(block.get("compression") or ""), where, 4 * count)
    return [tile & NUMBER_BITS for tile in struct.unpack(f"<{count}I", plain)]


def _from_list(data: list[Json], where: str, count: int) -> list[int]:
    if len(data) != count:
        raise _wrong_length(where, count)
    for place, tile in enumerate(data):
        if type(tile) is not int or not 0 <= tile <= LARGEST_WRITTEN:
            raise refusal(f"{where}.{place}", f"must be a tile's number from 0 to {LARGEST_WRITTEN}")
    return [tile & NUMBER_BITS for tile in data]


def _from_base64(data: str, where: str) -> bytes:
    if len(data) > _LONGEST_PACKED:
        raise refusal(where, f"is longer than {_LONGEST_PACKED} characters")
    try:
        return base64.b64decode(data.strip(), validate=True)
    except (binascii.Error, ValueError):
        raise refusal(where, "is not base64") from None


def _unpacked(packed: bytes, compression: str, where: str, size: int) -> bytes:
    """Decompress exactly this number of bytes and never more."""
    if not compression:
        plain = packed
    elif compression in _WRAPPINGS:
        unpacker = zlib.decompressobj(_WRAPPINGS[compression])
        try:
            plain = unpacker.decompress(packed, size + 1)
        except zlib.error:
            raise refusal(where, f"is not what {compression} packs") from None
    else:
        raise refusal(
            where, "In Tiled, set the map's Tile Layer Format to CSV, or to base64 with zlib or gzip."
        )
    if len(plain) != size:
        raise _wrong_length(where, size // 4)
    return plain


def _wrong_length(where: str, count: int) -> Exception:
    return refusal(where, f"must hold exactly {count} tiles")
