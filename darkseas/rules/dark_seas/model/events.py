"""The events of Dark Seas: past facts with their outcome, and the numbers that explain them.

Audiences are written where the events are made. Open to everybody: blocks and their markers, what
is announced, declared attacks and their results. Only for the owner: what stands on the hidden face
of a block, which own block holds which sighting, what a side has plotted.
"""

from collections.abc import Mapping
from fractions import Fraction

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.stage import PlotSealed, StageOpened

from .orders import Attack


@record
class PlacedBlock:
    """A block as everybody sees it when it comes on the table, with the markers it takes over."""

    block: str
    hex: Hex | None
    moved: int = 0
    evaded: int = 0
    attacked: int = 0
    was_attacked: int = 0
    evading: bool = False


@record
class BlockFace:
    """The hidden face of a block; `was` is the key of the block that became it, if there was one."""

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
    """The blocks of a side after set-up (everybody)."""

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
    """Blocks of a side in one hex were taken up and put down again (everybody).

    After a dummy came back or ships left a task group nobody can tell which block is which.
    """

    side: str
    hex: Hex | None
    gone: tuple[str, ...]
    placed: tuple[PlacedBlock, ...]
    rule: str


@record
class DetachmentsPlotted:
    """Which ships will leave their task groups at the end of the movement phase (owner)."""

    side: str
    detachments: tuple["PlottedDetachment", ...]


@record
class PlottedDetachment:
    """Ships leaving a block: as a task group with this name, or without one as single ships."""

    block: str
    ships: tuple[str, ...]
    name: str = ""


@record
class DetachmentsLapsed:
    """A ruling has made some of the plotted detachments impossible; `left` are those that stand (owner)."""

    side: str
    left: tuple[PlottedDetachment, ...]
    rule: str


@record
class InitiativeTaken:
    """Who has the initiative and why: each side's die, training level and sum.

    `tied` says that sums and training were equal, so that `side` only keeps what it had (DS-R2).
    """

    side: str
    dice: Mapping[str, int]
    training: Mapping[str, int]
    rule: str
    tied: bool = False


@record
class BlockMoved:
    """One block's way within `BlocksMoved`; `exit` names the edge that it left over."""

    block: str
    path: tuple[Hex, ...]
    moved: int
    exit: str = ""


@record
class BlocksMoved:
    """What a side moved in one stage (everybody). Blocks that stayed are not named."""

    side: str
    moves: tuple[BlockMoved, ...]


@record
class ShipsExited:
    """Ships that left the map with a block, so that they can be scored (owner); `hex` was their last.

    The block was turned up for nobody: a dummy that leaves looks just like a task group.
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
    """All blocks are unspotted again, sightings are gone, and evading markers (§14a, DS-R4).

    In daylight evasion was declared for this turn's combat: then the markers stay (§23a.i).
    """

    keep_evading: bool = False


@record
class EvasionEnded:
    """Evading markers are taken off at the end of a turn that is fought, or followed, by daylight."""

    rule: str


@record
class SpeedsSet:
    """Daylight: the speeds that a side's blocks have stated (everybody)."""

    side: str
    speeds: Mapping[str, int]


@record
class SmokeMade:
    """Smoke lies in these hexes, made by these blocks of a side (everybody).

    `rule` is §18l by night, §23b.ii in daylight.
    """

    side: str
    hexes: tuple[Hex, ...]
    rule: str
    blocks: tuple[str, ...] = ()


@record
class SmokeLifted:
    """Smoke of a side that only dummies had made is gone with them (§23b.ii) (everybody).

    Without a side, all smoke in these hexes is gone.
    """

    hexes: tuple[Hex, ...]
    rule: str
    side: str = ""


@record
class SmokeCleared:
    """All smoke is gone (everybody)."""

    rule: str


@record
class SpottingAttempt:
    """One block trying to spot one enemy block: the sum and what came of it.

    `outcome` is "sighted", "contact" (radar beyond visual range) or "" (not spotted). Die and addends
    (keys of `attempts.ADDENDS`) make up the value; a sighting that is automatic in daylight has value 0
    and no addends.
    """

    block: str
    target: str
    range_hexes: int
    value: int
    addends: Mapping[str, int]
    outcome: str


@record
class SpottingWorked:
    """A side's spotting sums this turn (that side only). `must_declare`: §22c asks it a question."""

    side: str
    die: int
    looks: tuple[SpottingAttempt, ...]
    must_declare: bool = False


@record
class SightingsHeld:
    """Which own blocks hold sightings and radar contacts of which targets (that side only)."""

    side: str
    sightings: Mapping[str, tuple[str, ...]]
    contacts: Mapping[str, tuple[str, ...]]
    voided: tuple[tuple[str, str], ...] = ()


@record
class BlockSighted:
    """A block was sighted and its owner announced what the spotter can tell (everybody).

    `by` is the side that sighted it: which of its blocks did is its own affair. `classes` maps groups of
    classes to numbers of ships (none when the level tells nothing apart), `level` is the targeting level
    used and `range_hexes` the range of the nearest sighter. `ship` is the ship of a block of a single ship,
    which lies face up from then on (DS-R36); "" for task groups.
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
    """Radar found a block beyond visual range: something real is there, no more (everybody).

    `by` is the side whose radar it was.
    """

    block: str
    by: str
    range_hexes: int
    rule: str


@record
class DummyRemoved:
    """A dummy came off the map: spotted (§22b), taken off (§22f) or owned up to (§22c)."""

    block: str
    side: str
    rule: str


@record
class ConfinementLifted:
    """First contact: the side's ships may leave the area they were confined to (everybody).

    `why` is how it came about (DS-R40): "spotted", the side has spotted an enemy ship; "attacked", the enemy
    attacks; "was_spotted", the enemy has spotted a ship of the side.
    """

    side: str
    area: str
    why: str


@record
class EvasionDeclared:
    """The blocks of a side that evade this turn (everybody)."""

    side: str
    blocks: tuple[str, ...]
    rule: str


@record
class AttacksDeclared:
    """All attacks that a side declares this turn (everybody)."""

    side: str
    attacks: tuple[Attack, ...]
    rule: str


@record
class TargetDrawn:
    """A blind draw (§18h): what the pool held, and the ship that the draw fell on (everybody).

    `attack` counts the side's attacks of this turn from 1. `enemies` and `blanks` make up the pool;
    with a blank drawn, `at_risk` friendly ships were drawn from with a second die (§18i.iii). The dice
    stand apart: each is for the side alone whose ships were drawn from.
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
    """An attack on a drawn ship (everybody): sum of factors, odds in halves, die, result.

    `weapons` is "guns" or "torpedoes", `hex` where the drawn ship is; `result` is "sunk", "damaged"
    or "none" as this attack alone would have it; results land together (DS-R24).
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
    """An attack that does not take place (DS-R42, DS-H22) (everybody).

    `why` is "nobody", where no enemy ship lies in its pool, or "gone", where its own block is off the map.
    `weapons` says, as of a draw, what was to go for one ship; "" for all of it.
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
    """A draw whose results are still to land: the number of the attack, and the ship drawn."""

    attack: int
    ship: str


@record
class HeldShot:
    """A resolved attack whose result is still to land (see `AttackResolved`)."""

    attack: int
    weapons: str
    ship: str
    result: str
    with_d: bool


@record
class ResultsHeld:
    """Daylight: a side's attacks are resolved, and what they do lands with the other side's (DS-R41).

    Everybody knows.
    """

    side: str
    draws: tuple[HeldDraw, ...]
    shots: tuple[HeldShot, ...]
    rule: str = "DS-R41"


@record
class TorpedoesFired:
    """Ships that have used their torpedoes this turn; `salvoes` is how many times so far."""

    ships: Mapping[str, int]


@record
class MarkersPlaced:
    """Which blocks and ships attacked and were attacked this turn (everybody).

    Only for ships that everybody has come to know by the attacks themselves.
    """

    turn: int
    attacked_blocks: tuple[str, ...]
    attacked_ships: tuple[str, ...]
    targeted_blocks: tuple[str, ...]
    targeted_ships: tuple[str, ...]


@record
class BlockMarks:
    """The markers of a block: the last turns in which it attacked and was attacked (0: none lies there)."""

    block: str
    attacked: int
    was_attacked: int


@record
class BlocksMarked:
    """The markers of these blocks are those of the ships afloat in them (DS-R35) (everybody)."""

    marks: tuple[BlockMarks, ...]
    rule: str = "DS-R35"


@record
class ShipDamaged:
    """A ship is damaged (everybody); `block` is empty where that was ruled, for it may be hidden."""

    ship: str
    block: str
    rule: str


@record
class ShipSunk:
    """A ship is sunk (everybody); `hex` is where she went down."""

    ship: str
    block: str
    hex: Hex
    turn: int
    rule: str


@record
class ShipRestored:
    """It is ruled that a ship is afloat, damaged or not, whatever befell her (everybody)."""

    ship: str
    damaged: bool
    rule: str


@record
class BlockLost:
    """A block has no ship left and comes off the map (everybody)."""

    block: str
    side: str


@record
class TorpedoesReloaded:
    """Ships that have a second set of torpedoes ready (owner)."""

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
