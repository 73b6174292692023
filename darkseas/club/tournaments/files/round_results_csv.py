"""Results of a round as CSV: download with empty cells, fill in anywhere, upload.

A line is a table: the winner (a name, ``first``, ``second`` or ``draw``), points and ships lost of each
player. Lines without a winner are skipped.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from typing import TypeVar

from django.db import transaction

from darkseas.club.models import Pairing, Player
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.files.cells import CellFault, losses_in, points_in
from darkseas.club.results.files.csv_rows import column_name, guarded, rows_of, unguarded
from darkseas.club.results.files.file_records import BadFile, Fault
from darkseas.club.tournaments import reports
from darkseas.club.tournaments.reports import DRAW, FIRST, SECOND, Reported
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.web.texts.name_keys import name_key

COLUMNS = (
    "table", "leg", "first", "second", "winner",
    "first_points", "second_points", "first_losses", "second_losses", "remarks",
)  # fmt: skip
NEEDED = ("table", "winner")
LONGEST_REMARKS = 4000
#: How score sheets write a draw.
HALVES = ("1⁄2", "0.5", "0,5")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line with a result: its position in the file, its pairing, and the result."""

    where: str
    pairing: Pairing
    said: Reported


def written(pairings: Iterable[Pairing]) -> str:
    """Return the CSV of these pairings with empty results."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in pairings:
        names = (guarded(str(one.first)), guarded(str(one.second)))
        writer.writerow([one.table, one.leg, *names, *[""] * (len(COLUMNS) - 4)])
    return out.getvalue()


def read_sheet(text: str, pairings: Sequence[Pairing]) -> tuple[list[SheetLine], list[Fault]]:
    """Return the lines with a result, and all errors. Raises BadFile if the text is no such CSV."""
    rows = rows_of(text)
    columns = _columns(*next(rows, (1, [])))
    by_table = {(str(one.table), str(one.leg)): one for one in pairings}
    lines: list[SheetLine] = []
    faults: list[Fault] = []
    taken: set[int] = set()
    for number, row in rows:
        cells = dict(zip(columns, (unguarded(cell.strip()) for cell in row), strict=False))
        if not cells.get("winner"):
            continue
        where = f"line {number}"
        try:
            line = _line(where, cells, by_table)
        except _SheetFault as fault:
            faults.append(fault.fault)
            continue
        if line.pairing.pk in taken:
            faults.append(Fault(where, "table", "This table appears twice."))
        taken.add(line.pairing.pk)
        lines.append(line)
    if not lines and not faults:
        raise BadFile(Fault("", "winner", "This file has no winners. Enter a name or draw in each line."))
    return lines, faults


def keep(by: Player, lines: Iterable[SheetLine]) -> None:
    """Report every line, or none. Raises TournamentRefused that names the line."""
    with transaction.atomic():
        for line in lines:
            try:
                reports.report(by, line.pairing, line.said)
            except (TournamentRefused, ResultRefused) as refusal:
                raise TournamentRefused(f"{line.where}: {refusal}") from refusal


class _SheetFault(Exception):
    """A line has an error."""

    def __init__(self, where: str, column: str, reason: str) -> None:
        super().__init__(reason)
        self.fault = Fault(where, column, reason)


def _columns(line: int, header: Sequence[str]) -> list[str]:
    where, names = f"line {line}", [column_name(name) for name in header]
    for name in NEEDED:
        if name not in names:
            raise BadFile(Fault(where, name, "This column is missing."))
    for name in names:
        if name not in COLUMNS or names.count(name) > 1:
            reason = "This column appears twice." if name in COLUMNS else "This column is unknown."
            raise BadFile(Fault(where, name or "unnamed column", reason))
    return names


def _line(where: str, cells: Mapping[str, str], by_table: Mapping[tuple[str, str], Pairing]) -> SheetLine:
    pairing = by_table.get((cells["table"], cells.get("leg") or "1"))
    if pairing is None:
        known = ", ".join(table for table, _ in by_table)
        reason = f"This round needs no result for this table. Tables without a result: {known or 'none'}."
        raise _SheetFault(where, "table", reason)
    names = {FIRST: str(pairing.first), SECOND: str(pairing.second)}
    for column, name in names.items():
        if cells.get(column) and name_key(cells[column]) != name_key(name):
            raise _SheetFault(where, column, f"The player at this table is {name}.")
    said = Reported(
        _winner(where, cells["winner"], names),
        _points(where, cells),
        _losses(where, cells),
        cells.get("remarks", "")[:LONGEST_REMARKS],
    )
    return SheetLine(where, pairing, said)


def _winner(where: str, text: str, names: Mapping[str, str]) -> str:
    """Return who won: by name, or by the words ``first``, ``second`` and ``draw``."""
    words = {key: key for key in (FIRST, SECOND, DRAW)} | dict.fromkeys(HALVES, DRAW)
    named = {name_key(name): key for key, name in names.items()}
    plain = name_key(text)
    if plain in words and named.get(plain, plain) != plain:
        reason = f"{text} is a player at this table and a keyword. Report the result on the table’s page."
        raise _SheetFault(where, "winner", reason)
    found = (words | named).get(plain)
    if found is None:
        reason = f"Enter {names[FIRST]}, {names[SECOND]} or draw."
        raise _SheetFault(where, "winner", reason)
    return found


def _points(where: str, cells: Mapping[str, str]) -> tuple[Decimal | None, Decimal | None]:
    return (_read(where, cells, "first_points", points_in), _read(where, cells, "second_points", points_in))


def _losses(where: str, cells: Mapping[str, str]) -> tuple[int | None, int | None]:
    return (_read(where, cells, "first_losses", losses_in), _read(where, cells, "second_losses", losses_in))


def _read(where: str, cells: Mapping[str, str], column: str, reading: Callable[[str], Value]) -> Value | None:
    text = cells.get(column, "")
    try:
        return reading(text) if text else None
    except CellFault as fault:
        raise _SheetFault(where, column, str(fault)) from None
