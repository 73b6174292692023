"""Rows of CSV files, as spreadsheets write and read them."""

import csv
from collections.abc import Iterator
from io import StringIO

from .file_records import MOST_LINES, BadFile, Fault

#: With these a spreadsheet takes a text for a sum, some also where they are written full width: such a text
#: gets a ' before it.
_LOOK_LIKE_SUMS = ("=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠")


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the line on which it begins, with , or ; between cells. Raises BadFile."""
    if text.count("\n") + text.count("\r") - text.count("\r\n") > MOST_LINES:
        raise BadFile(Fault("", "", f"A file has at most {MOST_LINES} lines. Make two of it."))
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
            raise BadFile(Fault(f"line {line}", "", f"This is no CSV: {fault}.")) from None
        yield line, row
        line = reader.line_num + 1


def guarded(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a sum."""
    return f"'{text}" if text.startswith(_LOOK_LIKE_SUMS) else text


def unguarded(text: str) -> str:
    """Return the text of a cell that was guarded, or was not."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_LOOK_LIKE_SUMS) else text
