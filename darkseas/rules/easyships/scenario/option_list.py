"""The options of a scenario: four rulings and the house rules, defaults first."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, get_args, get_type_hints

from darkseas.engine.scenario.options import Option
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.records import record
from darkseas.engine.serialization.tables import load

from ..model.options import Options


@record
class OptionText:
    """The texts of an option: title, origin, rule and the meaning of its values."""

    key: str
    title: str
    origin: Literal["rulebook", "house"]
    rule: str
    note: str


def _answers(kind: Any, default: Any) -> tuple[Json, ...]:
    """Return the values of a field of `Options`, the default first."""
    every = get_args(kind) or (False, True)
    return (default, *(answer for answer in every if answer != default))


def _options() -> tuple[Option, ...]:
    texts: Mapping[str, OptionText] = {
        line.key: line for line in load(__package__ or "", "options", OptionText)
    }
    hints = get_type_hints(Options)
    return tuple(
        Option(
            key=field.name,
            title=texts[field.name].title,
            values=_answers(hints[field.name], field.default),
            default=field.default,
            origin=texts[field.name].origin,
            rule=texts[field.name].rule,
            note=texts[field.name].note,
        )
        for field in fields(Options)
    )


OPTIONS: tuple[Option, ...] = _options()
