"""Floods over many hexes at once, held against the board's own slower search."""

from hypothesis import given
from hypothesis import strategies as st

from darkseas.engine.hexes.board import EDGES, Hex, HexBoard
from darkseas.engine.hexes.distances import Floods, floods_of


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    cols, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    anywhere = st.builds(Hex, st.integers(0, cols - 1), st.integers(0, rows - 1))
    land = draw(st.frozensets(anywhere, max_size=20))
    return HexBoard(cols, rows, land, draw(st.frozensets(anywhere, max_size=6)))


@given(boards())
def test_sea_and_edges_are_those_of_the_board(board: HexBoard) -> None:
    floods = Floods(board)
    assert floods.hexes(floods.sea) == tuple(at for at in board.hexes if board.is_sea(at))
    for edge in EDGES:
        there = [at for at in board.hexes if edge in board.edges_of(at)]
        assert floods.hexes(floods.edge(edge)) == tuple(at for at in there if board.is_sea(at))
    assert floods.edge("") == 0


@given(boards(), st.data())
def test_steps_are_those_of_the_shortest_way(board: HexBoard, data: st.DataObject) -> None:
    floods = Floods(board)
    sea = [at for at in board.hexes if board.is_sea(at)]
    if not sea:
        return
    starts = data.draw(st.lists(st.sampled_from(sea), min_size=1, max_size=3))
    goals = [data.draw(st.lists(st.sampled_from(sea), max_size=3)) for _ in range(2)]
    found = floods.steps(floods.bits(starts), [floods.bits(goal) for goal in goals])
    for goal, steps in zip(goals, found, strict=True):
        ways = [board.distances_from(start).get(at) for start in starts for at in goal]
        assert steps == min((way for way in ways if way is not None), default=None)
    everywhere = {at for start in starts for at in board.distances_from(start)}
    assert set(floods.hexes(floods.reached(floods.bits(starts)))) == everywhere


def test_what_is_no_sea_is_no_start() -> None:
    board = HexBoard(3, 1, frozenset({Hex(1, 0)}))
    floods = Floods(board)
    assert floods.steps(floods.bits([Hex(1, 0)]), [floods.sea]) == [None]
    assert floods.steps(floods.bits([Hex(0, 0)]), [floods.bits([Hex(2, 0)]), 0]) == [None, None]
    assert floods.reached(floods.bits([Hex(0, 0)])) == floods.bits([Hex(0, 0)])


def test_hexes_off_the_board_are_left_out_and_boards_alike_share_their_floods() -> None:
    board = HexBoard(2, 2)
    assert Floods(board).bits([Hex(2, 0), Hex(0, 2), Hex(-1, 0)]) == 0
    assert floods_of(board) is floods_of(HexBoard(2, 2))
