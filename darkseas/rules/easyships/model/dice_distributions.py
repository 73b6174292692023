"""How likely several dice come to a number, as fractions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

Distribution = tuple[Fraction, ...]


def added_up(parts: Iterable[Sequence[Fraction]]) -> Distribution:
    """The chances of 0, 1, 2 … of a sum, by those of its parts."""
    chances: Distribution = (Fraction(1),)
    for part in parts:
        sums = [Fraction(0)] * (len(chances) + len(part) - 1)
        for count, chance in enumerate(chances):
            for more, other in enumerate(part):
                sums[count + more] += chance * other
        chances = tuple(sums)
    return chances


def successes(dice: int, chance: Fraction) -> Distribution:
    """The chances of 0, 1, 2 … of so many dice that each succeed with this chance."""
    return added_up([(1 - chance, chance)] * dice)


def at_most(chances: Sequence[Fraction], most: int) -> Distribution:
    """The same where no more than so many count."""
    return (*chances[:most], sum(chances[most:], Fraction(0))) if most < len(chances) else tuple(chances)
