"""How a battle stands, by what a state knows: each side's points, and what has become of its ships."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

from ..serialization.records import record

#: What may become of a ship, from the mildest: one that left the map is afloat, and out of the battle.
Fate = Literal["afloat", "damaged", "exited", "sunk"]
AFLOAT: Final = "afloat"
DAMAGED: Final = "damaged"
EXITED: Final = "exited"
SUNK: Final = "sunk"


@record
class ShipFate:
    """What has become of a ship; `side` is her side's key, `ship` her own.

    `worth` says in a few words what she counts, and for whom where that is not the other side. `hurt` says
    that she was damaged, whatever became of her after it.
    """

    ship: str
    side: str
    name: str
    fate: Fate
    worth: str = ""
    hurt: bool = False


@record
class CountedPoints:
    """Points that a side has on record for one reason: `words` name it ("ships sunk or damaged")."""

    side: str
    words: str
    points: Fraction
    rule: str


@record
class Standing:
    """Points by side, in the order of the sides, and a fate for every ship of the scenario.

    A side's view gives what that view shows: a ship of which it shows nothing counts as afloat. Of a battle
    that is over, `counted` says what made the points, and `missed` in sentences which aims were not reached.
    """

    scores: Mapping[str, Fraction]
    fates: tuple[ShipFate, ...]
    counted: tuple[CountedPoints, ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def sunk(self) -> tuple[ShipFate, ...]:
        """The ships lost."""
        return tuple([ship for ship in self.fates if ship.fate == SUNK])
