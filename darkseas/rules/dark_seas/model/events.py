"""The events of Dark Seas: facts with their outcome, and the numbers that explain them.

Audiences are set where the events are created. Public: blocks and their markers, announcements, declared
attacks and their results. For the owner only: the hidden face of a block, which own block has which sighting,
and what a side has plotted.
"""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import PlotSealed, StageOpened

from .orders import Attack


@record
class PlacedBlock:
    """A block as everybody sees it when it is placed, with the markers it takes over."""

    block: str
    hex: Hex | None
    moved: int = 0
    evaded: int = 0
    attacked: int = 0
    was_attacked: int = 0
    evading: bool = False


@record
class BlockFace:
    """The hidden face of a block; `was` is the key of the block it used to be, if any."""

    block: str
    kind: str
    name: str
    ships: tuple[str, ...] = ()
    immobile: bool = False
    entry: str = ""
    arrives: int = 1
    was: str = ""


@record
class BlocksSetUp:
    """The blocks of a side after set-up (public)."""

    side: str
    blocks: tuple[PlacedBlock, ...]


@record
class FacesSet:
    """The hidden faces of these blocks of a side; `dummies_left` are dummies not in play (owner)."""

    side: str
    faces: tuple[BlockFace, ...]
    dummies_left: int


@record
class BlocksRegrouped:
    """Blocks of a side in one hex were taken up and placed again (public).

    After a dummy returned or ships left a task group, nobody can tell which block is which.
    """

    side: str
    hex: Hex | None
    gone: tuple[str, ...]
    placed: tuple[PlacedBlock, ...]
    rule: str


@record
class DetachmentsPlotted:
    """The ships that will leave their task groups at the end of the movement phase (owner)."""

    side: str
    detachments: tuple["PlottedDetachment", ...]


@record
class PlottedDetachment:
    """Ships leaving a block: as a task group with this name, or as single ships without one."""

    block: str
    ships: tuple[str, ...]
    name: str = ""


@record
class DetachmentsLapsed:
    """A ruling made some of the plotted detachments impossible; `left` are the remaining ones (owner)."""

    side: str
    left: tuple[PlottedDetachment, ...]
    rule: str


@record
class InitiativeTaken:
    """The side with the initiative and why: each side's die, training level and sum.

    `tied` says that sums and training were equal, so `side` just keeps the initiative (DS-R2).
    """

    side: str
    dice: Mapping[str, int]
    training: Mapping[str, int]
    rule: str
    tied: bool = False


@record
class BlockMoved:
    """One block's path within `BlocksMoved`; `exit` is the edge that it left over."""

    block: str
    path: tuple[Hex, ...]
    moved: int
    exit: str = ""


@record
class BlocksMoved:
    """A side's moves in one stage (public). Blocks that stayed are omitted."""

    side: str
    moves: tuple[BlockMoved, ...]


@record
class ShipsExited:
    """Ships that left the map with a block, for scoring (owner); `hex` was their last.

    The block was not revealed: a dummy that leaves looks just like a task group.
    """

    side: str
    block: str
    ships: tuple[str, ...]
    edge: str
    turn: int
    rule: str
    hex: Hex | None = None


@record
class MovementEnded:
    """All blocks are unspotted again; sightings and evading markers are removed (§14a, DS-R4).

    In daylight, evasion was declared for this turn's combat, so the markers stay (§23a.i).
    """

    keep_evading: bool = False


@record
class EvasionEnded:
    """Evading markers are removed at the end of a daylight turn, or of a turn before one."""

    rule: str


@record
class SpeedsSet:
    """Daylight: the speeds stated for a side's blocks (public)."""

    side: str
    speeds: Mapping[str, int]


@record
class SmokeMade:
    """Smoke in these hexes, made by these blocks of a side (public).

    `rule` is §18l by night, §23b.ii in daylight.
    """

    side: str
    hexes: tuple[Hex, ...]
    rule: str
    blocks: tuple[str, ...] = ()


@record
class SmokeLifted:
    """A side's smoke that only dummies had made is removed with them (§23b.ii) (public).

    Without a side, all smoke in these hexes is removed.
    """

    hexes: tuple[Hex, ...]
    rule: str
    side: str = ""


@record
class SmokeCleared:
    """All smoke is removed (public)."""

    rule: str


@record
class SpottingAttempt:
    """One block trying to spot one enemy block: the sum and the outcome.

    `outcome` is "sighted", "contact" (radar beyond visual range) or "" (not spotted). Die and addends (keys
    of `attempts.ADDENDS`) make up the value; an automatic daylight sighting has value 0 and no addends.
    """

    block: str
    target: str
    range_hexes: int
    value: int
    addends: Mapping[str, int]
    outcome: str


@record
class SpottingWorked:
    """A side's spotting sums this turn (that side only). `must_declare`: §22c requires an answer."""

    side: str
    die: int
    looks: tuple[SpottingAttempt, ...]
    must_declare: bool = False


@record
class SightingsHeld:
    """Which own blocks have sightings and radar contacts of which targets (that side only)."""

    side: str
    sightings: Mapping[str, tuple[str, ...]]
    contacts: Mapping[str, tuple[str, ...]]
    voided: tuple[tuple[str, str], ...] = ()


@record
class BlockSighted:
    """A block was sighted and its owner announced what the spotter can tell (public).

    `by` is the side that sighted it; which of its blocks did stays secret. `classes` maps groups of classes
    to numbers of ships (empty if the level tells nothing apart), `level` is the targeting level used and
    `range_hexes` the range of the nearest spotter. `ship` is the ship of a single-ship block, which lies face
    up from then on (DS-R36); "" for task groups.
    """

    block: str
    by: str
    range_hexes: int
    level: int
    ships: int
    classes: Mapping[str, int]
    rule: str
    ship: str = ""


@record
class ContactMade:
    """Radar found a block beyond visual range: it is real, but nothing more is known (public).

    `by` is the side with the radar.
    """

    block: str
    by: str
    range_hexes: int
    rule: str


@record
class DummyRemoved:
    """A dummy was removed: spotted (§22b), withdrawn (§22f) or admitted (§22c)."""

    block: str
    side: str
    rule: str


@record
class ConfinementLifted:
    """First contact: the side's ships may leave the area they were confined to (public).

    `why` is the cause (DS-R40): "spotted", the side spotted an enemy ship; "attacked", the enemy attacked;
    "was_spotted", the enemy spotted a ship of the side.
    """

    side: str
    area: str
    why: str


@record
class EvasionDeclared:
    """The blocks of a side that evade this turn (public)."""

    side: str
    blocks: tuple[str, ...]
    rule: str


@record
class AttacksDeclared:
    """All attacks that a side declares this turn (public)."""

    side: str
    attacks: tuple[Attack, ...]
    rule: str


@record
class TargetDrawn:
    """A blind draw (§18h): the contents of the pool, and the ship drawn (public).

    `attack` numbers the side's attacks of this turn from 1. `enemies` and `blanks` make up the pool; if a
    blank was drawn, a second die picked one of `at_risk` friendly ships (§18i.iii). The dice are separate
    events: only the side whose ships were drawn from sees them.
    """

    attack: int
    side: str
    weapons: str
    enemies: int
    blanks: int
    percent: int
    ship: str
    friendly: bool
    at_risk: int = 0
    rule: str = "§18h"


@record
class FactorLine:
    """A battery's share of an attack: printed factor and each multiplier with its rule."""

    ship: str
    weapon: str
    factor: int
    multipliers: tuple["Multiplied", ...]
    worth: Fraction


@record
class Multiplied:
    """One multiplier of a battery's factor."""

    label: str
    factor: Fraction
    rule: str


@record
class AttackResolved:
    """An attack on a drawn ship (public): sum of factors, odds in halves, die, result.

    `weapons` is "guns" or "torpedoes", `hex` is the ship's hex. `result` is "sunk", "damaged" or "none" for
    this attack alone; results take effect together (DS-R24).
    """

    attack: int
    side: str
    block: str
    weapons: str
    ship: str
    hex: Hex
    friendly: bool
    range_hexes: int
    lines: tuple[FactorLine, ...]
    total: Fraction
    defence: int
    defence_class: str
    odds_halves: int
    die: int
    result: str
    with_d: bool
    rules: tuple[str, ...]


@record
class AttackLapsed:
    """An attack that does not take place (DS-R42, DS-H22) (public).

    `why` is "nobody" if its pool has no enemy ship, or "gone" if its own block is off the map. `weapons` is
    as in `TargetDrawn`; "" for the whole attack.
    """

    attack: int
    side: str
    block: str
    hex: Hex
    weapons: str
    why: str
    rule: str = "DS-R42"


@record
class HeldDraw:
    """A draw whose results are pending: the number of the attack, and the ship drawn."""

    attack: int
    ship: str


@record
class HeldShot:
    """A resolved attack whose result is pending (see `AttackResolved`)."""

    attack: int
    weapons: str
    ship: str
    result: str
    with_d: bool


@record
class ResultsHeld:
    """Daylight: a side's attacks are resolved; results take effect with the other side's (DS-R41)
    (public).
    """

    side: str
    draws: tuple[HeldDraw, ...]
    shots: tuple[HeldShot, ...]
    rule: str = "DS-R41"


@record
class TorpedoesFired:
    """Ships that fired their torpedoes this turn; `salvoes` counts their salvoes so far."""

    ships: Mapping[str, int]


@record
class MarkersPlaced:
    """Which blocks and ships attacked and were attacked this turn (public).

    Only ships that the attacks themselves have made known to everybody.
    """

    turn: int
    attacked_blocks: tuple[str, ...]
    attacked_ships: tuple[str, ...]
    targeted_blocks: tuple[str, ...]
    targeted_ships: tuple[str, ...]


@record
class BlockMarks:
    """The markers of a block: the last turns in which it attacked and was attacked (0: no marker)."""

    block: str
    attacked: int
    was_attacked: int


@record
class BlocksMarked:
    """These blocks now carry the markers of the ships afloat in them (DS-R35) (public)."""

    marks: tuple[BlockMarks, ...]
    rule: str = "DS-R35"


@record
class ShipDamaged:
    """A ship is damaged (public); `block` is empty after a ruling, because it may be hidden."""

    ship: str
    block: str
    rule: str


@record
class ShipSunk:
    """A ship is sunk (public); `hex` is where she went down."""

    ship: str
    block: str
    hex: Hex
    turn: int
    rule: str


@record
class ShipRestored:
    """By ruling, a ship is afloat, damaged or not, whatever happened to her before (public)."""

    ship: str
    damaged: bool
    rule: str


@record
class BlockLost:
    """A block has no ship left and is removed from the map (public)."""

    block: str
    side: str


@record
class TorpedoesReloaded:
    """Ships with a second salvo of torpedoes ready (owner)."""

    side: str
    ships: tuple[str, ...]
    rule: str


EVENTS: Mapping[str, type] = {
    "dark_seas.stage_opened": StageOpened,
    "dark_seas.plot_sealed": PlotSealed,
    "dark_seas.blocks_set_up": BlocksSetUp,
    "dark_seas.faces_set": FacesSet,
    "dark_seas.blocks_regrouped": BlocksRegrouped,
    "dark_seas.detachments_plotted": DetachmentsPlotted,
    "dark_seas.detachments_lapsed": DetachmentsLapsed,
    "dark_seas.initiative_taken": InitiativeTaken,
    "dark_seas.blocks_moved": BlocksMoved,
    "dark_seas.ships_exited": ShipsExited,
    "dark_seas.movement_ended": MovementEnded,
    "dark_seas.speeds_set": SpeedsSet,
    "dark_seas.smoke_made": SmokeMade,
    "dark_seas.smoke_cleared": SmokeCleared,
    "dark_seas.smoke_lifted": SmokeLifted,
    "dark_seas.evasion_ended": EvasionEnded,
    "dark_seas.spotting_worked": SpottingWorked,
    "dark_seas.sightings_held": SightingsHeld,
    "dark_seas.block_sighted": BlockSighted,
    "dark_seas.contact_made": ContactMade,
    "dark_seas.dummy_removed": DummyRemoved,
    "dark_seas.confinement_lifted": ConfinementLifted,
    "dark_seas.evasion_declared": EvasionDeclared,
    "dark_seas.attacks_declared": AttacksDeclared,
    "dark_seas.target_drawn": TargetDrawn,
    "dark_seas.attack_resolved": AttackResolved,
    "dark_seas.attack_lapsed": AttackLapsed,
    "dark_seas.results_held": ResultsHeld,
    "dark_seas.torpedoes_fired": TorpedoesFired,
    "dark_seas.markers_placed": MarkersPlaced,
    "dark_seas.blocks_marked": BlocksMarked,
    "dark_seas.ship_damaged": ShipDamaged,
    "dark_seas.ship_sunk": ShipSunk,
    "dark_seas.ship_restored": ShipRestored,
    "dark_seas.block_lost": BlockLost,
    "dark_seas.torpedoes_reloaded": TorpedoesReloaded,
}
