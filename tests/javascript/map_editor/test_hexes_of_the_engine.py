"""What the map editor's scripts are held to is what the engine says of hexes."""

import json
from pathlib import Path

import pytest

from darkseas.engine.hexes import board
from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.serialization.canonical_json import Json
from scenarios_app.maps.store import EDGE_SIDES

SAMPLES = json.loads((Path(__file__).with_name("hexes_of_the_engine.json")).read_text("utf-8"))


@pytest.mark.parametrize("sample", SAMPLES["hexes"], ids=lambda sample: sample["hex"])
def test_neighbours_and_distances_are_those_of_the_engine(sample: dict[str, Json]) -> None:
    at = Hex(*sample["at"])
    assert sample == {
        "hex": label(at),
        "at": [at.col, at.row],
        "neighbours": [label(board.neighbour(at, side)) for side in SAMPLES["sides"]],
        "within": [disc(at, radius) for radius in (0, 1, 2)],
    }


def disc(at: Hex, radius: int) -> list[str]:
    """Return the labels of the hexes at most so far away, in their order."""
    return sorted(label(one) for out in range(radius + 1) for one in board.ring(at, out))


def test_both_kinds_of_row_are_among_the_samples() -> None:
    assert {sample["at"][1] % 2 for sample in SAMPLES["hexes"]} == {0, 1}


def test_hexsides_are_named_as_the_maps_name_them() -> None:
    assert sorted(SAMPLES["hexsides"]) == sorted(EDGE_SIDES)
