"""Names in sentences, known and unknown."""

import pytest

from darkseas.engine.stages.side_and_ship_names import ship_name, ship_names, side_name, side_names
from tests.engine.stages.staged import a_state


@pytest.mark.parametrize(
    ("side", "name"), [("ijn", "Japan"), ("us-navy", "United States"), ("umpire", "The umpire"), ("km", "km")]
)
def test_side_is_called_by_its_name(side: str, name: str) -> None:
    assert side_name(a_state(), side) == name


def test_names_of_the_sides_stand_in_the_order_of_the_sides() -> None:
    assert list(side_names(a_state().scenario).items()) == [("ijn", "Japan"), ("us-navy", "United States")]


def test_ships_are_listed_as_far_as_a_sentence_takes_them() -> None:
    state = a_state()
    assert ship_name(state, "kako") == "Kako"
    assert ship_name(state, "yamato") == "yamato"
    assert ship_names(state, ("kako", "helm"), 4) == "Kako and Helm"
    assert ship_names(state, ("kako", "helm", "yamato"), 2) == "Kako and 2 others"
