"""Parses untrusted JSON strictly: anything ambiguous is an error."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from .problems import Problem

# JavaScript represents larger whole numbers inexactly (RFC 8259 §6).
LARGEST_NUMBER = 2**53 - 1
DEEPEST = 32
#: Characters that separate values. Those inside strings are counted too, but are few.
_PARTING = (b",", b"[", b"{")


class StrictJSONParser(BaseParser):
    """Parses ``application/json`` within the site's limits.

    400: encodings other than UTF-8, duplicate keys, numbers that are not finite or exceed 2^53, lone
    surrogates and NUL. 413: bodies that are too long, nested too deeply or have too many values. Values are
    counted before parsing, because three bytes of JSON can take a hundred bytes of memory.
    """

    media_type = "application/json"
    #: Maximum length of the body in bytes; None means the site's limit.
    most: int | None = None
    most_values = 50_000

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed body, or None if it is empty."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE if self.most is None else self.most
        body = stream.read(most + 1)
        if len(body) > most:
            raise Problem(413, "too-large", f"A request may bring at most {most} bytes.")
        if sum(map(body.count, _PARTING)) > self.most_values:
            raise Problem(413, "too-large", f"A request may bring at most {self.most_values} values.")
        return read(body)


class LongJSONParser(StrictJSONParser):
    """Parser for scenarios and maps, with higher limits."""

    most = 5 * 1024 * 1024
    #: Enough for every hex of the largest map in each layer of a file. A scenario has about a thousand
    #: values.
    most_values = 200_000


def read(body: bytes) -> Any:
    """Return the value of JSON bytes. Raises ParseError, or Problem if it is nested too deeply."""
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
    """Check the value level by level for text that no database can store."""
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
        raise ParseError("A text contains a NUL or an incomplete character.")


def _too_deep() -> Problem:
    return Problem(413, "too-deep", f"A request may be nested at most {DEEPEST} deep.")
