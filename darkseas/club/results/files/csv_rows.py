"""Rows of CSV files as spreadsheets write them."""

import csv
from collections.abc import Iterator
from io import StringIO

from .file_records import MOST_LINES, BadFile, Fault

#: Spreadsheets interpret text that starts with one of these (some also in full width) as a formula, so it
#: gets a leading '.
_LOOK_LIKE_SUMS = ("=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠")


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with its first line number; cells are separated by , or ;. Raise BadFile."""
    if text.count("\n") + text.count("\r") - text.count("\r\n") > MOST_LINES:
        raise BadFile(Fault("", "", f"A file can have at most {MOST_LINES} lines. Split it into two files."))
    first_line = text.partition("\n")[0]
    delimiter = ";" if first_line.count(";") > first_line.count(",") else ","
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            raise BadFile(Fault(f"line {line}", "", f"This is not valid CSV: {fault}.")) from None
        yield line, row
        line = reader.line_num + 1


def guarded(text: str) -> str:
    """Return a cell that no spreadsheet interprets as a formula."""
    return f"'{text}" if text.startswith(_LOOK_LIKE_SUMS) else text


def unguarded(text: str) -> str:
    """Undo `guarded`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_LOOK_LIKE_SUMS) else text
