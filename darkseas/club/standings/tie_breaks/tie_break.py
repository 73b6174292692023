"""The definition of a tie-break."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..numbers_in_words import number_text
from ..outcomes_by_entrant import Field

#: Returns the number of each named entrant.
Measure = Callable[[Field, tuple[str, ...]], Mapping[str, Fraction]]
#: Returns the tied entrants in groups, best first.
Split = Callable[[Field, tuple[str, ...]], tuple[tuple[str, ...], ...]]
Text = Callable[[Field, str, Fraction], str]


def plain_text(field: Field, entrant: str, value: Fraction) -> str:
    """Format the number alone."""
    return number_text(value)


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: key, name, description, measure, and number format.

    `fewest_first` means that lower numbers are better. With `is_among_tied` the number is only meaningful
    within one group of tied entrants. `own_split` is for tie-breaks that need more than sorting by number.
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
        """Split tied entrants by their numbers, best first; each group keeps its order."""
        if self.own_split is not None:
            return self.own_split(field, tied)
        return split_by(values, tied, fewest_first=self.fewest_first)


def split_by(
    values: Mapping[str, Fraction], tied: tuple[str, ...], *, fewest_first: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Split entrants into groups with equal numbers, highest first, or lowest first with `fewest_first`."""
    groups: dict[Fraction, list[str]] = {}
    for entrant in tied:
        groups.setdefault(values[entrant], []).append(entrant)
    return tuple(tuple(groups[value]) for value in sorted(groups, reverse=not fewest_first))
