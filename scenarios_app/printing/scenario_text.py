"""Scenario values as text: options as the system's form names them, hexes as the map labels them.

Fields that the system's form does not describe appear under their own names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from darkseas.engine.hexes.numbering import written
from darkseas.engine.presentation.words import capital, joined
from darkseas.engine.scenario.form import FieldNote
from darkseas.engine.scenario.spec import MapSpec, ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem
from darkseas.rules.registry import system
from scenarios_app.ships.order_of_battle import title_of, words

#: Label and value.
Fact = tuple[str, str]


def rules_of(spec: ScenarioSpec) -> RulesSystem | None:
    """Return the rules system of a scenario, None if it no longer exists."""
    try:
        return system(spec.system)
    except LookupError:
        return None


def facts(spec: ScenarioSpec, part: str, values: Mapping[str, Json]) -> tuple[Fact, ...]:
    """Return labels and values of a mapping in form order; `part` is its name in the form."""
    return tuple(_facts(spec, part, values))


def area_name(key: str) -> str:
    """Turn an area key into a map label: "ironbottom-sound" becomes "Ironbottom sound"."""
    return title_of(key)


def _facts(spec: ScenarioSpec, part: str, values: Mapping[str, Json]) -> Iterator[Fact]:
    notes = _notes(spec, part)
    order = [key for key in notes if key in values] + [key for key in values if key not in notes]
    for key in order:
        note = notes.get(key)
        title = note.title if note is not None else title_of(key)
        yield title, capital(_words(spec, note, values[key]))


def _notes(spec: ScenarioSpec, part: str) -> dict[str, FieldNote]:
    rules = rules_of(spec)
    record = rules.form.parts.get(part) if rules is not None and rules.form is not None else None
    if rules is None or rules.form is None or record is None:
        return {}
    named = {field.name: f"{record.__name__}.{field.name}" for field in fields(record)}
    return {name: rules.form.notes[key] for name, key in named.items() if key in rules.form.notes}


def _words(spec: ScenarioSpec, note: FieldNote | None, value: Json) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return joined([_words(spec, note, item) for item in value])
    if note is None or not isinstance(value, str | int) or isinstance(value, bool):
        return words(value, {side.key: side.name for side in spec.sides})
    text = str(value)
    if text in note.words:
        return note.words[text]
    if note.names == "area":
        return area_name(text)
    if note.names == "side":
        return {side.key: side.name for side in spec.sides}.get(text, text)
    return written(text, numbering_of(spec.map)) if isinstance(value, str) else text


def numbering_of(hex_map: MapSpec | None) -> str:
    """Return how a map labels its hexes."""
    return hex_map.numbering if hex_map is not None else "0000"
