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
    TieBreak("points", "Points", "The sum of the points from all rounds.", points),
    TieBreak(
        "victory-point-ratio",
        "Victory-point ratio",
        "The ratio of victory points scored to victory points conceded. It is 1 if nobody scored any.",
        victory_point_ratio,
        text=ratio_text,
    ),
    TieBreak(
        "victory-point-difference",
        "Victory-point difference",
        "Victory points scored in all battles, minus those that opponents scored.",
        victory_point_difference,
    ),
    TieBreak(
        "buchholz",
        "Buchholz",
        "The sum of the opponents' scores, so stronger opposition ranks higher. A round without a battle "
        "counts as one against a dummy with the entrant's own score (FIDE C.07, 8.1 and 16).",
        buchholz(),
    ),
    TieBreak(
        "buchholz-cut-1",
        "Buchholz Cut-1",
        "Buchholz without the lowest of the opponents' scores. Rounds missed by choice are dropped first "
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
        "The scores of beaten opponents, plus half the scores of those drawn with. In general, the sum of "
        "each round's points times the opponent's score (FIDE C.07, 9.1).",
        sonneborn_berger,
    ),
    TieBreak(
        "direct-encounter",
        "Direct encounter",
        "Points from battles between the tied entrants. If some have not met, only an entrant who would "
        "lead in any case ranks first (FIDE C.07, 6).",
        points_among,
        is_among_tied=True,
        own_split=direct_split,
    ),
    TieBreak(
        "fewest-losses",
        "Fewest losses",
        "The entrant's own ships lost in all battles. Fewer is better.",
        ships_lost,
        fewest_first=True,
    ),
    TieBreak(
        "wins",
        "Wins",
        "The number of battles won. Byes and forfeits do not count (FIDE C.07, 7.2).",
        wins,
    ),
    TieBreak(
        "lots",
        "Lots",
        "The place in a draw of lots among all entrants. The SHA-256 of the seed was published before the "
        "start. The lowest place ranks first.",
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
        raise ValueError("a tie-break is listed twice")
    return tuple(TIE_BREAKS[key] for key in keys)
