"""Outcome distribution of bot battles compared with history: histograms, and statistics of each ship."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil

from darkseas.engine.presentation.words import mixed
from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.models import Balance
from replays_app.simulation.bots_against_history import (
    Measure,
    Measured,
    ShipMeasured,
    SideMeasured,
    measured,
)
from replays_app.simulation.outcome_distribution import spread_from

#: Size of the drawing in SVG units, and the position of the columns.
WIDTH, HEIGHT = 320, 128
_LEFT, _RIGHT, _TOP, _FOOT = 6, 314, 26, 106
_GAP = 2
#: Maximum width of a column, so that one or two columns do not fill the drawing.
_WIDEST = 46
#: Maximum number of columns, and of columns with a label.
_COLUMNS, _NUMBERED = 16, 11
_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its range of values, number of battles and position. `number` is the label below it."""

    values: str
    battles: int
    x: float
    width: float
    y: float
    height: float
    middle: float
    number: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """Columns, and the position of history among them. `sentence` describes the comparison in words."""

    columns: tuple[Column, ...]
    history: float
    history_anchor: str
    history_text: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ShipShown:
    """A ship, or several on one counter: the historical result, and results here per 100 battles."""

    name: str
    history: str
    sunk: int
    damaged: int
    exited: int


@dataclass(frozen=True, slots=True)
class SideShown:
    """A side; `on_record` describes the final points if they do not come from ships alone."""

    name: str
    navy: str
    notch: int
    losses: Histogram
    points: Histogram | None
    on_record: str
    ships: tuple[ShipShown, ...]


@dataclass(frozen=True, slots=True)
class SpreadShown:
    """The distribution in the form that the page shows. `is_in` says whether history is within its usual
    range.
    """

    battles: int
    is_in: bool
    sides: tuple[SideShown, ...]


def spread_shown(spec: ScenarioSpec, balance: Balance | None) -> SpreadShown | None:
    """Return the distribution for the page; None if the distribution or the historical result is unknown."""
    spread = spread_from(balance.spread) if balance else None
    known = measured(spec, spread, balance.battles) if spread and balance else None
    if known is None or spread is None:
        return None
    points = {
        key: Measure(Fraction(0), values)
        for key, values in spread.points.items()
        if values != spread.ship_points.get(key)
    }
    sides = tuple(_side(known, side, notch, points) for notch, side in enumerate(known.sides))
    return SpreadShown(known.battles, known.is_in, sides)


def _side(known: Measured, side: SideMeasured, notch: int, on_record: Mapping[str, Measure]) -> SideShown:
    spec = side.side
    return SideShown(
        name=spec.name,
        navy=spec.navies[0] if spec.navies else "",
        notch=notch,
        losses=_histogram(side.losses, _losses_in_words(side.losses)),
        points=_histogram(side.points, _points_in_words(side.points)) if side.points else None,
        on_record=_on_record(on_record[spec.key]) if spec.key in on_record else "",
        ships=tuple(_ship(ship, known.battles) for ship in side.ships),
    )


# --- in words --------------------------------------------------------------------------------------


def _losses_in_words(losses: Measure) -> str:
    number = losses.number
    worse, better = losses.same + losses.more, losses.same + losses.fewer
    return (
        f"{losses.history} sunk in history: as many or more in {worse} of {number} battles, "
        f"as many or fewer in {better}. {_percentile(losses)}"
    )


def _points_in_words(points: Measure) -> str:
    more, fewer = points.same + points.more, points.same + points.fewer
    return (
        f"{mixed(points.history)} in history: as many or more in {more} of "
        f"{points.number} battles, as many or fewer in {fewer}. {_percentile(points)}"
    )


def _percentile(measure: Measure) -> str:
    """Return the percentile of history, and its meaning in words."""
    place = f"History is at percentile {round(measure.percentile)}"
    if measure.is_in:
        return f"{place}, within the range of battles here."
    side = "above" if measure.history > measure.at(_HUNDRED // 2) else "below"
    return f"{place}, {side} nearly all battles here."


def _on_record(points: Measure) -> str:
    low, middle, high = (mixed(points.at(percent)) for percent in (5, 50, 95))
    return (
        f"Counting everything, such as ships that escaped, battles ended with {low} to {high} points "
        f"(median {middle})."
    )


# --- ship by ship ----------------------------------------------------------------------------------


def _ship(ship: ShipMeasured, battles: int) -> ShipShown:
    of = battles * ship.ship.count
    return ShipShown(
        name=ship.ship.name if ship.ship.count == 1 else f"{ship.ship.name}, {ship.ship.count} ships",
        history=_happened(ship),
        sunk=round(_HUNDRED * ship.here.sunk / of),
        damaged=round(_HUNDRED * ship.here.damaged / of),
        exited=round(_HUNDRED * ship.here.exited / of),
    )


def _happened(ship: ShipMeasured) -> str:
    if ship.ship.count == 1:
        return "sunk" if ship.sunk else "damaged" if ship.damaged else ""
    parts = [f"{ship.sunk} sunk"] if ship.sunk else []
    return ", ".join([*parts, f"{ship.damaged} damaged"] if ship.damaged else parts)


# --- columns ---------------------------------------------------------------------------------------


def _histogram(measure: Measure, sentence: str) -> Histogram:
    step = _step(measure)
    first = _place(min(*measure.battles, measure.history), step)
    last = _place(max(*measure.battles, measure.history), step)
    counted = [0] * (last - first + 1)
    for value, battles in measure.battles.items():
        counted[_place(value, step) - first] += battles
    across = (_RIGHT - _LEFT) / len(counted)
    columns = tuple(
        _column(number, battles, max(counted), across, lambda n: _values(first + n, step))
        for number, battles in enumerate(counted)
    )
    history = columns[_place(measure.history, step) - first].middle
    anchor = "start" if history < WIDTH / 3 else "end" if history > 2 * WIDTH / 3 else "middle"
    return Histogram(columns, history, anchor, f"history: {mixed(measure.history)}", sentence)


def _column(number: int, battles: int, most: int, across: float, values: Callable[[int], str]) -> Column:
    height = (_FOOT - _TOP) * battles / most
    middle = _LEFT + (number + 0.5) * across
    width = min(across - _GAP, _WIDEST)
    every = ceil((_RIGHT - _LEFT) / across / _NUMBERED)
    return Column(
        values=values(number),
        battles=battles,
        x=round(middle - width / 2, 1),
        width=round(width, 1),
        y=round(_FOOT - height, 1),
        height=round(height, 1),
        middle=round(middle, 1),
        number=values(number).split(" ")[0] if number % every == 0 else "",
    )


def _step(measure: Measure) -> int:
    """Return the width of a column: the smallest of 1, 2 or 5 times a power of ten that gives few enough
    columns.
    """
    lowest, highest = min(*measure.battles, measure.history), max(*measure.battles, measure.history)
    steps = (factor * int(10**power) for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if _place(highest, step) - _place(lowest, step) < _COLUMNS)


def _place(value: Fraction, step: int) -> int:
    return int(value // step)


def _values(place: int, step: int) -> str:
    return str(place) if step == 1 else f"{place * step} to {(place + 1) * step - 1}"
