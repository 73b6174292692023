"""What the numbers foretell of a battle that has not been fought."""

from dataclasses import dataclass
from fractions import Fraction

from .battles import RatedBattle
from .observations import Unknown, advantage_of, player_of, sides_of, weights
from .rating_lists import RatingList, percent

_PER_CENT = 100


@dataclass(frozen=True)
class Forecast:
    """How often the first side would win of 100 such battles, a draw as half a win; none if nothing is known.

    `knows_sides` says whether what the sides are worth is in it.
    """

    wins_of_100: int | None
    knows_sides: bool
    words: str

    @property
    def chance(self) -> Fraction | None:
        """The same as a share of one."""
        return None if self.wins_of_100 is None else Fraction(self.wins_of_100, _PER_CENT)


def foretell(rated: RatingList, battle: RatedBattle) -> Forecast:
    """Foretell a battle from a list of its rules system; its day and score are not looked at.

    Everybody who takes part must have a rating that is shown. Sides count as even while too few battles say
    something else.
    """
    estimates, terms = rated.fit.estimates, rated.terms
    players = (*battle.first, *battle.second)
    if any(_battles(rated, player_of(key)) < terms.fewest_battles for key in players):
        return Forecast(None, False, "Nothing can be foretold: somebody has no rating yet.")
    pair = sides_of(battle)
    unknown = advantage_of(pair[0]) if pair else None
    knows_sides = unknown is None or _battles(rated, unknown) >= terms.fewest_for_a_side
    log_odds = 0.0
    for each, weight in sorted(weights(battle).items()):
        if each in estimates and (each != unknown or knows_sides):
            log_odds += float(weight) * estimates[each].value
    wins = percent(log_odds)
    return Forecast(wins, knows_sides, _words(wins, knows_sides))


def _battles(rated: RatingList, unknown: Unknown) -> int:
    """How many battles tell something of an unknown: none of what was left out of the fit."""
    estimate = rated.fit.estimates.get(unknown)
    return estimate.battles if estimate and unknown not in rated.fit.left_out else 0


def _words(wins: int, knows_sides: bool) -> str:
    sides = "" if knows_sides else " What the sides are worth is not known yet."
    return f"The numbers foretell {wins} wins of 100, a draw as half of one.{sides}"
