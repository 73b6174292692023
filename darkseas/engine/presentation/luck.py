"""Luck at the end of a battle: what fire did, beside what its dice were to be expected to do.

A system says of each of its rolls of fire what it scored and what could be expected of it. Here they are
added up by side and by who threw the dice, and told.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..serialization.records import record
from .words import decimal, party, tally

#: Of fewer rolls nothing is told: so few say more about their number than about luck.
FEWEST_ROLLS = 10
#: Whose dice fell, as it is told where dice of both kinds fell in one battle.
_DICE = {"house": "with dice of the house", "table": "with dice of the table"}


@record
class Scored:
    """A roll of fire at the enemy: what it scored and what was to be expected of it, in the same unit.

    `unit` and `units` name one and many of what is counted ("hit", "hits").
    """

    side: str
    amount: int
    expected: Fraction
    unit: str = "hit"
    units: str = "hits"


@dataclass(slots=True)
class RollsScored:
    """The rolls of a side with one kind of dice, added up."""

    rolls: int = 0
    amount: int = 0
    expected: Fraction = Fraction(0)
    unit: str = ""
    units: str = ""

    def add(self, scored: Scored) -> None:
        """Take in a roll."""
        self.rolls += 1
        self.amount += scored.amount
        self.expected += scored.expected
        self.unit, self.units = scored.unit, scored.units


def luck_sentences(
    scored: Mapping[tuple[str, str], RollsScored], side_names: Mapping[str, str]
) -> Iterator[str]:
    """A sentence for each side, in their order, and for each kind of dice (`scored` by side and origin)."""
    origins = sorted({origin for _, origin in scored})
    for side, name in side_names.items():
        for origin in origins:
            rolls = scored.get((side, origin))
            if rolls is not None and rolls.rolls >= FEWEST_ROLLS:
                with_dice = f", {_DICE.get(origin, origin)}" if len(origins) > 1 else ""
                amount = tally(rolls.amount, rolls.unit, rolls.units)
                yield (
                    f"Luck: the fire of {party(name)} scored {amount} where "
                    f"{decimal(rolls.expected, 1)} were to be expected ({rolls.rolls} rolls{with_dice})."
                )
