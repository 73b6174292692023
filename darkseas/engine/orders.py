"""Orders, and the forms that say which orders may be given now and within what bounds.

A form is complete: every filling within its bounds is legal, so a page can draw it and a bot can
fill it knowing nothing of the rules system. An order outside the form may still be legal (a
roundabout path); `decide` has the last word.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

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


#: What the values of a blank name, by the keys of the chart (`Piece.key`, `Crew.key`, labels of places,
#: edges); a "mount" is a part of a ship, a "card" a ship of a battle without a map; all else is a "word".
Subject = Literal["place", "piece", "crew", "mount", "card", "edge", "word"]


@record
class Choice:
    """One of the values; with `optional`, also none.

    `about` is the key of the ship whose line this is, where what is said of a value hangs on her; that of a
    mount of hers stands behind a slash.
    """

    name: str
    title: str
    values: tuple[Json, ...]
    optional: bool = False
    subject: Subject = "word"
    about: str = ""


@record
class Several:
    """Any of the values, each at most once, at least `least` and at most `most` of them; `about` as above."""

    name: str
    title: str
    values: tuple[Json, ...]
    least: int = 0
    most: int = 1000
    subject: Subject = "word"
    about: str = ""


@record
class Number:
    """A whole number from `least` to `most`."""

    name: str
    title: str
    least: int
    most: int
    subject: Subject = "word"


@record
class Fixed:
    """A value that the giver cannot choose (the block that a line of the form is about)."""

    name: str
    value: Json
    subject: Subject = "word"
    title: str = ""


@record
class Reached:
    """A place that a course may end in: what it costs to get there, and from where it is entered.

    `before` is the place entered before it, "" for the start. An edge, over which the course leaves the
    map, stands once for each place that it may be left from; nothing comes after it.
    """

    place: str
    cost: int
    before: str = ""


@record
class Turning:
    """How a way may turn whose thing has a front: where it faces at the start, and how far it may turn.

    `faces` is how many steps of the whole circle it may turn in all, `at_once` how many before one place is
    entered. `words` are the facings in their order round the circle; their number is that of its steps.
    """

    facing: int
    faces: int
    at_once: int
    words: tuple[str, ...]

    def between(self, facing: int, other: int) -> int:
        """The fewest steps from one facing to another."""
        circle = len(self.words)
        turned = (other - facing) % circle
        return min(turned, circle - turned)


@record
class Course:
    """A way over the map: the places entered, in order; an edge as the last one leaves the map.

    `reach` holds a cheapest way to each place within `allowance`, as a tree: whatever stands as `before` of
    another stands there earlier. `start` is the place where the way begins, "" outside the map. Who is to
    stay there leaves out the line that the course stands in. Other ways go by the legs that the system names
    (`RulesSystem.legs`), within `allowance` and, where there is a `turning`, within that; the cheapest ways
    lie within it too.
    """

    name: str
    title: str
    start: str
    allowance: int
    reach: tuple[Reached, ...]
    subject: Subject = "place"
    turning: Turning | None = None

    def path_to(self, end: Reached) -> tuple[str, ...]:
        """The places entered on the way to one of those reached, which is the value in an order."""
        path, before = [end.place], end.before
        for reached in reversed(self.reach):
            if reached.place == before:
                path.append(before)
                before = reached.before
        return tuple(reversed(path))


@record
class Leg:
    """A part of a way: from a place ("" for the start of its course) to the next one, and what it costs.

    `facing` is how one faces who takes it, where the course has a `turning`.
    """

    before: str
    place: str
    cost: int
    facing: int | None = None


#: A blank that holds no lines of blanks, and a line of them.
Cell = Choice | Several | Number | Fixed | Course
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


@record
class Contingent:
    """Members that may be formed into groups with each other and with nobody else, and where they go.

    `how`: "free" – any groups of up to `most` members, and members alone; "whole" – one group of all of
    them; "alone" – each by itself. Groups of a contingent that `counts` are so many of the formation's
    `most_groups`. Every group, and whoever is alone, is put into one of `places`; with `optional`, or where
    there are none, into no place at all.
    """

    title: str
    members: tuple[Json, ...]
    how: Literal["free", "whole", "alone"]
    most: int
    places: tuple[Json, ...] = ()
    optional: bool = False
    counts: bool = True


@record
class Grouping:
    """A group as it may be formed: its name and its members."""

    name: str
    members: tuple[Json, ...]


@record
class Formation:
    """All members of all contingents, each once: formed into named groups, or alone.

    It fills two blanks of the order: `name` with a line for each group (`group_name`, `group_members`, a
    list, and `place`), and `alone` with a line for each member alone (`member` and `place`). A name has 1 to
    `longest_name` letters. `suggested` are groups to begin with; whom they leave out is alone.
    """

    name: str
    title: str
    contingents: tuple[Contingent, ...]
    most_groups: int
    longest_name: int
    suggested: tuple[Grouping, ...]
    alone: str
    group_name: str = "name"
    group_members: str = "members"
    member: str = "member"
    place: str = "place"
    subject: Subject = "piece"

    def members_of(self, contingent: Contingent) -> Several:
        """The members of a contingent as values of a blank of their own."""
        return Several(self.group_members, contingent.title, contingent.members, subject=self.subject)

    def places_of(self, contingent: Contingent) -> Choice:
        """The places of a contingent as values of a blank of their own."""
        return Choice(self.place, contingent.title, contingent.places, contingent.optional, "place")


Blank = Cell | Rows | Formation


@record
class OrderForm:
    """An order that may be given now: its stored name, a title, its blanks, the rule behind it.

    `pressing` forms hold up the battle until one of them is given; others may be left. `because` says in a
    sentence why it is asked now. `gives_up` says in a sentence what a filled line gives away where it is
    usual to fill none: a page then asks once more before a filled one goes out, and not before an empty one.
    """

    order: str
    title: str
    rule: str
    blanks: tuple[Blank, ...] = ()
    pressing: bool = True
    because: str = ""
    gives_up: str = ""


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


@record
class Resign:
    """Give the battle up: the other side has won it, whatever the points."""


@record
class OfferDraw:
    """Offer the other side to leave it at a draw. The offer stands until it is answered or taken back."""


@record
class AcceptDraw:
    """Agree to the draw that the other side offers: the battle is over."""


@record
class DeclineDraw:
    """Decline the draw that the other side offers, or take one's own offer back."""


@record
class TimeOut:
    """A side's time has run out: what its clock does in its name, never the side itself."""


@record
class CommitSeed:
    """ds-dice-1: a side's commitment to its seed (hex), or "none": it puts in no seed."""

    commit: str


@record
class OpenSeed:
    """ds-dice-1: a side's seed (hex), or "lost": it can open none."""

    seed: str
