"""What a side orders of its ships. A side is not part of an order: it comes from the seat that gives it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record

Smoke = Literal["", "funnel", "chemical"]
Area = Literal["fires", "flooding", "speed"]
#: How a side stands that is set up behind one hex.
Formation = Literal["ahead", "columns", "abreast"]
FORMATIONS: tuple[Formation, ...] = ("ahead", "columns", "abreast")
#: What a second die is thrown for: nothing, together with the first, or an area of its own.
Second = Literal["", "pair", "fires", "flooding", "speed"]


@record
class Placement:
    """Where a ship is set up: her bow and facing; a submarine may begin at a depth (ES-2)."""

    ship: str
    hex: Hex
    facing: int
    depth: int = 0


@record
class ShipMove:
    """One ship's move: the hexes that her bow enters, in order; evasion, smoke, a ping at its end.

    `depth` is by how much a submarine changes her depth instead of moving: 1 deeper, -1 up.
    """

    ship: str
    way: tuple[Hex, ...] = ()
    evade: bool = False
    smoke: Smoke = ""
    ping: bool = False
    depth: int = 0


@record
class AttackGroup:
    """Planes sent at a target (ES-14)."""

    target: str
    planes: int


@record
class Strike:
    """An air strike: the carriers that launch it, and its groups."""

    carriers: tuple[str, ...]
    groups: tuple[AttackGroup, ...]


@record
class AntiAircraft:
    """A ship and the attack group that she fires at, by its number from 0 (ES-16)."""

    ship: str
    group: int


@record
class GunFire:
    """A battery, from 0 on, and its target; with `starshell` it lights her for the others (ES-X5)."""

    ship: str
    battery: int
    target: str
    starshell: bool = False


@record
class TorpedoFire:
    """Torpedoes at one target or two; `wake` is the hex that a submerged boat gives away (ES-27, ES-29)."""

    ship: str
    targets: tuple[str, ...]
    wake: Hex | None = None


@record
class DepthCharge:
    """A ship, a hex that she has crossed, the depth that her charges are set to (ES-30)."""

    ship: str
    hex: Hex
    depth: int


@record
class Repair:
    """A repair roll for an area; with `pair`, the better of two dice (ES-33).

    `second` is what a form asks of the die that follows: an area of its own, or to be thrown with the first
    as a pair. A plot has each roll by itself (`each_roll`).
    """

    ship: str
    area: Area
    pair: bool = False
    second: Second = ""


def each_roll(repairs: Sequence[Repair]) -> tuple[Repair, ...]:
    """The rolls of these repairs, a second die by itself or joined to its first."""
    return tuple(roll for repair in repairs for roll in _rolls(repair))


def _rolls(repair: Repair) -> tuple[Repair, ...]:
    first = Repair(repair.ship, repair.area, pair=repair.pair or repair.second == "pair")
    if repair.second == "" or repair.second == "pair":
        return (first,)
    return first, Repair(repair.ship, repair.second)


@record
class PlaneTransfer:
    """Planes of a burning carrier that land on another one (ES-31)."""

    start: str
    end: str
    planes: int


# --- orders as they are given ----------------------------------------------------------------------------


@record
class Ready:
    """A side is ready: the battle is set up once both are (ES-2)."""


@record
class SetUp:
    """A side's set-up on an edge: in a formation behind `hex`, in the order of battle, or each of `ships`.

    `depth` is that of all boats in a formation (ES-12).
    """

    edge: str
    hex: Hex | None = None
    facing: int = 0
    ships: tuple[Placement, ...] = ()
    formation: Formation = "ahead"
    depth: int = 0


@record
class EndMoves:
    """Whoever has not moved stays (ES-5)."""


@record
class CarrierStrike:
    """All planes of a carrier at one target."""

    carrier: str
    target: str


@record
class FlightGroup:
    """A group of a strike by the flights that make it, as a form names them ("akagi/1")."""

    target: str
    flights: tuple[str, ...]


@record
class PlanStrikes:
    """A side's air strikes: whole carriers at a target each, groups of flights, or strikes with so many
    planes to a group (ES-14). A plot.
    """

    carriers: tuple[CarrierStrike, ...] = ()
    strikes: tuple[Strike, ...] = ()
    groups: tuple[FlightGroup, ...] = ()


@record
class AntiAircraftShot:
    """A ship and the group that she fires at, as strike and number ("a-1/0")."""

    ship: str
    group: str


@record
class FireAntiAircraft:
    """A side's anti-aircraft fire at all strikes on it (ES-16). A plot."""

    fire: tuple[AntiAircraftShot, ...] = ()


@record
class LitFire:
    """A ship and a target beyond the searchlights: one battery lights her, all others fire at her (ES-X5)."""

    ship: str
    target: str


@record
class FireGuns:
    """A side's gunnery (ES-20). Who is not named holds fire. A plot.

    A ship of `lit` fires at her target there alone, whatever `fire` says of her.
    """

    fire: tuple[GunFire, ...] = ()
    lit: tuple[LitFire, ...] = ()


@record
class LaunchTorpedoes:
    """A side's torpedoes (ES-27). A plot."""

    torpedoes: tuple[TorpedoFire, ...] = ()


@record
class DropDepthCharges:
    """A side's depth charges (ES-30). A plot."""

    depth_charges: tuple[DepthCharge, ...] = ()


@record
class ControlDamage:
    """A side's repair rolls, and ships that it abandons (ES-33, ES-35). A plot."""

    repairs: tuple[Repair, ...] = ()
    abandon: tuple[str, ...] = ()


@record
class MovePlanes:
    """Planes of burning carriers that land elsewhere (ES-31). A plot."""

    transfers: tuple[PlaneTransfer, ...] = ()


@record
class WithdrawPlot:
    """Take back a sealed plot that the other side's has not met yet."""


ORDERS: Mapping[str, type] = {
    "easyships.ready": Ready,
    "easyships.set_up": SetUp,
    "easyships.move_ship": ShipMove,
    "easyships.end_moves": EndMoves,
    "easyships.plan_strikes": PlanStrikes,
    "easyships.fire_anti_aircraft": FireAntiAircraft,
    "easyships.fire_guns": FireGuns,
    "easyships.launch_torpedoes": LaunchTorpedoes,
    "easyships.drop_depth_charges": DropDepthCharges,
    "easyships.control_damage": ControlDamage,
    "easyships.move_planes": MovePlanes,
    "easyships.withdraw_plot": WithdrawPlot,
}

#: Stored names by type.
ORDER_NAMES: Mapping[type, str] = {kind: name for name, kind in ORDERS.items()}
