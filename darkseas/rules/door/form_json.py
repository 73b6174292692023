"""Order forms to JSON and back; each blank names its kind."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from darkseas.engine.orders import Choice, Course, Fixed, Formation, Number, OrderForm, Rows, Several
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import read, write

_KINDS: Mapping[str, type] = {
    "choice": Choice,
    "several": Several,
    "number": Number,
    "fixed": Fixed,
    "course": Course,
    "rows": Rows,
    "formation": Formation,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_KIND = "blank"


def form_to_json(form: OrderForm) -> Json:
    return {**write(form), "blanks": [_blank_to_json(blank) for blank in form.blanks]}


def form_from_json(value: Json) -> OrderForm:
    """Parse a form. Raise BadShape or LookupError for invalid JSON."""
    blanks = tuple([_blank_from_json(blank) for blank in value["blanks"]])
    form: OrderForm = read(OrderForm, {**value, "blanks": []})
    return OrderForm(**{**_parts(form), "blanks": blanks})


def _blank_to_json(blank: Any) -> Json:
    told = {_KIND: _NAMES[type(blank)], **write(blank)}
    if type(blank) is Rows:
        told["rows"] = [[_blank_to_json(cell) for cell in row] for row in blank.rows]
    return told


def _blank_from_json(value: Json) -> Any:
    told = {name: part for name, part in value.items() if name != _KIND}
    kind = _KINDS[value[_KIND]]
    if kind is not Rows:
        return read(kind, told)
    rows = tuple([tuple([_blank_from_json(cell) for cell in row]) for row in value["rows"]])
    return Rows(**{**_parts(read(Rows, {**told, "rows": []})), "rows": rows})


def _parts(record: Any) -> dict[str, Any]:
    return {part.name: getattr(record, part.name) for part in fields(record)}
