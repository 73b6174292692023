"""The state of a fleet battle: small frozen records in a few dictionaries.

Setters (`apply.py`) change dictionaries of a copy that one fold owns; the records themselves are
never changed, so a copy is shallow and cheap (house plan, decision 16).

Fleets are open (FB-H2). Only plots that are not opened yet stand here for one side and not the other:
groups in set-up, transfers, targets.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Self

from .orders import Attack
from .sheet import GroupKey, Sheet, Ship

#: The groups of a fleet (FB-7). U-boats are in none; where an escort is, is unknown until set-up is opened.
BATTLE: Final = "battle"
CARRIER: Final = "carrier"
APART, UNKNOWN = "none", ""

SET_UP, TRANSFERS = "set-up", "transfers"


def tier_phase(tier: int) -> str:
    """The phase in which a tier fires."""
    return f"tier-{tier}"


class Plight(NamedTuple):
    """Where a ship is and what has befallen it.

    `sunk` is the turn in which it sank (0: afloat), `tier` the tier by whose fire; `fired` the last
    turn in which it fired, `targeted` the last in which it was fired at (0: never).
    """

    group: str
    submerged: bool = False
    fired: int = 0
    targeted: int = 0
    sunk: int = 0
    tier: int = 0

    @property
    def afloat(self) -> bool:
        """Not sunk."""
        return not self.sunk


class Shot(NamedTuple):
    """An attack as resolved in the tier that fired last, for the chart."""

    side: str
    ship: str
    target: str
    faces: tuple[int, ...]
    defence: int
    hit: bool


class State:
    """A battle at one moment. Equal by value; a value to everybody outside the engine."""

    __slots__ = (
        "assailants", "called", "ended", "last_try", "leaving", "lost_groups", "moving", "phase", "plights",
        "sealed", "sheet", "shots", "sunk_now", "targets", "turn",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        #: The turn, which the rulebook calls a battle round.
        self.turn = 0
        self.phase = SET_UP
        #: Sides that must give an order before the battle goes on, and sides whose plot of this stage is in.
        self.called: tuple[str, ...] = tuple(sheet.sides)
        self.sealed: tuple[str, ...] = ()
        self.plights: dict[str, Plight] = {key: _at_first(ship) for key, ship in sheet.ships.items()}
        #: Ship -> the group that it moves to at the end of this turn; own side only until plots are opened.
        self.moving: dict[str, GroupKey] = {}
        #: Sides that leave the battle this turn; own side only until plots are opened.
        self.leaving: tuple[str, ...] = ()
        #: Side -> the rule by which its battle group counts as destroyed, for good.
        self.lost_groups: dict[str, str] = {}
        #: Ship -> the last turn in which it targeted the enemy's carrier group.
        self.assailants: dict[str, int] = {}
        #: Side -> the targets that its ships of this tier have named; own side only until plots are opened.
        self.targets: dict[str, tuple[Attack, ...]] = {}
        #: The last turn with an attack that could have sunk something (FB-B19).
        self.last_try = 0
        #: Fire of the tier that fired last; what it has sunk -> by whom.
        self.shots: tuple[Shot, ...] = ()
        self.sunk_now: dict[str, tuple[str, ...]] = {}
        self.ended: object | None = None

    def copy(self) -> Self:
        """An equal state that shares only records that never change."""
        other = object.__new__(type(self))
        other.assailants = self.assailants.copy()
        other.called = self.called
        other.ended = self.ended
        other.last_try = self.last_try
        other.leaving = self.leaving
        other.lost_groups = self.lost_groups.copy()
        other.moving = self.moving.copy()
        other.phase = self.phase
        other.plights = self.plights.copy()
        other.sealed = self.sealed
        other.sheet = self.sheet
        other.shots = self.shots
        other.sunk_now = self.sunk_now.copy()
        other.targets = self.targets.copy()
        other.turn = self.turn
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def afloat(self, side: str) -> Iterator[Ship]:
        """The ships of a side that are afloat, in the order of the roster."""
        ships, plights = self.sheet.ships, self.plights
        return (ships[key] for key in self.sheet.sides[side].ships if not plights[key].sunk)

    def group_of(self, ship: str) -> str:
        """The group that a ship is in."""
        return self.plights[ship].group

    def in_group(self, side: str, group: str) -> list[Ship]:
        """The ships of a side that are afloat in one of its groups."""
        return [ship for ship in self.afloat(side) if self.plights[ship.key].group == group]

    def has_lost_group(self, side: str) -> bool:
        """Whether a side's battle group counts as destroyed (FB-9)."""
        return side in self.lost_groups


def _at_first(ship: Ship) -> Plight:
    """A ship before set-up: u-boats are submerged, escorts in no group yet."""
    if not ship.type.groups:
        return Plight(APART, submerged=ship.type.submerges)
    return Plight(UNKNOWN if ship.type.movable else ship.type.groups[0])
