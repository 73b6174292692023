"""Places, facings and distances, and the board with its edges and its ways around land."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.hexes.board import (
    FACINGS,
    Hex,
    HexBoard,
    distance,
    half_columns,
    is_adjacent,
    label,
    neighbour,
    neighbours,
    parse_label,
    ring,
)

places = st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20))
board_places = st.builds(Hex, st.integers(0, 6), st.integers(0, 6))
boards = st.builds(
    HexBoard,
    st.just(7),
    st.just(7),
    st.frozensets(board_places, max_size=25),
    st.frozensets(board_places, max_size=6),
)


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (Hex(8, 6), "0806"),
        (Hex(0, 0), "0000"),
        (Hex(99, 99), "9999"),
        (Hex(100, 120), "100.120"),
        (Hex(100, 6), "100.06"),
        (Hex(6, 100), "06.100"),
    ],
)
def test_label_is_printed_and_read_back(at: Hex, text: str) -> None:
    assert label(at) == text
    assert parse_label(text) == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        "806",
        "08,06",
        "08.06",
        "00806",
        " 0806",
        "0806\n",
        "-106",
        "1.100",
        "0100.06",
        "100.006",
        "٠٨٠٦",
        "1e10",
    ],
)
def test_parse_label_refuses_what_label_does_not_write(text: str) -> None:
    with pytest.raises(ValueError, match="not a hex label"):
        parse_label(text)


def test_label_refuses_a_hex_off_the_board() -> None:
    for at in (Hex(-1, 0), Hex(0, -1)):
        with pytest.raises(ValueError, match="off the board"):
            label(at)


@given(st.builds(Hex, st.integers(0, 300), st.integers(0, 300)))
def test_label_of_any_place_reads_back(at: Hex) -> None:
    assert parse_label(label(at)) == at


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (Hex(4, 4), [(5, 4), (4, 3), (3, 3), (3, 4), (3, 5), (4, 5)]),
        (Hex(4, 5), [(5, 5), (5, 4), (4, 4), (3, 5), (4, 6), (5, 6)]),
    ],
)
def test_neighbours_stand_in_the_order_of_facings(at: Hex, expected: list[tuple[int, int]]) -> None:
    assert list(neighbours(at)) == expected
    assert [neighbour(at, facing) for facing in FACINGS] == expected


def test_neighbour_refuses_an_unknown_facing() -> None:
    with pytest.raises(ValueError, match="not a facing"):
        neighbour(Hex(1, 1), "N")


@given(places)
def test_opposite_facings_lead_back(at: Hex) -> None:
    for index, facing in enumerate(FACINGS):
        assert neighbour(neighbour(at, facing), FACINGS[(index + 3) % 6]) == at


@given(places)
def test_facings_shift_the_centre_by_half_columns_and_rows(at: Hex) -> None:
    shifts = [(half_columns(there) - half_columns(at), there.row - at.row) for there in neighbours(at)]
    assert shifts == [(2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)]


def test_distance_of_known_pairs() -> None:
    assert distance(Hex(3, 3), Hex(3, 3)) == 0
    assert distance(Hex(0, 0), Hex(5, 0)) == 5
    assert distance(Hex(0, 0), Hex(0, 5)) == 5
    assert distance(Hex(0, 0), Hex(1, 1)) == 2
    assert distance(Hex(0, 1), Hex(1, 0)) == 1
    assert distance(Hex(8, 6), Hex(15, 8)) == 8


@settings(max_examples=20, deadline=None)
@given(places)
def test_distance_equals_steps_of_a_flood(at: Hex) -> None:
    found = {at: 0}
    for steps in range(1, 8):
        for reached in list(found):
            for entry in neighbours(reached):
                found.setdefault(entry, steps)
    assert all(distance(at, there) == steps for there, steps in found.items())


@given(places, places, places)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert is_adjacent(a, b) == (b in neighbours(a))


@settings(deadline=None)
@given(places, st.integers(0, 6))
def test_ring_holds_exactly_the_hexes_at_its_radius(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    square = {Hex(centre.col + col, centre.row + row) for col in range(-8, 9) for row in range(-8, 9)}
    assert set(found) == {at for at in square if distance(centre, at) == radius}
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert found[0] == Hex(centre.col + radius, centre.row)
    if radius:
        assert all(is_adjacent(one, other) for one, other in pairwise((*found, found[0])))


def test_first_ring_is_the_neighbours_in_order() -> None:
    assert ring(Hex(4, 5), 1) == neighbours(Hex(4, 5))


def test_radius_under_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        ring(Hex(0, 0), -1)


@pytest.mark.parametrize(
    ("at", "contains", "is_land", "is_sea"),
    [
        (Hex(0, 0), True, False, True),
        (Hex(1, 1), True, True, False),
        (Hex(0, 2), False, False, False),
        (Hex(3, 1), False, True, False),
        (Hex(-1, 0), False, False, False),
        (Hex(4, 0), False, False, False),
        (Hex(0, -1), False, False, False),
        (Hex(0, 3), False, False, False),
    ],
)
def test_board_tells_land_sea_and_outside_apart(at: Hex, contains: bool, is_land: bool, is_sea: bool) -> None:
    board = HexBoard(4, 3, land=frozenset({Hex(1, 1), Hex(3, 1)}), excluded=frozenset({Hex(3, 1), Hex(0, 2)}))
    assert (board.contains(at), board.is_land(at), board.is_sea(at)) == (contains, is_land, is_sea)
    assert (at in board.hexes) is contains


def test_hexes_of_a_board_stand_row_by_row() -> None:
    board = HexBoard(4, 3, excluded=frozenset({Hex(3, 1), Hex(0, 2)}))
    assert [label(at) for at in board.hexes] == [
        *("0000", "0100", "0200", "0300"), *("0001", "0101", "0201"), *("0102", "0202", "0302"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cols", "rows", "land", "excluded"),
    [
        (0, 3, frozenset(), frozenset()),
        (3, 0, frozenset(), frozenset()),
        (3, 3, frozenset({Hex(3, 0)}), frozenset()),
        (3, 3, frozenset(), frozenset({Hex(0, -1)})),
    ],
)
def test_board_refuses_what_does_not_fit(
    cols: int, rows: int, land: frozenset[Hex], excluded: frozenset[Hex]
) -> None:
    with pytest.raises(ValueError, match="columns and rows"):
        HexBoard(cols, rows, land, excluded)


def test_edges_of_a_plain_board() -> None:
    board = HexBoard(5, 6)
    assert board.edges_of(Hex(0, 0)) == ("north", "west")
    assert board.edges_of(Hex(4, 0)) == ("north", "east")
    assert board.edges_of(Hex(0, 5)) == ("south", "west")
    assert board.edges_of(Hex(4, 5)) == ("south", "east")
    for row in (1, 2, 3, 4):
        assert board.edges_of(Hex(0, row)) == ("west",)
        assert board.edges_of(Hex(4, row)) == ("east",)
        assert board.edges_of(Hex(2, row)) == ()
    assert board.edges_of(Hex(2, 0)) == ("north",)
    assert board.edges_of(Hex(2, 5)) == ("south",)
    assert board.edges_of(Hex(5, 0)) == ()


def test_excluded_hexes_count_as_outside_for_edges() -> None:
    half_hexes = frozenset(Hex(4, row) for row in (1, 3, 5)) | {Hex(col, 0) for col in range(5)}
    board = HexBoard(5, 6, excluded=half_hexes)
    assert board.edges_of(Hex(3, 1)) == ("north", "east")
    assert board.edges_of(Hex(2, 1)) == ("north",)
    assert board.edges_of(Hex(3, 3)) == ("east",)
    assert board.edges_of(Hex(4, 2)) == ("east",)
    assert board.edges_of(Hex(4, 4)) == ("east",)
    assert board.edges_of(Hex(4, 0)) == ()


def test_hole_in_the_board_makes_no_edge() -> None:
    hole = Hex(2, 2)
    board = HexBoard(5, 5, excluded=frozenset({hole}))
    assert [board.edges_of(at) for at in neighbours(hole)] == [()] * 6


def test_board_of_one_hex_lies_at_every_edge() -> None:
    assert HexBoard(1, 1).edges_of(Hex(0, 0)) == ("north", "south", "east", "west")


def test_distances_count_steps_around_land() -> None:
    wall = frozenset(Hex(2, row) for row in range(1, 5))
    found = HexBoard(5, 5, land=wall).distances_from(Hex(1, 4))
    assert found[Hex(1, 4)] == 0
    assert found[Hex(0, 4)] == 1
    assert found[Hex(2, 0)] == 4
    assert found[Hex(3, 0)] == 5
    assert found[Hex(3, 1)] == 6
    assert found[Hex(3, 4)] == 9
    assert not wall & found.keys()
    assert list(found.values()) == sorted(found.values())


def test_distances_may_start_from_land() -> None:
    board = HexBoard(3, 3, land=frozenset({Hex(1, 1)}))
    assert board.distances_from(Hex(1, 1))[Hex(1, 1)] == 0
    assert Hex(1, 1) not in board.distances_from(Hex(0, 1))


def test_sea_neighbours_leave_out_land_and_outside() -> None:
    board = HexBoard(3, 3, land=frozenset({Hex(1, 0)}), excluded=frozenset({Hex(0, 1)}))
    assert board.sea_neighbours(Hex(0, 0)) == ()
    assert board.sea_neighbours(Hex(1, 1)) == (Hex(2, 1), Hex(2, 0), Hex(1, 2), Hex(2, 2))
    assert board.sea_neighbours(Hex(-1, 2)) == (Hex(0, 2),)


@settings(deadline=None)
@given(boards, board_places)
def test_each_hex_lies_a_step_beyond_its_nearest_neighbour(board: HexBoard, start: Hex) -> None:
    distances = board.distances_from(start)
    assert board.distances_from(start) is distances
    assert {entry for at in distances for entry in board.sea_neighbours(at)} <= distances.keys()
    for at, steps in distances.items():
        nearest = min((distances[one] for one in neighbours(at) if one in distances), default=-1)
        assert steps == (0 if at == start else 1 + nearest)
        assert steps >= distance(start, at)


def test_boards_are_values_whatever_they_keep() -> None:
    board, same = HexBoard(4, 4, frozenset({Hex(1, 1)})), HexBoard(4, 4, frozenset({Hex(1, 1)}))
    board.distances_from(Hex(0, 0))
    board.edges_of(Hex(0, 0))
    assert board == same
    assert hash(board) == hash(same)
    assert repr(board) == repr(same)
    assert pickle.loads(pickle.dumps(board)) == same
    assert board != HexBoard(4, 4)
