"""The mode of the log posterior by Newton's method, with numpy.

A step that does not reduce the slope is halved until it does.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from .battles import WIN, NoEnd
from .observations import Observation

Array = NDArray[np.float64]

#: The search ends when no unknown changes by more than this, in log odds.
SMALLEST_STEP = 1e-10
#: The most Newton steps: far more than any results need.
MOST_STEPS = 100
#: How often a step may be halved.
MOST_HALVINGS = 40


def mode_and_variances(
    rows: Sequence[Observation], precisions: Sequence[float], at_each_step: Callable[[], None]
) -> Iterator[tuple[float, float]]:
    """Yield each unknown's value at the mode, and its variance. Raise NoEnd if there is no convergence."""
    model = _Model(rows, np.array(precisions, float))
    values = _mode(model, at_each_step)
    variances = np.diag(np.linalg.inv(model.curvature(values)))
    yield from zip(values.tolist(), variances.tolist(), strict=True)


class _Model:
    """The log posterior of the unknowns; `part` is the weight at (`row`, `column`)."""

    def __init__(self, rows: Sequence[Observation], precisions: Array) -> None:
        self.precisions = precisions
        self.battles = np.array([one.battles for one in rows], float)
        self.scores = np.array([one.score / WIN for one in rows], float)
        parts = [(row, *part) for row, one in enumerate(rows) for part in one.parts]
        self.row, self.column, self.part = _columns(parts)
        size = len(precisions)
        pairs = [
            (row, number * size + other, part * other_part)
            for row, one in enumerate(rows)
            for number, part in one.parts
            for other, other_part in one.parts
        ]
        self.pair_row, self.pair, self.pair_part = _columns(pairs)

    def chances(self, values: Array) -> Array:
        """Return the first side's chance to win in each row."""
        log_odds = np.bincount(self.row, self.part * values[self.column], len(self.battles))
        return np.asarray(0.5 * (1.0 + np.tanh(0.5 * log_odds)))

    def slope(self, values: Array) -> Array:
        """Return the first derivatives."""
        surplus = self.scores - self.battles * self.chances(values)
        return np.asarray(
            np.bincount(self.column, self.part * surplus[self.row], len(values)) - self.precisions * values
        )

    def curvature(self, values: Array) -> Array:
        """Return the matrix of second derivatives with the sign changed, so that it is positive definite."""
        chances, size = self.chances(values), len(values)
        weights = self.battles * chances * (1.0 - chances)
        summed = np.bincount(self.pair, self.pair_part * weights[self.pair_row], size * size)
        return np.asarray(summed.reshape(size, size) + np.diag(self.precisions))


def _columns(cells: list[tuple[int, int, float]]) -> tuple[NDArray[np.int64], NDArray[np.int64], Array]:
    first, second, numbers = zip(*cells, strict=True) if cells else ((), (), ())
    return np.array(first, np.int64), np.array(second, np.int64), np.array(numbers, float)


def _mode(model: _Model, at_each_step: Callable[[], None]) -> Array:
    values = np.zeros(len(model.precisions))
    slope = model.slope(values)
    for _ in range(MOST_STEPS):
        at_each_step()
        step = np.linalg.solve(model.curvature(values), slope)
        if np.abs(step).max(initial=0.0) < SMALLEST_STEP:
            return np.asarray(values + step)
        for _ in range(MOST_HALVINGS):
            there = model.slope(values + step)
            if there @ there < slope @ slope:
                break
            step = step / 2
        else:  # the slope is as close to zero as floating-point precision allows
            return values
        values, slope = values + step, there
    raise NoEnd(f"The ratings did not converge in {MOST_STEPS} steps.")
