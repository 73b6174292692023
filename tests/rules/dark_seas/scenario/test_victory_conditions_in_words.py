"""Aims in sentences: whole ones read well, half-written ones do not raise."""

from dataclasses import replace
from typing import Any

import pytest

from darkseas.engine.scenario.spec import ScenarioSpec, SideSpec
from darkseas.rules.dark_seas.narration.victory_conditions import aims_in_words
from tests.rules.conformance.bot_battles import scenarios


def a_spec(aims: Any, names: tuple[str, ...] = ("Japan", "Allies"), **rules: Any) -> ScenarioSpec:
    keys = ("ijn", "allies", "third")
    sides = tuple(
        SideSpec(key, name, (), (), rules=rules if key == "ijn" else {})
        for key, name in zip(keys, names, strict=False)
    )
    return ScenarioSpec("s", "S", "dark_seas", sides, aims=aims)


def test_savo_island_reads_as_its_published_sheet_has_it() -> None:
    [spec] = [spec for spec in scenarios("dark_seas") if spec.key == "savo-island"]
    assert aims_in_words(spec) == (
        (
            "Japan wins with at least ten points and three times the points of the Allies; "
            "otherwise the Allies win."
        ),
        "A ship sunk scores the other side her points in full, a damaged one afloat half her points.",
        "Japan may leave the map over the west edge.",
        "Each ship of Japan still afloat on the map at the end of turn 10 scores the Allies half her points.",
        (
            "The battle ends after turn 10, or earlier once no ship of Japan is left on the map, "
            "or a side has lost all its ships."
        ),
    )


@pytest.mark.parametrize(
    ("aims", "sentence"),
    [
        ({"otherwise": "score"}, "The higher score wins, and equal scores are a draw."),
        ({"otherwise": "draw"}, "The battle is a draw."),
        ({"otherwise": "allies"}, "The Allies win."),
        (
            {
                "victory": [{"winner": "ijn", "minimum": "1"}, {"winner": "allies", "margin": "5/2"}],
                "otherwise": "draw",
            },
            (
                "Japan wins with at least one point; failing that, the Allies win "
                "with 2½ points more than Japan; otherwise the battle is a draw."
            ),
        ),
        (
            {"victory": [{"winner": "ijn", "ratio": "1/2"}], "otherwise": "allies"},
            "Japan wins with half the points of the Allies; otherwise the Allies win.",
        ),
        (
            {"victory": [{"winner": "ijn", "ratio": "1"}], "otherwise": "allies"},
            "Japan wins with no fewer points than the Allies; otherwise the Allies win.",
        ),
        (
            {"victory": [{"winner": "ijn"}], "otherwise": "allies"},
            "Japan wins with any score; otherwise the Allies win.",
        ),
        (
            {"sunk": "2", "damaged": "0"},
            "A ship sunk scores the other side twice her points, a damaged one afloat nothing.",
        ),
        (
            {"exit_points": [{"side": "ijn", "share": "3/2"}]},
            "Each ship of Japan that leaves the map scores Japan 1½ times her points.",
        ),
        (
            {"presence": [{"side": "allies", "area": "off-lunga", "share": "1/3"}]},
            "Each ship of the Allies afloat in Off Lunga at the end scores the Allies ⅓ of her points.",
        ),
        (
            {"turn_limit": 4, "ends_when_gone": ["ijn", "allies"]},
            (
                "The battle ends after turn 4, or earlier once no ship of Japan or none of the Allies "
                "is left on the map."
            ),
        ),
        ({"turn_limit": 4}, "The battle ends after turn 4, or earlier once a side has lost all its ships."),
        ({}, "The battle ends once a side has lost all its ships."),
    ],
)
def test_each_aim_is_a_sentence(aims: dict[str, Any], sentence: str) -> None:
    assert sentence in aims_in_words(a_spec(aims))


def test_edges_that_may_be_left_over_are_named_once() -> None:
    sentences = aims_in_words(a_spec({}, training=1, group_limit=1, exit_edges=["west", "south", "west"]))
    assert "Japan may leave the map over the west and south edges." in sentences


@pytest.mark.parametrize("names", [(), ("Japan",), ("", ""), ("Japan", "Allies", "Third")])
@pytest.mark.parametrize(
    "aims",
    [
        {"turn_limit": "x", "victory": 7, "otherwise": None},
        {
            "victory": [{}, {"winner": 3}, {"winner": "france", "ratio": "2/0"}, {"winner": ""}],
            "otherwise": "x",
        },
        {
            "deadlines": [{"side": "ijn"}],
            "exit_points": [{"side": "nobody"}],
            "presence": [{"side": "", "area": ""}],
        },
        {"ends_when_gone": ["", "france", 7]},
    ],
)
def test_half_written_aims_are_told_as_far_as_they_go(names: tuple[str, ...], aims: dict[str, Any]) -> None:
    sentences = aims_in_words(a_spec(aims, names))
    assert sentences
    assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in sentences)


def test_every_sentence_of_the_library_is_one() -> None:
    for spec in scenarios("dark_seas"):
        sentences = aims_in_words(spec)
        assert len(sentences) >= 3
        assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)
        assert aims_in_words(replace(spec, sides=(), aims={}))
