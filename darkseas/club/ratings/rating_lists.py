"""Ratings and side balance as shown on pages: whole points with intervals, or no number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import sqrt, tanh

from .battles import RatedBattle, RatingTerms
from .fit import PLAIN, Estimate, Fit, How, fit
from .observations import BID, Sides, advantage_of, player_of, sides_of

#: Standard errors on either side of a 95% interval.
_ERRORS_OF_95 = 1.959964
_PER_CENT = 100


@dataclass(frozen=True)
class Interval:
    """An integer and its 95% interval under the model."""

    points: int
    low: int
    high: int


@dataclass(frozen=True)
class Rating:
    """A player's rating. ``rating`` is None if there are too few battles, or the fit left the player out."""

    player: str
    battles: int
    rating: Interval | None


@dataclass(frozen=True)
class SideBalance:
    """The value of one side of a scenario compared with the other.

    `advantage` is in rating points, `wins` is per 100 battles between equals; both are None below `fewest`
    battles.
    """

    sides: Sides
    battles: int
    fewest: int
    advantage: Interval | None = None
    wins: Interval | None = None

    def words(self, names: Mapping[str, str] | None = None) -> str:
        """Return a sentence with the favoured side and its wins, or with the reason that no value is known.

        `names` are the sides' names by key.
        """
        if self.advantage is None or self.wins is None:
            count = f"{self.battles} battle{'' if self.battles == 1 else 's'}"
            return f"Not known yet: {count}, and an estimate needs at least {self.fewest}."
        is_first = self.advantage.points >= 0
        key = self.sides.side if is_first else self.sides.other
        wins = self.wins if is_first else _turned(self.wins)
        is_known = not self.advantage.low <= 0 <= self.advantage.high
        name = (names or {}).get(key, key)
        head = f"{name} has the advantage" if is_known else "No clear advantage for either side"
        return (
            f"{head}: after {self.battles} battles, {name} wins about {wins.points} of 100 between equals "
            f"({wins.low} to {wins.high})."
        )


@dataclass(frozen=True)
class RatingList:
    """The ratings and side balances of one rules system, highest rating first.

    `bid_worth` is the value of a bid of all victory points at stake; None if nobody bid. `even_sides` counts
    pairs of sides left out of the fit, which are not listed. `average_players` counts players left out, who
    are listed without a rating.
    """

    system: str
    terms: RatingTerms
    ratings: tuple[Rating, ...]
    sides: tuple[SideBalance, ...]
    bid_worth: Interval | None
    fit: Fit
    even_sides: int = 0
    average_players: int = 0


def rating_list(
    system: str, battles: Iterable[RatedBattle], terms: RatingTerms, how: How = PLAIN
) -> RatingList:
    """Return the list of one rules system, unrated players last.

    Raise `battles.NoEnd` if the fit does not converge.
    """
    battles = list(battles)
    found = fit(battles, terms, how)
    players = sorted({key for battle in battles for key in (*battle.first, *battle.second)})
    of_the_mean = _of_the_mean(found, players)
    ratings = [_rating(found, key, of_the_mean) for key in players]
    pairs = {sides[0] for battle in battles if (sides := sides_of(battle)) is not None}
    fitted = sorted(pair for pair in pairs if advantage_of(pair) not in found.left_out)
    bid = found.estimates.get(BID)
    return RatingList(
        system,
        terms,
        tuple(sorted(ratings, key=_from_the_highest)),
        tuple(_balance(found, sides) for sides in fitted),
        _interval(found, bid, 0) if bid else None,
        found,
        even_sides=len(pairs) - len(fitted),
        average_players=len(found.left_out) - len(pairs) + len(fitted),
    )


def _from_the_highest(each: Rating) -> tuple[bool, int, str]:
    return each.rating is None, -each.rating.points if each.rating else 0, each.player


def _of_the_mean(found: Fit, players: Iterable[str]) -> float:
    """Return the variance of the mean of all players, which is not uncertainty about any one rating.

    No battle shows how far the mean is from its prior. So every player row of the inverse sums to their prior
    variance, and the variance of a player's difference from the mean is smaller by that variance divided by
    the number of players. If some were left out as average, the mean is taken as known.
    """
    keys = [player_of(key) for key in players]
    if not keys or not found.left_out.isdisjoint(keys):
        return 0.0
    beforehand = found.terms.player_spread / found.points_per_log_odds
    return beforehand * beforehand / len(keys)


def _rating(found: Fit, player: str, of_the_mean: float) -> Rating:
    """Return a rating relative to the mean of all players, which is placed at the centre."""
    unknown = player_of(player)
    estimate = found.estimates[unknown]
    if estimate.battles < found.terms.fewest_battles or unknown in found.left_out:
        return Rating(player, estimate.battles, None)
    variance = estimate.error * estimate.error - of_the_mean
    around_mean = replace(estimate, error=sqrt(max(variance, 0.0)))
    return Rating(player, estimate.battles, _interval(found, around_mean, found.terms.centre))


def _balance(found: Fit, sides: Sides) -> SideBalance:
    estimate = found.estimates[advantage_of(sides)]
    fewest = found.terms.fewest_for_a_side
    if estimate.battles < fewest:
        return SideBalance(sides, estimate.battles, fewest)
    advantage = _interval(found, estimate, 0)
    width = _ERRORS_OF_95 * estimate.error
    low, middle, high = (percent(estimate.value + shift) for shift in (-width, 0.0, width))
    return SideBalance(sides, estimate.battles, fewest, advantage, Interval(middle, low, high))


def _turned(wins: Interval) -> Interval:
    """Return the wins of the other side."""
    return Interval(_PER_CENT - wins.points, _PER_CENT - wins.high, _PER_CENT - wins.low)


def _interval(found: Fit, estimate: Estimate, centre: int) -> Interval:
    """Return an estimate in whole rating points around a centre."""
    unit, width = found.points_per_log_odds, _ERRORS_OF_95 * estimate.error
    low, middle, high = (centre + round((estimate.value + shift) * unit) for shift in (-width, 0.0, width))
    return Interval(middle, low, high)


def percent(log_odds: float) -> int:
    """Return log odds as wins per 100 battles, limited to 1–99 because nothing is certain."""
    chance = 0.5 * (1.0 + tanh(0.5 * log_odds))
    return min(max(round(_PER_CENT * chance), 1), _PER_CENT - 1)
