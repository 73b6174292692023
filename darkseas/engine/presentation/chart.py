"""The chart that any viewer draws: a hex map, an open table, or rows of cards, with pieces and lines on it.

A chart says which pieces are where; the viewer decides how they look. Places are hex labels on a hex map,
"x,y" in thousandths of the board's unit on an open table, and "row/slot" among cards.
"""

from typing import Literal

from ..scenario.spec import MapSpec
from ..serialization.records import record


@record
class ChartSide:
    """A side's appearance: `navy` picks the colour, `notch` (0, 1 ...) the shape."""

    key: str
    name: str
    navy: str
    notch: int


@record
class CardRow:
    """A row of a side's cards, such as a group's ships of one tier.

    `title` is "group, part": rows of one group are shown together under its name. If space is short, words
    after a colon are left out.
    """

    key: str
    side: str
    title: str


@record
class Ground:
    """The part of a chart that stays the same for a whole battle.

    `kind` is hexes or cards. `edges` lists map edges that may be left or entered, as (edge, side). `rows`
    lists the rows of cards, from a side's rear to its front. `pieces` on hexes are blocks, or ships along the
    hexes they fill.
    """

    kind: str
    map: MapSpec | None
    sides: tuple[ChartSide, ...]
    edges: tuple[tuple[str, str], ...] = ()
    rows: tuple[CardRow, ...] = ()
    pieces: Literal["blocks", "ships"] = "blocks"


@record
class Figure:
    """A number on a card, and the lines that add up to it."""

    label: str
    value: str
    workings: tuple[str, ...] = ()


@record
class Crew:
    """A ship in a piece: name, silhouette, ratings in one line, and status."""

    key: str
    name: str
    kind: str
    ratings: str
    marks: tuple[str, ...] = ()


@record
class WeaponRange:
    """The range of a weapon from a ship's bow, in hexes.

    The weapon bears from `least` to `most` degrees off her bow, on either side.
    """

    label: str
    hexes: int
    least: int = 0
    most: int = 180


@record
class Piece:
    """A block, a ship or a card.

    A piece with a `facing` (E, NE, NW, W, SW, SE) is a ship along `hexes`, from her bow at `at` to her stern.

    `face` is "up", "down" or "out" (lost or gone); `kind` the silhouette (BB, CV, CA, CL, DD, AP, MS, SS,
    DUMMY, TG or empty); `pips` the number of ships, 0 if unknown; `marks` the markers on it (evading,
    damaged, burning, flooding, fired, targeted, moved-2, moved-3, smoke, sunk, exited, spotted, contact,
    submerged, surfaced, moving: about to change rows). A sunk card keeps its place. `crew` are the ships
    inside that the perspective knows; `figures` the numbers on a card, the first two always shown; `ranges`
    the ranges of a ship's weapons.
    """

    key: str
    side: str
    at: str
    face: str
    kind: str = ""
    title: str = ""
    pips: int = 0
    marks: tuple[str, ...] = ()
    crew: tuple[Crew, ...] = ()
    note: str = ""
    figures: tuple[Figure, ...] = ()
    facing: str = ""
    hexes: tuple[str, ...] = ()
    ranges: tuple[WeaponRange, ...] = ()


@record
class Stroke:
    """A line on the chart: `kind` is track, sighting, contact, gunfire, torpedo or fan (several torpedoes).

    `path` are places in order; `age` counts turns (0 is now); `label` says what was fired or who moved;
    `outcome` is the result, "" while undecided.
    """

    kind: str
    side: str
    path: tuple[str, ...]
    label: str = ""
    age: int = 0
    outcome: str = ""


@record
class Patch:
    """Marked places: `kind` is smoke, splash (shells that missed), set-up, confined or objective."""

    kind: str
    places: tuple[str, ...]
    side: str = ""
    label: str = ""


@record
class Caption:
    """A line next to the chart, such as the score or the sighting range."""

    label: str
    value: str
    side: str = ""


@record
class Chart:
    """The picture of one state from one perspective."""

    ground: Ground
    pieces: tuple[Piece, ...]
    strokes: tuple[Stroke, ...] = ()
    patches: tuple[Patch, ...] = ()
    captions: tuple[Caption, ...] = ()
