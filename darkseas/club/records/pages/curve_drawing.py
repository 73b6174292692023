"""A rating over time as a drawing: a line with the band of its intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from darkseas.club.ratings.curves import CurvePoint

WIDTH, HEIGHT = 600, 200
#: Rating points between two grid lines.
STEP = 100
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """A grid line: its height in the drawing and its rating."""

    y: int
    points: int


@dataclass(frozen=True, slots=True)
class ShownPoint:
    """A point of the curve, as a row of the table next to the drawing."""

    month: date
    points: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class CurveDrawing:
    """SVG paths in a box of `WIDTH` by `HEIGHT`; ``dots`` are zero-length lines with round ends."""

    band: str
    line: str
    dots: str
    lines: tuple[Line, ...]
    points: tuple[ShownPoint, ...]
    text: str

    @property
    def size(self) -> str:
        """The view box."""
        return f"0 0 {WIDTH} {HEIGHT}"


def curve_drawing(points: Sequence[CurvePoint]) -> CurveDrawing | None:
    """Return the drawing of a curve; None if it has no points."""
    if not points:
        return None
    bottom = min(point.rating.low for point in points) // STEP * STEP
    top = -(-max(point.rating.high for point in points) // STEP) * STEP
    top = max(top, bottom + STEP)
    shown = [_shown(point) for point in points]
    places = _places(shown)

    def y(rating: int) -> int:
        return round((top - rating) * HEIGHT / (top - bottom))

    over = [f"{x} {y(one.high)}" for x, one in zip(places, shown, strict=True)]
    under = [f"{x} {y(one.low)}" for x, one in zip(places, shown, strict=True)]
    middle = [f"{x} {y(one.points)}" for x, one in zip(places, shown, strict=True)]
    return CurveDrawing(
        band=f"M{'L'.join([*over, *reversed(under)])}Z",
        line=f"M{'L'.join(middle)}",
        dots="".join(f"M{one}h0" for one in middle),
        lines=tuple(Line(y(rating), rating) for rating in range(bottom, top + 1, STEP)),
        points=tuple(shown),
        text=_text(shown),
    )


def _shown(point: CurvePoint) -> ShownPoint:
    year, month = point.moment.split("-")
    rating = point.rating
    return ShownPoint(date(int(year), int(month), 1), rating.points, rating.low, rating.high)


def _places(points: Sequence[ShownPoint]) -> list[int]:
    """Return each point's x coordinate by its month; a single point is centred."""
    numbers = [point.month.year * _MONTHS + point.month.month for point in points]
    span = numbers[-1] - numbers[0]
    return [round((number - numbers[0]) * WIDTH / span) if span else WIDTH // 2 for number in numbers]


def _text(points: Sequence[ShownPoint]) -> str:
    """Return the drawing's description as a sentence."""
    first, last = points[0], points[-1]
    if len(points) == 1:
        return f"{last.points} in {last.month:%B %Y}, between {last.low} and {last.high}."
    best = max(points, key=lambda point: point.points)
    return (
        f"From {first.points} in {first.month:%B %Y} to {last.points} in {last.month:%B %Y}, there between "
        f"{last.low} and {last.high}; the highest was {best.points} in {best.month:%B %Y}."
    )
