"""Titles of scenario fields and values as the editor shows them.

The API still returns paths and keys.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from darkseas.engine.scenario.form import FieldNote, ScenarioForm
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.rules.registry import system
from scenarios_app.ships.order_of_battle import NAMING, title_of, words

#: Fields of every scenario whose keys say too little.
_TITLES: Mapping[str, str] = {
    "class_name": "class",
    "class_key": "class in the ship data",
    "kind": "type",
    "count": "number of ships",
    "groups": "task groups",
    "radar_sets": "radar sets",
    "hex_yards": "width of a hex",
    "cols": "columns",
    "excluded": "hexes out of play",
    "turn_limit": "last turn",
}
#: Parts that are omitted from a path if something follows them.
_QUIET = frozenset({"sides", "about", "rules", "ratings"})


@dataclass(frozen=True, slots=True)
class Wording:
    """The titles of one rules system's fields, and the names of sides, ships and groups by their keys."""

    form: ScenarioForm | None
    names: Mapping[str, str]

    def title(self, part: str, key: str) -> str:
        """Return the title of a field of a part (such as `ratings`): “Task groups at most”."""
        return _note(self.form, _record_of(self.form, part), key).title

    def value_in_words(self, part: str, key: str, value: Json) -> str:
        """Return the value of a field of a part, in words."""
        record = _record_of(self.form, part)
        hint = _types_of(record).get(key)
        return words(self._translated(value, hint, _note(self.form, record, key)), {})

    def titles(self) -> dict[str, str]:
        """Return the titles of fields of all parts, by key; titles of the frame take precedence."""
        titles: dict[str, str] = {}
        for part in self.form.parts if self.form else ():
            record = _record_of(self.form, part)
            for key in _types_of(record):
                titles.setdefault(key, _lowered(_note(self.form, record, key).title))
        return {**titles, **_TITLES}

    def _translated(self, value: Json, hint: Any, note: FieldNote) -> Json:
        if isinstance(value, Mapping):
            return self._translated_mapping(value, hint, note)
        if isinstance(value, list):
            inner = get_args(hint)[0] if get_args(hint) else None
            return [self._translated(one, inner, note) for one in value]
        if isinstance(value, str):
            return note.words.get(value) or (self.names.get(value, value) if note.names else value)
        return value

    def _translated_mapping(self, value: Mapping[str, Json], hint: Any, note: FieldNote) -> Json:
        """Return a record with titles for its fields, or a mapping with titles for its keys."""
        record = _record_in(hint)
        if record is None or (get_origin(hint) not in (None, tuple) and not is_dataclass(hint)):
            inner = get_args(hint)[-1] if get_args(hint) else None
            return {
                note.words.get(key) or self.names.get(key, key): self._translated(one, inner, note)
                for key, one in value.items()
            }
        types = _types_of(record)
        order = sorted(value, key=lambda key: NAMING.index(key) if key in NAMING else len(NAMING))
        notes = {key: _note(self.form, record, key) for key in order}
        return {
            _lowered(notes[key].title): self._translated(value[key], types.get(key), notes[key])
            for key in order
            if value[key] not in ("", None, False, [])
        }


class PlaceWords:
    """Titles of places in a scenario. The scenario is serialized once for all of them."""

    def __init__(self, wording: Wording, spec: ScenarioSpec) -> None:
        self._titles = wording.titles()
        self._written = write(spec)

    def of(self, where: str) -> str:
        """Return a place such as `sides.ijn.ships.chokai.ratings.speed` in words: “Chokai, speed”."""
        told = list(_walked(self._titles, self._written, where.split(".")))
        text = ", ".join(word for number, word in enumerate(told) if word and not _is_quiet(told, number))
        return text[:1].upper() + text[1:]


def wording_of(*specs: ScenarioSpec) -> Wording:
    """Return the wording of some scenarios; if two differ, the last one takes precedence."""
    names: dict[str, str] = {}
    for spec in specs:
        for side in spec.sides:
            names |= {group.key: group.name for group in side.groups}
            names |= {ship.key: ship.name for ship in side.ships}
        areas = spec.map.areas if spec.map is not None else {}
        names |= {key: title_of(key) for key in areas} | {side.key: side.name for side in spec.sides}
    try:
        form = system(specs[-1].system).form
    except LookupError:
        form = None
    return Wording(form, names)


def places_of(spec: ScenarioSpec) -> PlaceWords:
    """Return the titles of places in a scenario."""
    return PlaceWords(wording_of(spec), spec)


@cache
def _types_of(record: type | None) -> Mapping[str, Any]:
    return get_type_hints(record) if record is not None else {}


def _walked(titles: Mapping[str, str], value: Json, parts: list[str]) -> Iterator[str]:
    """Yield the title of each part of a place, except a list whose member follows."""
    for number, part in enumerate(parts):
        member = _member(value, part)
        if member is not None:
            value = member
            yield str(member.get("name") or part)
            continue
        value = value.get(part) if isinstance(value, Mapping) else None
        is_before_member = number + 1 < len(parts) and _member(value, parts[number + 1]) is not None
        if isinstance(value, list) and is_before_member:
            yield ""
        elif part.isdigit():
            yield str(int(part) + 1)
        else:
            yield titles.get(part, part.replace("_", " "))


def _member(value: Json, part: str) -> Mapping[str, Json] | None:
    """Return the list member that part of a path refers to, by key or index."""
    members = [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []
    found = next((one for one in members if part in (one.get("key"), one.get("name"))), None)
    if found is None and part.isdigit() and int(part[:6]) < len(members):
        found = members[int(part[:6])]
    return found if found is not None and ("name" in found) else None


def _is_quiet(told: list[str], number: int) -> bool:
    return told[number] in _QUIET and any(told[number + 1 :])


def _record_of(form: ScenarioForm | None, part: str) -> type | None:
    return form.parts.get(part) if form is not None else None


def _note(form: ScenarioForm | None, record: type | None, key: str) -> FieldNote:
    found = form.notes.get(f"{record.__name__}.{key}") if form is not None and record is not None else None
    return found or FieldNote(title_of(key))


def _record_in(hint: Any) -> type | None:
    """Return the record type within a type hint, through lists and optional types."""
    if isinstance(hint, type) and is_dataclass(hint):
        return hint
    return next((found for inner in get_args(hint) if (found := _record_in(inner))), None)


def _lowered(title: str) -> str:
    """Return a title with a lower-case initial, for use within a sentence."""
    return title[:1].lower() + title[1:]
