"""The logistic function from additions, multiplications and divisions alone.

`math.exp` comes from the machine's own library, whose last bit differs from one to the next; these
operations are laid down by IEEE 754 to the last bit. So a fit gives the same on every machine.
"""

from math import ldexp

#: ln 2 in two parts: the first with so few bits that a small multiple of it is exact; and 1/ln 2.
_LN2_HIGH = float.fromhex("0x1.62e42fee00000p-1")
_LN2_LOW = float.fromhex("0x1.a39ef35793c76p-33")
_INVERSE_LN2 = float.fromhex("0x1.71547652b82fep+0")
_FACTORIALS = (
    6227020800.0, 479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0,
    1.0, 1.0,
)  # fmt: skip
#: 1/13!, 1/12! … 1/0!: on half of ln 2 either way the next one is below the last bit.
_COEFFICIENTS = tuple(1.0 / each for each in _FACTORIALS)
#: Beyond it the smaller chance is nothing beside the other.
_FURTHEST = 700.0


def exponential(value: float) -> float:
    """Return e to a power of at most 700 either way, within two units of the last bit."""
    power = round(value * _INVERSE_LN2)
    rest = (value - power * _LN2_HIGH) - power * _LN2_LOW
    total = 0.0
    for coefficient in _COEFFICIENTS:
        total = total * rest + coefficient
    return ldexp(total, power)


def logistic(value: float) -> float:
    """Return the chance that log odds stand for: 1 / (1 + e^-value)."""
    if value < 0.0:
        return 1.0 - logistic(-value)
    return 1.0 / (1.0 + exponential(-min(value, _FURTHEST)))
