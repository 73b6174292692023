"""Tables in Markdown and for a terminal, and functions that insert them into a README."""

from collections.abc import Sequence
from pathlib import Path


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the first row is its header."""
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * len(rows[0])}", *body])


def as_columns(rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def put_between(path: Path, begin: str, end: str, text: str) -> bool:
    """Replace the text between two lines of a file; return whether the file has these lines."""
    whole = path.read_text("utf-8") if path.exists() else ""
    if begin not in whole or end not in whole:
        return False
    before, rest = whole.split(begin, 1)
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end, 1)[1]}", encoding="utf-8")
    return True
