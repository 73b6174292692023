"""Tie-breaks from an entrant's own results: points, wins, victory points, ships lost."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ..numbers_in_words import number_text
from ..outcomes import Ending
from ..outcomes_by_entrant import Appearance, Field

_HALF = Fraction(1, 2)


def points(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Everybody's points by the rule of the competition."""
    return {entrant: field.points[entrant] for entrant in tied}


def wins(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """How many battles each has won by fighting (FIDE C.07, 7.2)."""
    return _sums(field, tied, lambda each: int(each.ending is Ending.WON))


def victory_point_difference(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Victory points made, less those of the opponents, over all battles that were fought."""
    return _sums(field, tied, lambda each: each.victory_points - each.victory_points_against)


def victory_point_ratio(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Each one's share of all victory points that were made in their battles.

    It orders as the ratio does, and there is a number where opponents made none; where nobody made any, it
    is a half.
    """
    own, against = victory_points(field, tied)
    return {
        entrant: Fraction(own[entrant], total) if (total := own[entrant] + against[entrant]) else _HALF
        for entrant in tied
    }


def victory_points(
    field: Field, tied: tuple[str, ...]
) -> tuple[Mapping[str, Fraction], Mapping[str, Fraction]]:
    """Victory points that each made, and that their opponents made."""
    own = _sums(field, tied, lambda each: each.victory_points)
    return own, _sums(field, tied, lambda each: each.victory_points_against)


def ratio_text(field: Field, entrant: str, value: Fraction) -> str:
    """Write a ratio as people say it: `12 : 7`."""
    own, against = victory_points(field, (entrant,))
    return f"{number_text(own[entrant])} : {number_text(against[entrant])}"


def ships_lost(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """How many ships of their own each has lost."""
    return _sums(field, tied, lambda each: each.losses)


def _sums(
    field: Field, tied: tuple[str, ...], part: Callable[[Appearance], Fraction | int]
) -> Mapping[str, Fraction]:
    return {entrant: Fraction(0) + sum(part(each) for each in field.appearances[entrant]) for entrant in tied}
