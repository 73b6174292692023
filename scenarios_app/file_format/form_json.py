"""The form of a rules system as JSON, for the scenario editor."""

from functools import cache

from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem

from .fields import FormField, part_of


@cache
def form_of(system: RulesSystem) -> dict[str, Json]:
    """Return the form of a system. Raises LookupError if it has none."""
    if system.form is None:
        raise LookupError(f"{system.title} has no form for authors")
    form = system.form
    parts: dict[str, Json] = {part: field_as_json(part_of(form, part)) for part in form.parts}
    if isinstance(options := parts.get("options"), dict):
        _tell_origins(options, system)
    return {"system": system.key, "title": system.title, "has_map": form.has_map, "parts": parts}


def field_as_json(field: FormField) -> dict[str, Json]:
    """Return a field with its nested fields."""
    note = field.note
    description: dict[str, Json] = {
        "name": field.name,
        "kind": field.kind,
        "title": note.title,
        "text": note.text,
        "rule": note.rule,
        "unit": note.unit,
        "least": note.least,
        "most": note.most,
        "names": note.names,
        "choices": [{"value": value, "words": words} for value, words in field.choices],
        "default": field.default,
        "optional": field.optional,
        "may_be_empty": field.may_be_empty,
    }
    if note.members:
        description["members"] = list(note.members)
    if field.of is not None:
        description["of"] = field_as_json(field.of)
    if field.kind in ("record", "options"):
        description["record"] = field.record
        description["fields"] = [field_as_json(inner) for inner in field.fields]
    return description


def _tell_origins(options: dict[str, Json], system: RulesSystem) -> None:
    """Mark for each option whether its default comes from the rulebook or from this site."""
    origins = {option.key: option.origin for option in system.options}
    fields = options["fields"]
    for field in fields if isinstance(fields, list) else ():
        if isinstance(field, dict):
            field["origin"] = origins.get(str(field["name"]), "")
