"""Bar plots of die faces: numbers for an SVG in a template."""

from collections.abc import Sequence
from dataclasses import dataclass

from .tallies import Kind

WIDTH, HEIGHT = 240, 80
#: The space above the highest bar, and the fraction of a bar's width that stays empty.
_HEAD, _GAP = 6, 0.2


@dataclass(frozen=True, slots=True)
class Bar:
    """One face: the top left corner of its bar, and how often the face came up."""

    face: int
    count: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BarPlot:
    """The bars of one kind of die, and the height expected of fair dice."""

    bars: Sequence[Bar]
    even_y: float
    width: int = WIDTH
    height: int = HEIGHT


def bar_plot(kind: Kind) -> BarPlot:
    """Return the bar plot of one kind of die, scaled to the highest bar."""
    unit = (HEIGHT - _HEAD) / max(1, *kind.counts)
    room = WIDTH / kind.sides
    bars = [
        Bar(
            face,
            count,
            round((face - 1 + _GAP / 2) * room, 2),
            round(HEIGHT - count * unit, 2),
            round(room * (1 - _GAP), 2),
            round(count * unit, 2),
        )
        for face, count in enumerate(kind.counts, 1)
    ]
    return BarPlot(bars, round(HEIGHT - kind.total / kind.sides * unit, 2))
