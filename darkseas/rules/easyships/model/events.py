"""The events of EasyShips. Every event says outcomes, so that a side that missed one still folds right.

What only its owner may know: where a submerged boat is and how deep, and, where the scenario says so, damage
other than fires (ES-A44). Audiences are written where the events are made.
"""

from collections.abc import Mapping
from typing import Literal

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import PlotSealed, StageOpened

from .hit_effects import Effect
from .orders import AttackGroup, Placement, Smoke
from .plot_events import PLOT_EVENTS

#: What becomes of a shell (ES-26).
Outcome = Literal["stopped", "superstructure", "pierced"]
#: What a ship sinks of (ES-26, ES-30, ES-35), or that the umpire rules it.
SinkingCause = Literal["magazine", "fire", "flooding", "abandoned", "depth charge", "ruling"]


@record
class SetUpRolled:
    """Each side's die for the set-up, and who sets up first (ES-2)."""

    dice: Mapping[str, int]
    first: str
    rule: str = "ES-2"


@record
class ShipsPlaced:
    """Where a side's ships begin (everybody); submerged boats stand in an event of their own (owner).

    `edge` is that of the map which they stand on, "" where the scenario has placed them.
    """

    side: str
    ships: tuple[Placement, ...]
    edge: str = ""
    rule: str = "ES-2"


@record
class InitiativeTaken:
    """Each side's die, and Player 1 of this turn. `tied` is true only in logs of earlier releases (ES-A1)."""

    dice: Mapping[str, int]
    side: str
    tied: bool = False
    rule: str = "ES-2"


# --- movement ----------------------------------------------------------------------------------------


@record
class ShipMoved:
    """A ship's move: the hexes that her bow entered, and how she lies then (owner while submerged)."""

    ship: str
    way: tuple[Hex, ...]
    facing: int
    evading: bool = False
    rule: str = "ES-5"


@record
class SmokeBegun:
    """A ship moves in smoke of this kind; `left` are hexes that she may still fill."""

    ship: str
    kind: Smoke
    left: int
    rule: str = "ES-9"


@record
class SmokeEnded:
    """A ship makes smoke no more, and waits before she may again."""

    ship: str
    turn: int
    rule: str = "ES-9"


@record
class SmokeLaid:
    """Hexes that a ship has left in chemical smoke."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-9"


@record
class SmokeCleared:
    """Markers of smoke that are gone; those of `ship` alone."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-10"


@record
class ShipsCollided:
    """A ship ran into another one at this hex; what each loses in speed and takes in flooding (ES-8)."""

    mover: str
    struck: str
    hex: Hex
    speed: Mapping[str, int]
    flooding: Mapping[str, int]
    rule: str = "ES-8"


@record
class DepthChanged:
    """Where a boat is below the surface, and how deep now (owner)."""

    ship: str
    hex: Hex
    facing: int
    depth: int
    rule: str = "ES-12"


@record
class BoatDived:
    """A boat is taken off the map (everybody); her owner is told the rest."""

    ship: str
    rule: str = "ES-12"


@record
class BoatSurfaced:
    """A boat lies on the surface, in this hex (everybody)."""

    ship: str
    hex: Hex
    facing: int
    rule: str = "ES-12"


@record
class SonarPinged:
    """A ship searches these hexes with sonar (everybody)."""

    ship: str
    hexes: tuple[Hex, ...]
    rule: str = "ES-13"


@record
class FoundBoat:
    """A boat that sonar has found: where, and how deep where the die says so (-1: unknown)."""

    hex: Hex
    depth: int = -1


@record
class PingAnswered:
    """What the other side says of a ping: boats found, or that there is nothing (everybody)."""

    ship: str
    boats: tuple[FoundBoat, ...]
    rule: str = "ES-13"


# --- combat --------------------------------------------------------------------------------------------


@record
class StrikeLaunched:
    """Planes of these carriers are in the air (ES-14); `strike` is the key that tells it from others."""

    strike: str
    side: str
    carriers: tuple[str, ...]
    planes: int
    turn: int
    rule: str = "ES-14"


@record
class GroupsPlanned:
    """What the groups of a strike fly against, and with how many planes (owner) (ES-14)."""

    strike: str
    side: str
    groups: tuple[AttackGroup, ...]
    rule: str = "ES-14"


@record
class FightersMet:
    """What fighters of `side` did to a strike: planes lost by each group, by number (ES-15)."""

    strike: str
    side: str
    fighters: int
    planes: int
    losses: tuple[int, ...]
    outnumbered: bool
    rule: str = "ES-15"


@record
class TargetsShown:
    """The groups of a strike, each with its target and the planes that it has left (ES-15)."""

    strike: str
    side: str
    groups: tuple[AttackGroup, ...]
    rule: str = "ES-15"


@record
class AntiAircraftFired:
    """A ship's anti-aircraft fire at a group: its dice, from which face they count, planes shot down."""

    strike: str
    ship: str
    group: int
    faces: tuple[int, ...]
    least: int
    planes: int
    rule: str = "ES-16"


@record
class PlanesLost:
    """What a strike has cost its carriers (ES-19): planes lost, and how many each has left."""

    strike: str
    side: str
    losses: Mapping[str, int]
    left: Mapping[str, int]
    rule: str = "ES-19"


@record
class ModifierLine:
    """One line that is added to a die: its label, what it adds, its rule."""

    label: str
    amount: int
    rule: str


@record
class FiringResolved:
    """The d20 of one group of guns or bombs, with every roll that a natural 1 earned (ES-24, ES-25).

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
    """A battery has fired at a target this turn, for what counts as opening fire (ES-A6)."""

    ship: str
    battery: int
    target: str
    turn: int
    rule: str = "ES-20"


@record
class HitResolved:
    """A shell against armour: both dice and what is added to them; `row` of the critical hits, or none."""

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
    """Torpedoes at one target: dice, up to which face they hit, how many did (ES-27, ES-28).

    `ship` is empty where torpedo planes or a submerged boat launched them.
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
    """A ship has launched her torpedoes this turn (everybody; of a submerged boat her owner)."""

    ship: str
    turn: int
    rule: str = "ES-27"


@record
class TorpedoHit:
    """The two dice of a torpedo's hit, and the row that they come to (0: none) (ES-28)."""

    side: str
    target: str
    dice: tuple[int, ...]
    row: int
    rule: str = "ES-28"


@record
class WakeSeen:
    """Where the torpedoes of a submerged boat came from, as her owner says (ES-29)."""

    side: str
    hex: Hex
    rule: str = "ES-29"


@record
class DepthChargeDropped:
    """A ship drops depth charges in a hex, set to a depth (everybody) (ES-30)."""

    ship: str
    hex: Hex
    depth: int
    rule: str = "ES-30"


@record
class DepthChargeMissedNearly:
    """A near miss: the boat must rise level by level and can no longer dive (owner)."""

    ship: str
    rule: str = "ES-30"


@record
class EffectNoted:
    """What a hit will do once the combat phase is over."""

    effect: Effect
    rule: str = "ES-A21"


# --- damage --------------------------------------------------------------------------------------------


@record
class FiresSet:
    """How many fires burn on a ship (everybody: it is always owned up to)."""

    ship: str
    fires: int
    rule: str


@record
class HullDamaged:
    """Everything else that a ship has taken so far, as it stands now (owner, or everybody by ES-A44)."""

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
    """All effects of the combat phase are on the ships."""

    rule: str = "ES-A21"


@record
class ShipSunk:
    """A ship sank: of what, and in which turn."""

    ship: str
    side: str
    turn: int
    cause: SinkingCause
    rule: str


@record
class ShipRestored:
    """A ruling has a ship afloat, without fire and flooding, and with `sound` without any damage."""

    ship: str
    sound: bool
    rule: str


@record
class RepairRolled:
    """A repair roll, chosen or compulsory: dice, what is added, the row that was read (ES-33, ES-34)."""

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
    """Planes of a burning carrier landed on another one; what each has now (ES-31)."""

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
    """A turn is over: moves, evasion and what holds for a turn come off."""

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
