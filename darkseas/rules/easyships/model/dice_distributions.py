"""Probability distributions of several dice, as fractions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

Distribution = tuple[Fraction, ...]


def added_up(parts: Iterable[Sequence[Fraction]]) -> Distribution:
    """Return the distribution of the sum of independent parts: the chances of 0, 1, 2 and so on."""
    chances: Distribution = (Fraction(1),)
    for part in parts:
        sums = [Fraction(0)] * (len(chances) + len(part) - 1)
        for count, chance in enumerate(chances):
            for more, other in enumerate(part):
                sums[count + more] += chance * other
        chances = tuple(sums)
    return chances


def successes(dice: int, chance: Fraction) -> Distribution:
    """Return the chances of 0, 1, 2 … successes with this many dice, each with the same chance."""
    return added_up([(1 - chance, chance)] * dice)


def at_most(chances: Sequence[Fraction], most: int) -> Distribution:
    """Return the distribution with every higher number counted as `most`."""
    return (*chances[:most], sum(chances[most:], Fraction(0))) if most < len(chances) else tuple(chances)
