"""What ratings are fitted from, and the terms of the fit."""

from dataclasses import dataclass
from fractions import Fraction

#: A win in half points.
WIN = 2


@dataclass(frozen=True, order=True)
class RatedBattle:
    """A ratified result, as a rating sees it.

    `day` is an ISO date. A side may have several players; it is as strong as the mean of them. `score` is
    what the first side got in half points: 2 for a win, 1 for a draw, 0. `bid` is what the first side paid
    to be that side, less what the second paid for theirs, as a share of the victory points at stake.
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
        """Refuse a side without players, somebody named twice, and a score that there is not; ValueError."""
        if not self.first or not self.second:
            raise ValueError("a side has no players")
        if len({*self.first, *self.second}) < len(self.first) + len(self.second):
            raise ValueError("somebody is named twice")
        if self.score not in range(WIN + 1):
            raise ValueError(f"a score is 0, 1 or 2 half points, not {self.score}")


@dataclass(frozen=True)
class RatingTerms:
    """The terms of a fit, in rating points; every number is of the house and shown with the ratings.

    Between players `points_for_ten_to_one` apart the chances are ten to one. The spreads are standard
    deviations of what is believed before any battle: of players around `centre`, of sides around being
    even, of what bidding all victory points would be worth. Who has fought fewer than `fewest_battles`, and
    a scenario fought less than `fewest_for_a_side` times, is shown without a number.
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
