"""What a person reads of one event: a sentence, its citations, its weight, the numbers behind it."""

from fractions import Fraction

from ..serialization.records import record

#: Weights: a viewer may fold everything under NORMAL.
QUIET, NORMAL, STRONG = 1, 2, 3


@record
class Working:
    """One line of a sum: what it is, its amount as text, the rule that asks for it."""

    label: str
    amount: str
    rule: str = ""


@record
class Die:
    """A die as it fell: its number of sides, its face, what it was for."""

    sides: int
    face: int
    label: str = ""
    origin: str = "house"


@record
class ResultRow:
    """A row of a result table: what may be rolled, what it leads to, how likely it was, whether it fell."""

    roll: str
    result: str
    chance: Fraction
    rolled: bool = False


@record
class ResultColumn:
    """The column of a result table that a roll was read in; its chances make 1."""

    title: str
    rows: tuple[ResultRow, ...]


@record
class Narration:
    """One event told.

    `rules` are citations ("§18f", "DS-R20"). `workings` add up to `total` where there is a sum.
    `column` is what else the dice might have done, where a table says so.
    `focus` names the places and pieces of the chart that the sentence is about.
    """

    sentence: str
    rules: tuple[str, ...]
    weight: int = NORMAL
    workings: tuple[Working, ...] = ()
    total: str = ""
    dice: tuple[Die, ...] = ()
    focus: tuple[str, ...] = ()
    side: str = ""
    column: ResultColumn | None = None
