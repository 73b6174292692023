"""Description of one API operation: parameters, responses and required credentials."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from .shapes import ADDRESS, FROM_0, FROM_1, TEXT, Shape, array, nullable, one_of, record


class Who(Enum):
    """Required credentials of an operation."""

    ANYBODY = "anybody"
    PERSON = "a member, or a visitor by cookie"
    MEMBER = "a member"
    SEAT = "the holder of the seat"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter or header of a request."""

    name: str
    shape: Shape
    text: str
    is_header: bool = False
    is_needed: bool = False
    example: object = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A successful response. Without a shape it has no body."""

    shape: Shape | None
    status: int = 200
    text: str = ""
    media_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of a URL.

    ``body`` is the record type that the body is parsed into, or a JSON Schema; ``problems`` are statuses
    of errors in addition to those that every operation of its kind may return (`statuses`).
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


#: Operations by URL name and method.
Operations = Mapping[tuple[str, str], Operation]


@dataclass(frozen=True, slots=True)
class ApiOperations:
    """Extension point: the operations of the API that an app serves."""

    operations: Operations


#: Parameters of paginated lists.
CURSOR = Parameter("cursor", TEXT, "Position in the list; part of the URL in `next`. Use it unchanged.")
COUNT = Parameter("count", {**FROM_1, "maximum": 100, "default": 50}, "Items per page.")
PAGED = (CURSOR, COUNT)
FORMAT = Parameter("format", one_of(("json", "ndjson")), "`ndjson` streams all, one JSON value per line.")
AS = Parameter("as", TEXT, "The perspective: a side, `all` or `observer`.")
NOT_AGAIN = Parameter(
    "If-None-Match", TEXT, "The ETag of the response that you have: 304 if it is unchanged.", is_header=True
)
NOT_MODIFIED = Answer(None, 304, "Not modified.")
TAGGED = {
    "ETag": "The value for If-None-Match.",
    "Cache-Control": "Cache rules and lifetime.",
}

_ANY = (400, 401, 429)
_WITH_BODY = (413, 415, 422)
_PARTLY: Mapping[Who, tuple[int, ...]] = {
    Who.ANYBODY: (),
    Who.PERSON: (),
    Who.MEMBER: (403,),
    Who.SEAT: (403, 404),
}


def list_page(name: str, line: Shape) -> Answer:
    """Return the response of a paginated list (`PAGED`) whose items have this shape."""
    return Answer(record({name: array(line), "next": nullable(ADDRESS)}), headers=TAGGED)


def from_number(name: str, text: str, default: int | None = None) -> Parameter:
    """Return a query parameter that is a whole number of at least 0."""
    return Parameter(name, FROM_0 if default is None else {**FROM_0, "default": default}, text)


def statuses(operation: Operation, needs_scope: bool) -> list[int]:
    """Return all error statuses that an operation may return."""
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
