"""Records from what an author has not finished writing: what can be read is read, the rest is left out."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .codec import BadShape, read

T = TypeVar("T")


def read_what_is_there(kind: type[T], payload: object, **otherwise: Any) -> T | None:
    """A record of this type from a mapping; fields and members of lists that cannot be read are left out.

    For a needed field that is left out there is what `otherwise` has for it; without that, no record.
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
    """What stands there, or MISSING; of a list those members that can be read."""
    plain: Any = list(value) if isinstance(value, tuple) else value
    try:
        return read(hint, plain)
    except BadShape:
        if get_origin(hint) is not tuple or not isinstance(plain, list):
            return MISSING
    members = (_read(get_args(hint)[0], member) for member in plain)
    return tuple([member for member in members if member is not MISSING])
