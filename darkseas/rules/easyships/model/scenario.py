"""The scenario as EasyShips reads it: typed, checked, immutable, shared by all states of a battle.

The frame (`ScenarioSpec`) leaves to each system what stands in its `rules`, `ratings`, `sea`, `aims` and
`options`; the records down to `Aims` are those mappings.
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
    """Guns of one size. `turret`: how many are lost at once; `low`: silent in a storm (ES-X2, ES-X3)."""

    guns: int
    size: int
    arcs: Arcs | None = None
    turret: int = 0
    low: bool = False


@record
class Ratings:
    """A ship's ratings (ES-3): `year` she joined, guns by size, torpedoes one way, half her planes.

    `hexes` and `faces` (0: those of her type) go before the tables; `nimble` and `radar` are for ES-X4 and
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
    """The year, and what the house rules ask of the sea.

    `sight` and `searchlights` are in hexes (0: no limit) and count by night and in weather (ES-X3, ES-X5);
    `wind` is the facing that it comes from.
    """

    year: int = 0
    weather: Literal["fair", "rough", "storm"] = "fair"
    wind: Literal["", "E", "NE", "NW", "W", "SW", "SE"] = ""
    night: bool = False
    sight: int = 0
    searchlights: int = 0


@record
class GroupRules:
    """A line ahead as the scenario has it: the leader's bow and facing, hexes between ships (ES-2)."""

    hex: Hex
    facing: Facing
    gap: int = 0


@record
class SideRules:
    """What a scenario says of a side: its points (0: none), the edge that it sets up on ("" by dice).

    `head_start` are points that count for it from the beginning: the other side has to sink more (ES-36).
    """

    budget: int = 0
    head_start: int = 0
    edge: Literal["", "north", "south", "east", "west"] = ""


@record
class Aims:
    """How it is won (ES-36): after `turn_limit` turns by what was sunk, or by the last ship (0: no limit).

    A ship sunk counts her points, or with `each` one point.
    """

    turn_limit: int = 0
    value: Literal["points", "each"] = "points"


@dataclass(frozen=True, slots=True, eq=False)
class Ship:
    """A ship of the battle. `place` is her place in the whole order of battle; `points` what she costs."""

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
        """What her type may do."""
        return TYPES[self.ratings.type]

    @property
    def batteries(self) -> tuple[Battery, ...]:
        """Her guns, the largest first."""
        return self.ratings.batteries

    @property
    def dives(self) -> bool:
        """Whether she is a submarine."""
        return self.type.dives


@record
class Start:
    """Where a ship begins: her bow and the way that she faces, by number."""

    hex: Hex
    facing: int


@record
class Side:
    """A side of the battle: its rules, its ships in the order of the order of battle, where they begin."""

    key: str
    name: str
    navy: str
    rules: SideRules
    ships: tuple[str, ...]
    starts: Mapping[str, Start]


@dataclass(frozen=True, slots=True, eq=False)
class RulesScenario(TwoSided):
    """A whole scenario, ready to be fought. Compared by identity: one battle has one of it."""

    key: str
    title: str
    sides: Mapping[str, Side]
    ships: Mapping[str, Ship]
    map: MapSpec
    board: HexBoard
    sea: Sea
    aims: Aims
    options: Options
