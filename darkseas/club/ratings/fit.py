"""The fit: a regularised Bradley-Terry model with terms for sides and bids.

The log odds of a battle are the first side's strength less the second's, plus what its side of the scenario
is worth, plus what its bid is worth (Bradley and Terry 1952; an advantage of place: Davidson and Beaver
1977). A draw is half a win and half a loss. Every unknown has a normal distribution around zero beforehand,
so that there is always one answer; it is where the posterior is highest, and the standard errors come from
the inverse of its second derivatives there.

It is climbed to by Newton's steps. The curvature is factorised anew only where a step with the one at hand
did not flatten the slope enough; a step with a fresh one is shortened until it does flatten it, which some
length always does. So the number of steps hangs on no more than the logarithm of how lopsided results are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from math import ldexp, sqrt
from typing import NamedTuple

from .battles import WIN, RatedBattle, RatingTerms
from .logistic import logistic
from .matrices import Rows, factorise, inverse_diagonal, solve
from .observations import BID, MOST_UNKNOWNS, Observations, Unknown, observations

#: A step that moves no unknown further, in log odds, is the last one.
_SMALLEST_STEP = 1e-10
#: Far more than any results need: a fit that goes on for so long would never end.
MOST_STEPS = 200
#: A step has flattened the slope enough to be followed by one with the same curvature: by this factor.
_FLATTENED = 4
#: How often a step is halved at most.
_MOST_HALVINGS = 40
_LN_10 = float.fromhex("0x1.26bb1bbb55516p+1")


class NoEnd(ArithmeticError):
    """The fit came to no end; the text says so, for who waits for it."""


def _nothing() -> None:
    """What is done at each step where nobody asks for more."""


@dataclass(frozen=True)
class How:
    """For how many unknowns a fit has room, and what is to be done at each of its steps."""

    most: int = MOST_UNKNOWNS
    at_each_step: Callable[[], None] = _nothing


PLAIN = How()


class _Place(NamedTuple):
    """Where a climb stands: the unknowns, the slope there, and the square of how steep that is."""

    values: list[float]
    slope: list[float]
    steepness: float


@dataclass(frozen=True)
class Estimate:
    """An unknown in log odds, its standard error, and how many battles hang on it."""

    value: float
    error: float
    battles: int


@dataclass(frozen=True)
class Fit:
    """Every unknown that occurs in some battles, and the terms under which it was estimated.

    Those ``left_out``, for which there was no room, are as they were believed to be beforehand.
    """

    terms: RatingTerms
    estimates: Mapping[Unknown, Estimate]
    left_out: frozenset[Unknown] = frozenset()

    @property
    def points_per_log_odds(self) -> float:
        """How many rating points make log odds of one."""
        return points_per_log_odds(self.terms)


def points_per_log_odds(terms: RatingTerms) -> float:
    """Return how many rating points make log odds of one: chances of e to 1."""
    return terms.points_for_ten_to_one / _LN_10


def fit(battles: Iterable[RatedBattle], terms: RatingTerms, how: How = PLAIN) -> Fit:
    """Fit all unknowns to battles of one rules system, or as many of them as there is room for.

    The same battles give the same to the last bit, in any order, seen from either side, on any machine.
    Raises NoEnd.
    """
    seen = observations(battles, how.most)
    precisions = [_precision(unknown, terms) for unknown in seen.unknowns]
    values = _highest(seen, precisions, how.at_each_step)
    variances = inverse_diagonal(factorise(_curvature(seen, precisions, values)))
    estimates = {
        unknown: Estimate(value, sqrt(variance), seen.battles_of[unknown])
        for unknown, value, variance in zip(seen.unknowns, values, variances, strict=True)
    }
    for unknown in seen.left_out:
        estimates[unknown] = Estimate(0.0, 1 / sqrt(_precision(unknown, terms)), seen.battles_of[unknown])
    return Fit(terms, estimates, seen.left_out)


def _precision(unknown: Unknown, terms: RatingTerms) -> float:
    """One over the variance that an unknown has beforehand, in log odds."""
    spreads = {"player": terms.player_spread, "sides": terms.side_spread, BID[0]: terms.bid_spread}
    spread = spreads[unknown[0]] / points_per_log_odds(terms)
    return 1.0 / (spread * spread)


def _highest(seen: Observations, precisions: list[float], at_each_step: Callable[[], None]) -> list[float]:
    """Where the posterior is highest. Raises NoEnd."""
    here = _place(seen, precisions, [0.0] * len(precisions))
    factors: Rows | None = None
    for _ in range(MOST_STEPS):
        at_each_step()
        is_fresh = factors is None
        factors = factors or factorise(_curvature(seen, precisions, here.values))
        step = solve(factors, here.slope)
        there = _along(seen, precisions, here, step)
        if max((abs(move) for move in step), default=0.0) < _SMALLEST_STEP:
            return there.values
        if there.steepness * _FLATTENED * _FLATTENED > here.steepness:
            factors = None
        if is_fresh:
            there = _shortened(seen, precisions, here, step, there)
        if there.steepness < here.steepness:
            here = there
        elif is_fresh:  # as high as numbers of this kind tell apart
            return here.values
    raise NoEnd(f"The ratings came to no end after {MOST_STEPS} steps.")


def _shortened(
    seen: Observations, precisions: list[float], here: _Place, step: list[float], there: _Place
) -> _Place:
    """Where a step leads, or the longest of its half, quarter … that leads to where it is less steep."""
    halvings = count(1)
    while there.steepness >= here.steepness and (halved := next(halvings)) <= _MOST_HALVINGS:
        there = _along(seen, precisions, here, [ldexp(move, -halved) for move in step])
    return there


def _along(seen: Observations, precisions: list[float], here: _Place, step: list[float]) -> _Place:
    return _place(seen, precisions, [value + move for value, move in zip(here.values, step, strict=True)])


def _place(seen: Observations, precisions: list[float], values: list[float]) -> _Place:
    slope = _slope(seen, precisions, values)
    steepness = 0.0
    for each in slope:
        steepness += each * each
    return _Place(values, slope, steepness)


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
