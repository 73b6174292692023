"""How a battle ended, for lists: the kind of ending, and how close it was."""

from collections.abc import Mapping
from fractions import Fraction

DRAWN, OTHERWISE = "drawn", "otherwise"
#: Words in recorded reasons, and the kind of ending that each means; the first match counts.
_WORDS = (
    ("The other side resigned", "resigned"),
    ("ran out of time", "time"),
    ("The umpire has ended it", "umpire"),
    ("and has them", "aim"),
    ("did not reach what it needed", "denied"),
    ("The higher score", "score"),
    ("has sunk more wins", "score"),
    ("with more points wins", "score"),
    ("the higher cost afloat wins", "score"),
    ("no ship left", "destroyed"),
)
#: A phrase for each kind; its subject is the winner.
PHRASES = {
    "aim": "had the points it needed",
    "denied": "kept the other side from its aim",
    "score": "had the higher score",
    "destroyed": "left the other side no ship",
    "resigned": "the other side resigned",
    "time": "the other side ran out of time",
    "umpire": "the umpire ended it",
    DRAWN: "nobody won",
    OTHERWISE: "otherwise",
}
#: A margin is measured in thousandths of all points.
WHOLE = 1000


def kind_of_end(winner: str | None, reason: str) -> str:
    """Return the kind of an ending from its recorded reason; "" for a running battle."""
    if not reason:
        return ""
    if winner is None:
        return DRAWN
    return next((kind for words, kind in _WORDS if words in reason), OTHERWISE)


def margin(scores: Mapping[str, str]) -> int | None:
    """Return the lead of the best side over the next, in thousandths of both sides' points.

    None if there are no points, or the number of sides is not two.
    """
    points = sorted((Fraction(text) for text in scores.values()), reverse=True)[:2]
    total = sum(points)
    if len(points) < 2 or total <= 0:  # a single side has no margin
        return None
    return round((points[0] - points[1]) * WHOLE / total)
