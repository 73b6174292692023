"""Builders for JSON Schemas (2020-12)."""

from collections.abc import Iterable, Mapping
from typing import Any

Shape = dict[str, Any]

ANYTHING: Shape = {}
TEXT: Shape = {"type": "string"}
FLAG: Shape = {"type": "boolean"}
WHOLE: Shape = {"type": "integer"}
FROM_0: Shape = {"type": "integer", "minimum": 0}
FROM_1: Shape = {"type": "integer", "minimum": 1}
TIME: Shape = {"type": "string", "format": "date-time"}
UUID: Shape = {"type": "string", "format": "uuid"}
HEX_ID: Shape = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
DIGEST: Shape = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
ADDRESS: Shape = {"type": "string", "format": "uri-reference"}
OBJECT: Shape = {"type": "object"}


def one_of(values: Iterable[str]) -> Shape:
    """Return the schema of a string with a fixed set of values."""
    return {"type": "string", "enum": list(values)}


def array(of: Shape) -> Shape:
    """Return the schema of a list."""
    return {"type": "array", "items": of}


def mapping(of: Shape) -> Shape:
    """Return the schema of an object with arbitrary keys."""
    return {"type": "object", "additionalProperties": of}


def nullable(shape: Shape) -> Shape:
    """Return the schema of a value that may be null."""
    return {"anyOf": [shape, {"type": "null"}]}


def record(needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """Return the schema of an object that has exactly these members."""
    properties = {**needed, **(optional or {})}
    shape: Shape = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**shape, "required": list(needed)} if needed else shape


def component(name: str) -> Shape:
    """Return a named schema. The OpenAPI document defines it once and refers to it by name."""
    return {"$ref": f"#/components/schemas/{name}"}
