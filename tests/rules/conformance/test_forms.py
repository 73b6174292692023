"""What is asked of the form for authors of every system that has one."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest

from darkseas.engine.scenario.form import ScenarioForm
from darkseas.engine.serialization.codec import read
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, scenarios

WITH_FORM = [system for system in SYSTEMS if system.form is not None]
every_form = pytest.mark.parametrize("system", WITH_FORM, ids=lambda system: system.key)

PARTS = {"sea", "aims", "options", "sides.rules", "groups.rules", "ratings"}


def form_of(system: RulesSystem) -> ScenarioForm:
    """Return the form of a system that has one."""
    assert system.form is not None
    return system.form


def records_in(hint: Any) -> Iterator[type]:
    """Yield the records that a type leads to, itself first."""
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
        for inner in get_type_hints(hint).values():
            yield from records_in(inner)
    for inner in get_args(hint):
        yield from records_in(inner)


def fields_of(form: ScenarioForm) -> set[str]:
    """Return every field of every record that can be reached."""
    found = {record for part in form.parts.values() for record in records_in(part)}
    return {f"{record.__name__}.{one.name}" for record in found for one in fields(record)}


@every_form
def test_every_field_has_its_note_and_every_note_its_field(system: RulesSystem) -> None:
    assert set(form_of(system).notes) == fields_of(form_of(system))
    assert set(form_of(system).parts) <= PARTS


@every_form
def test_every_note_has_a_title_and_help_that_is_a_sentence(system: RulesSystem) -> None:
    option_notes = {f"Options.{option.key}" for option in system.options}
    for place, note in form_of(system).notes.items():
        assert note.title == note.title.strip() != "", place
        assert note.rule, place
        if place not in option_notes:
            assert note.text.endswith("."), place
            assert note.text[0].isupper(), place


@every_form
def test_options_of_the_form_are_those_of_the_system(system: RulesSystem) -> None:
    told = {
        place: note.title for place, note in form_of(system).notes.items() if place.startswith("Options.")
    }
    assert told == {f"Options.{option.key}": option.title for option in system.options}
    answers = get_type_hints(form_of(system).parts["options"]) if system.options else {}
    for option in system.options:
        allowed = get_args(answers[option.key]) or (False, True)
        assert set(allowed) == set(option.values)
        assert read(form_of(system).parts["options"], {option.key: option.default}) == read(
            form_of(system).parts["options"], {}
        )


@every_form
def test_words_are_for_answers_that_there_are(system: RulesSystem) -> None:
    hints = {
        f"{record.__name__}.{name}": hint
        for part in form_of(system).parts.values()
        for record in records_in(part)
        for name, hint in get_type_hints(record).items()
    }
    for place, note in form_of(system).notes.items():
        fixed = _answers(hints[place])
        if fixed and note.words:
            assert set(note.words) == {str(value) for value in fixed}, place


def _answers(hint: Any) -> tuple[Any, ...]:
    """The fixed answers within a type, however deep they stand."""
    args = get_args(hint)
    if args and not any(isinstance(arg, type) or get_args(arg) for arg in args if arg is not Ellipsis):
        return args
    return tuple(value for arg in args for value in _answers(arg))


@every_form
def test_bounds_hold_for_every_scenario_of_the_library(system: RulesSystem) -> None:
    """What is published lies within what the form allows, so that it can be opened and saved."""
    form = form_of(system)
    for spec in scenarios(system.key):
        assert form.has_map == (spec.map is not None)
        for side in spec.sides:
            _within(form, form.parts["sides.rules"], side.rules)
            for ship in side.ships:
                _within(form, form.parts["ratings"], ship.ratings)
            for group in side.groups:
                _within(form, form.parts["groups.rules"], group.rules)
        for part, said in (("sea", spec.sea), ("aims", spec.aims), ("options", spec.options)):
            if part in form.parts:
                _within(form, form.parts[part], said)


def _within(form: ScenarioForm, record: type, said: Any) -> None:
    read(record, dict(said))
    for name, value in said.items():
        note = form.notes[f"{record.__name__}.{name}"]
        for number in value if isinstance(value, list | tuple) else [value]:
            if type(number) is int:
                assert note.least is None or number >= note.least, (name, number)
                assert note.most is None or number <= note.most, (name, number)
