"""Decodes uploaded files: UTF-8 and UTF-16 of any spreadsheet, else Windows-1252."""

import codecs

from .file_records import BadFile, Fault

#: The encoding of older spreadsheets in western Europe and America.
WINDOWS = "cp1252"
GUESSED = "The file is not in UTF-8. We read it as Windows-1252: check names with accents."
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
#: UTF-16 without a mark, by the place of the zero byte of its first letter.
_BY_FIRST_ZERO = {0: "utf-16-be", 1: "utf-16-le"}


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and a note if its encoding is a guess. Raise BadFile."""
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "")
    try:
        return data.decode(marked or _BY_FIRST_ZERO.get(data[:2].find(b"\0"), "utf-8")), ""
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
    is_json = data.lstrip().startswith(b"{")
    try:
        return data.decode("utf-8" if marked or is_json else WINDOWS), GUESSED
    except UnicodeDecodeError:
        raise BadFile(Fault(f"line {line}", "", "The file is not in UTF-8. Save it as CSV UTF-8.")) from None
