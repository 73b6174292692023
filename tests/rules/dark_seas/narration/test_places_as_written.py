"""Places in sentences stand as the scenario's map writes them: in logs told, forms, previews and reasons."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.bots.battle import fight
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.hexes.numbering import written
from darkseas.engine.orders import Cell, Choice, Course, Fixed, Given, OrderForm, Rows, Several
from darkseas.engine.play.replay import set_facts
from darkseas.engine.play.steps import read_order
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules.dark_seas import SYSTEM as DARK_SEAS
from tests.support.library.library_specs import library_spec

LABEL = re.compile(r"\b\d{4}\b")
LETTERED = re.compile(r"\b[A-L]\d\b")


@pytest.mark.parametrize(
    ("numbering", "texts"),
    [
        ("0000", ["0000", "0203", "2601", "100.06"]),
        ("0101", ["0101", "0304", "2702", "101.07"]),
        ("A1", ["A1", "C4", "AA2", "CW7"]),
    ],
)
def test_hexes_are_written_in_three_ways(numbering: str, texts: list[str]) -> None:
    assert [written(at, numbering) for at in ("0000", "0203", "2601", "100.06")] == texts
    assert written("north", numbering) == "north"


def lettered() -> ScenarioSpec:
    """First night, on a map that writes its hexes with letters."""
    spec = library_spec("first-night")
    assert spec.map is not None
    return replace(spec, map=replace(spec.map, numbering="A1"))


def form_words(view: Any, side: str, form: OrderForm) -> Iterator[str]:
    """What all values of a form are called."""
    rows = [row for blank in form.blanks if isinstance(blank, Rows) for row in blank.rows]
    cells = [cell for row in rows for cell in row]
    cells += [blank for blank in form.blanks if isinstance(blank, Cell)]
    for cell in cells:
        for value in values_of(cell):
            said = DARK_SEAS.words(view, side, cell, value)
            yield f"{said.short} {said.help}"


def values_of(cell: Cell) -> list[Json]:
    if isinstance(cell, Choice | Several):
        return list(cell.values)
    if isinstance(cell, Course):
        return [cell.start, *(reached.place for reached in cell.reach)]
    return [cell.value] if isinstance(cell, Fixed) else []


def test_no_sentence_has_a_label_that_the_map_does_not_show() -> None:
    spec, said = lettered(), list[str]()

    def talking(
        view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
    ) -> tuple[str, dict[str, Json]]:
        name, blanks = DARK_SEAS.bot(view, side, forms, chooser)
        given: Given = read_order(DARK_SEAS, side, name, blanks)
        for line in DARK_SEAS.preview(view, given).lines:
            said.extend([line.text, *(warning.text for warning in line.warnings)])
        said.extend(DARK_SEAS.reasons(view, given))
        for form in forms:
            said.extend([form.because, *form_words(view, side, form)])
        return name, blanks

    battle = fight(DARK_SEAS, spec, bytes(32), bots={side.key: talking for side in spec.sides})
    state = DARK_SEAS.initial_state(spec)
    for entry in battle.entries:
        told = DARK_SEAS.describe(state, entry.event)
        said.extend([told.sentence, *(f"{one.label} {one.amount}" for one in told.workings)])
        set_facts(DARK_SEAS.setters, state, [entry.event])
    assert [text for text in said if LABEL.search(text)] == []
    assert sum(bool(LETTERED.search(text)) for text in said) > len(said) / 10
