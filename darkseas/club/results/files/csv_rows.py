"""Rows of CSV files as spreadsheets of any country write them."""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from darkseas.web.texts.name_keys import name_key

from .file_records import MOST_LINES, BadFile, Fault

#: Without this mark, Excel does not read a CSV file as UTF-8.
MARK = "\ufeff"
#: Spreadsheets interpret text that starts with one of these (some also in full width) as a formula, so it
#: gets a leading '.
_LOOK_LIKE_SUMS = ("=", "+", "-", "@", "\t", "\r", "'", "＝", "＋", "－", "＠")
#: Signs between cells, in the order of preference.
_DELIMITERS = (",", ";", "\t")
#: The line with which Excel names the sign between cells.
_NAMED = re.compile(r'\A\s*"?sep=(?P<sign>[,;\t|])"?[,;\t]*\r?(?:\n|\Z)', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')
_WORD, _BEFORE_NUMBER = re.compile(r"[^\W_]+"), re.compile(r"(?<=[^\W\d_])(?=\d)")


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with its first line number, without empty rows and without empty cells at its end.

    Cells are separated by commas, semicolons or tabs. Raise BadFile.
    """
    if text.count("\n") + text.count("\r") - text.count("\r\n") > MOST_LINES:
        raise BadFile(Fault("", "", f"A file can have at most {MOST_LINES} lines. Split it into two files."))
    named = _NAMED.match(text.removeprefix(MARK))
    body = text.removeprefix(MARK)[named.end() if named else 0 :]
    skipped = text.count("\n", 0, named.end()) if named else 0
    reader = csv.reader(
        StringIO(body, newline=""), delimiter=named["sign"] if named else _delimiter(body), strict=True
    )
    line = skipped + 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            raise BadFile(Fault(f"line {line}", "", f"This is not valid CSV: {fault}.")) from None
        while row and not row[-1].strip():
            row.pop()
        if row:
            yield line, row
        line = skipped + reader.line_num + 1


def column_name(heading: str) -> str:
    """Return the name of a column as we write it: “Players 1” and “PLAYERS1” become “players_1”."""
    return _BEFORE_NUMBER.sub("_", "_".join(_WORD.findall(name_key(heading))))


def guarded(text: str) -> str:
    """Return a cell that no spreadsheet interprets as a formula."""
    return f"'{text}" if text.startswith(_LOOK_LIKE_SUMS) else text


def unguarded(text: str) -> str:
    """Undo `guarded`."""
    return text[1:] if text.startswith("'") and text[1:].startswith(_LOOK_LIKE_SUMS) else text


def _delimiter(text: str) -> str:
    """Return the sign that separates most cells of the first line with any text."""
    head = _QUOTED.sub("", text.lstrip("\r\n,; ").partition("\n")[0])
    return max(_DELIMITERS, key=head.count)
