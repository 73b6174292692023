"""Orders to ships. An order does not name its side; the seat that submits it does."""

from collections.abc import Mapping, Sequence
from typing import Literal

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record

Smoke = Literal["", "funnel", "chemical"]
Area = Literal["fires", "flooding", "speed"]
#: Formation of a side that is set up behind one hex.
Formation = Literal["ahead", "columns", "abreast"]
FORMATIONS: tuple[Formation, ...] = ("ahead", "columns", "abreast")
#: Use of a second die: none, paired with the first, or an area of its own.
Second = Literal["", "pair", "fires", "flooding", "speed"]


@record
class Placement:
    """A ship's starting position: bow and facing, and a depth for a submarine (ES-2)."""

    ship: str
    hex: Hex
    facing: int
    depth: int = 0


@record
class ShipMove:
    """One ship's move: the hexes that her bow enters, in order, plus evasion, smoke and a final ping.

    `depth` is the depth change of a submarine that does not move: 1 is deeper, -1 up.
    """

    ship: str
    way: tuple[Hex, ...] = ()
    evade: bool = False
    smoke: Smoke = ""
    ping: bool = False
    depth: int = 0


@record
class AttackGroup:
    """Planes sent against one target (ES-14)."""

    target: str
    planes: int


@record
class Strike:
    """An air strike: the carriers that launch it and its groups."""

    carriers: tuple[str, ...]
    groups: tuple[AttackGroup, ...]


@record
class AntiAircraft:
    """A ship and the number, from 0, of the attack group that she fires at (ES-16)."""

    ship: str
    group: int


@record
class GunFire:
    """A battery (from 0) and its target; with `starshell` it lights the target for the other batteries
    (ES-X5).
    """

    ship: str
    battery: int
    target: str
    starshell: bool = False


@record
class TorpedoFire:
    """Torpedoes at one or two targets; `wake` is the hex that a submerged boat reveals (ES-27, ES-29)."""

    ship: str
    targets: tuple[str, ...]
    wake: Hex | None = None


@record
class DepthCharge:
    """A ship, a hex that she crossed, and the depth setting of her charges (ES-30)."""

    ship: str
    hex: Hex
    depth: int


@record
class Repair:
    """A repair roll for an area; with `pair`, the better of two dice (ES-33).

    In a form, `second` gives the use of the next die: an area of its own, or rolled with the first as a pair.
    A plot lists each roll separately (`each_roll`).
    """

    ship: str
    area: Area
    pair: bool = False
    second: Second = ""


def each_roll(repairs: Sequence[Repair]) -> tuple[Repair, ...]:
    """Return the separate rolls of these repairs: each second die is its own roll or joins the first."""
    return tuple(roll for repair in repairs for roll in _rolls(repair))


def _rolls(repair: Repair) -> tuple[Repair, ...]:
    first = Repair(repair.ship, repair.area, pair=repair.pair or repair.second == "pair")
    if repair.second == "" or repair.second == "pair":
        return (first,)
    return first, Repair(repair.ship, repair.second)


@record
class PlaneTransfer:
    """Planes that move from a burning carrier to another (ES-31)."""

    start: str
    end: str
    planes: int


# --- orders as they are given ----------------------------------------------------------------------------


@record
class Ready:
    """A side is ready; set-up starts when both are (ES-2)."""


@record
class SetUp:
    """A side's set-up on an edge: a formation behind `hex`, in the order of battle, or the position of each
    of `ships`.

    `depth` applies to all submarines in a formation (ES-12).
    """

    edge: str
    hex: Hex | None = None
    facing: int = 0
    ships: tuple[Placement, ...] = ()
    formation: Formation = "ahead"
    depth: int = 0


@record
class EndMoves:
    """Ships that have not moved stay where they are (ES-5)."""


@record
class CarrierStrike:
    """All planes of a carrier against one target."""

    carrier: str
    target: str


@record
class FlightGroup:
    """A strike group, given by its flights as a form names them ("akagi/1")."""

    target: str
    flights: tuple[str, ...]


@record
class PlanStrikes:
    """A side's air strikes (ES-14). A plot.

    They are given by carrier with one target each, by groups of flights, or as full strikes with numbers of
    planes.
    """

    carriers: tuple[CarrierStrike, ...] = ()
    strikes: tuple[Strike, ...] = ()
    groups: tuple[FlightGroup, ...] = ()


@record
class AntiAircraftShot:
    """A ship and the group that she fires at, as strike and group number ("a-1/0")."""

    ship: str
    group: str


@record
class FireAntiAircraft:
    """A side's anti-aircraft fire at all strikes against it (ES-16). A plot."""

    fire: tuple[AntiAircraftShot, ...] = ()


@record
class LitFire:
    """A ship and a target beyond searchlight range: one battery lights her, the others fire (ES-X5)."""

    ship: str
    target: str


@record
class FireGuns:
    """A side's gunnery (ES-20); batteries not named hold fire. A plot.

    A ship in `lit` fires only at her target there, whatever `fire` says.
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
    """A side's repair rolls, and the ships that it abandons (ES-33, ES-35). A plot."""

    repairs: tuple[Repair, ...] = ()
    abandon: tuple[str, ...] = ()


@record
class MovePlanes:
    """Planes that move from burning carriers to others (ES-31). A plot."""

    transfers: tuple[PlaneTransfer, ...] = ()


@record
class WithdrawPlot:
    """Take back a sealed plot while the other side has not submitted its own."""


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
