"""The text for one event: a sentence, its citations, its weight, and the numbers behind it."""

from fractions import Fraction

from ..serialization.records import record

#: Weights: a viewer may fold away everything below NORMAL.
QUIET, NORMAL, STRONG = 1, 2, 3


@record
class Working:
    """A line of a sum: its label, its amount as text, and its rule."""

    label: str
    amount: str
    rule: str = ""


@record
class Die:
    """A rolled die: number of sides, face and purpose."""

    sides: int
    face: int
    label: str = ""
    origin: str = "house"


@record
class ResultRow:
    """A row of a result table: the faces, the result, its probability, and whether it was rolled."""

    roll: str
    result: str
    chance: Fraction
    rolled: bool = False


@record
class ResultColumn:
    """The column of a result table in which a roll was read; its probabilities add up to 1."""

    title: str
    rows: tuple[ResultRow, ...]


@record
class Narration:
    """The narration of one event.

    `rules` are citations ("§18f", "DS-R20"). `workings` add up to `total` if there is a sum. `column` shows
    the other possible results of the dice. `focus` names the places and pieces on the chart that the sentence
    mentions.
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
