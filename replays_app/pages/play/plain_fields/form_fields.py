"""Model of an order form as plain fields, with titles, options and values.

A field's name is its path in the form: `moves.0.path`. A line that players may repeat has copies,
`attacks.2`, `attacks.2+1`, …. An optional line has a checkbox, or a route field that includes or leaves out
the line.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from darkseas.engine.orders import Cell, Choice, Course, Fixed, Formation, Number, OrderForm, Rows, Several
from darkseas.engine.presentation.words import tally
from darkseas.engine.serialization.canonical_json import Json

from .dice_fields import ThrowField


@dataclass(frozen=True, slots=True)
class Name:
    """A blank for a name of up to ``longest`` characters, such as that of a group."""

    name: str
    title: str
    longest: int


@dataclass(frozen=True, slots=True)
class Reason:
    """A blank for the reason of a ruling, of up to ``longest`` characters."""

    name: str
    title: str
    longest: int


@dataclass(frozen=True, slots=True)
class Option:
    """A value of a field: its form text, its title, and whether it is selected."""

    text: str
    value: Json
    words: str
    help: str = ""
    is_chosen: bool = False


@dataclass(slots=True)
class Field:
    """A blank as a field; ``cell`` has its possible values, ``errors`` its error messages."""

    name: str
    cell: Cell | Name | Reason
    options: list[Option] = field(default_factory=list)
    text: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """Kind of widget."""
        return _KINDS[type(self.cell)]

    @property
    def none_words(self) -> str:
        """Label of the empty choice; "" if a value is required."""
        if isinstance(self.cell, Course) or (isinstance(self.cell, Choice) and self.cell.optional):
            return "None"
        return ""

    def value(self) -> Json:
        """Return the current value, None if empty. A number may be out of range."""
        if isinstance(self.cell, Fixed):
            return self.cell.value
        if isinstance(self.cell, Name | Reason):
            return self.text.strip() or None
        if isinstance(self.cell, Number):
            return int(self.text) if self.text.isascii() and self.text.isdigit() else None
        chosen = [option.value for option in self.options if option.is_chosen]
        if isinstance(self.cell, Several):
            return chosen
        return chosen[0] if chosen else None


@dataclass(slots=True)
class Line:
    """A line of a form: its path, title and fields. `box` says whether the line is included."""

    name: str
    title: str
    fields: list[Field]
    has_box: bool
    is_used: bool
    may_repeat: bool = False
    errors: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """All lines of a blank."""

    blank: Rows
    lines: list[Line]
    errors: list[str] = field(default_factory=list)

    @property
    def copies(self) -> dict[str, int]:
        """The number of copies shown of each repeatable line."""
        shown = Counter(line.name.partition("+")[0] for line in self.lines if line.may_repeat)
        return dict(shown)


@dataclass(slots=True)
class Slot:
    """The line of a possible group: its name, place and contingent."""

    contingent: int
    line: Line


@dataclass(slots=True)
class Member:
    """The line of a unit that can join a group: ``group`` is the field for its group, ``place`` for its place
    alone.

    A field is missing if it has only one choice.
    """

    contingent: int
    value: Json
    line: Line
    group: Field | None
    place: Field | None


@dataclass(slots=True)
class FormedGroups:
    """A blank for freely formed groups, with a line for each possible group and for each member."""

    blank: Formation
    slots: list[Slot]
    members: list[Member]
    errors: list[str] = field(default_factory=list)

    @property
    def limits(self) -> str:
        """The limits of the groups in a sentence."""
        largest = max((one.most for one in self.blank.contingents if one.how == "free"), default=0)
        groups = tally(self.blank.most_groups, "group")
        return f"At most {groups}, of up to {largest} each. Units marked “alone” are in no group."

    @property
    def lines(self) -> list[Line]:
        """Return all lines, contingent by contingent."""
        shown: list[Line] = []
        for number in range(len(self.blank.contingents)):
            shown += (slot.line for slot in self.slots if slot.contingent == number)
            shown += (one.line for one in self.members if one.contingent == number and one.line.fields)
        return shown


@dataclass(slots=True)
class FilledForm:
    """A form with its values, in the order of its blanks.

    ``key`` distinguishes forms of the same order. ``dice`` are the rolls that it needs at a table.
    """

    form: OrderForm
    key: str
    parts: list[Field | Group | FormedGroups]
    dice: list[ThrowField] = field(default_factory=list)

    def fields(self) -> Iterator[Field]:
        """Iterate over single fields."""
        yield from (part for part in self.parts if isinstance(part, Field))

    def groups(self) -> Iterator[Group]:
        """Iterate over blanks with lines."""
        yield from (part for part in self.parts if isinstance(part, Group))

    def formed(self) -> Iterator[FormedGroups]:
        """Iterate over blanks with freely formed groups."""
        yield from (part for part in self.parts if isinstance(part, FormedGroups))


_KINDS: Mapping[type[Any], str] = {
    Choice: "choice",
    Course: "choice",
    Several: "several",
    Number: "number",
    Fixed: "fixed",
    Name: "name",
    Reason: "reason",
}
