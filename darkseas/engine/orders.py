"""Orders, and the forms that say which orders may be given now and within what bounds.

A form is complete: every filling within its bounds is legal, so a page can draw it and a bot can
fill it knowing nothing of the rules system. An order outside the form may still be legal (a
roundabout path); `decide` has the last word.
"""

from collections.abc import Mapping
from typing import NamedTuple

from .serialization.canonical_json import Json
from .serialization.records import record


class IllegalOrder(Exception):
    """An order is refused: why, by which rule, and in which blank. The log stays as it was."""

    def __init__(self, reason: str, *, rule: str, field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.field = field


class Given(NamedTuple):
    """An order and the side that gives it (the side comes from the seat, never from the order)."""

    side: str
    order: object


@record
class Choice:
    """One of the values; with `optional`, also none."""

    name: str
    title: str
    values: tuple[Json, ...]
    optional: bool = False


@record
class Several:
    """Any of the values, each at most once, at least `least` and at most `most` of them."""

    name: str
    title: str
    values: tuple[Json, ...]
    least: int = 0
    most: int = 1000


@record
class Number:
    """A whole number from `least` to `most`."""

    name: str
    title: str
    least: int
    most: int


@record
class Fixed:
    """A value that the giver cannot choose (the block that a line of the form is about)."""

    name: str
    value: Json


#: A blank that holds no lines of blanks, and a line of them.
Cell = Choice | Several | Number | Fixed
Row = tuple[Cell, ...]


@record
class Rows:
    """Lines of the same shape; at least `least` of them must be filled, each at most once.

    With `once`, the name of a Several blank of the lines, a line may be filled any number of times,
    but no value of that blank may stand in two filled lines; `least` is then 0.
    """

    name: str
    title: str
    rows: tuple[Row, ...]
    least: int = 0
    once: str = ""


Blank = Cell | Rows


@record
class OrderForm:
    """An order that may be given now: its stored name, a title, its blanks, the rule behind it.

    `pressing` forms hold up the battle until one of them is given; others may be left.
    """

    order: str
    title: str
    rule: str
    blanks: tuple[Blank, ...] = ()
    pressing: bool = True


@record
class RuledEvent:
    """An event that an umpire rules to have happened: stored name, payload, audience."""

    kind: str
    payload: Mapping[str, Json]
    audience: tuple[str, ...]


@record
class Rule:
    """The umpire's order: a reason and the events that are to stand."""

    reason: str
    events: tuple[RuledEvent, ...]
    rule: str = ""
