"""The state of a fleet battle: small frozen records in a few dictionaries.

Setters (`setters.py`) change dictionaries of a copy that one fold owns; the records themselves are
never changed, so a copy is shallow and cheap.

Fleets are open (FB-H2). Only plots that are not opened yet stand here for one side and not the other:
groups in set-up, transfers, targets.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from darkseas.engine.stages.stage import Stage, StagedState

from .orders import Attack
from .scenario import GroupKey, RulesScenario, Ship

#: The groups of a fleet (FB-7). U-boats are in none; where an escort is, is unknown until set-up is opened.
BATTLE: Final = "battle"
CARRIER: Final = "carrier"
APART, UNKNOWN = "none", ""

#: The stages of a turn, each a phase of its own, and the kind of those in which a tier fires.
SET_UP, TRANSFERS = Stage("set-up"), Stage("transfers")
TIER = "tier"


def tier_stage(tier: int) -> Stage:
    """The stage in which a tier fires."""
    return Stage(TIER, str(tier))


class ShipStatus(NamedTuple):
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


class State(StagedState):
    """A battle at one moment. A value to everybody outside the engine.

    Its turn is what the rulebook calls a battle round.
    """

    __slots__ = (
        "assailants", "last_try", "leaving", "lost_groups", "moving", "ship_status", "shots", "sunk_now",
        "targets",
    )  # fmt: skip

    scenario: RulesScenario
    ship_status: dict[str, ShipStatus]
    #: Ship -> the group that it moves to at the end of this turn; own side only until plots are opened.
    moving: dict[str, GroupKey]
    #: Sides that leave the battle this turn; own side only until plots are opened.
    leaving: tuple[str, ...]
    #: Side -> the rule by which its battle group counts as destroyed, for good.
    lost_groups: dict[str, str]
    #: Ship -> the last turn in which it targeted the enemy's carrier group.
    assailants: dict[str, int]
    #: Side -> the targets that its ships of this tier have named; own side only until plots are opened.
    targets: dict[str, tuple[Attack, ...]]
    #: The last turn with an attack that could have sunk something (FB-B19).
    last_try: int
    #: Fire of the tier that fired last; what it has sunk -> by whom.
    shots: tuple[Shot, ...]
    sunk_now: dict[str, tuple[str, ...]]

    def __init__(self, scenario: RulesScenario) -> None:
        super().__init__(scenario, SET_UP)
        self.ship_status = {key: _at_first(ship) for key, ship in scenario.ships.items()}
        self.moving, self.leaving, self.lost_groups = {}, (), {}
        self.assailants, self.targets, self.last_try = {}, {}, 0
        self.shots, self.sunk_now = (), {}

    def afloat(self, side: str) -> Iterator[Ship]:
        """The ships of a side that are afloat, in the order of the roster."""
        ships, ship_status = self.scenario.ships, self.ship_status
        return (ships[key] for key in self.scenario.sides[side].ships if not ship_status[key].sunk)

    def group_of(self, ship: str) -> str:
        """The group that a ship is in."""
        return self.ship_status[ship].group

    def in_group(self, side: str, group: str) -> list[Ship]:
        """The ships of a side that are afloat in one of its groups."""
        return [ship for ship in self.afloat(side) if self.ship_status[ship.key].group == group]

    def has_lost_group(self, side: str) -> bool:
        """Whether a side's battle group counts as destroyed (FB-9)."""
        return side in self.lost_groups


def _at_first(ship: Ship) -> ShipStatus:
    """A ship before set-up: u-boats are submerged, escorts in no group yet."""
    if not ship.type.groups:
        return ShipStatus(APART, submerged=ship.type.submerges)
    return ShipStatus(UNKNOWN if ship.type.movable else ship.type.groups[0])
