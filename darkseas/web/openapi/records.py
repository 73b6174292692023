"""JSON Schemas of request bodies, derived from the record types that they are parsed into."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from darkseas.engine.serialization.codec import MAX_INT, MAX_TEXT

from .shapes import ANYTHING, FLAG, Shape, array, mapping, nullable, record

_PLAIN: Mapping[Any, Shape] = {
    str: {"type": "string", "maxLength": MAX_TEXT},
    int: {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT},
    bool: FLAG,
}


@cache
def body_shape(kind: type) -> Shape:
    """Return the schema of a record. Fields with a default are optional."""
    hints = get_type_hints(kind)
    needed: dict[str, Shape] = {}
    optional: dict[str, Shape] = {}
    for field in fields(kind):
        is_optional = field.default is not MISSING or field.default_factory is not MISSING
        (optional if is_optional else needed)[field.name] = _shape_of(hints[field.name])
    return record(needed, optional)


def _shape_of(hint: Any) -> Shape:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and type(None) in arguments:
        (inner,) = [one for one in arguments if one is not type(None)]
        return nullable(_shape_of(inner))
    if origin is tuple:
        return array(_shape_of(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        return mapping(_shape_of(arguments[1]))
    return _PLAIN.get(hint, ANYTHING)
