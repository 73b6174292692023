"""Drawing of the chance to win over a battle: a curve with its 95 % band, and marks at turning points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Per cent of the width; the curve's paths use them as units.
_WIDE = 100
#: At most so many turn labels.
_LABELS = 12


@dataclass(frozen=True, slots=True)
class Mark:
    """A turning point on the curve: its entry, its position in per cent, and its cause."""

    seq: int
    x: float
    y: float
    cause: str
    text: str


@dataclass(frozen=True, slots=True)
class CurveRow:
    """A turn's first entry, and the chance then in per cent, with half its band."""

    seq: int
    turn: int
    x: float
    chance: int
    half: int
    is_labelled: bool


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """The curve as SVG paths in a square of 100 units, from the shown side's point of view."""

    line: str
    band: str
    rows: tuple[CurveRow, ...]
    marks: tuple[Mark, ...]


def chance_curve(content: Mapping[str, Any], sign: int) -> ChanceCurve:
    """Draw a stored analysis; `sign` is -1 for the second side's point of view."""
    points = content["curve"]
    first, last = points[0]["seq"], max(points[-1]["seq"], points[0]["seq"] + 1)

    def x_of(seq: int) -> float:
        return _short(_WIDE * (seq - first) / (last - first))

    def share(value: float) -> float:
        return value if sign == 1 else 1 - value

    places = [(x_of(point["seq"]), share(point["chance"][0]), point["chance"][1]) for point in points]
    # The end is certain: until then the band stays as wide as at the start of the last turn.
    banded = [*places[:-1], (places[-1][0], *places[-2][1:])] if len(places) > 1 else places
    upper = [(x, min(1.0, chance + half)) for x, chance, half in banded]
    lower = [(x, max(0.0, chance - half)) for x, chance, half in banded]
    every = -(-len(points) // _LABELS)
    return ChanceCurve(
        _path([(x_of(seq), share(chance)) for seq, chance in curve_points(content)]),
        _path([*upper, *reversed(lower)]) + "Z",
        tuple(
            CurveRow(
                point["seq"],
                point["turn"],
                x,
                round(_WIDE * chance),
                round(_WIDE * half),
                number % every == 0 and number < len(points) - 1,
            )
            for number, (point, (x, chance, half)) in enumerate(zip(points, places, strict=True))
        ),
        tuple(_mark(point, x_of(point["seq"]), share, sign) for point in content["turning_points"]),
    )


def curve_points(content: Mapping[str, Any]) -> list[tuple[int, float]]:
    """Return the line as entries and chances: turn starts, a jump at each turning point, the end."""
    *starts, end = content["curve"]
    points = [(point["seq"], 0, point["chance"][0]) for point in starts]
    for point in content["turning_points"]:
        points.append((point["seq"], 1, point["before"]))
        points.append((point["seq"], 2, point["before"] + point["change"][0]))
    points.append((end["seq"], 3, end["chance"][0]))
    return [(seq, chance) for seq, _, chance in sorted(points)]


def _mark(point: Mapping[str, Any], x: float, share: Any, sign: int) -> Mark:
    before, after = share(point["before"]), share(point["before"] + point["change"][0])
    text = f"Turn {point['turn']}: {round(_WIDE * before)} % to {round(_WIDE * after)} %, {point['cause']}"
    return Mark(point["seq"], x, _short(_WIDE * (1 - after)), point["cause"], text)


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {_short(_WIDE * (1 - chance))}" for x, chance in points)


def _short(value: float) -> float:
    return round(value, 2)
