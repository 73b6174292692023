"""Whether a ship has room to turn round: never along an edge, where her stern would leave the map."""

from functools import lru_cache

from darkseas.engine.hexes.board import FACINGS, Hex, HexBoard, neighbour, neighbours

from ..model.ship_hexes import ASTERN, CIRCLE, hull

#: Number of hexes that a ship may go ahead before each hex-face of the turn.
_AHEAD = 2
#: Radius of open sea around her bow in which a three-hex ship can always turn round.
_OPEN = 4


def comes_about(board: HexBoard, hexes: int, bow: Hex, facing: int) -> bool:
    """Whether a ship of this length can turn 180° from here, to either side (ES-4, ES-6)."""
    return _is_open(board, bow) or any(_turns_about(board, hexes, bow, facing, side) for side in (1, -1))


@lru_cache(maxsize=16_384)
def _is_open(board: HexBoard, bow: Hex) -> bool:
    """Whether there is only sea around a hex."""
    around, rim = {bow}, {bow}
    for _ring in range(_OPEN):
        rim = {beside for at in rim for beside in neighbours(at)} - around
        if not all(board.is_sea(at) for at in rim):
            return False
        around |= rim
    return board.is_sea(bow)


def _turns_about(board: HexBoard, hexes: int, bow: Hex, facing: int, side: int) -> bool:
    for _face in range(ASTERN):
        turned = (facing + side) % CIRCLE
        for _hex in range(_AHEAD + 1):
            entered = neighbour(bow, FACINGS[turned])
            if _has_room(board, hexes, entered, turned):
                break
            bow = neighbour(bow, FACINGS[facing])
            if not _has_room(board, hexes, bow, facing):
                return False
        else:
            return False
        bow, facing = entered, turned
    return True


def _has_room(board: HexBoard, hexes: int, bow: Hex, facing: int) -> bool:
    return all(board.is_sea(at) for at in hull(bow, facing, hexes))
