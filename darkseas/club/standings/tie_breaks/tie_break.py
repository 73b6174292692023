"""What a tie-break is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..numbers_in_words import number_text
from ..outcomes_by_entrant import Field

#: Everybody's number, of all who are named.
Measure = Callable[[Field, tuple[str, ...]], Mapping[str, Fraction]]
#: Those who are equal so far, in groups, the best first.
Split = Callable[[Field, tuple[str, ...]], tuple[tuple[str, ...], ...]]
Text = Callable[[Field, str, Fraction], str]


def plain_text(field: Field, entrant: str, value: Fraction) -> str:
    """Write the number alone."""
    return number_text(value)


@dataclass(frozen=True)
class TieBreak:
    """One tie-break: its key, its name, a sentence, its number, and how that number is written.

    `fewest_first` is for numbers of which less is better. Where `is_among_tied`, the number says something
    only within the group that it is asked for. `own_split` is for what is more than an order of numbers.
    """

    key: str
    name: str
    sentence: str
    measure: Measure
    fewest_first: bool = False
    is_among_tied: bool = False
    own_split: Split | None = None
    text: Text = plain_text

    def split(
        self, field: Field, tied: tuple[str, ...], values: Mapping[str, Fraction]
    ) -> tuple[tuple[str, ...], ...]:
        """Split those who are equal so far by their numbers, the best first; each group keeps its order."""
        if self.own_split is not None:
            return self.own_split(field, tied)
        return split_by(values, tied, fewest_first=self.fewest_first)


def split_by(
    values: Mapping[str, Fraction], tied: tuple[str, ...], *, fewest_first: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Split entrants into groups of equal numbers, the highest (or the fewest) first."""
    groups: dict[Fraction, list[str]] = {}
    for entrant in tied:
        groups.setdefault(values[entrant], []).append(entrant)
    return tuple(tuple(groups[value]) for value in sorted(groups, reverse=not fewest_first))
