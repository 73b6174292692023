"""How a map numbers its hexes for people: from 0000, from 0101, or with letters.

For sentences only. Logs, orders and files always use `board.label`.
"""

from functools import lru_cache

from .board import Hex, label, parse_label

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@lru_cache(maxsize=16384)
def written(at: str, numbering: str) -> str:
    """Return a hex label the way the map writes it; return other text unchanged."""
    try:
        place = parse_label(at)
    except ValueError:
        return at
    if numbering == "A1":
        return f"{_column(place.col)}{place.row + 1}"
    return label(Hex(place.col + 1, place.row + 1)) if numbering == "0101" else at


def _column(col: int) -> str:
    """Return a column as letters: A to Z, then AA."""
    before, last = divmod(col, len(_LETTERS))
    return (_column(before - 1) if before else "") + _LETTERS[last]
