"""Draws ship hulls with bow and stern along their hexes."""

import math

from darkseas.engine.hexes.board import FACINGS
from darkseas.engine.presentation.chart import Piece

from ...document.silhouettes import BOX, PROFILES, profile_of
from ..geometry import centre, hex_of
from .easel import Easel, Point
from .sea import Window

INK, LIGHT, FIRE, SMOKE = "#1d1a14", "#ffffff", "#d9531e", "#8d9499"
#: Half the beam, free space at the ends of the hexes, and length of the bow, in hex widths.
_BEAM, _FREE, _BOW = 0.2, 0.2, 0.34
#: Shape of the stern by the side's notch: square, rounded, cut, pointed.
_STERNS = (0.0, 0.1, -0.14, 0.22)
#: Size of the profile on deck and of the name, in hex widths. Smaller names are omitted.
_PROFILE, _NAME, _LEAST_NAME_PX = 0.72, 0.24, 9


def is_ship(piece: Piece) -> bool:
    """Return whether a piece has a facing, so that it is drawn with bow and stern."""
    return piece.facing in FACINGS


def draw_hull(easel: Easel, window: Window, piece: Piece, colour: str, notch: int) -> None:
    """Draw a ship along her hexes: hull in her side's colour, profile, fires and name."""
    first, last = (hex_of(label) for label in (piece.at, (piece.hexes or (piece.at,))[-1]))
    if first is None or last is None:
        return
    bow, stern = window.at(centre(first)), window.at(centre(last))
    middle = ((bow[0] + stern[0]) / 2, (bow[1] + stern[1]) / 2)
    unit = window.scale
    long = math.dist(bow, stern) / unit + 1 - _FREE
    turned = _Turned(middle, -math.radians(60 * FACINGS.index(piece.facing)), unit)
    hull = [turned.at(x, y) for x, y in _outline(long, notch)]
    easel.shape(hull, colour, LIGHT, max(1, 0.03 * unit))
    profile = profile_of(piece.kind)
    if profile:
        _draw_profile(easel, profile, turned, min(_PROFILE, long - _BOW - 0.12), piece.facing)
    for number, mark in enumerate(mark for mark in ("burning", "flooding") if mark in piece.marks):
        easel.dot(
            turned.at(0.22 - long / 2 + 0.22 * number, 0), 0.09 * unit, FIRE if mark == "burning" else SMOKE
        )
    _write_name(easel, piece, middle, unit)


def _outline(long: float, notch: int) -> list[Point]:
    """Return the outline of a hull from above, bow to the east, in hex widths from its centre."""
    end, cut = long / 2, _STERNS[notch % len(_STERNS)]
    bend = [(end - _BOW * part**2, _BEAM * part) for part in (0.0, 0.35, 0.7, 1.0)]
    port = [(x, -y) for x, y in bend[:0:-1]]
    corner, middle = -end + max(cut, 0.0), -end + max(-cut, 0.0)
    return [*bend, (corner, _BEAM), (middle, 0.0), (corner, -_BEAM), *port]


class _Turned:
    """A rotation around a point of the picture: radians clockwise from east, and pixels per hex width."""

    def __init__(self, middle: Point, angle: float, unit: float) -> None:
        self._middle, self._unit = middle, unit
        self._cos, self._sin = math.cos(angle), math.sin(angle)

    def at(self, x: float, y: float) -> Point:
        """Return the position in the picture of a point of the figure."""
        return (
            self._middle[0] + (x * self._cos - y * self._sin) * self._unit,
            self._middle[1] + (x * self._sin + y * self._cos) * self._unit,
        )


def _draw_profile(easel: Easel, profile: str, turned: _Turned, wide: float, facing: str) -> None:
    """Draw a ship's profile on her deck, mirrored if she heads west, so that it stays upright."""
    scale, up = wide / BOX, -1 if "W" in facing else 1
    easel.figure(
        PROFILES[profile], lambda x, y: turned.at(x * scale - _BOW / 3, up * (y * scale + wide / 14)), INK
    )


def _write_name(easel: Easel, piece: Piece, middle: Point, unit: float) -> None:
    """Write a ship's name: below a hull along a row, beside a slanting one."""
    size = _NAME * unit
    if size < _LEAST_NAME_PX or not piece.title:
        return
    is_level = piece.facing in ("E", "W")
    x, y, anchor = (0.0, 0.42, "mm") if is_level else (0.36, 0.0, "lm")
    at = (middle[0] + x * unit, middle[1] + y * unit)
    for across, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        easel.text((at[0] + across, at[1] + down), piece.title, size, LIGHT, anchor=anchor)
    easel.text(at, piece.title, size, INK, anchor=anchor)
