"""Records to JSON and back: events, orders, scenarios.

Readers are generated once for each type from its type hints; they are strict and name the field that is
wrong. A field at its default is left out, so a new field with a default changes no stored byte.
"""

import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from operator import attrgetter
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from ..hexes.board import Hex, label, parse_label
from .canonical_json import Json

Reader = Callable[[Any], Any]

MAX_INT = 2**53 - 1
MAX_TEXT = 4000
#: The pattern of a fraction. Python would also accept "1e999999999", a number with a billion digits.
FRACTION = re.compile(r"-?[0-9]{1,18}(?:/[1-9][0-9]{0,17}|\.[0-9]{1,18})?", re.ASCII)


class BadShape(ValueError):
    """Input does not match the type; `where` is the dotted path of the field."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where or 'value'}: {reason}")
        self.where = where
        self.reason = reason


def read(kind: type, value: Json) -> Any:
    """Read a record of this type from JSON. BadShape names the first wrong field."""
    return _strict(kind)(value)


def write(record: Any) -> dict[str, Json]:
    """Return the JSON of a record, without fields at their defaults."""
    return _writer(cast(Any, type(record)))(record)


# --- writing -------------------------------------------------------------------------------------


@cache
def _writer(kind: Any) -> Callable[[Any], dict[str, Json]]:
    plan = [(f.name, _default(f)) for f in fields(kind)]
    values_of = _values_of(tuple(name for name, _ in plan))

    def write_record(record: Any) -> dict[str, Json]:
        out: dict[str, Json] = {}
        for (name, default), value in zip(plan, values_of(record), strict=True):
            if value is default or (value == default and type(value) is type(default)):
                continue
            out[name] = _plain(value)
        return out

    return write_record


def _values_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads all these attributes at once."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda record: tuple([getattr(record, name) for name in names])


def _default(field: Any) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


#: Types whose values are JSON already.
_PLAIN = {str, int, bool, type(None)}


def _plain(value: Any) -> Json:
    kind: Any = type(value)
    return value if kind in _PLAIN else _plain_writer(kind)(value)


@cache
def _plain_writer(kind: Any) -> Callable[[Any], Json]:
    """Return a function that converts values of a type to JSON. Raise TypeError if there is no JSON form."""
    if kind is Hex:
        return label
    if kind is tuple or kind is list:
        return _plain_list
    if kind is Fraction:
        return str
    if issubclass(kind, Mapping):
        return _plain_mapping
    if is_dataclass(kind):
        return _writer(cast(Any, kind))
    raise TypeError(f"no JSON form for {kind.__name__}")


def _plain_list(values: Sequence[Any]) -> Json:
    if set(map(type, values)) <= _PLAIN:
        return list(values)
    return [_plain(value) for value in values]


def _plain_mapping(values: Mapping[Any, Any]) -> Json:
    return {str(key): _plain(value) for key, value in values.items()}


# --- reading -----------------------------------------------------------------------------


@cache
def _strict(kind: Any) -> Reader:
    if kind in _SCALARS:
        return _SCALARS[kind]
    if is_dataclass(kind):
        return _strict_record(cast(type, kind))
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _strict_tuple(args)
    if origin is Literal:
        return _strict_literal(args)
    if origin in (Union, types.UnionType) and type(None) in args:
        reader = _strict(next(arg for arg in args if arg is not type(None)))
        return lambda value: None if value is None else reader(value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _strict_mapping(_strict(args[1]))
    return _anything


def _anything(value: Any) -> Any:
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise BadShape("", "must be text")
    if len(value) > MAX_TEXT:
        raise BadShape("", f"is longer than {MAX_TEXT} characters")
    return value


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    """Read a list of texts in one pass, because paths of many hexes arrive this way."""
    if values and (set(map(type, values)) != {str} or max(map(len, values)) > MAX_TEXT):
        return tuple([_text(value) for value in values])
    return tuple(values)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise BadShape("", "must be a whole number")
    if not -MAX_INT <= value <= MAX_INT:
        raise BadShape("", "is too large a number")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise BadShape("", "must be true or false")
    return value


def _hex(value: Any) -> Hex:
    text = _text(value)
    try:
        return parse_label(text)
    except ValueError as error:
        raise BadShape("", f"must be a hex such as 0806 ({error})") from None


def _fraction(value: Any) -> Fraction:
    if type(value) is not str:
        raise BadShape("", "must be a fraction such as 3/2, as text")
    if not FRACTION.fullmatch(value):
        raise BadShape("", "must be a fraction such as 3/2")
    return Fraction(value)


_SCALARS: dict[Any, Reader] = {str: _text, int: _whole, bool: _truth, Hex: _hex, Fraction: _fraction}


def _under(place: str, inner: BadShape) -> BadShape:
    return BadShape(f"{place}.{inner.where}" if inner.where else place, inner.reason)


def _strict_literal(allowed: tuple[Any, ...]) -> Reader:
    def read_literal(value: Any) -> Any:
        if type(value) not in (str, int) or value not in allowed:
            raise BadShape("", "must be one of " + ", ".join(sorted(map(str, allowed))))
        return value

    return read_literal


def _strict_tuple(args: tuple[Any, ...]) -> Reader:
    many = len(args) == 2 and args[1] is Ellipsis
    readers = [_strict(arg) for arg in args if arg is not Ellipsis]
    first = readers[0] if readers else _anything

    def read_tuple(value: Any) -> tuple[Any, ...]:
        if type(value) is not list and type(value) is not tuple:
            raise BadShape("", "must be a list")
        if not many and len(value) != len(readers):
            raise BadShape("", f"must be a list of {len(readers)}")
        try:
            if many:
                return _texts(value) if first is _text else tuple([first(item) for item in value])
            return tuple([reader(item) for reader, item in zip(readers, value, strict=True)])
        except BadShape:
            raise _in_list(zip(repeat(first) if many else readers, value, strict=False)) from None

    return read_tuple


def _in_list(parts: Iterable[tuple[Reader, Any]]) -> BadShape:
    """Return the error for a list with a wrong member, with that member's path."""
    for place, (reader, item) in enumerate(parts):
        try:
            reader(item)
        except BadShape as error:
            return _under(str(place), error)
    raise AssertionError("nothing is wrong in this list")


def _strict_mapping(reader: Reader) -> Reader:
    def read_mapping(value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise BadShape("", "must be an object")
        out = {}
        for key, item in value.items():
            try:
                out[_text(key)] = reader(item)
            except BadShape as error:
                raise _under(key, error) from None
        return out

    return read_mapping


def _strict_record(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {f.name: _strict(hints[f.name]) for f in fields(kind)}
    needed = {f.name: None for f in fields(kind) if _default(f) is MISSING}

    def read_record(value: Any) -> Any:
        if type(value) is not dict:
            raise BadShape("", "must be an object")
        try:
            given = {name: readers[name](item) for name, item in value.items()}
        except (BadShape, KeyError):
            raise refusal(value) from None
        if len(given) < len(readers) and not needed.keys() <= given.keys():
            raise refusal(value)
        return kind(**given)

    def refusal(value: dict[str, Any]) -> BadShape:
        """Return the first error: an unknown field, a missing one, or a wrong value."""
        if not value.keys() <= readers.keys():
            return BadShape(min(value.keys() - readers.keys())[:80], "is not a field here")
        missing = [name for name in needed if name not in value]
        return BadShape(missing[0], "is missing") if missing else _first_wrong(readers, value)

    return read_record


def _first_wrong(readers: Mapping[str, Reader], value: dict[str, Any]) -> BadShape:
    for name, item in value.items():
        try:
            readers[name](item)
        except BadShape as error:
            return _under(name, error)
    raise AssertionError("nothing is wrong in this record")
