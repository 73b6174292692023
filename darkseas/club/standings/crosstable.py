"""Crosstables by opponent or by round, in standings order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from .outcomes import Competition, Ending, Outcome, Showing
from .ranking import Row, standings


@dataclass(frozen=True)
class Cell:
    """One outcome from the row entrant's view; an unconfirmed one earns no points yet."""

    round: int
    opponent: str | None
    side: str
    ending: Ending
    points: Fraction
    victory_points: Fraction
    victory_points_against: Fraction
    is_ratified: bool


@dataclass(frozen=True)
class CrosstableRow:
    """An entrant and a cell list for each heading: usually one outcome, sometimes none or two."""

    row: Row
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Crosstable:
    """Rows under headings: either entrant keys in row order, or round numbers as text."""

    headings: tuple[str, ...]
    rows: tuple[CrosstableRow, ...]


def crosstable_by_opponent(competition: Competition, rows: tuple[Row, ...] | None = None) -> Crosstable:
    """Return the table of all entrants against each other, as in round robins; byes are left out.

    Pass the standings as ``rows`` if they are already computed.
    """
    rows = standings(competition) if rows is None else rows
    return _table(competition, rows, [row.entrant for row in rows], lambda cell: cell.opponent)


def crosstable_by_round(competition: Competition, rows: tuple[Row, ...] | None = None) -> Crosstable:
    """Return the table of all entrants by round, as in Swiss tournaments.

    Pass the standings as ``rows`` if they are already computed.
    """
    numbers = sorted({outcome.round for outcome in competition.outcomes})
    known = standings(competition) if rows is None else rows
    return _table(competition, known, map(str, numbers), lambda cell: str(cell.round))


def _table(
    competition: Competition,
    rows: tuple[Row, ...],
    headings: Iterable[str],
    heading_of: Callable[[Cell], str | None],
) -> Crosstable:
    under: dict[tuple[str, str | None], list[Cell]] = {}
    for outcome in sorted(competition.outcomes, key=_sort_key):
        for showing in outcome.showings:
            cell = _cell(competition, outcome, showing)
            under.setdefault((showing.entrant, heading_of(cell)), []).append(cell)
    names = tuple(headings)
    return Crosstable(
        names,
        tuple(
            CrosstableRow(row, tuple(tuple(under.get((row.entrant, name), ())) for name in names))
            for row in rows
        ),
    )


def _cell(competition: Competition, outcome: Outcome, own: Showing) -> Cell:
    other = next((each for each in outcome.showings if each is not own), None)
    return Cell(
        outcome.round,
        other.entrant if other else None,
        own.side,
        own.ending,
        competition.points.of(own.ending) if outcome.is_ratified else Fraction(0),
        own.victory_points,
        other.victory_points if other else Fraction(0),
        outcome.is_ratified,
    )


def _sort_key(outcome: Outcome) -> tuple[object, ...]:
    parts = [
        (each.entrant, each.side, each.ending.value, each.victory_points, each.losses)
        for each in outcome.showings
    ]
    return (outcome.round, sorted(parts), not outcome.is_ratified)
