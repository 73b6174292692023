"""The state of a Dark Seas battle: small frozen records in a few dictionaries.

`apply_events.py` changes the dictionaries of a copy that one fold owns. The records themselves never change,
so a shallow copy suffices.

`contents` holds the secret part of blocks; a side's view lacks the enemy's. `Block` holds the public part.
"""

from collections.abc import Callable
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import replacing
from darkseas.engine.stages.stage import Stage, StagedState

from .events import PlottedDetachment, ResultsHeld, SpottingWorked
from .orders import Attack
from .scenario import Conditions, RulesScenario

#: The stage before the first log entry.
SET_UP = Stage("set-up")

#: How well the enemy has spotted a block (§16, DS-R15).
UNSPOTTED, CONTACT, SIGHTED = "", "contact", "sighted"

#: Kinds of blocks (DS-R5).
GROUP, SINGLE, DUMMY = "group", "single", "dummy"


class Block(NamedTuple):
    """A block as everybody sees it.

    `hex` is None before entry. `moved` counts the hexes entered this turn; `evaded`, `attacked` and
    `was_attacked` are the last turns in which that happened (0: never).
    """

    key: str
    side: str
    hex: Hex | None
    moved: int = 0
    spotted: str = UNSPOTTED
    evading: bool = False
    evaded: int = 0
    attacked: int = 0
    was_attacked: int = 0


#: The block in this hex, after entering so many hexes this turn.
moved_to: Callable[[Block, Hex | None, int], Block] = replacing(Block, "hex", "moved")
#: The block spotted to this degree, evading or not.
spotted_as: Callable[[Block, str, bool], Block] = replacing(Block, "spotted", "evading")


class Contents(NamedTuple):
    """The hidden face of a block: its kind, its name, and the ships in it.

    `entry` and `arrives` apply to blocks that have yet to enter; `immobile` blocks never move.
    """

    kind: str
    name: str
    ships: tuple[str, ...]
    immobile: bool = False
    entry: str = ""
    arrives: int = 1


class ShipStatus(NamedTuple):
    """The condition of a ship.

    `salvoes` counts torpedo salvoes fired, `loaded` says whether her tubes are ready; `fired_torpedoes`,
    `attacked` and `was_attacked` are turns (0: never); `last_hex` is where she sank or left the map.
    """

    damaged: bool = False
    sunk: int = 0
    exited: int = 0
    salvoes: int = 0
    loaded: bool = True
    fired_torpedoes: int = 0
    attacked: int = 0
    was_attacked: int = 0
    last_hex: Hex | None = None

    @property
    def afloat(self) -> bool:
        """Whether she has neither sunk nor left the map."""
        return not (self.sunk or self.exited)


#: The ship with these turns of her last attack by and on her.
marked: Callable[[ShipStatus, int, int], ShipStatus] = replacing(ShipStatus, "attacked", "was_attacked")


class Report(NamedTuple):
    """The announcement of a sighted block: the number of ships afloat, in all and by groups of classes.

    `ship` is the single ship whose block lies face up (DS-R36), "" for a task group.
    """

    ships: int
    classes: tuple[tuple[str, int], ...]
    range_hexes: int
    ship: str = ""


class Track(NamedTuple):
    """A block's path in a turn, for the map."""

    turn: int
    side: str
    path: tuple[Hex, ...]


class Shot(NamedTuple):
    """An attack resolved this turn, for the map."""

    side: str
    kind: str
    origin: Hex
    target: Hex
    odds_halves: int
    die: int
    outcome: str


class State(StagedState):
    """A battle at one moment; immutable for everybody outside the engine."""

    __slots__ = (
        "attacks", "blocks", "contact_made", "contacts", "contents", "detaching", "dummies_gone",
        "dummies_left", "evaders", "held", "initiative", "numbers", "reports", "set_up_dice", "ship_status",
        "shots", "sightings", "smoke", "smoke_makers", "speeds", "spotting_sums", "tie", "tracks",
    )  # fmt: skip

    scenario: RulesScenario
    initiative: str
    #: Equal sums and training: a tie-break roll is due after combat (DS-R2).
    tie: bool
    blocks: dict[str, Block]
    contents: dict[str, Contents]
    ship_status: dict[str, ShipStatus]
    #: Own block -> enemy blocks that it has sighted and may attack; own side only.
    sightings: dict[str, tuple[str, ...]]
    #: Own block -> enemy blocks that it has found by radar beyond visual range; own side only.
    contacts: dict[str, tuple[str, ...]]
    #: Side -> its spotting sums of this turn, kept until blocks are unspotted again; own side only.
    spotting_sums: dict[str, SpottingWorked]
    reports: dict[str, Report]
    #: Side -> detachments due at the end of the movement phase; own side only.
    detaching: dict[str, tuple[PlottedDetachment, ...]]
    #: Side -> dummies off the map that may return; own side only.
    dummies_left: dict[str, int]
    #: Side -> those of them removed this turn, which must wait for the next (§22d).
    dummies_gone: dict[str, int]
    contact_made: dict[str, bool]
    #: Hex -> sides that made smoke there, and by day the blocks that made it. A removed dummy is no longer
    #: listed; a regrouped block is listed under its new key.
    smoke: dict[Hex, tuple[str, ...]]
    smoke_makers: dict[Hex, tuple[str, ...]]
    #: Side -> the highest block number used so far; no key that anybody has seen is reused.
    numbers: dict[str, int]
    #: Side -> the dice that mixed its set-up, kept until the battle begins; own side only.
    set_up_dice: dict[str, tuple[int, ...]]
    speeds: dict[str, int]
    evaders: dict[str, tuple[str, ...]]
    #: Side -> attacks declared this turn, in order.
    attacks: dict[str, tuple[Attack, ...]]
    #: By day, the first side's results, pending until the other side's attacks are resolved (DS-R41).
    held: ResultsHeld | None
    tracks: tuple[Track, ...]
    shots: tuple[Shot, ...]

    def __init__(self, scenario: RulesScenario) -> None:
        super().__init__(scenario, SET_UP)
        self.initiative, self.tie = "", False
        self.blocks, self.contents, self.reports = {}, {}, {}
        self.ship_status = {key: ShipStatus() for key in scenario.ships}
        self.sightings, self.contacts, self.spotting_sums = {}, {}, {}
        self.detaching, self.speeds, self.evaders, self.attacks = {}, {}, {}, {}
        self.set_up_dice, self.held = {}, None
        self.dummies_left = dict.fromkeys(scenario.sides, 0)
        self.dummies_gone = dict.fromkeys(scenario.sides, 0)
        self.numbers = dict.fromkeys(scenario.sides, 0)
        self.contact_made = dict.fromkeys(scenario.sides, False)
        self.smoke, self.smoke_makers = {}, {}
        self.tracks, self.shots = (), ()

    @property
    def conditions(self) -> Conditions:
        return self.scenario.conditions(self.turn)

    @property
    def daylight(self) -> bool:
        """Whether this turn is played by §23."""
        return self.conditions.light == "day"
