"""The form for authors: a note for every field that can be reached, bounds that are those of the checks."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest

from darkseas.engine.scenario.spec import BadScenario
from darkseas.rules.easyships.scenario.form import FORM
from darkseas.rules.easyships.scenario.option_list import OPTIONS
from darkseas.rules.easyships.scenario.setup import initial_state
from tests.rules.easyships.support import a_spec, ship


def records_in(hint: Any) -> Iterator[type]:
    """Every record within a type."""
    if is_dataclass(hint) and isinstance(hint, type):
        yield hint
        for inner in get_type_hints(hint).values():
            yield from records_in(inner)
    for inner in get_args(hint):
        yield from records_in(inner)


REACHED = {
    f"{record.__name__}.{one.name}": get_type_hints(record)[one.name]
    for part in FORM.parts.values()
    for record in records_in(part)
    for one in fields(record)
}


def test_every_field_has_its_note_and_every_note_its_field() -> None:
    assert set(FORM.notes) == set(REACHED)
    assert FORM.has_map


def test_every_note_has_title_help_and_rule() -> None:
    options = {f"Options.{option.key}" for option in OPTIONS}
    for place, note in FORM.notes.items():
        assert note.title, place
        assert note.rule.startswith("ES-"), place
        if place not in options:
            assert note.text.endswith("."), place
            assert note.text[0].isupper(), place


def test_words_are_for_answers_that_there_are() -> None:
    for place, note in FORM.notes.items():
        answers = [value for value in get_args(REACHED[place]) if isinstance(value, str)]
        if answers and note.words:
            assert set(note.words) == set(answers), place
        if place.startswith("Options.") and answers:
            assert note.words, place


@pytest.mark.parametrize("place", [key for key in FORM.notes if key.startswith("Ratings.")])
def test_bounds_of_ratings_are_those_of_the_checks(place: str) -> None:
    note = FORM.notes[place]
    if note.least is None or note.most is None:
        return
    name = place.removeprefix("Ratings.")
    for value, fits in ((note.least, True), (note.least - 1, False), (note.most + 1, False)):
        spec = a_spec({"a1": {**ship(), name: value}}, {"b1": ship()})
        if fits:
            assert initial_state(spec)
        else:
            with pytest.raises(BadScenario, match=f"ratings.{name}"):
                initial_state(spec)
