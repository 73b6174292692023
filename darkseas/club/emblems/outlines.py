"""Emblem outlines as points: SVG paths converted to lines and cubic curves."""

import re
from collections.abc import Callable, Iterator
from math import acos, copysign, cos, hypot, pi, sin, sqrt, tan

#: A path command: M and L with a point, C with two control points and a point, Z with none.
Piece = tuple[str, tuple[float, ...]]
_TOKEN = re.compile(r"[MLHVCSQTAZ]|-?(?:\d+\.?\d*|\.\d+)", re.IGNORECASE)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


class _Pen:
    """The current point of a path, and the last curve's control point."""

    def __init__(self) -> None:
        self.x = self.y = self.from_x = self.from_y = 0.0
        self.bend: tuple[str, float, float] = ("", 0.0, 0.0)

    def mirrored(self, kinds: str) -> tuple[float, float]:
        """Return the last curve's control point mirrored at the curve's end, or the current point if there is
        no curve.
        """
        kind, x, y = self.bend
        return (2 * self.x - x, 2 * self.y - y) if kind and kind in kinds else (self.x, self.y)

    def to(self, x: float, y: float, bend: tuple[str, float, float] = ("", 0.0, 0.0)) -> tuple[float, float]:
        """Move to a point."""
        self.x, self.y, self.bend = x, y, bend
        return x, y


def pieces(path: str) -> list[Piece]:
    """Return an SVG path as pieces with absolute coordinates."""
    pen, found = _Pen(), list[Piece]()
    for command, numbers in _steps(path):
        kind = command.upper()
        found += _DRAWN[kind](pen, _absolute(kind, numbers, pen) if command.islower() else numbers)
    return found


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    command, numbers = "", list[float]()
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command = token
        else:
            numbers.append(float(token))
        if len(numbers) == _TAKES[command.upper()]:
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command) if not token.isalpha() else command


def _absolute(kind: str, numbers: list[float], pen: _Pen) -> list[float]:
    if kind == "H":
        return [numbers[0] + pen.x]
    if kind == "V":
        return [numbers[0] + pen.y]
    if kind == "A":
        return [*numbers[:5], numbers[5] + pen.x, numbers[6] + pen.y]
    return [number + (pen.y if place % 2 else pen.x) for place, number in enumerate(numbers)]


def _move(pen: _Pen, numbers: list[float]) -> list[Piece]:
    pen.from_x, pen.from_y = numbers
    return [("M", pen.to(numbers[0], numbers[1]))]


def _line(pen: _Pen, numbers: list[float]) -> list[Piece]:
    return [("L", pen.to(numbers[0], numbers[1]))]


def _close(pen: _Pen, numbers: list[float]) -> list[Piece]:
    pen.to(pen.from_x, pen.from_y)
    return [("Z", ())]


def _cubic(pen: _Pen, numbers: list[float]) -> list[Piece]:
    x1, y1, x2, y2, x, y = numbers
    return [("C", (x1, y1, x2, y2, *pen.to(x, y, ("CS", x2, y2))))]


def _quadratic(pen: _Pen, numbers: list[float]) -> list[Piece]:
    bend_x, bend_y, x, y = numbers
    x1, y1 = pen.x + (bend_x - pen.x) * 2 / 3, pen.y + (bend_y - pen.y) * 2 / 3
    x2, y2 = x + (bend_x - x) * 2 / 3, y + (bend_y - y) * 2 / 3
    return [("C", (x1, y1, x2, y2, *pen.to(x, y, ("QT", bend_x, bend_y))))]


def _arc(pen: _Pen, numbers: list[float]) -> list[Piece]:
    """Return an unrotated elliptical arc as cubic curves (SVG 1.1, appendix F.6)."""
    wide, high, _, is_large, is_sweep, x, y = numbers
    half_x, half_y = (pen.x - x) / 2 / wide, (pen.y - y) / 2 / high
    length = hypot(half_x, half_y)
    if length > 1:
        wide, high, half_x, half_y, length = wide * length, high * length, half_x / length, half_y / length, 1
    off = sqrt(max(0.0, 1 - length**2)) / length * (1 if is_large == is_sweep else -1)
    middle_x, middle_y = -off * half_y, off * half_x
    centre_x, centre_y = (pen.x + x) / 2 - middle_x * wide, (pen.y + y) / 2 - middle_y * high
    begin = _angle(half_x + middle_x, half_y + middle_y)
    turn = (_angle(middle_x - half_x, middle_y - half_y) - begin) % (2 * pi)
    turn = turn if is_sweep else turn - 2 * pi
    steps = max(1, round(abs(turn) / (pi / 2) + 0.49))
    step, found = turn / steps, list[Piece]()
    reach = 4 / 3 * tan(step / 4)
    for number in range(steps):
        one, two = begin + number * step, begin + (number + 1) * step
        unit = (
            (cos(one) - reach * sin(one), sin(one) + reach * cos(one)),
            (cos(two) + reach * sin(two), sin(two) - reach * cos(two)),
            (cos(two), sin(two)),
        )
        points = (part for right, down in unit for part in (centre_x + wide * right, centre_y + high * down))
        found.append(("C", tuple(points)))
    pen.to(x, y)
    return found


def _angle(x: float, y: float) -> float:
    return copysign(acos(max(-1.0, min(1.0, x / hypot(x, y)))), y)


_DRAWN: dict[str, Callable[[_Pen, list[float]], list[Piece]]] = {
    "M": _move,
    "L": _line,
    "H": lambda pen, numbers: _line(pen, [numbers[0], pen.y]),
    "V": lambda pen, numbers: _line(pen, [pen.x, numbers[0]]),
    "C": _cubic,
    "S": lambda pen, numbers: _cubic(pen, [*pen.mirrored("CS"), *numbers]),
    "Q": _quadratic,
    "T": lambda pen, numbers: _quadratic(pen, [*pen.mirrored("QT"), *numbers]),
    "A": _arc,
    "Z": _close,
}
