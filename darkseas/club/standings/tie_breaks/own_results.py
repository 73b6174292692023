"""Tie-breaks from an entrant's own results: points, wins, victory points, ships lost."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ..numbers_in_words import number_text
from ..outcomes import Ending
from ..outcomes_by_entrant import Appearance, Field

_HALF = Fraction(1, 2)


def points(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return each entrant's points by the competition's rule."""
    return {entrant: field.points[entrant] for entrant in tied}


def wins(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Count each entrant's wins in actual battles (FIDE C.07, 7.2)."""
    return _sums(field, tied, lambda each: int(each.ending is Ending.WON))


def victory_point_difference(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return each entrant's victory points minus their opponents', over all battles fought."""
    return _sums(field, tied, lambda each: each.victory_points - each.victory_points_against)


def victory_point_ratio(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Return each entrant's share of all victory points scored in their battles.

    It orders entrants as the ratio does, but is defined even if opponents scored none. If nobody scored any,
    it is a half.
    """
    own, against = victory_points(field, tied)
    return {
        entrant: Fraction(own[entrant], total) if (total := own[entrant] + against[entrant]) else _HALF
        for entrant in tied
    }


def victory_points(
    field: Field, tied: tuple[str, ...]
) -> tuple[Mapping[str, Fraction], Mapping[str, Fraction]]:
    """Return the victory points of each entrant and those of their opponents."""
    own = _sums(field, tied, lambda each: each.victory_points)
    return own, _sums(field, tied, lambda each: each.victory_points_against)


def ratio_text(field: Field, entrant: str, value: Fraction) -> str:
    """Format a ratio for readers: `12 : 7`."""
    own, against = victory_points(field, (entrant,))
    return f"{number_text(own[entrant])} : {number_text(against[entrant])}"


def ships_lost(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Count each entrant's own ships lost."""
    return _sums(field, tied, lambda each: each.losses)


def _sums(
    field: Field, tied: tuple[str, ...], part: Callable[[Appearance], Fraction | int]
) -> Mapping[str, Fraction]:
    return {entrant: Fraction(0) + sum(part(each) for each in field.appearances[entrant]) for entrant in tied}
