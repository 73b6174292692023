"""The tables of EasyShips as typed rows, and lookups in them."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from darkseas.engine.serialization.records import record
from darkseas.engine.serialization.tables import FixedNumber, load

_PACKAGE = __package__ or ""


@record
class ShipType:
    """A ship type and its abilities (ES-6, ES-9, ES-13, ES-16, ES-27, ES-30)."""

    key: str
    title: str
    plural: str
    faces: int
    basis: Literal["stated", "house"]
    hunts: bool
    one_aa_die: bool
    aa_ship: bool
    heavy: bool
    dives: bool


@record
class LengthOfType:
    """The length in hexes of a ship type (ES-A24)."""

    type: str
    hexes: int


@record
class CriticalHit:
    """A row of the critical hit table."""

    roll: int
    fires: int
    fires_by_gun: int
    fires_by_die: bool
    flooding: int
    small_guns: int
    large_guns: int
    speed: int
    speed_floor: int
    no_repairs: bool
    magazine: bool
    label: str
    label_of_torpedo: str


@record
class FireLevel:
    """The effects of a number of fires (ES-31)."""

    level: int
    no_air: bool
    silent: int
    sinks_below: int
    sinks_submarine: bool
    sinks_all: bool


@record
class FloodLevel:
    """The effects of a flooding level (ES-32)."""

    level: int
    small_loss: int
    loss: int
    cap: int
    sinks_below: int
    sinks_submarine: bool
    sinks_all: bool


@record
class RepairRow:
    """The result of a repair roll (ES-33)."""

    roll: int
    fires: int
    flooding: int
    speed: int
    speed_if_lost: int


@record
class Modifier:
    """A modifier of the gunnery die (ES-24)."""

    key: str
    label: str
    amount: int
    rule: str


@record
class RateOfFire:
    """Firings per turn for guns up to a size (ES-23)."""

    most_size: int
    firings: int


@record
class FighterRow:
    """Planes shot down by four fighters, by die (ES-15)."""

    least: int
    most: int
    planes: int


@record
class AircraftYear:
    """Strength of bombs and anti-aircraft fire from a year on (ES-16, ES-17)."""

    since: int
    bomb: int
    aa: int


@record
class Depth:
    """A submarine depth, its sonar modifier and depth charge dice (ES-13, ES-30)."""

    key: str
    sonar: int
    dice: int


@record
class SonarReach:
    """The sonar area after a number of hexes moved (ES-13)."""

    moved: int
    beside: bool
    beyond: bool


@record
class TypeOfKind:
    """The ship type for a kind in the ship data."""

    kind: str
    type: str


class _Rolled(Protocol):
    @property
    def roll(self) -> int: ...


class _Levelled(Protocol):
    @property
    def level(self) -> int: ...


R = TypeVar("R", bound=_Rolled)
V = TypeVar("V", bound=_Levelled)

TYPES: Mapping[str, ShipType] = {line.key: line for line in load(_PACKAGE, "types", ShipType)}
LENGTHS: Mapping[str, int] = {line.type: line.hexes for line in load(_PACKAGE, "lengths", LengthOfType)}
CRITICAL_HITS: tuple[CriticalHit, ...] = load(_PACKAGE, "critical_hits", CriticalHit)
FIRES: tuple[FireLevel, ...] = load(_PACKAGE, "fires", FireLevel)
FLOODING: tuple[FloodLevel, ...] = load(_PACKAGE, "flooding", FloodLevel)
REPAIRS: tuple[RepairRow, ...] = load(_PACKAGE, "damage_control", RepairRow)
MODIFIERS: Mapping[str, Modifier] = {line.key: line for line in load(_PACKAGE, "gunnery_modifiers", Modifier)}
RATES: tuple[RateOfFire, ...] = load(_PACKAGE, "rates_of_fire", RateOfFire)
FIGHTERS: tuple[FighterRow, ...] = load(_PACKAGE, "fighters", FighterRow)
YEARS: tuple[AircraftYear, ...] = load(_PACKAGE, "aircraft_by_year", AircraftYear)
DEPTHS: tuple[Depth, ...] = load(_PACKAGE, "depths", Depth)
SONAR: Mapping[int, SonarReach] = {line.moved: line for line in load(_PACKAGE, "sonar", SonarReach)}
FIXED: Mapping[str, int] = {line.key: line.number for line in load(_PACKAGE, "fixed", FixedNumber)}
HOUSE: Mapping[str, int] = {line.key: line.number for line in load(_PACKAGE, "house_numbers", FixedNumber)}
TYPE_OF_KIND: Mapping[str, str] = {
    line.kind: line.type for line in load(_PACKAGE, "derivation_kinds", TypeOfKind)
}

#: The depths by number (ES-12).
SURFACE, PERISCOPE, SHALLOW, DEEP = range(len(DEPTHS))
#: Types that fly strikes (ES-14).
CARRIERS = ("CV", "CVL")
#: Batteries in the order of their size (ES-20).
BATTERIES = ("primary", "secondary", "tertiary", "quarternary")


def row_of(rows: Sequence[R], roll: int) -> R:
    """Return the row of a roll, clamped to the first and last rows."""
    first, last = rows[0].roll, rows[-1].roll
    return rows[min(max(roll, first), last) - first]


def level_of(rows: Sequence[V], level: int) -> V | None:
    """Return the row of a level, the last row for higher ones, or None for level 0."""
    return rows[min(level, rows[-1].level) - 1] if level else None


def firings_of(size: int) -> int:
    """Return the firings per turn of guns of a size (ES-23)."""
    return next((rate.firings for rate in RATES if size <= rate.most_size), 1)


def aircraft_of(year: int) -> AircraftYear:
    """Return the aircraft row of a year (ES-16, ES-17)."""
    return next(line for line in reversed(YEARS) if line.since <= year)


def shot_down(face: int) -> int:
    """Return the planes that four fighters shoot down with a die (ES-15)."""
    return next(row.planes for row in FIGHTERS if row.least <= face <= row.most)
