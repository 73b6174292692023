"""Advice and aims of battles of cards."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.fleet_battle.narration.victory_conditions import aims_in_words
from darkseas.rules.fleet_battle.scenario.author_advice import advice
from tests.rules.fleet_battle.support import a_side, a_spec

EVEN = {"b": "battleship", "d": "destroyer"}
OTHER = {"x": "battleship", "y": "destroyer"}


def with_rules(spec: ScenarioSpec, **rules: Any) -> ScenarioSpec:
    first, second = spec.sides
    return replace(spec, sides=(replace(first, rules=rules), second))


CASES = {
    "no ship can be sunk": (
        a_spec(EVEN, {"x": {"card": "battleship", "defence": 50}}),
        "sides.a.ships",
        "cannot win by sinking",
    ),
    "one ship cannot be sunk": (
        a_spec(EVEN, {**OTHER, "z": {"card": "battleship", "defence": 50}}),
        "sides.a.ships",
        "can never sink Z",
    ),
    "a lone destroyer has no pair": (
        a_spec({"d": "destroyer"}, {"x": {"card": "battleship", "defence": 8}}),
        "sides.a.ships",
        "cannot win by sinking",
    ),
    "carriers without a shield": (
        a_spec({"c": "aircraft carrier"}, OTHER),
        "sides.a.ships",
        "no ship for a battle group",
    ),
    "ship for nothing": (
        a_spec({**EVEN, "f": {"card": "destroyer", "cost": 0}}, OTHER, aims={"turn_limit": 5}),
        "sides.a.ships",
        "costs nothing",
    ),
    "points left": (with_rules(a_spec(EVEN, OTHER), budget=50), "sides.a.rules.budget", "39 points"),
    "a limit of none": (
        with_rules(a_spec(EVEN, OTHER), max_per_type={"u-boat": 0}),
        "sides.a.rules.max_per_type.u-boat",
        "limit of 0 u-boats",
    ),
    "lopsided": (
        a_spec({**EVEN, "e": "battleship", "g": "battleship"}, OTHER),
        "sides.b.ships",
        "hardly win",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_slip_is_found_at_its_place(case: str) -> None:
    spec, where, word = CASES[case]
    events_of = [finding for finding in advice(spec) if finding.where == where and word in finding.text]
    assert events_of, [(finding.where, finding.text) for finding in advice(spec)]
    assert all(finding.is_advice and finding.remedy.endswith(".") for finding in events_of)


def test_sound_battles_draw_no_advice() -> None:
    assert advice(a_spec(EVEN, OTHER)) == ()
    assert advice(a_spec({"d": "destroyer", "e": "destroyer"}, {"x": "destroyer", "y": "destroyer"})) == ()


def test_two_destroyers_reach_with_a_pair_what_one_does_not() -> None:
    target = {"x": {"card": "battleship", "defence": 8, "cost": 4}}
    assert advice(a_spec({"d": "destroyer", "e": "destroyer"}, target)) == ()


def test_refused_battle_has_no_advice() -> None:
    assert advice(a_spec(EVEN, {})) == ()


def test_aims_are_told_in_sentences() -> None:
    spec = a_spec(EVEN, OTHER, aims={"turn_limit": 6}, options={"retreat": True})
    limited = with_rules(spec, budget=30, max_per_type={"battleship": 1, "destroyer": 2})
    assert aims_in_words(limited) == (
        "The side that sinks the last enemy ship wins; if both lose their last in one tier, it is a draw.",
        "After six turns the side whose surviving ships cost more wins; equal costs are a draw.",
        "The battle is drawn after three turns without an attack that could sink a ship.",
        "A side may leave at the start of a turn, but then it loses.",
        (
            "The fleet of Side A costs at most 30 points "
            "and has no more than one battleship and two destroyers."
        ),
    )


@pytest.mark.parametrize("aims", [{}, {"turn_limit": "x"}, {"turn_limit": -2}, {"else": 1}])
def test_half_written_aims_are_told_as_far_as_they_go(aims: dict[str, Any]) -> None:
    spec = ScenarioSpec("s", "S", "fleet_battle", (a_side("a", {}, max_per_type=7),), aims=aims)
    events_of = aims_in_words(replace(spec, options={"retreat": "x"}))
    assert events_of
    assert all(sentence.endswith(".") for sentence in events_of)
