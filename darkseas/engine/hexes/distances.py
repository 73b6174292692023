"""Distances by sea between sets of hexes, fast on the largest boards.

A set of hexes is an integer with one bit for each hex. So one step in all six directions takes a few shifts,
regardless of the number of hexes.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .board import Hex, HexBoard

#: A set of hexes, one bit each; 0 is empty.
HexSet = int


class Distances:
    """The sea of a board: builds hex sets and counts the steps between them."""

    def __init__(self, board: HexBoard) -> None:
        self._board = board
        # An extra column that nothing enters keeps rows from running into each other.
        self._width = board.cols + 1
        self._odd = self._rows(1)
        self._even = self._rows(0)
        self._in_play = (self._odd | self._even) & ~self.hex_set(board.excluded)
        self.sea: HexSet = self._in_play & ~self.hex_set(board.land)
        self._edges: dict[str, HexSet] = {}

    def _rows(self, parity: int) -> HexSet:
        row = (1 << self._board.cols) - 1
        return sum(row << (at * self._width) for at in range(parity, self._board.rows, 2))

    def hex_set(self, hexes: Iterable[Hex]) -> HexSet:
        """Return these hexes as a set; hexes outside columns and rows are left out."""
        cols, rows, width = self._board.cols, self._board.rows, self._width
        members = bytearray(width * rows // 8 + 1)
        for col, row in hexes:
            if 0 <= col < cols and 0 <= row < rows:
                place = row * width + col
                members[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(members, "little")

    def hexes(self, hex_set: HexSet) -> tuple[Hex, ...]:
        """Return the hexes of a set, row by row."""
        members = []
        while hex_set:
            last = hex_set & -hex_set
            row, col = divmod(last.bit_length() - 1, self._width)
            members.append(Hex(col, row))
            hex_set ^= last
        return tuple(members)

    def edge(self, edge: str) -> HexSet:
        """Return the sea hexes at an edge, as `HexBoard.edges_of` defines it; empty for an unknown edge."""
        if edge not in self._edges:
            self._edges[edge] = self._find_edge(edge)
        return self._edges[edge]

    def _find_edge(self, edge: str) -> HexSet:
        rows = [self._row(at) for at in range(self._board.rows)]
        if edge in ("west", "east"):
            ends = [row & -row if edge == "west" else _last(row) for row in rows]
        elif edge in ("north", "south"):
            ends = self._outermost(rows, from_south=edge == "south")
        else:
            return 0
        return sum(hex_set << (at * self._width) for at, hex_set in enumerate(ends)) & self.sea

    def _row(self, at: int) -> HexSet:
        return self._in_play >> (at * self._width) & ((1 << self._board.cols) - 1)

    def _outermost(self, rows: list[HexSet], *, from_south: bool) -> list[HexSet]:
        """For each row, return the hexes with nothing in play above (or below) any part of their width."""
        ends = [0] * len(rows)
        covered = 0
        order = range(len(rows))
        for at in reversed(order) if from_south else order:
            halves = 0
            for col in range(self._board.cols):
                own = 3 << (2 * col + (at & 1))
                if rows[at] >> col & 1:
                    halves |= own
                    ends[at] |= 0 if covered & own else 1 << col
            covered |= halves
            if covered == (4 << (2 * self._board.cols - 1)) - 1:
                break
        return ends

    def reached(self, start: HexSet) -> HexSet:
        """Return all sea hexes reachable from any of these, themselves included."""
        reached = front = start & self.sea
        while front:
            front = self._around(front) & ~reached
            reached |= front
        return reached

    def steps(self, start: HexSet, goals: Sequence[HexSet]) -> list[int | None]:
        """For each goal, return the fewest steps from the start to it, or None if there is no path."""
        fewest: list[int | None] = [None] * len(goals)
        waiting = list(range(len(goals)))
        seen = front = start & self.sea
        entered = 0
        while front and waiting:
            for place in [place for place in waiting if goals[place] & front]:
                fewest[place] = entered
                waiting.remove(place)
            front = self._around(front) & ~seen
            seen |= front
            entered += 1
        return fewest

    def _around(self, front: HexSet) -> HexSet:
        """Return the sea next to these hexes; odd rows are shifted half a hex east."""
        width, odd, even = self._width, front & self._odd, front & self._even
        beside = front << 1 | front >> 1 | front << width | front >> width
        above_and_below = even >> (width + 1) | even << (width - 1) | odd >> (width - 1) | odd << (width + 1)
        return (beside | above_and_below) & self.sea


@lru_cache(maxsize=16)
def distances_of(board: HexBoard) -> Distances:
    """Return the distances of a board, shared by equal boards."""
    return Distances(board)


def _last(row: HexSet) -> HexSet:
    """Return the easternmost hex of a row."""
    return 1 << (row.bit_length() - 1) if row else 0
