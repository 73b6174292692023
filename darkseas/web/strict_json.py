"""JSON from outside, read strictly: what is doubtful is refused, not guessed at."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from .problems import Problem

# Beyond this a whole number does not survive a browser (RFC 8259 §6).
LARGEST_NUMBER = 2**53 - 1
DEEPEST = 32
#: The signs that part the values of a text; those in texts of people count too, and are few.
_PARTING = (b",", b"[", b"{")


class StrictJSONParser(BaseParser):
    """Parses ``application/json`` within the site's limits.

    Refused with 400: anything but UTF-8, a key given twice, numbers that are not
    finite or beyond 2^53, lone surrogates, NUL. Refused with 413: too long, too deep, too many
    values; they are counted before one is made, for three bytes can become a hundred.
    """

    media_type = "application/json"
    #: The longest body in bytes; none for the site's limit.
    most: int | None = None
    most_values = 50_000

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return what the request's body says; an empty body says nothing: None."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE if self.most is None else self.most
        body = stream.read(most + 1)
        if len(body) > most:
            raise Problem(413, "too-large", f"A request may bring at most {most} bytes.")
        if sum(map(body.count, _PARTING)) > self.most_values:
            raise Problem(413, "too-large", f"A request may bring at most {self.most_values} values.")
        return read(body)


class LongJSONParser(StrictJSONParser):
    """The same for whole scenarios and maps, which may be longer."""

    most = 5 * 1024 * 1024
    #: Every hex of the largest map, in each layer of a file; a scenario has a thousand.
    most_values = 200_000


def read(body: bytes) -> Any:
    """Return the value that the bytes stand for. Raises ParseError, or Problem when too deep."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
            parse_float=_finite_number,
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError as reason:
        raise ParseError(f"This is not JSON that we read: {reason}") from None
    _look_through(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key is given twice")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _whole_number(digits: str) -> int:
    if len(digits) > len(str(-LARGEST_NUMBER)) or abs(int(digits)) > LARGEST_NUMBER:
        raise ValueError("a number lies beyond 2^53")
    return int(digits)


def _finite_number(digits: str) -> float:
    number = float(digits)
    if abs(number) > LARGEST_NUMBER:
        raise ValueError("a number lies beyond 2^53")
    return number


def _look_through(value: Any) -> None:
    """Walk the value level by level, refusing what no database can keep."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep()
        inner: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _refuse_unstorable(item)
            elif isinstance(item, list):
                inner.extend(item)
            elif isinstance(item, dict):
                inner.extend([*item.keys(), *item.values()])
        level = inner


def _refuse_unstorable(text: str) -> None:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ParseError("A text holds a NUL or half a character.")


def _too_deep() -> Problem:
    return Problem(413, "too-deep", f"A request may be nested at most {DEEPEST} deep.")
