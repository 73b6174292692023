"""What may be fought: sides, task groups, ships, sea, aims.

The frame is the same for every rules system; what only one system asks for stands in the `rules`
and `ratings` mappings, which that system reads into records of its own and refuses when they are
wrong (`initial_state`). Every number may say where it comes from (`origin`: rulebook, companion,
published, derived, house).
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from ..serialization.canonical_json import Json
from ..serialization.records import record


@record
class Finding:
    """What a check has to say: the place as a dotted path, the sentence, the rule behind it.

    `remedy` is what its author may do. A finding with `is_advice` hinders nobody from fighting or
    publishing; every other one does.
    """

    where: str
    text: str
    rule: str = ""
    remedy: str = ""
    is_advice: bool = False


class BadScenario(ValueError):
    """The scenario cannot be fought; `findings` say what is wrong, and where."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(f"{f.where}: {f.text}" for f in findings))
        self.findings = findings


@record
class Source:
    """Where facts come from; `address` may be empty (a book)."""

    title: str
    address: str = ""
    note: str = ""


@record
class ShipSpec:
    """One sticker: a ship, or `count` ships with the same ratings (DS-R11).

    `kind` is the usual type letter code (BB, CA, CL, DD, AP ...), which picks the silhouette; `class_key`
    names her class in the ship data, `radar_sets` what she carried that day. Both are for readers only.
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
    force: str = ""
    commander: str = ""
    mission: str = ""

    @property
    def navy(self) -> str:
        """The first of its navies, whose colours it wears; "" where it has none."""
        return self.navies[0] if self.navies else ""


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
    know hexes alone. So are `shallows` and `ports` (hexes) and `edges`, coast along a hex's side, written
    as the hex and the side ("0806/ne"; sides e, se, sw, w, nw, ne). `numbering` says how hexes are written
    on the chart: from 0000, from 0101, or with letters (A1).
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
    """A point of what happened: clock time of the place, a sentence, whether it still needs confirming."""

    time: str
    text: str
    unconfirmed: bool = False


@record
class Loss:
    """What history did to a ship: `side` is a side's key, `ship` her name as the order of battle has it.

    `count` is how many ships that was, of a sticker for several. `outside_the_battle` says that it happened
    before or after, or by somebody who has no part in the scenario: no battle fought here is held against it.
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
    """What a reader wants to know; none of it touches the rules.

    `winner` is the key of the side that had the better of it, or "draw"; `unconfirmed` says in sentences
    what rests on memory. `start` is the clock time at which turn 1 begins, such as "22:15". `author` wrote
    the scenario, `licence` says what others may do with it. A `hypothetical` battle was never fought: its
    history tells what happened instead, and nothing is compared with it. `historical_battle` names the battle
    of history that it is: scenarios that say the same are shown side by side, whatever their rules.
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
    """What a guided battle says to whoever gives an order: what to look at or try, and why.

    `order` is the stored name of the order that is asked for, `turn` the turn in which it is asked for (0:
    set-up, none: any); `side` is a side's key, none for every side. `rule` is a citation, `focus` names
    places of the chart to look at. `offers` and `lacks` keep an entry true: it is said only of a form that
    offers one of the former, if there are any, and none of the latter, by keys of ships and places or names
    of blanks. `when` and `unless` do so by what the side knows: circumstances of the rules system
    (`RulesSystem.circumstances`), each a name with keys of ships behind it; all of the former hold, none of
    the latter. A guide never stands in the way of what the rules allow.
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
    guide: tuple[GuideEntry, ...] = ()
