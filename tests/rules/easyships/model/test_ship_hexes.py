"""Where ships lie, and how they turn (ES-4, ES-6, ES-7)."""

import pytest

from darkseas.engine.hexes.board import FACINGS, Hex, label, parse_label
from darkseas.rules.easyships.model.ship_hexes import direction, faces_between, faces_of_way, front, hull
from tests.rules.easyships.support import way

E, NE, NW, W, SW, SE = range(6)


def labels(hexes: tuple[Hex, ...]) -> list[str]:
    """Their labels."""
    return [label(at) for at in hexes]


@pytest.mark.parametrize(
    ("facing", "lies"),
    [
        (E, ["0804", "0704", "0604"]),
        (NE, ["0804", "0705", "0706"]),
        (NW, ["0804", "0805", "0906"]),
        (W, ["0804", "0904", "1004"]),
        (SW, ["0804", "0803", "0902"]),
        (SE, ["0804", "0703", "0702"]),
    ],
)
def test_a_triple_ship_lies_in_a_row_astern_of_her_bow(facing: int, lies: list[str]) -> None:
    bow = parse_label("0804")
    assert labels(hull(bow, facing, 3)) == lies
    assert labels(hull(bow, facing, 2)) == lies[:2]
    assert labels(hull(bow, facing, 1)) == lies[:1]


def test_a_double_ship_turns_with_her_stern_where_the_bow_was() -> None:
    bow = parse_label("0804")
    entered = parse_label("0803")
    facing = direction(bow, entered)
    assert FACINGS[facing] == "NE"
    assert labels(hull(entered, facing, 2)) == ["0803", "0804"]


def test_a_triple_ship_swings_her_stern_into_line() -> None:
    assert labels(hull(parse_label("0804"), E, 3)) == ["0804", "0704", "0604"]
    assert labels(hull(parse_label("0803"), NE, 3)) == ["0803", "0804", "0705"]


@pytest.mark.parametrize(
    ("one", "other", "faces"), [(E, E, 0), (E, NE, 1), (E, SE, 1), (E, W, 3), (SE, NE, 2), (NW, SE, 3)]
)
def test_faces_between_facings(one: int, other: int, faces: int) -> None:
    assert faces_between(one, other) == faces_between(other, one) == faces


def test_faces_of_a_way_are_those_before_each_hex() -> None:
    assert faces_of_way(parse_label("0804"), E, way("0904", "0903", "0803")) == (0, 1, 2)


def test_a_way_that_is_not_connected_is_none() -> None:
    with pytest.raises(ValueError, match="no neighbours"):
        faces_of_way(parse_label("0804"), E, way("1004"))


def test_front_is_ahead_and_to_both_sides() -> None:
    assert labels(front(parse_label("0804"), E)) == ["0904", "0803", "0805"]
