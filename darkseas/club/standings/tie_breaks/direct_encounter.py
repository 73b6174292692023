"""The direct encounter tie-break, which counts only battles between tied entrants (FIDE C.07, article 6)."""

from collections.abc import Mapping
from fractions import Fraction

from ..outcomes import Ending
from ..outcomes_by_entrant import Field
from .tie_break import split_by


def points_among(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return the points that each tied entrant scored against the others."""
    return {
        entrant: sum(
            (
                each.points
                for each in field.appearances[entrant]
                if each.opponent in tied and field.counts_as_fought(each)
            ),
            Fraction(0),
        )
        for entrant in tied
    }


def direct_split(field: Field, tied: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Split tied entrants by the battles between them.

    If all have met, their points against each other decide; those still tied are compared again in the same
    way (6.1, 6.2). If battles are missing, only an entrant who would be alone at the top whatever their
    endings is placed, and the others are compared again (6.3).
    """
    if len(tied) == 1:
        return (tied,)
    points, missing = points_among(field, tied), _missing(field, tied)
    if not any(missing.values()):
        groups = split_by(points, tied)
        if len(groups) == 1:
            return groups
        return tuple(part for group in groups for part in direct_split(field, group))
    leader = _alone_at_the_top(field, points, missing, tied)
    if leader is None:
        return (tied,)
    return ((leader,), *direct_split(field, tuple(each for each in tied if each != leader)))


def _missing(field: Field, tied: tuple[str, ...]) -> Mapping[str, int]:
    """Return how many of the group each entrant has not met."""
    return {
        entrant: sum(other != entrant and other not in _met(field, entrant) for other in tied)
        for entrant in tied
    }


def _met(field: Field, entrant: str) -> set[str | None]:
    return {each.opponent for each in field.appearances[entrant] if field.counts_as_fought(each)}


def _alone_at_the_top(
    field: Field, points: Mapping[str, Fraction], missing: Mapping[str, int], tied: tuple[str, ...]
) -> str | None:
    rule = field.competition.points
    least = {each: points[each] + missing[each] * rule.of(Ending.LOST) for each in tied}
    most = {each: points[each] + missing[each] * rule.of(Ending.WON) for each in tied}
    for entrant in tied:
        if all(least[entrant] > most[other] for other in tied if other != entrant):
            return entrant
    return None
