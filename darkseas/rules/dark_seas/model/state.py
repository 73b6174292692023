"""The state of a Dark Seas battle: small frozen records in a few dictionaries.

Setters (`setters.py`) change dictionaries of a copy that one fold owns; the records themselves are
never changed, so a copy is shallow and cheap.

What only its owner may know of a block stands apart in `contents`; a side's view simply lacks the
enemy's. Everything that hangs on a block (`Block`) lies open on the table.
"""

from collections.abc import Callable
from typing import NamedTuple

from darkseas.engine.hexes.board import Hex
from darkseas.engine.serialization.records import replacing
from darkseas.engine.stages.stage import Stage, StagedState

from .events import PlottedDetachment, ResultsHeld, SpottingWorked
from .orders import Attack
from .scenario import Conditions, RulesScenario

#: The stage before entry 0.
SET_UP = Stage("set-up")

#: How a block stands with the enemy (§16, DS-R15).
UNSPOTTED, CONTACT, SIGHTED = "", "contact", "sighted"

#: What a block is (DS-R5).
GROUP, SINGLE, DUMMY = "group", "single", "dummy"


class Block(NamedTuple):
    """A block as everybody sees it.

    `hex` is None before entry. `moved` counts hexes entered this turn; `evaded`, `attacked` and
    `was_attacked` are the last turn in which that happened (0: never).
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


#: A block in this hex, having entered so many this turn.
moved_to: Callable[[Block, Hex | None, int], Block] = replacing(Block, "hex", "moved")
#: A block spotted in this way, evading or not.
spotted_as: Callable[[Block, str, bool], Block] = replacing(Block, "spotted", "evading")


class Contents(NamedTuple):
    """What stands on the hidden face of a block: its kind, its name, the ships in it.

    `entry`/`arrives` hold for blocks that have yet to come in; `immobile` ones never move.
    """

    kind: str
    name: str
    ships: tuple[str, ...]
    immobile: bool = False
    entry: str = ""
    arrives: int = 1


class ShipStatus(NamedTuple):
    """What has befallen a ship.

    `salvoes` counts torpedo salvoes fired, `loaded` says whether her tubes are ready;
    `fired_torpedoes`, `attacked` and `was_attacked` are turns (0: never); `last_hex` is where she sank
    or left the map.
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
        """Neither sunk nor gone from the map."""
        return not (self.sunk or self.exited)


#: A ship that attacked last, and was attacked last, in these turns.
marked: Callable[[ShipStatus, int, int], ShipStatus] = replacing(ShipStatus, "attacked", "was_attacked")


class Report(NamedTuple):
    """What was announced of a sighted block: ships afloat in it, and by groups of classes.

    `ship` is the single ship whose block lies face up (DS-R36), "" for a task group.
    """

    ships: int
    classes: tuple[tuple[str, int], ...]
    range_hexes: int
    ship: str = ""


class Track(NamedTuple):
    """Where a block went in a turn, for the chart."""

    turn: int
    side: str
    path: tuple[Hex, ...]


class Shot(NamedTuple):
    """An attack as resolved this turn, for the chart."""

    side: str
    kind: str
    origin: Hex
    target: Hex
    odds_halves: int
    die: int
    outcome: str


class State(StagedState):
    """A battle at one moment. A value to everybody outside the engine."""

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
    #: Own block -> enemy blocks it holds a sighting (an attackable one) of; own side only.
    sightings: dict[str, tuple[str, ...]]
    #: Own block -> enemy blocks it holds by radar beyond visual range; own side only.
    contacts: dict[str, tuple[str, ...]]
    #: Side -> its spotting sums of this turn, kept until blocks are unspotted again; own side only.
    spotting_sums: dict[str, SpottingWorked]
    reports: dict[str, Report]
    #: Side -> detachments to take place at the end of the movement phase; own side only.
    detaching: dict[str, tuple[PlottedDetachment, ...]]
    #: Side -> dummies off the map that may be brought back; own side only.
    dummies_left: dict[str, int]
    #: Side -> those of them that came off this turn and so have to wait for the next (§22d).
    dummies_gone: dict[str, int]
    contact_made: dict[str, bool]
    #: Hex -> sides that made smoke there, and blocks that made it in daylight; a dummy that came off
    #: is no longer among the makers, a block that was regrouped stands there by its owner's new key.
    smoke: dict[Hex, tuple[str, ...]]
    smoke_makers: dict[Hex, tuple[str, ...]]
    #: Side -> the highest number that a block of it has borne; no key is used again that anybody saw.
    numbers: dict[str, int]
    #: Side -> faces by which its set-up was mixed, kept until the battle begins; own side only.
    set_up_dice: dict[str, tuple[int, ...]]
    speeds: dict[str, int]
    evaders: dict[str, tuple[str, ...]]
    #: Side -> attacks declared this turn in order.
    attacks: dict[str, tuple[Attack, ...]]
    #: By day, what the first side's attacks will do once the other side's are resolved too (DS-R41).
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
        """Light and sight now."""
        return self.scenario.conditions(self.turn)

    @property
    def daylight(self) -> bool:
        """Whether this turn is fought by §23."""
        return self.conditions.light == "day"
