"""All tie-breaks available to competitions, by key."""

from collections.abc import Mapping

from .direct_encounter import direct_split, points_among
from .lots import drawn_lots
from .opponents import buchholz, sonneborn_berger
from .own_results import (
    points,
    ratio_text,
    ships_lost,
    victory_point_difference,
    victory_point_ratio,
    wins,
)
from .tie_break import TieBreak

_ALL = (
    TieBreak("points", "Points", "The points of all rounds, by the rule of the competition.", points),
    TieBreak(
        "victory-point-ratio",
        "Victory-point ratio",
        "Victory points made in all battles, to those that the opponents made; where nobody made any, 1.",
        victory_point_ratio,
        text=ratio_text,
    ),
    TieBreak(
        "victory-point-difference",
        "Victory-point difference",
        "Victory points made in all battles, less those that the opponents made.",
        victory_point_difference,
    ),
    TieBreak(
        "buchholz",
        "Buchholz",
        "The sum of the opponents' scores: who met the stronger field comes first. A round without a battle "
        "counts as one against a dummy with one's own score (FIDE C.07, 8.1 and 16).",
        buchholz(),
    ),
    TieBreak(
        "buchholz-cut-1",
        "Buchholz Cut-1",
        "Buchholz without the lowest of the opponents' scores; a round left out by one's own wish goes first "
        "(FIDE C.07, 14.1 and 16.5).",
        buchholz(lowest_cut=1),
    ),
    TieBreak(
        "buchholz-median-1",
        "Buchholz Median-1",
        "Buchholz without the lowest and the highest of the opponents' scores (FIDE C.07, 14.3).",
        buchholz(lowest_cut=1, highest_cut=1),
    ),
    TieBreak(
        "sonneborn-berger",
        "Sonneborn-Berger",
        "The scores of those whom one has beaten, and half the scores of those one drew with; in general the "
        "points of each round times the opponent's score (FIDE C.07, 9.1).",
        sonneborn_berger,
    ),
    TieBreak(
        "direct-encounter",
        "Direct encounter",
        "The points made against those one is equal with; where some of them have not met, only who would be "
        "first among them in any case comes first (FIDE C.07, 6).",
        points_among,
        is_among_tied=True,
        own_split=direct_split,
    ),
    TieBreak(
        "fewest-losses",
        "Fewest losses",
        "Ships of one's own that were lost in all battles; fewer is better.",
        ships_lost,
        fewest_first=True,
    ),
    TieBreak(
        "wins",
        "Wins",
        "How many battles were won by fighting; byes and forfeits do not count (FIDE C.07, 7.2).",
        wins,
    ),
    TieBreak(
        "lots",
        "Lots",
        "The place in a draw of lots among all entrants, from a seed whose SHA-256 was shown before the "
        "start; the lowest comes first.",
        drawn_lots,
        fewest_first=True,
    ),
)

TIE_BREAKS: Mapping[str, TieBreak] = {each.key: each for each in _ALL}


def tie_breaks_of(keys: tuple[str, ...]) -> tuple[TieBreak, ...]:
    """Return tie-breaks by their keys. Raise ValueError for an unknown or duplicate key."""
    unknown = [key for key in keys if key not in TIE_BREAKS]
    if unknown:
        raise ValueError(f"no tie-break {', '.join(unknown)}")
    if len(set(keys)) < len(keys):
        raise ValueError("a tie-break is named twice")
    return tuple(TIE_BREAKS[key] for key in keys)
