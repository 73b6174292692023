"""Where in a JSON text each value stands: for sentences that name a line. The text is sound, or nearly so."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKENS = re.compile(
    r'(?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*+")|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|(?P<colon>:)'
    r'|(?P<plain>[^\s,:\[\]{}"]++)',
    re.DOTALL,
)


#: Longer paths are cut: each value of an object whose key is a megabyte long would copy that.
LONGEST_PATH = 500


class Place(NamedTuple):
    """A value: its dotted path, its own name (a key, or nothing in a list), where it stands, how it begins.

    `raw` is the whole of a text, number or word, and the bracket of a list or an object. `is_twice` says
    that its key stood in the same object before.
    """

    where: str
    name: str
    at: int
    raw: str
    is_twice: bool


@dataclass
class _Level:
    """A list or an object that is open: where it is, the key that comes next or how many came."""

    where: str
    is_object: bool
    key: str | None = None
    count: int = 0
    met: set[str] = field(default_factory=set)


def places(text: str) -> Iterator[Place]:
    """Yield each value in the order of the text, what holds it before what it holds."""
    open_levels: list[_Level] = []
    for token in _TOKENS.finditer(text):
        kind, raw = token.lastgroup, token[0]
        level = open_levels[-1] if open_levels else None
        if kind == "close" and open_levels:
            open_levels.pop()
        elif kind == "text" and level is not None and level.is_object and level.key is None:
            level.key = _name(raw)
        elif kind in ("open", "text", "plain"):
            place = _place(level, token.start(), raw)
            yield place
            if kind == "open":
                open_levels.append(_Level(place.where, raw == "{"))


def _place(level: _Level | None, at: int, raw: str) -> Place:
    if level is None:
        return Place("", "", at, raw, is_twice=False)
    name = level.key if level.is_object else str(level.count)
    key = name or ""
    is_twice = level.is_object and key in level.met
    if level.is_object:
        level.met.add(key)
        level.key = None
    level.count += 1
    where = f"{level.where}.{key}" if level.where else key
    return Place(where[:LONGEST_PATH], key if level.is_object else "", at, raw, is_twice)


def _name(raw: str) -> str:
    try:
        return str(json.loads(raw))
    except ValueError:
        return raw.strip('"')


def line_of(text: str, where: str) -> int:
    """Return the line of a dotted place, counted from 1; of what would hold it where it is missing."""
    best, at = -1, 0
    for place in places(text):
        if place.where == where:
            return line_at(text, place.at)
        if len(place.where) > best and (not place.where or where.startswith(f"{place.where}.")):
            best, at = len(place.where), place.at
    return line_at(text, at)


def line_at(text: str, at: int) -> int:
    """Return the line of a place in the text, counted from 1."""
    return text.count("\n", 0, at) + 1
