"""Rules tables: data files with their source, validated on loading.

The only module of the engine that reads files: package data, once, at import.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, TypeVar

from .codec import BadShape, read
from .records import record

ORIGINS = ("rulebook", "companion", "house")

T = TypeVar("T")


class BadTable(ValueError):
    """A table file lacks its source, or a line does not fit its columns."""


@record
class FixedNumber:
    """A line in a table of single numbers."""

    key: str
    number: int
    rule: str


def load(package: str, name: str, kind: type[T]) -> tuple[T, ...]:
    """Read `<name>.toml` beside a package as records of this type, in file order.

    Raises BadTable if title, source or origin is missing, columns are not the record's fields, or a line does
    not fit.
    """
    table = read_table(package, name)
    return tuple(
        _line(name, number, table["columns"], line, kind) for number, line in enumerate(table["lines"])
    )


def has_table(package: str, name: str) -> bool:
    return (files(package) / f"{name}.toml").is_file()


def read_table(package: str, name: str) -> Mapping[str, Any]:
    """Return the content of `<name>.toml` next to a package, unparsed apart from TOML. Raise BadTable if
    title, source or origin is missing.
    """
    table = tomllib.loads((files(package) / f"{name}.toml").read_text("utf-8"))
    _check_frame(name, table)
    return table


def _check_frame(name: str, table: Mapping[str, Any]) -> None:
    for field in ("title", "source", "origin", "columns", "lines"):
        if not table.get(field):
            raise BadTable(f"table {name}: {field} is missing")
    if table["origin"] not in ORIGINS:
        raise BadTable(f"table {name}: origin must be one of {', '.join(ORIGINS)}")


def _line(name: str, number: int, columns: list[str], line: list[Any], kind: type[T]) -> T:
    if len(line) != len(columns):
        raise BadTable(f"table {name}, line {number}: {len(line)} cells for {len(columns)} columns")
    try:
        record: T = read(kind, dict(zip(columns, line, strict=True)))
    except BadShape as error:
        raise BadTable(f"table {name}, line {number}: {error}") from None
    return record
