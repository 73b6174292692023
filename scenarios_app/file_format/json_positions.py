"""Positions of values in a JSON text, so that errors can name a line. The text must be mostly valid JSON."""

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


#: Longer paths are cut; otherwise each value inside an object with a 1 MB key would copy that key.
LONGEST_PATH = 500


class Place(NamedTuple):
    """A value: dotted path, own key (empty in a list), position and raw start.

    `raw` is the whole of a string, number or word, or the opening bracket of a list or object. `is_twice` is
    true if the object already had this key.
    """

    where: str
    name: str
    at: int
    raw: str
    is_twice: bool


@dataclass
class _Level:
    """An open list or object: its path, and the next key or the number of elements so far."""

    where: str
    is_object: bool
    key: str | None = None
    count: int = 0
    met: set[str] = field(default_factory=set)


def places(text: str) -> Iterator[Place]:
    """Yield each value in text order, containers before their contents."""
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
    """Return the 1-based line of a dotted path, or of its nearest existing container."""
    best, at = -1, 0
    for place in places(text):
        if place.where == where:
            return line_at(text, place.at)
        if len(place.where) > best and (not place.where or where.startswith(f"{place.where}.")):
            best, at = len(place.where), place.at
    return line_at(text, at)


def line_at(text: str, at: int) -> int:
    """Return the 1-based line of a character offset."""
    return text.count("\n", 0, at) + 1
