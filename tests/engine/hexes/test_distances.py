"""Distances from many hexes at once, held against the board's own slower search."""

from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.hexes.board import EDGES, Hex, HexBoard
from darkseas.engine.hexes.distances import Distances, distances_of


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    cols, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    anywhere = st.builds(Hex, st.integers(0, cols - 1), st.integers(0, rows - 1))
    land = draw(st.frozensets(anywhere, max_size=20))
    return HexBoard(cols, rows, land, draw(st.frozensets(anywhere, max_size=6)))


@given(boards())
def test_sea_and_edges_are_those_of_the_board(board: HexBoard) -> None:
    distances = Distances(board)
    assert distances.hexes(distances.sea) == tuple(at for at in board.hexes if board.is_sea(at))
    for edge in EDGES:
        there = [at for at in board.hexes if edge in board.edges_of(at)]
        assert distances.hexes(distances.edge(edge)) == tuple(at for at in there if board.is_sea(at))
    assert distances.edge("") == 0


@given(boards(), st.data())
def test_steps_are_those_of_the_shortest_way(board: HexBoard, data: st.DataObject) -> None:
    distances = Distances(board)
    sea = [at for at in board.hexes if board.is_sea(at)]
    if not sea:
        return
    starts = data.draw(st.lists(st.sampled_from(sea), min_size=1, max_size=3))
    goals = [data.draw(st.lists(st.sampled_from(sea), max_size=3)) for _ in range(2)]
    found = distances.steps(distances.hex_set(starts), [distances.hex_set(goal) for goal in goals])
    for goal, steps in zip(goals, found, strict=True):
        ways = [board.distances_from(start).get(at) for start in starts for at in goal]
        assert steps == min((way for way in ways if way is not None), default=None)
    everywhere = {at for start in starts for at in board.distances_from(start)}
    assert set(distances.hexes(distances.reached(distances.hex_set(starts)))) == everywhere


def test_what_is_no_sea_is_no_start() -> None:
    board = HexBoard(3, 1, frozenset({Hex(1, 0)}))
    distances = Distances(board)
    assert distances.steps(distances.hex_set([Hex(1, 0)]), [distances.sea]) == [None]
    assert distances.steps(distances.hex_set([Hex(0, 0)]), [distances.hex_set([Hex(2, 0)]), 0]) == [
        None,
        None,
    ]
    assert distances.reached(distances.hex_set([Hex(0, 0)])) == distances.hex_set([Hex(0, 0)])


def test_hexes_off_the_board_are_left_out_and_boards_alike_share_their_distances() -> None:
    board = HexBoard(2, 2)
    assert Distances(board).hex_set([Hex(2, 0), Hex(0, 2), Hex(-1, 0)]) == 0
    assert distances_of(board) is distances_of(HexBoard(2, 2))
