"""Tie-breaks from opponents' scores: Buchholz with cuts, and Sonneborn-Berger."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..outcomes_by_entrant import Field
from ..unplayed_rounds import Contribution, contributions
from .tie_break import Measure


def buchholz(lowest_cut: int = 0, highest_cut: int = 0) -> Measure:
    """Return a measure that sums the opponents' scores, without some of the lowest and highest.

    FIDE C.07: 8.1; Cut-1 drops the lowest (14.1), Median-1 the lowest and the highest (14.3).
    """

    def measure(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
        return {entrant: _cut_sum(contributions(field, entrant), lowest_cut, highest_cut) for entrant in tied}

    return measure


def sonneborn_berger(field: Field, tied: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Sum over all rounds the points scored times the opponent's score (FIDE C.07, 9.1)."""
    return {
        entrant: sum((each.points * each.strength for each in contributions(field, entrant)), Fraction(0))
        for entrant in tied
    }


def _cut_sum(rounds: Sequence[Contribution], lowest_cut: int, highest_cut: int) -> Fraction:
    """Sum strengths after cuts; of the lowest, those of voluntary unfought rounds are cut first (16.5)."""
    by_cut = sorted(rounds, key=lambda each: (not each.is_voluntary, each.strength))
    strengths = sorted(each.strength for each in by_cut[lowest_cut:])
    return sum(strengths[: max(0, len(strengths) - highest_cut)], Fraction(0))
