"""The state of a fleet battle: small frozen records in a few dictionaries.

Apply handlers (`apply_events.py`) change the dictionaries of a copy that one fold owns. Records never change,
so a shallow copy suffices.

Fleets are public (FB-H2). Only plots that are not revealed yet are known to one side alone: groups in set-up,
transfers, targets.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from darkseas.engine.stages.stage import Stage, StagedState

from .orders import Attack
from .scenario import GroupKey, RulesScenario, Ship

#: The groups of a fleet (FB-7). U-boats are in neither; an escort's group is unknown until set-up is
#: revealed.
BATTLE: Final = "battle"
CARRIER: Final = "carrier"
APART, UNKNOWN = "none", ""

#: The stages of a turn, each of which is a phase of its own, and the kind of stage in which a tier fires.
SET_UP, TRANSFERS = Stage("set-up"), Stage("transfers")
TIER = "tier"


def tier_stage(tier: int) -> Stage:
    return Stage(TIER, str(tier))


class ShipStatus(NamedTuple):
    """A ship's group and status.

    `sunk` is the turn in which she sank (0: afloat), `tier` the tier that sank her; `fired` and `targeted`
    are the last turns in which she fired or was fired at (0: never).
    """

    group: str
    submerged: bool = False
    fired: int = 0
    targeted: int = 0
    sunk: int = 0
    tier: int = 0

    @property
    def afloat(self) -> bool:
        return not self.sunk


class Shot(NamedTuple):
    """An attack of the tier that fired last, for the chart."""

    side: str
    ship: str
    target: str
    faces: tuple[int, ...]
    defence: int
    hit: bool


class State(StagedState):
    """A battle at one moment. Its turn is the rulebook's battle round."""

    __slots__ = (
        "assailants", "last_try", "leaving", "lost_groups", "moving", "ship_status", "shots", "sunk_now",
        "targets",
    )  # fmt: skip

    scenario: RulesScenario
    ship_status: dict[str, ShipStatus]
    #: Ship -> the group she joins at the end of this turn; own side only until revealed.
    moving: dict[str, GroupKey]
    #: Sides that leave the battle this turn; own side only until revealed.
    leaving: tuple[str, ...]
    #: Side -> the rule by which its battle group counts as destroyed, permanently.
    lost_groups: dict[str, str]
    #: Ship -> the last turn in which she targeted the enemy's carrier group.
    assailants: dict[str, int]
    #: Side -> its targets in this tier; own side only until revealed.
    targets: dict[str, tuple[Attack, ...]]
    #: The last turn with an attack that could have sunk a ship (FB-B19).
    last_try: int
    #: Fire of the last tier; sunk ship -> the ships that sank her.
    shots: tuple[Shot, ...]
    sunk_now: dict[str, tuple[str, ...]]

    def __init__(self, scenario: RulesScenario) -> None:
        super().__init__(scenario, SET_UP)
        self.ship_status = {key: _at_first(ship) for key, ship in scenario.ships.items()}
        self.moving, self.leaving, self.lost_groups = {}, (), {}
        self.assailants, self.targets, self.last_try = {}, {}, 0
        self.shots, self.sunk_now = (), {}

    def afloat(self, side: str) -> Iterator[Ship]:
        """Yield a side's ships afloat, in roster order."""
        ships, ship_status = self.scenario.ships, self.ship_status
        return (ships[key] for key in self.scenario.sides[side].ships if not ship_status[key].sunk)

    def group_of(self, ship: str) -> str:
        return self.ship_status[ship].group

    def in_group(self, side: str, group: str) -> list[Ship]:
        """Return a side's ships afloat in one of its groups."""
        return [ship for ship in self.afloat(side) if self.ship_status[ship.key].group == group]

    def has_lost_group(self, side: str) -> bool:
        """Whether a side's battle group counts as destroyed (FB-9)."""
        return side in self.lost_groups


def _at_first(ship: Ship) -> ShipStatus:
    """Return a ship's status before set-up: u-boats submerged, escorts without a group."""
    if not ship.type.groups:
        return ShipStatus(APART, submerged=ship.type.submerges)
    return ShipStatus(UNKNOWN if ship.type.movable else ship.type.groups[0])
