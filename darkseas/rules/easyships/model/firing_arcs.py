"""The direction of a target relative to a ship's facing, in integer arithmetic (ES-22, ES-A9).

Units: half a hex's width is 1 along a row. Rows are √3 apart, so products of row distances count three times.
A facing has length 2.
"""

from typing import NamedTuple

from darkseas.engine.hexes.board import FACINGS, Hex, half_columns, neighbour

_ROW = 3
#: Four times the square of the cosine of 60 and of 30 degrees.
_COSINE = 1
#: The same limits in degrees off the bow.
FULL_DEGREES = (60, 120)


class Bearing(NamedTuple):
    """The dot product of the facing with the vector to a target, and the square of that vector's length."""

    ahead: int
    square: int


def bearing(bow: Hex, facing: int, target: Hex) -> Bearing:
    """Return the bearing from a ship's bow to a target's bow."""
    return bearing_of_way(facing, *_way(bow, target))


def bearing_of_way(facing: int, across: int, down: int) -> Bearing:
    """Return the bearing of a point this many half columns east and rows south."""
    face_across, face_down = _FACES[facing]
    return Bearing(across * face_across + _ROW * down * face_down, across * across + _ROW * down * down)


def is_abeam(seen: Bearing) -> bool:
    """Whether a target lies between the bow and quarter lines on either beam (ES-A9)."""
    return seen.ahead * seen.ahead <= _COSINE * seen.square


def beam_of(bow: Hex, facing: int, target: Hex) -> str:
    """Return the side on which a target lies, "port" or "starboard"; ahead and astern count as starboard."""
    across, down = _way(bow, target)
    face_across, face_down = _FACES[facing]
    return "port" if face_across * down - face_down * across < 0 else "starboard"


def _way(start: Hex, end: Hex) -> tuple[int, int]:
    return half_columns(end) - half_columns(start), end.row - start.row


_MIDDLE = Hex(1, 1)
#: The vector to the next hex ahead, by facing.
_FACES = tuple(_way(_MIDDLE, neighbour(_MIDDLE, facing)) for facing in FACINGS)
