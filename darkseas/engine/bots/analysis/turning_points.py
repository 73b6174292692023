"""The steps that decided a battle, and each side's best and worst order."""

from collections.abc import Iterable, Sequence
from typing import Literal

from ...serialization.records import record
from .luck_and_judgement import Analysis, Estimate, StepValue

#: How many turning points a reader is shown.
MOST = 5
#: A smaller change of the chance to win decides nothing.
LEAST = 0.03

Cause = Literal["luck", "judgement"]


@record
class TurningPoint:
    """A step's change of the first side's chance to win, and whether dice or the order caused it."""

    seq: int
    turn: int
    side: str
    order: str
    cause: Cause
    before: float
    change: Estimate


def turning_points(analysis: Analysis, most: int = MOST) -> tuple[TurningPoint, ...]:
    """Return the largest changes in the order of the log; only those larger than their own error."""
    found = [one for step in analysis.steps for one in _changes(step) if is_certain(one.change)]
    found.sort(key=lambda one: -abs(one.change.mean))
    return tuple(sorted(found[:most], key=lambda one: one.seq))


def best_and_worst(analysis: Analysis, side: str) -> tuple[StepValue | None, StepValue | None]:
    """Return the orders of a side that gained and lost most by judgement; None where none is certain."""
    sign = analysis.sign(side)
    own = [step for step in analysis.steps if step.side == side and is_certain(step.judgement)]
    gains = [step for step in own if sign * step.judgement.mean > 0]
    losses = [step for step in own if sign * step.judgement.mean < 0]
    return _largest(gains), _largest(losses)


def is_certain(change: Estimate) -> bool:
    """Return whether a change is large enough to mention, and larger than its error."""
    return abs(change.mean) >= max(LEAST, change.half)


def _largest(steps: Sequence[StepValue]) -> StepValue | None:
    return max(steps, key=lambda step: abs(step.judgement.mean), default=None)


def _changes(step: StepValue) -> Iterable[TurningPoint]:
    place = (step.seq, step.turn, step.side, step.order)
    yield TurningPoint(*place, "judgement", step.chance, step.judgement)
    yield TurningPoint(*place, "luck", step.chance + step.judgement.mean, step.luck)
