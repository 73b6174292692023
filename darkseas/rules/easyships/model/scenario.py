"""The EasyShips scenario: typed, checked, immutable and shared by all states of a battle.

The general scenario (`ScenarioSpec`) leaves `rules`, `ratings`, `sea`, `aims` and `options` to each rules
system; the records down to `Aims` define those mappings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from darkseas.engine.hexes.board import Hex, HexBoard
from darkseas.engine.scenario.spec import MapSpec
from darkseas.engine.serialization.records import record
from darkseas.engine.stages.sides import TwoSided

from ..tables.rules_tables import TYPES, ShipType
from .options import Options as Options

TypeKey = Literal["BB", "PDN", "BC", "AC", "CA", "CL", "CLAA", "DD", "DE", "CV", "CVL", "SS", "AUX"]
Facing = Literal["E", "NE", "NW", "W", "SW", "SE"]
Edge = Literal["north", "south", "east", "west"]


@record
class Arcs:
    """How many guns of a battery bear ahead, abeam and astern (ES-X2)."""

    ahead: int
    abeam: int
    astern: int


@record
class Battery:
    """Guns of one size. `turret`: guns lost together; `low`: cannot fire in a storm (ES-X2, ES-X3)."""

    guns: int
    size: int
    arcs: Arcs | None = None
    turret: int = 0
    low: bool = False


@record
class Ratings:
    """A ship's ratings (ES-3): `year` of entry into service, guns by size, torpedoes per side, half her
    planes.

    `hexes` and `faces` override the tables (0: use those of her type). `nimble` and `radar` are for ES-X4 and
    ES-X6, `long_lance` for ES-X1.
    """

    type: TypeKey
    year: int
    armour: int
    defence: int
    moves: int
    batteries: tuple[Battery, ...] = ()
    torpedoes: int = 0
    air: int = 0
    hexes: int = 0
    faces: int = 0
    nimble: bool = False
    radar: bool = False
    long_lance: bool = False


@record
class Sea:
    """The year, and the conditions that the house rules use.

    `sight` and `searchlights` are in hexes (0: no limit) and apply by night and in bad weather (ES-X3,
    ES-X5); `wind` is the facing that the wind comes from.
    """

    year: int = 0
    weather: Literal["fair", "rough", "storm"] = "fair"
    wind: Literal["", "E", "NE", "NW", "W", "SW", "SE"] = ""
    night: bool = False
    sight: int = 0
    searchlights: int = 0


@record
class GroupRules:
    """A line ahead placed by the scenario: the leader's bow and facing, and the hexes between ships
    (ES-2).
    """

    hex: Hex
    facing: Facing
    gap: int = 0


@record
class SideRules:
    """A side in the scenario: its points (0: none) and the edge where it sets up ("" is decided by dice).

    `head_start` is the number of points that the side starts with, so the other side must sink more (ES-36).
    """

    budget: int = 0
    head_start: int = 0
    edge: Literal["", "north", "south", "east", "west"] = ""


@record
class Aims:
    """Victory conditions (ES-36): ships sunk within `turn_limit` turns, or the last ship afloat (0: no
    limit).

    A sunk ship scores her points, or one point with `each`.
    """

    turn_limit: int = 0
    value: Literal["points", "each"] = "points"


@dataclass(frozen=True, slots=True, eq=False)
class Ship:
    """A ship in the battle. `place` is her index in the full order of battle; `points` is her cost."""

    key: str
    name: str
    side: str
    navy: str
    class_name: str
    ratings: Ratings
    hexes: int
    points: int
    place: int

    @property
    def type(self) -> ShipType:
        return TYPES[self.ratings.type]

    @property
    def batteries(self) -> tuple[Battery, ...]:
        """Her batteries, largest guns first."""
        return self.ratings.batteries

    @property
    def dives(self) -> bool:
        """Whether she is a submarine."""
        return self.type.dives


@record
class Start:
    """A ship's starting position: her bow and her facing, by number."""

    hex: Hex
    facing: int


@record
class Side:
    """A side in the battle: its rules, its ships in order of battle, and their starting positions."""

    key: str
    name: str
    navy: str
    rules: SideRules
    ships: tuple[str, ...]
    starts: Mapping[str, Start]


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """A complete scenario, ready to play. Compared by identity: a battle has exactly one."""

    key: str
    title: str
    sides: Mapping[str, Side]
    ships: Mapping[str, Ship]
    map: MapSpec
    board: HexBoard
    sea: Sea
    aims: Aims
    options: Options
