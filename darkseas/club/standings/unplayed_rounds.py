"""Rounds without a battle, as they count in tie-breaks based on opponents' points.

The source is FIDE Handbook C.07, tie-break regulations as of 1 March 2026, article 16. It no longer has the
virtual opponent of the rules before 2023, who drew all later rounds. In summary:

- An opponent's points count as they are, with one exception. A requested bye or an absence counts as a draw
  if only such rounds and their own forfeits follow (16.2.5, 16.3). So an entrant who withdraws does not harm
  former opponents.
- An entrant's own round without a battle counts as one against a dummy with the entrant's own points (16.4).
  After a forfeit the dummy has no more points than that round's opponent (16.4.1). After a bye or an absence
  it has no more than draws in all rounds so far would have given (16.4.2). Before the last round, other
  programs count so too.
- If the lowest contributions are cut, those of the entrant's own voluntary unfought rounds are cut first
  (16.5).
"""

from dataclasses import dataclass
from fractions import Fraction

from .outcomes import VOLUNTARY, Ending, Unfought
from .outcomes_by_entrant import Appearance, Field


@dataclass(frozen=True)
class Contribution:
    """The contribution of one round to a tie-break based on opponents' points.

    `strength` is the adjusted score of the opponent or dummy, `points` the entrant's score against it.
    """

    strength: Fraction
    points: Fraction
    is_voluntary: bool


def contributions(field: Field, entrant: str) -> tuple[Contribution, ...]:
    """Return the contribution of each round, including dummies' for unfought ones."""
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
    return min(field.points[entrant], field.rounds_so_far * field.competition.points.of(Ending.DRAWN))
