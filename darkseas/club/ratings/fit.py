"""The fit: a regularised Bradley-Terry model with terms for sides and bids.

The log odds of a battle are the first side's strength less the second's, plus what its side of the scenario
is worth, plus what its bid is worth (Bradley and Terry 1952; an advantage of place: Davidson and Beaver
1977). A draw is half a win and half a loss. Every unknown has a normal distribution around zero beforehand,
so that there is always one answer; it is where the posterior is highest, and the standard errors come from
the inverse of its second derivatives there.

The curvature of a logistic likelihood is nowhere greater than where all chances are even. So each step
solves with the curvature at even chances, which is factorised once: it never goes past the top, and needs
no search for its length (the lower-bound principle of Böhning and Lindsay 1988).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from .battles import WIN, RatedBattle, RatingTerms
from .logistic import logistic
from .matrices import Rows, factorise, inverse_diagonal, solve
from .observations import BID, Observations, Unknown, observations

#: A step that moves no unknown further, in log odds, is the last one.
_SMALLEST_STEP = 1e-10
_MOST_STEPS = 20_000
_LN_10 = float.fromhex("0x1.26bb1bbb55516p+1")


@dataclass(frozen=True)
class Estimate:
    """An unknown in log odds, its standard error, and how many battles hang on it."""

    value: float
    error: float
    battles: int


@dataclass(frozen=True)
class Fit:
    """Every unknown that occurs in some battles, and the terms under which it was estimated."""

    terms: RatingTerms
    estimates: Mapping[Unknown, Estimate]

    @property
    def points_per_log_odds(self) -> float:
        """How many rating points make log odds of one."""
        return points_per_log_odds(self.terms)


def points_per_log_odds(terms: RatingTerms) -> float:
    """Return how many rating points make log odds of one: chances of e to 1."""
    return terms.points_for_ten_to_one / _LN_10


def fit(battles: Iterable[RatedBattle], terms: RatingTerms) -> Fit:
    """Fit all unknowns to battles of one rules system.

    The same battles give the same to the last bit, in any order, seen from either side, on any machine.
    Raises `observations.TooManyPlayers`.
    """
    seen = observations(battles)
    precisions = [_precision(unknown, terms) for unknown in seen.unknowns]
    values = _highest(seen, precisions)
    variances = inverse_diagonal(factorise(_curvature(seen, precisions, values)))
    estimates = {
        unknown: Estimate(value, sqrt(variance), seen.battles_of[unknown])
        for unknown, value, variance in zip(seen.unknowns, values, variances, strict=True)
    }
    for unknown in seen.left_out:
        estimates[unknown] = Estimate(0.0, 1 / sqrt(_precision(unknown, terms)), seen.battles_of[unknown])
    return Fit(terms, estimates)


def _precision(unknown: Unknown, terms: RatingTerms) -> float:
    """One over the variance that an unknown has beforehand, in log odds."""
    spreads = {"player": terms.player_spread, "sides": terms.side_spread, BID[0]: terms.bid_spread}
    spread = spreads[unknown[0]] / points_per_log_odds(terms)
    return 1.0 / (spread * spread)


def _highest(seen: Observations, precisions: list[float]) -> list[float]:
    """Where the posterior is highest."""
    values = [0.0] * len(precisions)
    at_even_chances = factorise(_curvature(seen, precisions, values))
    for _ in range(_MOST_STEPS):
        step = solve(at_even_chances, _slope(seen, precisions, values))
        values = [value + move for value, move in zip(values, step, strict=True)]
        if max((abs(move) for move in step), default=0.0) < _SMALLEST_STEP:
            return values
    raise ArithmeticError(f"no end of the fit after {_MOST_STEPS} steps")


def _slope(seen: Observations, precisions: list[float], values: list[float]) -> list[float]:
    """The first derivatives of the log posterior."""
    slope = [-precision * value for precision, value in zip(precisions, values, strict=True)]
    for parts, battles, score in seen.rows:
        surplus = score / WIN - battles * logistic(_log_odds(parts, values))
        for number, part in parts:
            slope[number] += part * surplus
    return slope


def _curvature(seen: Observations, precisions: list[float], values: list[float]) -> Rows:
    """The second derivatives of the log posterior, turned positive."""
    second = [[0.0] * number + [precision] for number, precision in enumerate(precisions)]
    for parts, battles, _ in seen.rows:
        chance = logistic(_log_odds(parts, values))
        weight = battles * chance * (1.0 - chance)
        for number, part in parts:
            row, own = second[number], part * weight
            for other, other_part in parts:
                if other <= number:
                    row[other] += own * other_part
    return second


def _log_odds(parts: Iterable[tuple[int, float]], values: list[float]) -> float:
    total = 0.0
    for number, part in parts:
        total += part * values[number]
    return total
