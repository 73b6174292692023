"""The fit: a regularised Bradley-Terry model with terms for sides and bids.

The log odds of a battle are the first side's strength minus the second's, plus the value of its side of the
scenario, plus the value of its bid (Bradley and Terry 1952; an order effect as in Davidson and Beaver 1977).
A draw is half a win and half a loss. Every unknown has a normal prior around zero, so there is always exactly
one solution: the mode of the posterior. Standard errors come from the inverse of the curvature there.

The last bits of a fit may differ between machines, but ratings are rounded to whole points.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from .battles import RatedBattle, RatingTerms
from .observations import BID, MOST_UNKNOWNS, Unknown, observations


def _nothing() -> None: ...


@dataclass(frozen=True)
class How:
    """Options of a fit: the most unknowns to estimate, and a function to call at each step."""

    most: int = MOST_UNKNOWNS
    at_each_step: Callable[[], None] = _nothing


PLAIN = How()


@dataclass(frozen=True)
class Estimate:
    """An unknown in log odds, its standard error, and the number of battles that depend on it."""

    value: float
    error: float
    battles: int


@dataclass(frozen=True)
class Fit:
    """The estimates from a set of battles, and the rating parameters of the fit.

    Unknowns beyond the limit are in ``left_out``; they keep their prior mean and error.
    """

    terms: RatingTerms
    estimates: Mapping[Unknown, Estimate]
    left_out: frozenset[Unknown] = frozenset()

    @property
    def points_per_log_odds(self) -> float:
        """Rating points per unit of log odds."""
        return points_per_log_odds(self.terms)


def points_per_log_odds(terms: RatingTerms) -> float:
    """Return the rating points per unit of log odds (odds of e to 1)."""
    return terms.points_for_ten_to_one / log(10)


def fit(battles: Iterable[RatedBattle], terms: RatingTerms, how: How = PLAIN) -> Fit:
    """Fit the unknowns of one rules system's battles, at most `how.most` of them.

    Neither the order of the battles nor of their two sides matters. Raise `battles.NoEnd` if the fit does not
    converge.
    """
    seen = observations(battles, how.most)
    # Only background jobs fit ratings; other processes do without numpy's time and memory.
    from .posterior import mode_and_variances

    precisions = [_precision(unknown, terms) for unknown in seen.unknowns]
    estimates = {
        unknown: Estimate(value, sqrt(variance), seen.battles_of[unknown])
        for unknown, (value, variance) in zip(
            seen.unknowns, mode_and_variances(seen.rows, precisions, how.at_each_step), strict=True
        )
    }
    for unknown in seen.left_out:
        estimates[unknown] = Estimate(0.0, 1 / sqrt(_precision(unknown, terms)), seen.battles_of[unknown])
    return Fit(terms, estimates, seen.left_out)


def _precision(unknown: Unknown, terms: RatingTerms) -> float:
    """Return one over the prior variance of an unknown, in log odds."""
    spreads = {"player": terms.player_spread, "sides": terms.side_spread, BID[0]: terms.bid_spread}
    spread = spreads[unknown[0]] / points_per_log_odds(terms)
    return 1.0 / (spread * spread)
