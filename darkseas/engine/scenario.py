"""What may be fought: sides, task groups, ships, sea, aims.

The frame is the same for every rules system; what only one system asks for stands in the `rules`
and `ratings` mappings, which that system reads into records of its own and refuses when they are
wrong (`initial_state`). Every number may say where it comes from (`origin`: rulebook, companion,
published, derived, house).
"""

from collections.abc import Mapping
from dataclasses import field

from .canon import Json
from .records import record


class BadScenario(ValueError):
    """The scenario cannot be fought; `findings` say what is wrong, and where."""

    def __init__(self, findings: "tuple[Finding, ...]") -> None:
        super().__init__("; ".join(f"{f.where}: {f.text}" for f in findings))
        self.findings = findings


@record
class Finding:
    """What a check has to say: the place as a dotted path, the sentence, the rule behind it."""

    where: str
    text: str
    rule: str = ""


@record
class Source:
    """Where facts come from; `address` may be empty (a book)."""

    title: str
    address: str = ""
    note: str = ""


@record
class ShipSpec:
    """One sticker: a ship, or `count` ships with the same ratings (DS-R11).

    `kind` is the usual type letter code (BB, CA, CL, DD, AP ...), which picks the silhouette.
    """

    key: str
    name: str
    class_name: str
    navy: str
    kind: str
    ratings: Mapping[str, Json]
    count: int = 1
    origin: str = "derived"
    note: str = ""


@record
class GroupSpec:
    """A task group as the scenario suggests or prescribes it."""

    key: str
    name: str
    ships: tuple[str, ...]
    rules: Mapping[str, Json] = field(default_factory=dict)


@record
class SideSpec:
    """One party of a battle, its ships and suggested task groups."""

    key: str
    name: str
    navies: tuple[str, ...]
    ships: tuple[ShipSpec, ...]
    groups: tuple[GroupSpec, ...] = ()
    rules: Mapping[str, Json] = field(default_factory=dict)


@record
class PlaceSpec:
    """A name on the map: `kind` is island, strait, cape, port, sea or mark."""

    name: str
    hex: str
    kind: str = "mark"


@record
class MapSpec:
    """A hex map, odd-r (pointy-top, odd rows half a hex to the east), hexes as labels ("0806").

    `coast` names the coastline to draw beneath, `coast_col`/`coast_row` the hex of that coastline's
    map that is our 0000 (the row must be even); `hex_yards` is how wide a hex is. Drawing only: the rules
    know hexes alone.
    """

    key: str
    title: str
    cols: int
    rows: int
    land: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: tuple[PlaceSpec, ...] = ()
    coast: str = ""
    coast_col: int = 0
    coast_row: int = 0
    source: str = ""
    hex_yards: int = 12_000


@record
class About:
    """What a reader wants to know; none of it touches the rules."""

    date: str = ""
    place: str = ""
    theatre: str = ""
    summary: str = ""
    history: str = ""
    outcome: str = ""
    length: str = ""
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


@record
class ScenarioSpec:
    """A scenario as a rules system takes it; equal to its JSON form both ways."""

    key: str
    title: str
    system: str
    sides: tuple[SideSpec, ...]
    map: MapSpec | None = None
    sea: Mapping[str, Json] = field(default_factory=dict)
    aims: Mapping[str, Json] = field(default_factory=dict)
    options: Mapping[str, Json] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    about: About = field(default_factory=About)
