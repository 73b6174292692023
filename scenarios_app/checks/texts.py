"""Invisible characters in a submitted scenario: refused in names, removed from other texts if needed."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from darkseas.engine.scenario.spec import Finding, ScenarioSpec
from darkseas.web.invisible_characters import REFUSED, has_unseen, without_turns

#: Fields that hold names.
NAMES = ("title", "name")


def clean_texts(spec: ScenarioSpec) -> ScenarioSpec:
    """Return the scenario without text direction marks; names are unchanged."""
    cleaned: ScenarioSpec = _cleaned(spec)
    return cleaned


def unseen_names(spec: ScenarioSpec) -> Iterator[Finding]:
    """Yield an error for each name or title with invisible characters."""
    for where, name in _names(spec, ""):
        if has_unseen(name):
            yield Finding(where, REFUSED)


def _cleaned(value: Any, name: str = "") -> Any:
    if isinstance(value, str):
        return value if name in NAMES else without_turns(value)
    if isinstance(value, tuple):
        return tuple(_cleaned(part) for part in value)
    if not _is_record(value):
        return value
    parts = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    new = {part: _cleaned(old, part) for part, old in parts.items()}
    return value if new == parts else dataclasses.replace(value, **new)


def _names(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _names(part, f"{where}.{number}")
    elif _is_record(value):
        for field in dataclasses.fields(value):
            place, part = f"{where}.{field.name}".lstrip("."), getattr(value, field.name)
            if field.name in NAMES and isinstance(part, str):
                yield place, part
            else:
                yield from _names(part, place)


def _is_record(value: Any) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)
