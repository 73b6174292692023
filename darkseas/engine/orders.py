"""Orders, and the forms that describe which orders are legal now.

A form is complete: every filling within its bounds is legal. So a page can draw it and a bot can fill it
without knowing the rules system. An order outside the form may still be legal (a roundabout path); `decide`
has the final say.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .serialization.canonical_json import Json
from .serialization.records import record


class IllegalOrder(Exception):
    """An order is refused: the reason, the rule and the blank at fault. The log does not change."""

    def __init__(self, reason: str, *, rule: str, field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.field = field


class Given(NamedTuple):
    """An order and the side that gives it. The side comes from the seat, never from the order."""

    side: str
    order: object


#: What the values of a blank refer to, by the keys of the chart (`Piece.key`, `Crew.key`,
#: places, edges). A "mount" is part of a ship, a "card" is a ship in a battle without a map, and a "word" is
#: any other value.
Subject = Literal["place", "piece", "crew", "mount", "card", "edge", "word"]


@record
class Choice:
    """Choose one of the values, or none if `optional`.

    `about` is the key of the ship this line belongs to, if the text of a value depends on that ship. A
    mount's key follows after a slash.
    """

    name: str
    title: str
    values: tuple[Json, ...]
    optional: bool = False
    subject: Subject = "word"
    about: str = ""


@record
class Several:
    """Choose between `least` and `most` of the values. For `about`, see `Choice`."""

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
    """A value that the player cannot change, such as the block that a line is about."""

    name: str
    value: Json
    subject: Subject = "word"
    title: str = ""


@record
class Reached:
    """A place where a course may end, the cost to get there, and the place before it.

    `before` is "" for the start. An edge by which the course may leave the map appears once for each place
    from which ships can leave. No place follows an edge.
    """

    place: str
    cost: int
    before: str = ""


@record
class Turning:
    """How far a course may turn, for pieces with a facing.

    `faces` is the total number of facings by which the piece may turn, `at_once` the most it may turn before
    entering the next place. `words` names the facings in order round the circle.
    """

    facing: int
    faces: int
    at_once: int
    words: tuple[str, ...]

    def between(self, facing: int, other: int) -> int:
        """Return the smallest number of steps from one facing to another."""
        circle = len(self.words)
        turned = (other - facing) % circle
        return min(turned, circle - turned)


@record
class Course:
    """A path over the map: the places entered, in order, and the edge if it leaves the map.

    `reach` is a tree of cheapest paths within `allowance`: the place named as `before` always comes earlier
    in the list. `start` is "" outside the map. To stay in place, omit the line. Other paths are legal if they
    follow the legs of `RulesSystem.legs` within `allowance` and, if given, `turning`; the cheapest paths
    respect `turning` too.
    """

    name: str
    title: str
    start: str
    allowance: int
    reach: tuple[Reached, ...]
    subject: Subject = "place"
    turning: Turning | None = None

    def path_to(self, end: Reached) -> tuple[str, ...]:
        """Return the places entered on the way to `end`, as an order holds them."""
        path, before = [end.place], end.before
        for reached in reversed(self.reach):
            if reached.place == before:
                path.append(before)
                before = reached.before
        return tuple(reversed(path))


@record
class Leg:
    """One part of a course: from a place ("" for the start) to the next, and its cost.

    `facing` is the facing after this leg, if the course has a `turning`.
    """

    before: str
    place: str
    cost: int
    facing: int | None = None


#: A blank of a line; it holds no lines itself.
Cell = Choice | Several | Number | Fixed | Course
Row = tuple[Cell, ...]


@record
class Rows:
    """Lines of the same shape. At least `least` of them must be filled, each at most once.

    `once` names a `Several` blank of the lines. Then a line may be filled repeatedly, but no value of that
    blank may appear in two filled lines, and `least` is 0.
    """

    name: str
    title: str
    rows: tuple[Row, ...]
    least: int = 0
    once: str = ""


@record
class Contingent:
    """Members that may form groups only with each other, and the places where they may go.

    `how` is "free" (groups of up to `most` members, or alone), "whole" (all in one group) or "alone". Groups
    of a contingent that `counts` count towards the formation's `most_groups`. Every group or single member
    goes to one of `places`, or nowhere if `optional` or if there are none.
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
    """The name and members of a group."""

    name: str
    members: tuple[Json, ...]


@record
class Formation:
    """All members of all contingents, each in one named group or alone.

    It fills two blanks of the order: `name` has one line for each group (`group_name`, `group_members` and
    `place`), `alone` one line for each single member (`member` and `place`). Names have 1 to `longest_name`
    letters. `suggested` are initial groups; members outside them are alone.
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
        """Return a contingent's members as a blank."""
        return Several(self.group_members, contingent.title, contingent.members, subject=self.subject)

    def places_of(self, contingent: Contingent) -> Choice:
        """Return a contingent's places as a blank."""
        return Choice(self.place, contingent.title, contingent.places, contingent.optional, "place")


Blank = Cell | Rows | Formation


@record
class OrderForm:
    """An order that is legal now: stored name, title, blanks and the rule behind it.

    The battle cannot continue until one of the required (`pressing`) forms is submitted. `because` explains
    in a sentence why the order is due. `gives_up` warns what a filled line costs, for forms that most players
    leave empty: the page then asks for confirmation before it sends a filled form.
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
    """An event that an umpire rules to have happened: stored name, payload and audience."""

    kind: str
    payload: Mapping[str, Json]
    audience: tuple[str, ...]


@record
class Rule:
    """The umpire's order: a reason and the events to record."""

    reason: str
    events: tuple[RuledEvent, ...]
    rule: str = ""


@record
class Resign:
    """Give up the battle. The other side wins whatever the points."""


@record
class OfferDraw:
    """Offer a draw. The offer is open until it is answered or withdrawn."""


@record
class AcceptDraw:
    """Accept the opponent's draw offer, which ends the battle."""


@record
class DeclineDraw:
    """Decline the opponent's draw offer, or withdraw your own."""


@record
class TimeOut:
    """A side's clock has run out. The clock gives this order, never the side itself."""


@record
class CommitSeed:
    """ds-dice-1: a side's commitment to its seed (hex), or "none" to contribute no seed."""

    commit: str


@record
class OpenSeed:
    """ds-dice-1: a side's seed (hex), or "lost" if it cannot reveal one."""

    seed: str
