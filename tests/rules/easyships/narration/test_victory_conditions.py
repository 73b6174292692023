"""How a battle is won, in sentences (ES-36)."""

from typing import Any

import pytest

from darkseas.rules.easyships.narration.victory_conditions import aims_in_words
from tests.rules.easyships.support import a_side, a_spec, ship

A, B = {"a1": ship()}, {"b1": ship()}
LAST_SHIP = "The side that sinks the last enemy ship wins; a draw if both lose their last ship in one turn."


@pytest.mark.parametrize(
    ("aims", "sentences"),
    [
        ({}, 1),
        ({"turn_limit": 8}, 2),
        ({"turn_limit": 8, "value": "each"}, 2),
        ({"turn_limit": "many"}, 1),
    ],
)
def test_the_end_is_told_as_far_as_it_can_be_read(aims: dict[str, Any], sentences: int) -> None:
    said = aims_in_words(a_spec(A, B, aims=aims))
    assert said[0] == LAST_SHIP
    assert len(said) == sentences
    if sentences > 1:
        worth = "one point a ship" if aims.get("value") == "each" else "by the points of each ship"
        assert said[1].startswith("After eight turns the side that has sunk more wins")
        assert worth in said[1]


def test_points_and_edges_of_sides_are_told() -> None:
    sides = (a_side("a", A, budget=100, head_start=9), a_side("b", B, edge="north"))
    assert aims_in_words(a_spec(A, B, sides=sides))[1:] == (
        "The ships of Side A cost 100 points at the most.",
        "Side A has nine points from the beginning.",
        "Side B sets up on the north edge.",
    )
