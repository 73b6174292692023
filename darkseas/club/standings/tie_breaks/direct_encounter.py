"""The tie-break that looks only at battles between those who are equal (FIDE C.07, article 6)."""

from collections.abc import Mapping
from fractions import Fraction

from ..outcomes import Ending
from ..outcomes_by_entrant import Field
from .tie_break import split_by


def points_among(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """The points that each made against the others of the group."""
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
    """Split a group by the battles within it.

    Where all have met all, their points against each other decide, and among those who are still equal the
    same is asked again (6.1, 6.2). Where battles are missing, only who would be alone at the top however
    those ended is placed, and the rest is asked again (6.3).
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
    """How many of the group each has not met."""
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
