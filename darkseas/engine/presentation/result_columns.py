"""Result tables as columns: every possible result with its probability, the rolled one marked."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from .narration import ResultColumn, ResultRow
from .words import percent

TO = "–"


def result_column(title: str, results: Iterable[str], rolled: int) -> ResultColumn:
    """Return the column of one die from the results of faces 1 on; equal neighbours share a row."""
    faces = list(enumerate(results, 1))
    rows = []
    for result, same in groupby(faces, lambda face: face[1]):
        values = [face for face, _ in same]
        chance = Fraction(len(values), len(faces))
        rows.append(ResultRow(span(values[0], values[-1]), result, chance, rolled in values))
    return ResultColumn(title, tuple(rows))


def column_words(column: ResultColumn) -> str:
    """Return a column in sentences, beginning with the actual roll: "D12 at 2½ : 1: 3–5 damaged (25 %). Else
    1–2 sunk (17 %).".
    """
    fell = [_row_words(row) for row in column.rows if row.rolled]
    others = [_row_words(row) for row in column.rows if not row.rolled]
    rolled = f"{column.title}: {'; '.join(fell)}."
    return f"{rolled} Else {'; '.join(others)}." if others else rolled


def _row_words(row: ResultRow) -> str:
    return f"{row.roll} {row.result} ({percent(row.chance)})"


def span(first: int, last: int) -> str:
    """Return a range of values as tables print it: "3", "4–6"."""
    return str(first) if first == last else f"{first}{TO}{last}"
