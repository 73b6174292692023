"""What any viewer draws: a hex map, an open table, or rows of cards, with pieces and lines on it.

A chart names what there is and where; how it looks is the viewer's. Places are hex labels on a hex
map, "x,y" in thousandths of the board's unit on an open table, "row/slot" among cards.
"""

from typing import Literal

from ..scenario.spec import MapSpec
from ..serialization.records import record


@record
class ChartSide:
    """A side as a viewer tells it apart: `navy` picks the colour, `notch` (0, 1 ...) the shape."""

    key: str
    name: str
    navy: str
    notch: int


@record
class CardRow:
    """A row that cards of a side lie in, such as a group's ships of one tier.

    `title` is "group, part": rows of one group lie together under its name. Where room lacks, words after
    a colon are left out.
    """

    key: str
    side: str
    title: str


@record
class Ground:
    """The part of a chart that stays the same for a whole battle.

    `kind` is hexes or cards. `edges` lists map edges that may be left or entered, as (edge, side);
    `rows` lists the rows of cards, from a side's rear to its front. `pieces` lie on hexes: blocks, or
    ships along the hexes that they fill.
    """

    kind: str
    map: MapSpec | None
    sides: tuple[ChartSide, ...]
    edges: tuple[tuple[str, str], ...] = ()
    rows: tuple[CardRow, ...] = ()
    pieces: Literal["blocks", "ships"] = "blocks"


@record
class Figure:
    """A number on a card, and what it is made of, line by line."""

    label: str
    value: str
    workings: tuple[str, ...] = ()


@record
class Crew:
    """A ship in a piece: name, silhouette, her ratings in one line, what has befallen her."""

    key: str
    name: str
    kind: str
    ratings: str
    marks: tuple[str, ...] = ()


@record
class WeaponRange:
    """How far a weapon carries from a ship's bow, in hexes, for a viewer that shows it where asked.

    `least` and `most` are degrees off her bow, to either side, between which all of it bears.
    """

    label: str
    hexes: int
    least: int = 0
    most: int = 180


@record
class Piece:
    """A block, a ship or a card.

    A piece with a `facing` (E, NE, NW, W, SW, SE) is a ship that lies along `hexes`, from her bow, which is
    `at`, astern; a viewer draws her with bow and stern.

    `face` is "up", "down" or "out" (lost or gone); `kind` the silhouette (BB, CV, CA, CL, DD, AP,
    MS, SS, DUMMY, TG or empty); `pips` the number of ships, 0 when unknown; `marks` what lies on it
    (evading, damaged, burning, flooding, fired, targeted, moved-2, moved-3, smoke, sunk, exited, spotted,
    contact, submerged, surfaced, moving: about to change rows); a sunk card keeps its place; `crew` the
    ships inside as far as the perspective knows them; `figures` what is printed on a card, the first two
    always shown; `ranges` are those of a ship's weapons.
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

    `path` are places in order; `age` counts turns (0 is now); `label` is what it carries; `outcome` what
    came of it ("" as long as that is open).
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
    """A line of the legend beside the chart, such as the score or the sighting range."""

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
