"""Record fields as a tree: names, kinds and defaults from type hints, titles and limits from notes.

Form descriptions and the JSON Schema of scenarios are generated from it.
"""

import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.scenario.form import FieldNote, ScenarioForm
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write

Kind = Literal[
    "whole", "truth", "text", "choice", "fraction", "hex", "list", "record", "mapping", "options", "anything"
]

_SCALARS: Mapping[Any, Kind] = {
    str: "text", int: "whole", bool: "truth", Fraction: "fraction", Hex: "hex",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a record, or an element of a list or mapping.

    If ``optional``, it can be omitted and means ``default``; if ``may_be_empty``, it can be null. ``choices``
    holds value and label of each fixed choice; for a mapping, of its keys. ``of`` is the element of a list or
    mapping, ``fields`` are the fields of a record, ``record`` is its type.
    """

    name: str
    kind: Kind
    note: FieldNote
    optional: bool = False
    may_be_empty: bool = False
    default: Json = None
    choices: tuple[tuple[Json, str], ...] = ()
    of: "FormField | None" = None
    fields: "tuple[FormField, ...]" = ()
    record: str = ""


def part_of(form: ScenarioForm, part: str) -> FormField:
    """Return one part of a system's form as a field containing its fields."""
    kind: Kind = "options" if part == "options" else "record"
    record = form.parts[part]
    return FormField(
        part, kind, FieldNote(title=""), fields=fields_of(record, form.notes), record=record.__name__
    )


def fields_of(record: Any, notes: Mapping[str, FieldNote]) -> tuple[FormField, ...]:
    """Return the fields of a record in declaration order."""
    return tuple(_fields(record, notes))


def _fields(record: Any, notes: Mapping[str, FieldNote]) -> Iterator[FormField]:
    hints = get_type_hints(record)
    for field in fields(record):
        note = notes.get(
            f"{record.__name__}.{field.name}", FieldNote(field.name.replace("_", " ").capitalize())
        )
        default = _default(field)
        yield _field(
            field.name,
            hints[field.name],
            note,
            notes,
            optional=default is not MISSING,
            default=None if default is MISSING else _plain(default),
        )


def _field(name: str, hint: Any, note: FieldNote, notes: Mapping[str, FieldNote], **more: Any) -> FormField:
    if hint in _SCALARS:
        choices = tuple(note.words.items()) if hint is str else ()
        return FormField(name, _SCALARS[hint], note, choices=choices, **more)
    if is_dataclass(hint):
        return FormField(
            name, "record", note, fields=fields_of(hint, notes), record=getattr(hint, "__name__", ""), **more
        )
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        choices = tuple((value, note.words.get(str(value), str(value))) for value in args)
        return FormField(name, "choice", note, choices=choices, **more)
    if origin is tuple:
        return FormField(name, "list", note, of=_inner(args[0], note, notes), **more)
    if origin in (Union, types.UnionType) and type(None) in args:
        [given] = [arg for arg in args if arg is not type(None)]
        return _field(name, given, note, notes, may_be_empty=True, **more)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys = tuple(note.words.items())
        without = FieldNote("", unit=note.unit, least=note.least, most=note.most, names=note.names)
        return FormField(name, "mapping", note, choices=keys, of=_inner(args[1], without, notes), **more)
    return FormField(name, "anything", note, **more)


def _inner(hint: Any, note: FieldNote, notes: Mapping[str, FieldNote]) -> FormField:
    """Return the element of a list or mapping, with the note's limits and choices only."""
    own = FieldNote("", unit=note.unit, least=note.least, most=note.most, names=note.names, words=note.words)
    return _field("", hint, own, notes)


def _default(one: Field[Any]) -> Any:
    if one.default is not MISSING:
        return one.default
    return one.default_factory() if one.default_factory is not MISSING else MISSING


def _plain(value: Any) -> Json:
    if isinstance(value, Hex):
        return label(value)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return write(value) if is_dataclass(value) else value
