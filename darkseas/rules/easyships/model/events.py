"""EasyShips events. Every event states its outcome, so that a side that missed an earlier one still folds
correctly.

Only the owner sees a submerged boat's position and depth and, if the scenario says so, damage other than
fires (ES-A44). The audience is set where an event is created.
"""

from collections.abc import Mapping
from typing import Any, Literal

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import PlotSealed, StageOpened
from darkseas.engine.state import Upcast

from .hit_effects import Effect
from .orders import AttackGroup, Placement, Smoke
from .plot_events import PLOT_EVENTS

#: The result of a shell against armour (ES-26).
Outcome = Literal["stopped", "superstructure", "pierced"]
#: Why a ship sank (ES-26, ES-30, ES-35); "ruling" is the umpire's decision.
SinkingCause = Literal["magazine", "fire", "flooding", "abandoned", "depth charge", "ruling"]


@record
class SetUpRolled:
    """Each side's set-up die, and which side sets up first (ES-2)."""

    dice: Mapping[str, int]
    first: str
    rule: str = "ES-2"


@record
class ShipsPlaced:
    """A side's starting positions, seen by everybody; submerged boats have a separate event for their owner.

    `edge` is the map edge where the side sets up, or "" if the scenario placed the ships.
    """

    side: str
    ships: tuple[Placement, ...]
    edge: str = ""
    rule: str = "ES-2"


@record
class InitiativeTaken:
    """Each side's die, and Player 1 for this turn. `tied` is true only in logs of earlier releases
    (ES-A1).
    """

    dice: Mapping[str, int]
    side: str
    tied: bool = False
    rule: str = "ES-2"


# --- movement ----------------------------------------------------------------------------------------


@record
class ShipMoved:
    """A ship's move: the hexes her bow entered and her new position (only the owner sees it while
    submerged).
    """

    ship: str
    way: tuple[Hex, ...]
    facing: int
    evading: bool = False
    rule: str = "ES-5"


@record
class SmokeBegun:
    """A ship starts or continues to make smoke of this kind; `left` is how many hexes she may still fill."""

    ship: str
    kind: Smoke
    left: int
    rule: str = "ES-9"


@record
class SmokeEnded:
    """A ship stops making smoke and must wait before she may make it again."""

    ship: str
    turn: int
    rule: str = "ES-9"


@record
class SmokeLaid:
    """Hexes that a ship filled with chemical smoke as she left them."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-9"


@record
class SmokeCleared:
    """Smoke markers removed; only those laid by `ship`."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-10"


@record
class ShipsCollided:
    """A ship hit another at this hex; the speed each loses and the flooding each takes (ES-8)."""

    mover: str
    struck: str
    hex: Hex
    speed: Mapping[str, int]
    flooding: Mapping[str, int]
    rule: str = "ES-8"


@record
class DepthChanged:
    """A submerged boat's position and new depth (seen by her owner)."""

    ship: str
    hex: Hex
    facing: int
    depth: int
    rule: str = "ES-12"


@record
class BoatDived:
    """A boat leaves the surface (seen by everybody); a separate event gives her owner the details."""

    ship: str
    rule: str = "ES-12"


@record
class BoatSurfaced:
    """A boat comes to the surface in this hex (seen by everybody)."""

    ship: str
    hex: Hex
    facing: int
    rule: str = "ES-12"


@record
class SonarPinged:
    """A ship searches these hexes with sonar (seen by everybody)."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-13"


@record
class FoundBoat:
    """A boat found by sonar: her hex, and her depth if the die reveals it (-1: unknown)."""

    hex: Hex
    depth: int = -1


@record
class PingAnswered:
    """The other side's answer to a ping: the boats found, if any (seen by everybody)."""

    ship: str
    boats: tuple[FoundBoat, ...]
    rule: str = "ES-13"


# --- combat --------------------------------------------------------------------------------------------


@record
class StrikeLaunched:
    """Planes of these carriers took off (ES-14); `strike` is the key of the strike."""

    strike: str
    side: str
    carriers: tuple[str, ...]
    planes: int
    turn: int
    rule: str = "ES-14"


@record
class GroupsPlanned:
    """The target and number of planes of each group in a strike, seen by its owner (ES-14)."""

    strike: str
    side: str
    groups: tuple[AttackGroup, ...]
    rule: str = "ES-14"


@record
class FightersMet:
    """Fighters of `side` attacked a strike: planes lost by each group, by number (ES-15)."""

    strike: str
    side: str
    fighters: int
    planes: int
    losses: tuple[int, ...]
    outnumbered: bool
    rule: str = "ES-15"


@record
class TargetsShown:
    """Each group of a strike with its target and remaining planes, now revealed (ES-15).

    A group that was shot down has no planes, and its target stays secret: "".
    """

    strike: str
    side: str
    groups: tuple[AttackGroup, ...]
    rule: str = "ES-15"


@record
class AntiAircraftFired:
    """A ship's anti-aircraft fire at a group: dice, the lowest face that counts, and planes shot down."""

    strike: str
    ship: str
    group: int
    faces: tuple[int, ...]
    least: int
    planes: int
    rule: str = "ES-16"


@record
class PlanesLost:
    """A strike's losses (ES-19): planes lost by each carrier, and how many each has left."""

    strike: str
    side: str
    losses: Mapping[str, int]
    left: Mapping[str, int]
    rule: str = "ES-19"


@record
class ModifierLine:
    """One die modifier: its label, value and rule."""

    label: str
    amount: int
    rule: str


@record
class FiringResolved:
    """The d20 of one group of guns or bombs, with every extra roll for a natural 1 (ES-24, ES-25).

    `battery` is -1 for bombs. `lines` are added to each face; a result of `guns` or less hits.
    """

    side: str
    ship: str
    battery: int
    target: str
    size: int
    guns: int
    range_hexes: int
    faces: tuple[int, ...]
    lines: tuple[ModifierLine, ...]
    hits: int
    near_miss: bool = False
    rules: tuple[str, ...] = ("ES-24",)


@record
class BatteryFired:
    """A battery fired at a target this turn; later turns use this to tell opening fire (ES-A6)."""

    ship: str
    battery: int
    target: str
    turn: int
    rule: str = "ES-20"


@record
class HitResolved:
    """A shell against armour: both dice and their modifiers; `row` of the critical hit table, if any."""

    side: str
    ship: str
    target: str
    attacker_die: int
    size: int
    plunging: int
    defender_die: int
    armour: int
    row: int
    outcome: Outcome
    rules: tuple[str, ...] = ("ES-26",)


@record
class TorpedoesFired:
    """Torpedoes at one target: dice, the highest face that hits, and the number of hits (ES-27, ES-28).

    `ship` is empty for torpedoes from planes or from a submerged boat.
    """

    side: str
    ship: str
    target: str
    faces: tuple[int, ...]
    most: int
    hits: int
    rules: tuple[str, ...] = ("ES-28",)


@record
class TubesEmptied:
    """A ship launched her torpedoes this turn (seen by everybody; for a submerged boat, only by her
    owner).
    """

    ship: str
    turn: int
    rule: str = "ES-27"


@record
class TorpedoHit:
    """The two dice of a torpedo hit and the resulting row (0: none) (ES-28)."""

    side: str
    target: str
    dice: tuple[int, ...]
    row: int
    rule: str = "ES-28"


@record
class WakeSeen:
    """The hex that a submerged boat's owner gives as the source of her torpedoes (ES-29)."""

    side: str
    hex: Hex
    rule: str = "ES-29"


@record
class DepthChargeDropped:
    """A ship drops depth charges in a hex at a set depth (seen by everybody) (ES-30)."""

    ship: str
    hex: Hex
    depth: int
    rule: str = "ES-30"


@record
class DepthChargeMissedNearly:
    """A near miss: the boat must rise level by level and can no longer dive (seen by her owner)."""

    ship: str
    rule: str = "ES-30"


@record
class EffectNoted:
    """The effect of a hit, applied when the combat phase ends."""

    effect: Effect
    rule: str = "ES-A21"


# --- damage --------------------------------------------------------------------------------------------


@record
class FiresSet:
    """The number of fires on a ship (seen by everybody, because fires are always public)."""

    ship: str
    fires: int
    rule: str


@record
class HullDamaged:
    """A ship's total damage apart from fires (seen by her owner, or by everybody; see ES-A44)."""

    ship: str
    flooding: int
    flood_applied: int
    moves_lost: int
    guns_lost: tuple[int, ...]
    no_repairs: bool
    row: int = 0
    rule: str = "ES-26"


@record
class EffectsTaken:
    """All effects of the combat phase have been applied."""

    rule: str = "ES-A21"


@record
class ShipSunk:
    """A ship sank: the cause and the turn."""

    ship: str
    side: str
    turn: int
    cause: SinkingCause
    rule: str


@record
class ShipRestored:
    """An umpire's ruling: a ship is afloat, without fires or flooding, and if `sound` without any damage."""

    ship: str
    sound: bool
    rule: str


@record
class RepairRolled:
    """A repair roll, chosen or compulsory: dice, modifier and the resulting row (ES-33, ES-34)."""

    ship: str
    area: Literal["fires", "flooding", "speed"]
    faces: tuple[int, ...]
    added: int
    roll: int
    change: int
    compulsory: bool = False
    rule: str = "ES-33"


@record
class PlanesMoved:
    """Planes moved from a burning carrier to another; how many each has now (ES-31)."""

    start: str
    end: str
    planes: int
    left: Mapping[str, int]
    rule: str = "ES-31"


@record
class PlanesBurned:
    """Planes lost on a burning carrier, and how many she has left (ES-31)."""

    ship: str
    planes: int
    left: int
    rule: str = "ES-31"


@record
class TurnOver:
    """The turn ends: moves, evasion and other per-turn values are reset."""

    turn: int
    rule: str = "ES-2"


EVENTS: Mapping[str, type] = {
    "easyships.stage_opened": StageOpened,
    "easyships.plot_sealed": PlotSealed,
    **PLOT_EVENTS,
    "easyships.set_up_rolled": SetUpRolled,
    "easyships.ships_placed": ShipsPlaced,
    "easyships.initiative_taken": InitiativeTaken,
    "easyships.ship_moved": ShipMoved,
    "easyships.smoke_begun": SmokeBegun,
    "easyships.smoke_ended": SmokeEnded,
    "easyships.smoke_laid": SmokeLaid,
    "easyships.smoke_cleared": SmokeCleared,
    "easyships.ships_collided": ShipsCollided,
    "easyships.depth_changed": DepthChanged,
    "easyships.boat_dived": BoatDived,
    "easyships.boat_surfaced": BoatSurfaced,
    "easyships.sonar_pinged": SonarPinged,
    "easyships.ping_answered": PingAnswered,
    "easyships.strike_launched": StrikeLaunched,
    "easyships.groups_planned": GroupsPlanned,
    "easyships.fighters_met": FightersMet,
    "easyships.targets_shown": TargetsShown,
    "easyships.anti_aircraft_fired": AntiAircraftFired,
    "easyships.planes_lost": PlanesLost,
    "easyships.firing_resolved": FiringResolved,
    "easyships.battery_fired": BatteryFired,
    "easyships.hit_resolved": HitResolved,
    "easyships.torpedoes_fired": TorpedoesFired,
    "easyships.tubes_emptied": TubesEmptied,
    "easyships.torpedo_hit": TorpedoHit,
    "easyships.wake_seen": WakeSeen,
    "easyships.depth_charge_dropped": DepthChargeDropped,
    "easyships.depth_charge_missed_nearly": DepthChargeMissedNearly,
    "easyships.effect_noted": EffectNoted,
    "easyships.fires_set": FiresSet,
    "easyships.hull_damaged": HullDamaged,
    "easyships.effects_taken": EffectsTaken,
    "easyships.ship_sunk": ShipSunk,
    "easyships.ship_restored": ShipRestored,
    "easyships.repair_rolled": RepairRolled,
    "easyships.planes_moved": PlanesMoved,
    "easyships.planes_burned": PlanesBurned,
    "easyships.turn_over": TurnOver,
}


# --- earlier schema versions ---------------------------------------------------------------------------


def _without_lost_targets(payload: dict[str, Any]) -> dict[str, Any]:
    """Version 1 of TargetsShown also named the targets of groups that were shot down."""
    groups = [group if group["planes"] else {**group, "target": ""} for group in payload["groups"]]
    return {**payload, "groups": groups}


#: Current schema versions of changed events, and functions that read old ones.
SHAPES: Mapping[str, int] = {"easyships.targets_shown": 2}
UPCASTS: Mapping[tuple[str, int], Upcast] = {("easyships.targets_shown", 1): _without_lost_targets}
