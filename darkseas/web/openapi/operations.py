"""One operation of the API as a room describes it: what it takes, what it answers, whom it lets in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from .shapes import ADDRESS, FROM_0, FROM_1, TEXT, Shape, array, nullable, one_of, record


class Who(Enum):
    """Whom an operation lets in."""

    ANYBODY = "anybody"
    PERSON = "a member, or a visitor by cookie"
    MEMBER = "a member"
    SEAT = "who holds the seat"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something of the query or a header that a request may bring."""

    name: str
    shape: Shape
    text: str
    is_header: bool = False
    is_needed: bool = False
    example: object = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes when it goes well. Without a shape there is no body."""

    shape: Shape | None
    status: int = 200
    text: str = ""
    media_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of an address.

    ``body`` is the record that the body is read as, or the shape of one; ``problems`` are the statuses of
    refusals beside those that any operation of its kind may answer with (`statuses`).
    """

    title: str
    answers: Sequence[Answer]
    text: str = ""
    parameters: Sequence[Parameter] = ()
    body: type | Shape | None = None
    body_is_needed: bool = True
    example: object = None
    problems: Sequence[int] = ()
    who: Who = Who.ANYBODY
    is_negotiated: bool = False


#: Operations of a room, by the name of the address and the method.
Operations = Mapping[tuple[str, str], Operation]


@dataclass(frozen=True, slots=True)
class ApiOperations:
    """Extension point: the operations of the API that an app serves."""

    operations: Operations


#: For a list that is told page by page.
CURSOR = Parameter("cursor", TEXT, "Where to go on: part of the address in `next`, which is taken as it is.")
COUNT = Parameter("count", {**FROM_1, "maximum": 100, "default": 50}, "How many at once.")
PAGED = (CURSOR, COUNT)
FORMAT = Parameter("format", one_of(("json", "ndjson")), "`ndjson` streams all, a value a line.")
AS = Parameter("as", TEXT, "The perspective: a side, `all` or `observer`.")
NOT_AGAIN = Parameter(
    "If-None-Match", TEXT, "The ETag of what is known already: 304 when it still holds.", is_header=True
)
NOT_MODIFIED = Answer(None, 304, "What the asker has still holds.")
TAGGED = {"ETag": "What to bring in If-None-Match.", "Cache-Control": "Who may keep it, and how long."}

_ANY = (400, 401, 429)
_WITH_BODY = (413, 415, 422)
_PARTLY: Mapping[Who, tuple[int, ...]] = {
    Who.ANYBODY: (),
    Who.PERSON: (),
    Who.MEMBER: (403,),
    Who.SEAT: (403, 404),
}


def list_page(name: str, line: Shape) -> Answer:
    """Return the answer of a list that is told page by page (`PAGED`), with the shape of one of its lines."""
    return Answer(record({name: array(line), "next": nullable(ADDRESS)}), headers=TAGGED)


def from_number(name: str, text: str, default: int | None = None) -> Parameter:
    """Return a parameter of the query that is a whole number from 0 on."""
    return Parameter(name, FROM_0 if default is None else {**FROM_0, "default": default}, text)


def statuses(operation: Operation, needs_scope: bool) -> list[int]:
    """Return the statuses of all problems that an operation may answer with."""
    matches = {*_ANY, *operation.problems, *_PARTLY[operation.who]}
    if operation.body is not None:
        matches.update(_WITH_BODY)
    if operation.parameters:
        matches.add(422)
    if operation.is_negotiated:
        matches.add(406)
    if needs_scope:
        matches.add(403)
    return sorted(matches)
