"""Rounds that were not fought, in numbers that are made of opponents' points.

The rule is FIDE's of today: Handbook C.07, tie-break regulations as of 1 March 2026, article 16. The virtual
opponent of before 2023, who drew all later rounds, is gone from it. In our words:

- An opponent's points count as they are, but a bye that they asked for, or a round they were absent from,
  counts as a draw when nothing but such rounds and forfeits of theirs follows (16.2.5, 16.3): who withdraws
  takes nothing from those who met them.
- One's own round without a battle counts as one against a dummy who has as many points as oneself (16.4),
  but after a forfeit no more than the opponent of that round (16.4.1), and after a bye or an absence no more
  than draws in all rounds would have given (16.4.2).
- Where the lowest contributions are cut, those of one's own voluntary unfought rounds go first (16.5).
"""

from dataclasses import dataclass
from fractions import Fraction

from .outcomes import VOLUNTARY, Ending, Unfought
from .outcomes_by_entrant import Appearance, Field


@dataclass(frozen=True)
class Contribution:
    """What one round brings to a number made of opponents' points.

    `strength` is the opponent's adjusted score or the dummy's, `points` what the entrant made against it.
    """

    strength: Fraction
    points: Fraction
    is_voluntary: bool


def contributions(field: Field, entrant: str) -> tuple[Contribution, ...]:
    """Return what each round of an entrant brings, the dummies' of unfought ones included."""
    return tuple(
        Contribution(strength, appearance.points, appearance.ending in VOLUNTARY)
        for appearance in field.appearances[entrant]
        if (strength := _strength(field, entrant, appearance)) is not None
    )


def _strength(field: Field, entrant: str, appearance: Appearance) -> Fraction | None:
    if appearance.opponent is not None and field.counts_as_fought(appearance):
        return field.adjusted_points[appearance.opponent]
    if field.competition.unfought is not Unfought.SWISS:
        return None
    if appearance.opponent is not None:
        return min(field.points[entrant], field.adjusted_points[appearance.opponent])
    rounds = max(field.competition.battles_each, len(field.appearances[entrant]))
    return min(field.points[entrant], rounds * field.competition.points.of(Ending.DRAWN))
