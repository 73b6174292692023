"""Reads records from half-written scenarios: valid parts are read, the rest is left out."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .codec import BadShape, read

T = TypeVar("T")


def read_what_is_there(kind: type[T], payload: object, **otherwise: Any) -> T | None:
    """Read a record from a mapping, leaving out fields and list members that are invalid.

    If a required field is invalid, its value comes from `otherwise`; if that has no value for the field, the
    result is None.
    """
    given = dict(otherwise)
    hints = get_type_hints(kind)
    places: tuple[Field[Any], ...] = fields(kind)  # type: ignore[arg-type]
    for part in places:
        if isinstance(payload, Mapping) and part.name in payload:
            value = _read(hints[part.name], payload[part.name])
            if value is not MISSING:
                given[part.name] = value
        if part.name not in given and part.default is MISSING and part.default_factory is MISSING:
            return None
    return kind(**given)


def _read(hint: Any, value: object) -> Any:
    """Return the value, or MISSING if it is invalid. Of a list, return the valid members."""
    plain: Any = list(value) if isinstance(value, tuple) else value
    try:
        return read(hint, plain)
    except BadShape:
        if get_origin(hint) is not tuple or not isinstance(plain, list):
            return MISSING
    members = (_read(get_args(hint)[0], member) for member in plain)
    return tuple([member for member in members if member is not MISSING])
