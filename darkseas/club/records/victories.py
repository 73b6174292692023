"""The largest victories: how many points the winner had more than the next."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import WON

#: Victories that are kept for each rules system.
MOST_KEPT = 3


@dataclass(frozen=True, slots=True)
class Victory:
    """A result by its number, and by how many points it was won."""

    result: int
    margin: Decimal


def largest_victories(records: Iterable[Ratified]) -> tuple[Victory, ...]:
    """Return the largest victories of results whose points are known; of equals the earliest."""
    victories = [
        (-margin, record.day, record.result) for record in records if (margin := _margin(record)) is not None
    ]
    return tuple(Victory(result, -less) for less, _, result in sorted(victories)[:MOST_KEPT])


def _margin(record: Ratified) -> Decimal | None:
    """How many points the winner had more; none where somebody's are not known, or fewer."""
    won = [side.points for side in record.sides if side.score == WON]
    others = [side.points for side in record.sides if side.score != WON]
    if not won or won[0] is None or any(points is None for points in others):
        return None
    margin = won[0] - max(points for points in others if points is not None)
    return margin if margin > 0 else None
