"""The tiles of a layer, however Tiled wrote them: a list, or base64 of plain, zlib's or gzip's bytes."""

import base64
import binascii
import struct
import zlib

from darkseas.engine.serialization.canonical_json import Json

from .limits import refusal

#: The four highest bits say how a tile is turned; a hex map has no use for it.
_NUMBER_BITS = 0x0FFF_FFFF
_LARGEST = 0xFFFF_FFFF
_LONGEST_PACKED = 400_000
#: The `wbits` argument of zlib for each kind of compression.
_WRAPPINGS = {"zlib": zlib.MAX_WBITS, "gzip": zlib.MAX_WBITS | 16}


def tile_numbers(layer: dict[str, Json], where: str, count: int) -> list[int]:
    """Return the tile number of each cell, 0 for none. Raises BadScenario unless there are so many."""
    data = layer.get("data")
    where = f"{where}.data"
    if isinstance(data, list):
        return _from_list(data, where, count)
    if not isinstance(data, str):
        raise refusal(where, "The tiles of this layer are missing. Save the map as JSON once more.")
    packed = _from_base64(data, where)
    plain = _unpacked(packed, str(layer.get("compression") or ""), where, 4 * count)
    return [tile & _NUMBER_BITS for tile in struct.unpack(f"<{count}I", plain)]


def _from_list(data: list[Json], where: str, count: int) -> list[int]:
    if len(data) != count:
        raise _wrong_length(where, count)
    for place, tile in enumerate(data):
        if type(tile) is not int or not 0 <= tile <= _LARGEST:
            raise refusal(f"{where}.{place}", f"must be a tile's number from 0 to {_LARGEST}")
    return [tile & _NUMBER_BITS for tile in data]


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
    return refusal(where, f"must hold the {count} tiles of the map, neither more nor fewer")
