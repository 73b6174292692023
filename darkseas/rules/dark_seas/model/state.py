"""The state of a Dark Seas battle: small frozen records in a few dictionaries.

Setters (`apply.py`) change dictionaries of a copy that one fold owns; the records themselves are
never changed, so a copy is shallow and cheap (house plan, decision 16).

What only its owner may know of a block stands apart in `contents`; a side's view simply lacks the
enemy's. Everything that hangs on a block (`Block`) lies open on the table.
"""

from typing import NamedTuple, Self

from darkseas.engine.hexes.board import Hex

from .events import PlottedDetachment, SpottingWorked
from .orders import Attack
from .sheet import Conditions, Sheet

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

    # These two happen to every block in every turn, and `_replace` takes its time.

    def at(self, place: Hex | None, moved: int) -> "Block":
        """The block there, having entered so many hexes this turn."""
        key, side, _, _, spotted, evading, evaded, attacked, was_attacked = self
        return Block(key, side, place, moved, spotted, evading, evaded, attacked, was_attacked)

    def seen(self, spotted: str, evading: bool) -> "Block":
        """The block with this to its markers."""
        key, side, place, moved, _, _, evaded, attacked, was_attacked = self
        return Block(key, side, place, moved, spotted, evading, evaded, attacked, was_attacked)


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


class Plight(NamedTuple):
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

    def marked(self, attacked: int, was_attacked: int) -> "Plight":
        """Her plight with this to her markers; quicker than `_replace`, for most ships in every fight."""
        damaged, sunk, exited, salvoes, loaded, fired, _, _, last_hex = self
        return Plight(damaged, sunk, exited, salvoes, loaded, fired, attacked, was_attacked, last_hex)

    @property
    def afloat(self) -> bool:
        """Neither sunk nor gone from the map."""
        return not (self.sunk or self.exited)


class Report(NamedTuple):
    """What was announced of a sighted block: ships afloat in it, and by groups of classes."""

    ships: int
    classes: tuple[tuple[str, int], ...]
    range_hexes: int


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


class State:
    """A battle at one moment. Equal by value; a value to everybody outside the engine."""

    __slots__ = (
        "attacks", "blocks", "called", "contact_made", "contacts", "contents", "detaching", "dummies_gone",
        "dummies_left", "ended", "evaders", "initiative", "looked", "numbers", "phase", "plights",
        "reports", "sheet", "shots", "sightings", "smoke", "smoke_makers", "speeds", "tie", "tracks", "turn",
    )  # fmt: skip

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.turn = 0
        self.phase = "set-up"
        #: Sides that must give an order before the battle goes on.
        self.called: tuple[str, ...] = tuple(sheet.sides)
        self.initiative = ""
        #: Equal sums and training: a tie-break roll is due after combat (DS-R2).
        self.tie = False
        self.blocks: dict[str, Block] = {}
        self.contents: dict[str, Contents] = {}
        self.plights: dict[str, Plight] = {key: Plight() for key in sheet.ships}
        #: Own block -> enemy blocks it holds a sighting (an attackable one) of; own side only.
        self.sightings: dict[str, tuple[str, ...]] = {}
        #: Own block -> enemy blocks it holds by radar beyond visual range; own side only.
        self.contacts: dict[str, tuple[str, ...]] = {}
        #: Side -> its spotting sums of this turn, kept until blocks are unspotted again; own side only.
        self.looked: dict[str, SpottingWorked] = {}
        self.reports: dict[str, Report] = {}
        #: Side -> detachments to take place at the end of the movement phase; own side only.
        self.detaching: dict[str, tuple[PlottedDetachment, ...]] = {}
        #: Side -> dummies off the map that may be brought back; own side only.
        self.dummies_left: dict[str, int] = dict.fromkeys(sheet.sides, 0)
        #: Side -> those of them that came off this turn and so have to wait for the next (§22d).
        self.dummies_gone: dict[str, int] = dict.fromkeys(sheet.sides, 0)
        self.contact_made: dict[str, bool] = dict.fromkeys(sheet.sides, False)
        #: Hex -> sides that made smoke there, and blocks that made it in daylight; a dummy that came off
        #: is no longer among the makers, a block that was regrouped stands there by its owner's new key.
        self.smoke: dict[Hex, tuple[str, ...]] = {}
        self.smoke_makers: dict[Hex, tuple[str, ...]] = {}
        #: Side -> the highest number that a block of it has borne; no key is used again that anybody saw.
        self.numbers: dict[str, int] = dict.fromkeys(sheet.sides, 0)
        self.speeds: dict[str, int] = {}
        self.evaders: dict[str, tuple[str, ...]] = {}
        #: Side -> attacks declared this turn in order.
        self.attacks: dict[str, tuple[Attack, ...]] = {}
        self.tracks: tuple[Track, ...] = ()
        self.shots: tuple[Shot, ...] = ()
        self.ended: object | None = None

    def copy(self) -> Self:
        """An equal state that shares only records that never change."""
        other = object.__new__(type(self))
        # Part by part, not in a loop over their names: every order begins with a copy.
        other.attacks = self.attacks.copy()
        other.blocks = self.blocks.copy()
        other.called = self.called
        other.contact_made = self.contact_made.copy()
        other.contacts = self.contacts.copy()
        other.contents = self.contents.copy()
        other.detaching = self.detaching.copy()
        other.dummies_gone = self.dummies_gone.copy()
        other.dummies_left = self.dummies_left.copy()
        other.ended = self.ended
        other.evaders = self.evaders.copy()
        other.initiative = self.initiative
        other.looked = self.looked.copy()
        other.numbers = self.numbers.copy()
        other.phase = self.phase
        other.plights = self.plights.copy()
        other.reports = self.reports.copy()
        other.sheet = self.sheet
        other.shots = self.shots
        other.sightings = self.sightings.copy()
        other.smoke = self.smoke.copy()
        other.smoke_makers = self.smoke_makers.copy()
        other.speeds = self.speeds.copy()
        other.tie = self.tie
        other.tracks = self.tracks
        other.turn = self.turn
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def conditions(self) -> Conditions:
        """Light and sight now."""
        return self.sheet.conditions(self.turn)

    @property
    def daylight(self) -> bool:
        """Whether this turn is fought by §23."""
        return self.conditions.light == "day"
