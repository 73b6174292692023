"""Symmetric positive matrices, as rows that end at their diagonal: solving, and what lies on the inverse.

Plain lists: a club's fit is small, and the largest takes seconds. Each sum is built in one order, from
operations that IEEE 754 lays down.
"""

Rows = list[list[float]]


def factorise(matrix: Rows) -> Rows:
    """Return L and D of L·D·Lᵀ in one: D on the diagonal, L below it, where its own diagonal is one."""
    rows = [list(row) for row in matrix]
    for pivot, pivot_row in enumerate(rows):
        divisor = pivot_row[pivot]
        column = [row[pivot] for row in rows[pivot + 1 :]]
        for number, value in enumerate(column):
            if value:
                factor = value / divisor
                row = rows[pivot + 1 + number]
                row[pivot + 1 :] = [a - factor * b for a, b in zip(row[pivot + 1 :], column, strict=False)]
                row[pivot] = factor
    return rows


def solve(factors: Rows, right: list[float]) -> list[float]:
    """Solve the system that was factorised for one right side."""
    found = list(right)
    for number, row in enumerate(factors):
        value = found[number]
        for factor, known in zip(row[:number], found, strict=False):
            value -= factor * known
        found[number] = value
    for number, row in enumerate(factors):
        found[number] /= row[number]
    for number in range(len(factors) - 1, -1, -1):
        value = found[number]
        found[:number] = [
            a - factor * value for a, factor in zip(found[:number], factors[number], strict=False)
        ]
    return found


def inverse_diagonal(factors: Rows) -> list[float]:
    """Return the diagonal of the inverse of what was factorised."""
    diagonal = [0.0] * len(factors)
    inverse: Rows = []
    for number, row in enumerate(factors):
        line = [0.0] * number
        for factor, other in zip(row[:number], inverse, strict=True):
            if factor:
                line[: len(other)] = [a - factor * b for a, b in zip(line, other, strict=False)]
        line.append(1.0)
        inverse.append(line)
        divisor = row[number]
        diagonal[: number + 1] = [
            a + value * value / divisor for a, value in zip(diagonal, line, strict=False)
        ]
    return diagonal
