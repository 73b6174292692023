"""The orders of Dark Seas. An order does not name its side, which comes from the seat that gives it."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record

_Line = TypeVar("_Line")


def _placed(blank: str, lines: tuple[_Line, ...]) -> tuple[tuple[str, _Line], ...]:
    """The lines of a blank, each with its path in the form."""
    return tuple((f"{blank}.{number}", line) for number, line in enumerate(lines))


@record
class FormedGroup:
    """A task group as set up: its ships, and its hex unless it enters over an edge."""

    name: str
    ships: tuple[str, ...]
    hex: Hex | None = None


@record
class PlacedShip:
    ship: str
    hex: Hex | None = None


@record
class PlacedDummy:
    hex: Hex | None = None


@record
class Deploy:
    """Set-up of a whole side: task groups, single ships, dummies (§7, §10, §22). A plot."""

    groups: tuple[FormedGroup, ...]
    singles: tuple[PlacedShip, ...] = ()
    dummies: tuple[PlacedDummy, ...] = ()


@record
class NewDummy:
    """A removed dummy back in play (§22d), with the block it returns beside and copies the markers of
    (§22e).
    """

    beside: str


@record
class PlaceDummies:
    """Which removed dummies return at the start of a turn (§22d); may be empty."""

    dummies: tuple[NewDummy, ...] = ()


@record
class RemoveDummies:
    """Remove own dummies from the map (§22f): allowed whenever the side has orders due."""

    blocks: tuple[str, ...]


@record
class Move:
    """A block's path: the labels of the hexes entered, in order.

    If the last entry is an edge ("west"), the block leaves the map over it.
    """

    block: str
    path: tuple[str, ...] = ()


@record
class Detachment:
    """Ships that leave a task group at the end of the movement phase (§10).

    With a name they form a new task group; without one each becomes a single ship.
    """

    block: str
    ships: tuple[str, ...]
    name: str = ""


@record
class MoveBlocks:
    """The movement of one of the four groups of blocks (§14a), with detachments.

    Blocks not named stay where they are. Blocks that must enter (DS-R39) may be in `entering` or in `moves`.
    In daylight this is one sub-phase; `smoke` names the blocks that make smoke in it (§23b.ii).
    """

    moves: tuple[Move, ...] = ()
    detachments: tuple[Detachment, ...] = ()
    smoke: tuple[str, ...] = ()
    entering: tuple[Move, ...] = ()

    @property
    def by_blank(self) -> tuple[tuple[str, Move], ...]:
        """Every move with its path in the form ("entering.0"), entering blocks first."""
        return (*_placed("entering", self.entering), *_placed("moves", self.moves))


@record
class StatedSpeed:
    """The speed of one block this turn, from 0 to its allowance."""

    block: str
    speed: int


@record
class SetSpeeds:
    """Daylight (§23a.i, DS-R31): which blocks evade, and speeds; blocks not named are stopped.

    Blocks that must enter (DS-R39) may be in `entering` or in `speeds`.
    """

    speeds: tuple[StatedSpeed, ...] = ()
    evading: tuple[str, ...] = ()
    entering: tuple[StatedSpeed, ...] = ()

    @property
    def by_blank(self) -> tuple[tuple[str, StatedSpeed], ...]:
        """Every stated speed with its path in the form ("speeds.0"), entering blocks first."""
        return (*_placed("entering", self.entering), *_placed("speeds", self.speeds))


@record
class VoidSighting:
    """A sighting that its owner declares void (§22c, DS-R17): by which block, of which target."""

    block: str
    target: str


@record
class DummyAnswer:
    """The answer for a dummy that sighted an enemy: its sightings are void, or it is removed (§22c)."""

    block: str
    answer: Literal["void", "remove"] = "void"


@record
class DeclareSightings:
    """Declaration after spotting (§22c): sightings declared void, and answers for dummies.

    All other sightings are held by real blocks. A dummy that alone sighted a target needs an answer.
    """

    void: tuple[VoidSighting, ...] = ()
    dummies: tuple[DummyAnswer, ...] = ()

    @property
    def remove(self) -> tuple[str, ...]:
        """The dummies to be removed."""
        return tuple(dummy.block for dummy in self.dummies if dummy.answer == "remove")


@record
class DeclareEvasion:
    """Which blocks evade (§14c.i, §17)."""

    blocks: tuple[str, ...] = ()


@record
class Mount:
    """A battery of a ship, by its position on her sticker (from 0)."""

    ship: str
    battery: int


@record
class Attack:
    """One attack of one block (DS-R19).

    `classes` is a group that the firing side can tell apart at that range ("D", "ABC" ...), or "" for
    everything the block has sighted there. `together`: guns and torpedoes fire at one drawn target.
    `keep_out`: ships that this block drew before are not put back (asterisk levels).
    """

    block: str
    target: Hex
    mounts: tuple[Mount, ...]
    classes: str = ""
    together: bool = True
    keep_out: bool = False


@record
class DeclareAttacks:
    """All attacks of a side this turn, in the order of resolution (§14c.ii)."""

    attacks: tuple[Attack, ...] = ()


@record
class WithdrawPlot:
    """Take back a sealed plot before the other side's plot is in."""


ORDERS: Mapping[str, type] = {
    "dark_seas.deploy": Deploy,
    "dark_seas.place_dummies": PlaceDummies,
    "dark_seas.remove_dummies": RemoveDummies,
    "dark_seas.move_blocks": MoveBlocks,
    "dark_seas.set_speeds": SetSpeeds,
    "dark_seas.declare_sightings": DeclareSightings,
    "dark_seas.declare_evasion": DeclareEvasion,
    "dark_seas.declare_attacks": DeclareAttacks,
    "dark_seas.withdraw_plot": WithdrawPlot,
}

#: Stored names by type.
ORDER_NAMES: Mapping[type, str] = {kind: name for name, kind in ORDERS.items()}
