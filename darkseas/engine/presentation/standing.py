"""The standing of a battle as far as a state knows it: points of each side and status of each ship."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

from ..serialization.records import record

#: The possible status of a ship, mildest first; a ship that exited is afloat and out of the battle.
Fate = Literal["afloat", "damaged", "exited", "sunk"]
AFLOAT: Final = "afloat"
DAMAGED: Final = "damaged"
EXITED: Final = "exited"
SUNK: Final = "sunk"


@record
class ShipFate:
    """The status of a ship; `side` and `ship` are keys.

    `worth` says briefly how many points she is worth, and to which side if not the enemy. `hurt` says whether
    she was damaged, whatever happened later.
    """

    ship: str
    side: str
    name: str
    fate: Fate
    worth: str = ""
    hurt: bool = False


@record
class CountedPoints:
    """A side's recorded points for one reason, named by `words` ("ships sunk or damaged")."""

    side: str
    words: str
    points: Fraction
    rule: str


@record
class Standing:
    """Points by side in order, and a status for every ship of the scenario.

    In a side's view, ships that the side knows nothing about count as afloat. After the end, `counted`
    explains the points, and `missed` lists the victory conditions that were not met.
    """

    scores: Mapping[str, Fraction]
    fates: tuple[ShipFate, ...]
    counted: tuple[CountedPoints, ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def sunk(self) -> tuple[ShipFate, ...]:
        return tuple([ship for ship in self.fates if ship.fate == SUNK])
