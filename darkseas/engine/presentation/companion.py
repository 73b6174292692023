"""The rules companion of a system: each rule and ruling, explained in our own words.

A system has its texts in table files next to one of its modules. Numbers in a text are written as names in
braces from the system's tables (`{attack_die}`), so a text cannot disagree with the rules engine.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..serialization.records import record
from ..serialization.tables import has_table, load, read_table
from .narration import Narration
from .words import mixed

_HERE = __package__ or ""

#: Heading of the column with rule ids.
RULE_HEAD = "Rule"


@record
class RuleEntry:
    """A rule or ruling: id, title, text, and related ids."""

    id: str
    title: str
    text: str
    related: tuple[str, ...] = ()


@record
class RulePart:
    """Entries under one heading, in the order of the rulebook."""

    title: str
    entries: tuple[RuleEntry, ...]


@record
class RuleExample:
    """A library battle's entry that shows a rule at work; `title` is the scenario's."""

    id: str
    battle: str
    title: str
    entry: int


@record
class Lesson:
    """A part of "the rules in ten minutes"; `example` names its worked example, if any."""

    title: str
    text: tuple[str, ...]
    rules: tuple[str, ...]
    example: str = ""


@record
class StickerPart:
    """A part of what is printed on a ship's sticker, and its meaning."""

    part: str
    meaning: str
    rule: str


@record
class MarkMeaning:
    """A marker on the chart, and its meaning."""

    mark: str
    meaning: str
    rule: str


@record
class RulesLink:
    """A link to the original game, or to a part of it."""

    title: str
    address: str
    note: str


@record
class DrawnTable:
    """A table of the rules for readers; every cell is text."""

    key: str
    title: str
    source: str
    origin: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def rule_place(self) -> int:
        """Return the column that names the rule of each row, or -1."""
        return self.heads.index(RULE_HEAD) if RULE_HEAD in self.heads else -1


@dataclass(frozen=True)
class Companion:
    """Everything that a system explains about its rules."""

    parts: tuple[RulePart, ...] = ()
    examples: Mapping[str, RuleExample] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()
    worked: Mapping[str, Narration] = field(default_factory=dict)
    sticker: str = ""
    sticker_parts: tuple[StickerPart, ...] = ()
    marks: tuple[MarkMeaning, ...] = ()
    links: tuple[RulesLink, ...] = ()
    tables: tuple[DrawnTable, ...] = ()

    @cached_property
    def entries(self) -> Mapping[str, RuleEntry]:
        return {entry.id: entry for part in self.parts for entry in part.entries}


def companion_beside(
    package: str,
    names: Iterable[str],
    numbers: Mapping[str, str],
    *,
    sticker: str,
    worked: Mapping[str, Narration],
    tables: tuple[DrawnTable, ...],
) -> Companion:
    """Build a companion from the table files beside a package; `names` lists its entry files in order.

    `sticker` is the ship whose parts are explained. Without library battles there is no examples file. Raises
    KeyError for an unknown number in braces.
    """
    return Companion(
        parts=_rule_parts(package, names, numbers),
        examples=_rule_examples(package),
        lessons=_lessons(package, numbers),
        worked=worked,
        sticker=sticker,
        sticker_parts=load(package, "sticker", StickerPart),
        marks=load(package, "marks", MarkMeaning),
        links=load(package, "links", RulesLink),
        tables=tables,
    )


def _rule_parts(package: str, names: Iterable[str], numbers: Mapping[str, str]) -> tuple[RulePart, ...]:
    """Return one part for each of these files, and one for the ids that all systems share.

    Raises KeyError for an unknown number in braces.
    """
    files = (*((package, name) for name in names), (_HERE, "shared_rules"))
    return tuple(
        RulePart(
            read_table(where, name)["title"],
            tuple(replace(line, text=line.text.format_map(numbers)) for line in load(where, name, RuleEntry)),
        )
        for where, name in files
    )


def _lessons(package: str, numbers: Mapping[str, str]) -> tuple[Lesson, ...]:
    """Read the lessons from `ten_minutes.toml` beside a package."""
    return tuple(
        replace(line, text=tuple(text.format_map(numbers) for text in line.text))
        for line in load(package, "ten_minutes", Lesson)
    )


def _rule_examples(package: str) -> Mapping[str, RuleExample]:
    """Read the examples of rules from `examples.toml` beside a package."""
    lines = load(package, "examples", RuleExample) if has_table(package, "examples") else ()
    return {line.id: line for line in lines}


def drawn_table(package: str, name: str, heads: Mapping[str, str], note: str = "") -> DrawnTable:
    """Return a table file for readers: the columns named in `heads`, in that order.

    Raises ValueError if such a column does not exist.
    """
    table = read_table(package, name)
    places = [table["columns"].index(column) for column in heads]
    rows = tuple(tuple(cell_text(line[place]) for place in places) for line in table["lines"])
    return DrawnTable(
        name, table["title"], table["source"], table["origin"], tuple(heads.values()), rows, note
    )


def cell_text(cell: Any) -> str:
    """Return a table cell as text: booleans as yes and no, lists with commas, "1/2" as ½, keys as words."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, list):
        return ", ".join(cell_text(part) for part in cell) or "–"
    try:
        return mixed(Fraction(cell))
    except ValueError:
        return str(cell).replace("_", " ") or "–"
