"""The scenario: sides, task groups, ships, sea and victory conditions.

The frame is the same for every rules system. The mappings `rules` and `ratings` hold what only one system
needs; that system reads them into its own records and refuses errors (`initial_state`). Every number may name
its origin: rulebook, companion, published, derived or house.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ..serialization.canonical_json import Json
from ..serialization.records import record


@record
class Finding:
    """An error or advice from a check: dotted path, sentence and rule.

    `remedy` says what the author can do. Advice (`is_advice`) never prevents playing or publishing; an error
    does.
    """

    where: str
    text: str
    rule: str = ""
    remedy: str = ""
    is_advice: bool = False


class BadScenario(ValueError):
    """The scenario cannot be played; `findings` lists the errors and their places."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(f"{f.where}: {f.text}" for f in findings))
        self.findings = findings


@record
class Source:
    """A source of facts. `address` is empty for a book."""

    title: str
    address: str = ""
    note: str = ""


@record
class ShipSpec:
    """One sticker: a ship, or `count` ships with the same ratings (DS-R11).

    `kind` is the type code (BB, CA, CL, DD, AP ...) and picks the silhouette. `class_key` names her class in
    the ship data, `radar_sets` the radar she carried that day; both are for readers only.
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
    class_key: str = ""
    radar_sets: str = ""


@record
class GroupSpec:
    """A task group that the scenario suggests or prescribes."""

    key: str
    name: str
    ships: tuple[str, ...]
    rules: Mapping[str, Json] = field(default_factory=dict)


@record
class SideSpec:
    """A side with its ships and suggested task groups."""

    key: str
    name: str
    navies: tuple[str, ...]
    ships: tuple[ShipSpec, ...]
    groups: tuple[GroupSpec, ...] = ()
    rules: Mapping[str, Json] = field(default_factory=dict)
    force: str = ""
    commander: str = ""
    mission: str = ""

    @property
    def navy(self) -> str:
        """The first navy, whose colours the side has; "" if there is none."""
        return self.navies[0] if self.navies else ""


@record
class PlaceSpec:
    """A name on the map. `kind` is island, strait, cape, port, sea or mark."""

    name: str
    hex: str
    kind: str = "mark"


@record
class MapSpec:
    """A hex map, odd-r (pointy-top, odd rows half a hex to the east), with hexes as labels ("0806").

    For drawing only: `coast` names the coastline to draw, `coast_col`/`coast_row` the hex of its map that is
    our 0000 (the row must be even); `hex_yards` is the width of a hex; `shallows` and `ports` are hexes;
    `edges` are coast along hexsides, written "0806/ne" (sides e, se, sw, w, nw, ne). `numbering` says how
    hexes are written for people: from 0000, from 0101, or with letters (A1).
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
    shallows: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    numbering: Literal["0000", "0101", "A1"] = "0000"


@record
class Moment:
    """A moment of the historical battle: local time, a sentence, and whether it is unconfirmed."""

    time: str
    text: str
    unconfirmed: bool = False


@record
class Loss:
    """A historical loss: `side` is a side's key, `ship` her name in the order of battle.

    `count` is the number of ships, for a sticker of several. With `outside_the_battle`, the loss happened
    before or after the battle or was caused by other forces, so no result is compared with it.
    """

    side: str
    ship: str
    fate: Literal["sunk", "damaged"]
    note: str = ""
    unconfirmed: bool = False
    count: int = 1
    outside_the_battle: bool = False


@record
class Position:
    """A place on the earth in minutes of arc, north and east positive."""

    north: int
    east: int


@record
class About:
    """Facts for readers; no rule uses them.

    `winner` is the key of the historical winner, or "draw". `unconfirmed` lists in sentences what rests on
    memory. `start` is the clock time of turn 1, such as "22:15". A `hypothetical` battle was never fought, so
    no result is compared with history. Scenarios with the same `historical_battle` are shown side by side,
    whatever their rules.
    """

    date: str = ""
    place: str = ""
    theatre: str = ""
    summary: str = ""
    history: str = ""
    outcome: str = ""
    length: str = ""
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    winner: str = ""
    timeline: tuple[Moment, ...] = ()
    losses: tuple[Loss, ...] = ()
    unconfirmed: tuple[str, ...] = ()
    position: Position | None = None
    author: str = ""
    licence: str = ""
    start: str = ""
    hypothetical: bool = False
    historical_battle: str = ""


@record
class GuideEntry:
    """A tutorial text for the player about to give an order: what to look at or try, and why.

    It is shown for the order with the stored name `order`, in turn `turn` (0: set-up, None: any), to `side`
    (empty: every side). `rule` is a citation, `focus` names places on the map. `offers` and `lacks` restrict
    it to forms that offer one of these keys or blanks, or none of them. `when` and `unless` restrict it by
    what the side knows: circumstances of the system (`RulesSystem.circumstances`) with ship keys; all of
    `when` must hold and none of `unless`. A tutorial never prevents an order.
    """

    order: str
    text: str
    why: str = ""
    rule: str = ""
    turn: int | None = None
    side: str = ""
    focus: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


@record
class ScenarioSpec:
    """A scenario as a rules system reads it, equal to its JSON form."""

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
    guide: tuple[GuideEntry, ...] = ()
