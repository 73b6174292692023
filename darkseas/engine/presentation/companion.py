"""The rules companion of a system: what each rule and ruling decides, in our own words.

A system keeps its texts in table files beside a module of its own and puts them together here. Numbers in
a text stand in braces by their name in the system's tables (`{attack_die}`), so that no text can say
another number than the engine reads.
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

#: The head of a column of ids.
RULE_HEAD = "Rule"


@record
class RuleEntry:
    """A rule or ruling: its id as cited, a title, what it decides, and which ids belong to it."""

    id: str
    title: str
    text: str
    related: tuple[str, ...] = ()


@record
class RulePart:
    """Entries that belong together, under a heading, in the order of the rulebook."""

    title: str
    entries: tuple[RuleEntry, ...]


@record
class RuleExample:
    """Where a rule may be seen at work: an entry of a battle of the library; `title` is the scenario's."""

    id: str
    battle: str
    title: str
    entry: int


@record
class Lesson:
    """A part of "the rules in ten minutes"; `example` names a worked example, if it has one."""

    title: str
    text: tuple[str, ...]
    rules: tuple[str, ...]
    example: str = ""


@record
class StickerPart:
    """A part of what is printed on a ship, and what it says."""

    part: str
    meaning: str
    rule: str


@record
class MarkMeaning:
    """A mark on the chart, and what it says."""

    mark: str
    meaning: str
    rule: str


@record
class RulesLink:
    """Where the authors' game, or a part of it, is to be had."""

    title: str
    address: str
    note: str


@record
class DrawnTable:
    """A table of the rules as people read it; every cell is text."""

    key: str
    title: str
    source: str
    origin: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def rule_place(self) -> int:
        """Which column names the rule behind each row; -1 where none does."""
        return self.heads.index(RULE_HEAD) if RULE_HEAD in self.heads else -1


@dataclass(frozen=True)
class Companion:
    """All that a system says of its rules."""

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
        """Every entry by its id."""
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
    """A companion from the table files beside a package; `names` are those of its entries, in order.

    `sticker` is the ship whose parts are explained. Without a battle in the library there is no file of
    examples. KeyError for a number in braces that is not there.
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
    """A part for each of these files beside a package, and one of the ids that every system shares.

    KeyError for a number in braces that is not there.
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
    """The rules in ten minutes, from `ten_minutes.toml` beside a package."""
    return tuple(
        replace(line, text=tuple(text.format_map(numbers) for text in line.text))
        for line in load(package, "ten_minutes", Lesson)
    )


def _rule_examples(package: str) -> Mapping[str, RuleExample]:
    """Where each rule may be seen at work, from `examples.toml` beside a package."""
    lines = load(package, "examples", RuleExample) if has_table(package, "examples") else ()
    return {line.id: line for line in lines}


def drawn_table(package: str, name: str, heads: Mapping[str, str], note: str = "") -> DrawnTable:
    """A table file as people read it: the columns that have a head here, in the order of the heads.

    ValueError for a head whose column is not there.
    """
    table = read_table(package, name)
    places = [table["columns"].index(column) for column in heads]
    rows = tuple(tuple(cell_text(line[place]) for place in places) for line in table["lines"])
    return DrawnTable(
        name, table["title"], table["source"], table["origin"], tuple(heads.values()), rows, note
    )


def cell_text(cell: Any) -> str:
    """A cell of a table file as text: yes and no, lists with commas, "1/2" as ½, keys as words."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, list):
        return ", ".join(cell_text(part) for part in cell) or "–"
    try:
        return mixed(Fraction(cell))
    except ValueError:
        return str(cell).replace("_", " ") or "–"
