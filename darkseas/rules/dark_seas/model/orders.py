"""The orders of Dark Seas. A side is not part of an order: it comes from the seat that gives it."""

from collections.abc import Mapping
from typing import Literal, TypeVar

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record

_Line = TypeVar("_Line")


def _placed(blank: str, lines: tuple[_Line, ...]) -> tuple[tuple[str, _Line], ...]:
    """The lines of a blank, each with its place."""
    return tuple((f"{blank}.{number}", line) for number, line in enumerate(lines))


@record
class FormedGroup:
    """A task group as set up: its ships and its hex, or none when it enters over an edge."""

    name: str
    ships: tuple[str, ...]
    hex: Hex | None = None


@record
class PlacedShip:
    """A single ship as set up."""

    ship: str
    hex: Hex | None = None


@record
class PlacedDummy:
    """A dummy as set up."""

    hex: Hex | None = None


@record
class Deploy:
    """Set-up of a whole side: task groups, single ships, dummies (§7, §10, §22). A plot."""

    groups: tuple[FormedGroup, ...]
    singles: tuple[PlacedShip, ...] = ()
    dummies: tuple[PlacedDummy, ...] = ()


@record
class NewDummy:
    """A removed dummy back in play (§22d): beside which block, taking over its markers (§22e)."""

    beside: str


@record
class PlaceDummies:
    """Which removed dummies come back at the beginning of a turn (§22d); none is allowed."""

    dummies: tuple[NewDummy, ...] = ()


@record
class RemoveDummies:
    """Take own dummies off the map (§22f): allowed whenever the side is called."""

    blocks: tuple[str, ...]


@record
class Move:
    """A block's way: the hexes entered, in order, by label.

    An edge's name ("west") as the last word means that the block leaves the map over that edge.
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
    """The movement of one of the four groups of blocks (§14a), and detachments to follow.

    Blocks not named stay where they are; those in `entering` have to come in (DS-R39), and may as well
    stand among `moves`. In daylight: one sub-phase; `smoke` names the blocks that make smoke in it (§23b.ii).
    """

    moves: tuple[Move, ...] = ()
    detachments: tuple[Detachment, ...] = ()
    smoke: tuple[str, ...] = ()
    entering: tuple[Move, ...] = ()

    @property
    def by_blank(self) -> tuple[tuple[str, Move], ...]:
        """Every move with its place in the form ("entering.0"), those who come in first."""
        return (*_placed("entering", self.entering), *_placed("moves", self.moves))


@record
class StatedSpeed:
    """The speed of one block this turn, 0 to its allowance."""

    block: str
    speed: int


@record
class SetSpeeds:
    """Daylight (§23a.i, DS-R31): speeds, blocks not named lying stopped, and which blocks evade.

    Those in `entering` have to come in (DS-R39), and may as well stand among `speeds`.
    """

    speeds: tuple[StatedSpeed, ...] = ()
    evading: tuple[str, ...] = ()
    entering: tuple[StatedSpeed, ...] = ()

    @property
    def by_blank(self) -> tuple[tuple[str, StatedSpeed], ...]:
        """Every stated speed with its place in the form ("speeds.0"), those who come in first."""
        return (*_placed("entering", self.entering), *_placed("speeds", self.speeds))


@record
class VoidSighting:
    """A sighting that its owner declares void (§22c, DS-R17): by which block, of which target."""

    block: str
    target: str


@record
class DummyAnswer:
    """What becomes of a dummy that sighted an enemy: its sightings are void, or it goes (§22c)."""

    block: str
    answer: Literal["void", "remove"] = "void"


@record
class DeclareSightings:
    """What becomes of sightings worked out (§22c): those voided, and an answer for dummies.

    What is not named is held by real blocks. A dummy that alone sighted a target must be answered for.
    """

    void: tuple[VoidSighting, ...] = ()
    dummies: tuple[DummyAnswer, ...] = ()

    @property
    def remove(self) -> tuple[str, ...]:
        """The dummies that go."""
        return tuple(dummy.block for dummy in self.dummies if dummy.answer == "remove")


@record
class DeclareEvasion:
    """Which blocks evade (§14c.i, §17)."""

    blocks: tuple[str, ...] = ()


@record
class Mount:
    """A battery of a ship, by its place on her sticker (0 first)."""

    ship: str
    battery: int


@record
class Attack:
    """One attack of one block (DS-R19).

    `classes` is a group that the firing side can tell apart at that range ("D", "ABC" ...), or ""
    for whatever the block holds sightings of. `together`: guns and torpedoes go for one drawn
    target. `keep_out`: ships drawn before by this block are not put back (asterisk levels).
    """

    block: str
    target: Hex
    mounts: tuple[Mount, ...]
    classes: str = ""
    together: bool = True
    keep_out: bool = False


@record
class DeclareAttacks:
    """All attacks of a side this turn, in the order in which they are resolved (§14c.ii)."""

    attacks: tuple[Attack, ...] = ()


@record
class WithdrawPlot:
    """Take back a sealed plot that the other side's has not met yet."""


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
