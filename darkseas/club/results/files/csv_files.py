"""Results as CSV: one a line, sides in numbered columns, players of a side separated by |."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from itertools import islice

from darkseas.club.results.checks import MOST_SIDES

from .csv_rows import column_name, guarded, rows_of, unguarded
from .file_records import HEAD, MOST_RESULTS, OF_SIDE, BadFile, Fault, ResultRecord, SideRecord

_NEEDED = ("day", "system", "side_1", "players_1", "ended_1", "side_2", "players_2", "ended_2")
_MOST_COLUMNS = len(HEAD) + MOST_SIDES * len(OF_SIDE)
_SIDE_COLUMN = re.compile(rf"({'|'.join(OF_SIDE)})_([1-{MOST_SIDES}])")


def read_csv(text: str) -> list[ResultRecord]:
    """Parse a CSV file. Raise BadFile with line and column."""
    rows = rows_of(text)
    try:
        at, header = next(rows)
    except StopIteration:
        raise BadFile(Fault("", "", "The file is empty.")) from None
    columns = _columns(f"line {at}", header)
    read = list(islice(rows, MOST_RESULTS + 1))
    if len(read) > MOST_RESULTS:
        raise BadFile(
            Fault("", "", f"A file can have at most {MOST_RESULTS} results. Split it into two files.")
        )
    return [_record(line, row, columns) for line, row in read]


def write_csv(records: Iterable[ResultRecord]) -> str:
    """Write results as CSV that `read_csv` can read."""
    all_of_them = list(records)
    most = max([2, *(len(record.sides) for record in all_of_them)])
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*HEAD, *(f"{name}_{side}" for side in range(1, most + 1) for name in OF_SIDE)])
    for record in all_of_them:
        sides = [*record.sides, *[SideRecord()] * (most - len(record.sides))]
        cells = [guarded(getattr(record, name)) for name in HEAD]
        writer.writerow([*cells, *(cell for side in sides for cell in _side_cells(side))])
    return out.getvalue()


def _columns(where: str, header: Sequence[str]) -> list[str]:
    names = [column_name(name) for name in header[: _MOST_COLUMNS + 1]]
    strange = [name for name in names if name not in HEAD and not _SIDE_COLUMN.fullmatch(name)]
    missing = [name for name in _NEEDED if name not in names]
    if strange:
        listed = ", ".join(name[:60] or "unnamed column" for name in strange)
        are = "This column is" if len(strange) == 1 else "These columns are"
        also = f" Missing: {', '.join(missing)}." if missing else ""
        raise BadFile(Fault(where, listed, f"{are} unknown.{also}"))
    if repeated := [name for name in names if names.count(name) > 1]:
        raise BadFile(Fault(where, repeated[0], "This column appears twice."))
    if missing:
        are = "This column is" if len(missing) == 1 else "These columns are"
        raise BadFile(Fault(where, ", ".join(missing), f"{are} missing."))
    return names


def _record(line: int, row: Sequence[str], columns: Sequence[str]) -> ResultRecord:
    where = f"line {line}"
    if len(row) > len(columns):
        raise BadFile(
            Fault(where, "", f"This line has {len(row)} columns, but the first line has only {len(columns)}.")
        )
    cells = dict(zip(columns, (unguarded(cell.strip()) for cell in row), strict=False))
    sides = [_side(cells, number, where) for number in range(1, MOST_SIDES + 1)]
    while sides and sides[-1] == SideRecord():
        sides.pop()
    return ResultRecord(where, tuple(sides), **{name: cells.get(name, "") for name in HEAD})


def _side(cells: Mapping[str, str], number: int, where: str) -> SideRecord:
    texts = {name: cells.get(f"{name}_{number}", "") for name in OF_SIDE if name != "players"}
    names = cells.get(f"players_{number}", "")
    try:
        split = next(csv.reader([names], delimiter="|", strict=True), []) if names else []
    except csv.Error:
        reason = "Separate names with |. Put names that contain quotes in quotes."
        raise BadFile(Fault(where, f"players_{number}", reason)) from None
    return SideRecord(players=tuple(name.strip() for name in split if name.strip()), **texts)


def _side_cells(side: SideRecord) -> list[str]:
    out = StringIO()
    csv.writer(out, delimiter="|", lineterminator="").writerow(side.players)
    names = guarded(out.getvalue())
    return [guarded(side.side), names, side.ended, side.points, side.losses, side.bid]
