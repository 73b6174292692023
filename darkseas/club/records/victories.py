"""The largest victories: the winner's margin over the runner-up."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from darkseas.club.results.confirmed_results import Ratified
from darkseas.club.results.facts import WON

#: How many victories are stored for each rules system.
MOST_KEPT = 3


@dataclass(frozen=True, slots=True)
class Victory:
    """A result by its number, and the winning margin."""

    result: int
    margin: Decimal


def largest_victories(records: Iterable[Ratified]) -> tuple[Victory, ...]:
    """Return the largest victories among results with known points; of equal ones the earliest."""
    victories = [
        (-margin, record.day, record.result) for record in records if (margin := _margin(record)) is not None
    ]
    return tuple(Victory(result, -less) for less, _, result in sorted(victories)[:MOST_KEPT])


def _margin(record: Ratified) -> Decimal | None:
    """Return the winner's margin; None if points are unknown or the winner has fewer."""
    won = [side.points for side in record.sides if side.score == WON]
    others = [side.points for side in record.sides if side.score != WON]
    if not won or won[0] is None or any(points is None for points in others):
        return None
    margin = won[0] - max(points for points in others if points is not None)
    return margin if margin > 0 else None
