"""The JSON Schema (2020-12) of scenario files, generated from the records and their notes."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import MAX_TEXT
from darkseas.engine.system import RulesSystem
from darkseas.rules.registry import SYSTEMS
from scenarios_app.checks.about import ORIGINS

from .field_notes import FRAME_NOTES
from .fields import FormField, fields_of, part_of
from .files import MOST_NUMBER, SCHEMA_FIELD

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HEX = "^([0-9]{2}[0-9]{2}|[0-9]{2,9}[.][0-9]{2,9})$"
FRACTION = "^-?[0-9]+([.][0-9]+|/0*[1-9][0-9]*)?$"
FRACTION_FROM_0 = FRACTION.replace("-?", "")
SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"

Schema = dict[str, Json]

#: Constraints beyond types: keys, titles, origins.
_STRICTER: Mapping[str, Schema] = {
    "ScenarioSpec.key": {"pattern": SLUG, "maxLength": 80},
    "ScenarioSpec.title": {"minLength": 1, "maxLength": 200},
    "ScenarioSpec.sides": {"minItems": 1},
    "ScenarioSpec.origins": {"additionalProperties": {"enum": list(ORIGINS)}},
    "SideSpec.key": {
        "pattern": SLUG,
        "maxLength": 40,
        "not": {"enum": ["all", "everyone", "observer", "umpire"]},
    },
    "ShipSpec.key": {"pattern": SLUG, "maxLength": 80},
    "GroupSpec.key": {"pattern": SLUG, "maxLength": 80},
    "MapSpec.coast_row": {"multipleOf": 2},
    "MapSpec.edges": {"items": {"type": "string", "pattern": f"{HEX[:-1]}/(e|se|sw|w|nw|ne)$"}},
}


@cache
def scenario_schema() -> Schema:
    """Return the schema of a scenario file, including the parts specific to each rules system."""
    definitions: Schema = {}
    fields = fields_of(ScenarioSpec, FRAME_NOTES)
    scenario = _object("ScenarioSpec", fields, definitions, "")
    properties = {SCHEMA_FIELD: {"type": "string"}, **scenario["properties"]}
    properties["system"] = {**properties["system"], "enum": [system.key for system in SYSTEMS]}
    return {
        "$schema": DIALECT,
        "title": "Scenario of a naval battle",
        "description": "A scenario file: sides, ships, map, sea, aims, and what readers want to know.",
        **scenario,
        "properties": properties,
        "allOf": [_of_system(system, definitions) for system in SYSTEMS if system.form],
        "$defs": definitions,
    }


# --- records -----------------------------------------------------------------------------------------


def _object(record: str, fields: Iterable[FormField], definitions: Schema, prefix: str) -> Schema:
    """Return the schema of a record. Shared records (without a prefix) get further constraints."""
    fields = tuple(fields)
    properties = {}
    for field in fields:
        more = {} if prefix else _STRICTER.get(f"{record}.{field.name}", {})
        properties[field.name] = {**_field_schema(field, definitions, prefix), **more}
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    needed = [field.name for field in fields if not field.optional]
    return {**schema, "required": needed} if needed else schema


def _field_schema(field: FormField, definitions: Schema, prefix: str) -> Schema:
    """Return the schema of a field with its texts, and its default if optional."""
    kind = _kind(field, definitions, prefix)
    if field.may_be_empty:
        kind = {"anyOf": [kind, {"type": "null"}]}
    note = field.note
    help_text = " ".join(part for part in (note.text, f"({note.rule})" if note.rule else "") if part)
    words = {"title": note.title, "description": help_text}
    usual = {"default": field.default} if field.optional and field.default is not None else {}
    return {**{key: value for key, value in words.items() if value}, **kind, **usual}


def _kind(field: FormField, definitions: Schema, prefix: str) -> Schema:
    if field.kind in ("record", "options"):
        return _reference(field, definitions, prefix)
    if field.kind in ("list", "mapping") and field.of is not None:
        return _holding(field, field.of, definitions, prefix)
    return _plain(field)


def _reference(field: FormField, definitions: Schema, prefix: str) -> Schema:
    """Return a reference to a record, adding it to the definitions once under its name and prefix."""
    name = f"{prefix}{field.record}"
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = _object(field.record, field.fields, definitions, prefix)
    return {"$ref": f"#/$defs/{name}"}


def _holding(field: FormField, held: FormField, definitions: Schema, prefix: str) -> Schema:
    inner = _field_schema(held, definitions, prefix)
    if field.kind == "mapping":
        keys = [value for value, _ in field.choices]
        schema: Schema = {"type": "object", "additionalProperties": inner}
        return {**schema, "propertyNames": {"enum": keys}} if keys else schema
    count = len(field.note.members)
    schema = {"type": "array", "items": inner}
    return {**schema, "minItems": count, "maxItems": count} if count else schema


def _plain(field: FormField) -> Schema:
    note = field.note
    if field.kind == "whole":
        least = -MOST_NUMBER if note.least is None else note.least
        return {
            "type": "integer",
            "minimum": least,
            "maximum": MOST_NUMBER if note.most is None else note.most,
        }
    if field.kind == "choice" or (field.kind == "text" and field.choices and not note.names):
        return {"enum": [value for value, _ in field.choices]}
    if field.kind == "fraction":
        return {"type": "string", "pattern": FRACTION if note.least is None else FRACTION_FROM_0}
    if field.kind == "hex" or note.names == "hex":
        return {"type": "string", "pattern": HEX}
    if field.kind == "truth":
        return {"type": "boolean"}
    return {"type": "string", "maxLength": MAX_TEXT} if field.kind == "text" else {}


# --- what a system reads -----------------------------------------------------------------------------


def _of_system(system: RulesSystem, definitions: Schema) -> Schema:
    """Return the additional constraints on scenarios of this rules system."""
    form = system.form
    if form is None:
        return {}
    parts: dict[str, Schema] = {}
    needed: dict[str, bool] = {}
    for part in form.parts:
        field = part_of(form, part)
        parts[part] = _reference(field, definitions, f"{system.key}.")
        needed[part] = any(not one.optional for one in field.fields)
    ship = _with("ratings", parts.get("ratings"), needed=True)
    group = _with("rules", parts.get("groups.rules"), needed=needed.get("groups.rules", False))
    side = _with("rules", parts.get("sides.rules"), needed=needed.get("sides.rules", False))
    side.setdefault("properties", {}).update({"ships": {"items": ship}, "groups": {"items": group}})
    top: dict[str, Any] = {name: parts[name] for name in ("sea", "aims", "options") if name in parts}
    top["sides"] = {"minItems": 2, "maxItems": 2, "items": side}
    top["map"] = {"type": "object" if form.has_map else "null"}
    required = [name for name in ("sea", "aims") if needed.get(name)] + (["map"] if form.has_map else [])
    return {
        "if": {"properties": {"system": {"const": system.key}}, "required": ["system"]},
        "then": {"properties": top, "required": required},
    }


def _with(name: str, schema: Schema | None, *, needed: bool) -> Schema:
    """Return a schema that constrains a single field of a record."""
    if schema is None:
        return {}
    condition: Schema = {"properties": {name: schema}}
    return {**condition, "required": [name]} if needed else condition
