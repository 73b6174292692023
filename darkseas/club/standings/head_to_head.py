"""Head-to-head records of two players over all their battles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from .outcomes import FOUGHT, Ending, Outcome, Showing


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of the first player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def battles(self) -> int:
        return self.won + self.drawn + self.lost

    def with_one(self, ending: Ending) -> Self:
        return replace(
            self,
            won=self.won + (ending is Ending.WON),
            drawn=self.drawn + (ending is Ending.DRAWN),
            lost=self.lost + (ending is Ending.LOST),
        )


@dataclass(frozen=True)
class HeadToHead:
    """The confirmed battles of two players, from the first one's view; `by_side` is by the first player's
    side.

    Forfeits are counted separately, since no battle was fought.
    """

    first: str
    second: str
    tally: Tally = Tally()
    by_side: Mapping[str, Tally] = field(default_factory=dict)
    victory_points: Fraction = Fraction(0)
    victory_points_against: Fraction = Fraction(0)
    losses: int = 0
    losses_inflicted: int = 0
    forfeits: int = 0


def head_to_head(first: str, second: str, outcomes: Iterable[Outcome]) -> HeadToHead:
    """Return the head-to-head record of two players. Unconfirmed outcomes and those of other players are
    ignored.
    """
    met = [pair for each in outcomes if each.is_ratified and (pair := _pair(first, second, each))]
    fought = [(own, other) for own, other in met if own.ending in FOUGHT]
    tally, by_side = Tally(), dict[str, Tally]()
    for own, _ in sorted(fought, key=lambda pair: pair[0].side):
        tally = tally.with_one(own.ending)
        by_side[own.side] = by_side.get(own.side, Tally()).with_one(own.ending)
    return HeadToHead(
        first,
        second,
        tally,
        by_side,
        sum((own.victory_points for own, _ in fought), Fraction(0)),
        sum((other.victory_points for _, other in fought), Fraction(0)),
        sum(own.losses for own, _ in fought),
        sum(other.losses for _, other in fought),
        len(met) - len(fought),
    )


def _pair(first: str, second: str, outcome: Outcome) -> tuple[Showing, Showing] | None:
    """Return the two halves of an outcome, the first player's first; None if other players met."""
    if outcome.second is None:
        return None
    halves = {outcome.first.entrant: outcome.first, outcome.second.entrant: outcome.second}
    if first in halves and second in halves:
        return halves[first], halves[second]
    return None
