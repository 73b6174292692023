"""What every rules system shows: charts that a viewer can draw, odds that add up, options that are asked."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.events import OrderGiven
from darkseas.engine.hexes.board import HexBoard, parse_label
from darkseas.engine.play.replay import set_facts
from darkseas.engine.play.steps import read_order
from darkseas.engine.presentation.chart import Chart
from darkseas.engine.scenario.spec import BadScenario
from darkseas.engine.system import RulesSystem
from tests.rules.conformance.bot_battles import SYSTEMS, Fought, scenarios, system_bot_battles

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def moments(fought: Fought) -> Iterator[tuple[Any, Any]]:
    """Every event of a battle, with the state before it."""
    state = fought.system.initial_state(fought.spec)
    for entry in fought.bot_battle.entries:
        yield state, entry.event
        set_facts(fought.system.setters, state, [entry.event])


def seen_moments(fought: Fought, side: str) -> Iterator[tuple[Any, Any]]:
    """Every event that a side may know, with its view before it."""
    state = fought.system.initial_state(fought.spec)
    for entry in fought.bot_battle.entries:
        if not entry.audience or side in entry.audience:
            yield state, entry.event
            set_facts(fought.system.setters, state, [entry.event])


def assert_places_are_there(chart: Chart) -> None:
    """Pieces lie, and lines run, where a viewer can draw them."""
    places = {piece.at for piece in chart.pieces if piece.at}
    places |= {place for stroke in chart.strokes for place in stroke.path}
    if chart.ground.kind == "cards":
        assert {place.rpartition("/")[0] for place in places} <= {row.key for row in chart.ground.rows}
        assert all(place.rpartition("/")[2].isdecimal() for place in places)
        return
    assert chart.ground.kind == "hexes"
    assert chart.ground.map is not None
    board = HexBoard(chart.ground.map.cols, chart.ground.map.rows)
    assert all(board.contains(parse_label(place)) for place in places)


@every_system
def test_charts_are_such_as_a_viewer_can_draw(system: RulesSystem) -> None:
    for fought in system_bot_battles(system):
        sides = {side.key for side in fought.spec.sides}
        for number, (state, _) in enumerate(moments(fought)):
            if number % 5 == 0:
                chart = system.chart(state)
                assert_places_are_there(chart)
                assert {side.key for side in chart.ground.sides} == sides
                assert {caption.side for caption in chart.captions if caption.label == "Score"} == sides


@every_system
def test_result_tables_mark_what_fell_and_their_chances_make_one(system: RulesSystem) -> None:
    """In the log of everybody and in each side's: what a view does not know must not mark another row."""
    fought = system_bot_battles(system)[0]
    seen = [moments(fought), *(seen_moments(fought, side.key) for side in fought.spec.sides)]
    columns = 0
    for state, event in (moment for each in seen for moment in each):
        narration = system.describe(state, event)
        if narration.column is None:
            continue
        columns += 1
        assert sum(row.chance for row in narration.column.rows) == 1
        assert [row.rolled for row in narration.column.rows].count(True) == 1
        (fell,) = [row for row in narration.column.rows if row.rolled]
        if type(event).__name__ == "AttackResolved":
            assert narration.total.endswith(f": {fell.result}")
    assert columns > 10


@every_system
def test_odds_of_every_order_given_add_up(system: RulesSystem) -> None:
    asked = 0
    for fought in system_bot_battles(system):
        for state, event in moments(fought):
            if not isinstance(event, OrderGiven):
                continue
            given = read_order(system, event.side, event.order, dict(event.blanks))
            for line in (line for attack in system.odds(state, given) for line in attack):
                asked += 1
                assert line.sunk + line.damaged + line.unhurt == 1
                assert 0 < line.drawn <= 1
                assert all(type(part) is Fraction for part in (line.drawn, line.sunk, line.damaged))
    assert asked > 10


@every_system
def test_options_are_asked_and_refused_with_their_place(system: RulesSystem) -> None:
    assert len({option.key for option in system.options}) == len(system.options)
    spec = scenarios(system.key)[0]
    for option in system.options:
        assert option.default in option.values
        assert option.rule
        assert option.origin in {"rulebook", "companion", "house"}
        for value in option.values:
            system.initial_state(replace(spec, options={**spec.options, option.key: value}))
        with pytest.raises(BadScenario) as refused:
            system.initial_state(replace(spec, options={**spec.options, option.key: "nonsense"}))
        assert any(option.key in finding.where for finding in refused.value.findings)
    with pytest.raises(BadScenario):
        system.initial_state(replace(spec, options={**spec.options, "nonsense": True}))


@every_system
def test_captains_give_what_a_form_allows_however_the_chooser_falls(system: RulesSystem) -> None:
    spec = scenarios(system.key)[0]
    state = system.initial_state(spec)
    for side in spec.sides:
        forms = system.legal_orders(state, side.key)
        if any(form.pressing for form in forms):
            for seed in range(5):
                name, blanks = system.bot(state, side.key, forms, Chooser(bytes([seed])))
                assert name in {form.order for form in forms}
                read_order(system, side.key, name, blanks)
