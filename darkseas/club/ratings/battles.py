"""The input of a rating fit, and its parameters."""

from dataclasses import dataclass
from fractions import Fraction

#: A win in half points.
WIN = 2


@dataclass(frozen=True, order=True)
class RatedBattle:
    """A confirmed result as input for ratings.

    `day` is an ISO date. A side with several players is as strong as their mean. `score` is the first side's
    result in half points: 2 for a win, 1 for a draw, 0 for a loss. `bid` is what the first side paid for
    being that side, minus what the second paid, as a share of the victory points at stake.
    """

    day: str
    system: str
    scenario: str
    first: tuple[str, ...]
    first_side: str
    second: tuple[str, ...]
    second_side: str
    score: int
    bid: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        """Raise ValueError for a side without players, a duplicate player or an impossible score."""
        if not self.first or not self.second:
            raise ValueError("a side has no players")
        if len({*self.first, *self.second}) < len(self.first) + len(self.second):
            raise ValueError("a player is listed twice")
        if self.score not in range(WIN + 1):
            raise ValueError(f"a score is 0, 1 or 2 half points, not {self.score}")


@dataclass(frozen=True)
class RatingTerms:
    """The parameters of a fit in rating points; all are house rules, shown with the ratings.

    A difference of `points_for_ten_to_one` means odds of ten to one. The spreads are standard deviations of
    the priors: of players around `centre`, of sides around even, and of the value of a bid of all victory
    points. Players with fewer than `fewest_battles`, and scenarios with fewer than `fewest_for_a_side`, are
    shown without a number.
    """

    centre: int = 1500
    points_for_ten_to_one: int = 400
    player_spread: int = 200
    side_spread: int = 150
    bid_spread: int = 400
    fewest_battles: int = 8
    fewest_for_a_side: int = 10


class NoEnd(ArithmeticError):
    """The fit did not converge; the message is shown to the club."""
