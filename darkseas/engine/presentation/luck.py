"""Luck: the results of a side's fire, compared with the expectation of its dice.

For each fire roll, a system reports the result and the expected result. These figures are added up by side
and by origin of the dice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..serialization.records import record
from .words import decimal, party, tally

#: Fewer rolls than this say nothing about luck.
FEWEST_ROLLS = 10
#: Origin of the dice, mentioned only if both kinds were used.
_DICE = {"house": "with the site’s dice", "table": "with table dice"}


@record
class Scored:
    """A fire roll at the enemy: its result and its expected value, in the same unit.

    `unit` and `units` are singular and plural of what is counted ("hit", "hits").
    """

    side: str
    amount: int
    expected: Fraction
    unit: str = "hit"
    units: str = "hits"


@dataclass(slots=True)
class RollsScored:
    """The sum over a side's rolls with one kind of dice."""

    rolls: int = 0
    amount: int = 0
    expected: Fraction = Fraction(0)
    unit: str = ""
    units: str = ""

    def add(self, scored: Scored) -> None:
        self.rolls += 1
        self.amount += scored.amount
        self.expected += scored.expected
        self.unit, self.units = scored.unit, scored.units


def luck_sentences(
    scored: Mapping[tuple[str, str], RollsScored], side_names: Mapping[str, str]
) -> Iterator[str]:
    """Yield a sentence for each side in order, and for each kind of dice (`scored` by side and origin)."""
    origins = sorted({origin for _, origin in scored})
    for side, name in side_names.items():
        for origin in origins:
            rolls = scored.get((side, origin))
            if rolls is not None and rolls.rolls >= FEWEST_ROLLS:
                with_dice = f", {_DICE.get(origin, origin)}" if len(origins) > 1 else ""
                amount = tally(rolls.amount, rolls.unit, rolls.units)
                yield (
                    f"Luck: the fire of {party(name)} scored {amount}; expected were "
                    f"{decimal(rolls.expected, 1)} ({rolls.rolls} rolls{with_dice})."
                )
