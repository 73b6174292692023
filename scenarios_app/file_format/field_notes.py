"""Titles and help texts for the scenario fields that all rules systems share."""

from collections.abc import Mapping

from darkseas.engine.scenario.form import FieldNote
from scenarios_app.checks.about import ORIGINS

_ORIGINS = {origin: origin for origin in ORIGINS}
_HEXES = "Hexes as labels: column and row from 0, two digits each, such as 0806."

FRAME_NOTES: Mapping[str, FieldNote] = {
    "ScenarioSpec.key": FieldNote("Key", "Small letters, digits and hyphens; part of the address."),
    "ScenarioSpec.title": FieldNote("Title", "What the scenario is called."),
    "ScenarioSpec.system": FieldNote("Rules system", "The key of the rules that it is fought by."),
    "ScenarioSpec.sides": FieldNote("Sides", "The parties of the battle with their ships."),
    "ScenarioSpec.map": FieldNote("Map", "The hex map, where the rules need one."),
    "ScenarioSpec.sea": FieldNote("Sea", "Light, sight and whatever else the rules ask of the sea."),
    "ScenarioSpec.aims": FieldNote("Aims", "How the battle ends and is won, as the rules ask."),
    "ScenarioSpec.options": FieldNote("Options", "Answers to what the rules leave open."),
    "ScenarioSpec.origins": FieldNote(
        "Origins", "Where numbers come from, by the dotted place of a part; members of lists may be left out."
    ),
    "ScenarioSpec.about": FieldNote("About", "What a reader wants to know; the rules never look at it."),
    "ScenarioSpec.guide": FieldNote(
        "Guide", "What a first battle says at each decision; it never stands in the way of the rules."
    ),
    # --- sides, ships, groups
    "SideSpec.key": FieldNote("Key", "Small letters, digits and hyphens; other parts name the side by it."),
    "SideSpec.name": FieldNote("Name", "What the side is called in sentences."),
    "SideSpec.navies": FieldNote("Navies", "Keys of its navies, the first gives its colour."),
    "SideSpec.ships": FieldNote("Ships", "The order of battle."),
    "SideSpec.groups": FieldNote("Task groups", "Groups as the scenario suggests or prescribes them."),
    "SideSpec.rules": FieldNote("Rules", "What the rules ask of a side."),
    "SideSpec.force": FieldNote("Force", "What the ships were called together."),
    "SideSpec.commander": FieldNote("Commander", "Who led them."),
    "SideSpec.mission": FieldNote("Mission", "What they were sent to do."),
    "ShipSpec.key": FieldNote("Key", "Small letters, digits and hyphens; no other ship has it."),
    "ShipSpec.name": FieldNote("Name", "What the ship is called."),
    "ShipSpec.class_name": FieldNote("Class", "The class that she belongs to, for readers."),
    "ShipSpec.navy": FieldNote("Navy", "The key of her navy."),
    "ShipSpec.kind": FieldNote("Type", "Her type letters, such as CA or DD."),
    "ShipSpec.ratings": FieldNote("Ratings", "Her numbers, as the rules ask."),
    "ShipSpec.count": FieldNote(
        "How many", "Ships that share these ratings.", unit="ships", least=1, most=100
    ),
    "ShipSpec.origin": FieldNote("Origin", "Where her numbers come from.", words=_ORIGINS),
    "ShipSpec.note": FieldNote("Note", "What a reader should know of her numbers."),
    "ShipSpec.class_key": FieldNote("Class in the ship data", "The key of her class there."),
    "ShipSpec.radar_sets": FieldNote("Radar sets", "What she carried that day, for readers."),
    "GroupSpec.key": FieldNote("Key", "Small letters, digits and hyphens."),
    "GroupSpec.name": FieldNote("Name", "What the group is called."),
    "GroupSpec.ships": FieldNote("Ships", "Keys of its ships."),
    "GroupSpec.rules": FieldNote("Rules", "What the rules ask of a task group."),
    # --- map
    "MapSpec.key": FieldNote("Key", "What the map is kept under."),
    "MapSpec.title": FieldNote("Title", "What the map is called."),
    "MapSpec.cols": FieldNote("Columns", "Hexes from west to east.", unit="hexes", least=1, most=100),
    "MapSpec.rows": FieldNote("Rows", "Hexes from north to south.", unit="hexes", least=1, most=100),
    "MapSpec.land": FieldNote("Land", _HEXES, names="hex"),
    "MapSpec.excluded": FieldNote("Out of play", _HEXES, names="hex"),
    "MapSpec.areas": FieldNote("Areas", "Hexes by the name of the area that they make up.", names="hex"),
    "MapSpec.places": FieldNote("Places", "Names that stand on the map."),
    "MapSpec.coast": FieldNote("Coastline", "The key of the coastline that is drawn beneath."),
    "MapSpec.coast_col": FieldNote("Column of the coastline", "Its column that is our column 0."),
    "MapSpec.coast_row": FieldNote("Row of the coastline", "Its row that is our row 0; an even one."),
    "MapSpec.source": FieldNote("Source", "What the map was drawn from."),
    "MapSpec.hex_yards": FieldNote(
        "Width of a hex", "From side to side.", unit="yards", least=1, most=1_000_000
    ),
    "MapSpec.shallows": FieldNote("Shallows", _HEXES, names="hex"),
    "MapSpec.ports": FieldNote("Ports", _HEXES, names="hex"),
    "MapSpec.edges": FieldNote("Coast along hexes", "Hex and side of it: e, se, sw, w, nw or ne; 0806/ne."),
    "MapSpec.numbering": FieldNote(
        "Numbers on the chart",
        "How hexes are written there.",
        words={"0000": "from 0000", "0101": "from 0101", "A1": "with letters"},
    ),
    "PlaceSpec.name": FieldNote("Name", "What the place is called."),
    "PlaceSpec.hex": FieldNote("Hex", "Where it is written.", names="hex"),
    "PlaceSpec.kind": FieldNote("Kind", "island, strait, cape, port, sea or mark."),
    # --- about
    "About.date": FieldNote("Date", "The day, 1942-08-09; a month or a year where that is all."),
    "About.start": FieldNote("Start", "Clock time at which turn 1 begins, 22:15."),
    "About.historical_battle": FieldNote(
        "Historical battle",
        "The battle of history that it is; scenarios that say the same are shown side by side.",
    ),
    "About.place": FieldNote("Place", "Where it happened."),
    "About.theatre": FieldNote("Theatre", "The part of the war."),
    "About.summary": FieldNote("Summary", "A few sentences for whoever chooses what to fight."),
    "About.history": FieldNote("History", "What happened that day."),
    "About.outcome": FieldNote("Outcome", "How it ended."),
    "About.length": FieldNote("Length", "How long a battle takes."),
    "About.notes": FieldNote("Notes", "What an author has to say of their choices, a sentence each."),
    "About.sources": FieldNote("Sources", "Books and pages."),
    "About.hypothetical": FieldNote(
        "Hypothetical", "It was never fought; the history tells what happened instead."
    ),
    "About.winner": FieldNote("Winner", "The side that had the better of it, or “draw”."),
    "About.timeline": FieldNote("Timeline", "What happened when."),
    "About.losses": FieldNote("Losses", "What became of ships that day."),
    "About.unconfirmed": FieldNote("Unconfirmed", "What rests on memory, a sentence each."),
    "About.position": FieldNote("Position", "Where on the earth it was."),
    "About.author": FieldNote("Author", "Who wrote the scenario."),
    "About.licence": FieldNote("Licence", "What others may do with it."),
    "Source.title": FieldNote("Title", "The book or page."),
    "Source.address": FieldNote("Address", "Where it is on the web; empty for a book."),
    "Source.note": FieldNote("Note", "What was taken from it."),
    "Moment.time": FieldNote("Time", "Clock time of the place."),
    "Moment.text": FieldNote("What happened", "A sentence."),
    "Moment.unconfirmed": FieldNote("Unconfirmed", "It still needs confirming."),
    "Loss.side": FieldNote("Side", "The key of the side."),
    "Loss.ship": FieldNote("Ship", "Her name as the order of battle has it."),
    "Loss.fate": FieldNote("Fate", "What became of her.", words={"sunk": "sunk", "damaged": "damaged"}),
    "Loss.note": FieldNote("Note", "By what, and when."),
    "Loss.unconfirmed": FieldNote("Unconfirmed", "It still needs confirming."),
    "Loss.count": FieldNote("How many", "Ships, where the name stands for several.", least=1, most=99),
    "Loss.outside_the_battle": FieldNote(
        "Outside the battle",
        "It happened before or after, or by somebody who is not in the scenario: no comparison counts it.",
    ),
    "GuideEntry.order": FieldNote("Order", "The stored name of the order that is asked for then."),
    "GuideEntry.text": FieldNote("What to do", "What to look at or to try, in a sentence or two."),
    "GuideEntry.why": FieldNote("Why", "What it is good for."),
    "GuideEntry.rule": FieldNote("Rule", "The rule that it rests on, such as §14a."),
    "GuideEntry.turn": FieldNote(
        "Turn", "0 for set-up; left out, whenever the order is asked for.", least=0, most=1000
    ),
    "GuideEntry.side": FieldNote("Side", "The key of the side that reads it; left out, both read it."),
    "GuideEntry.focus": FieldNote("Look at", "Places of the chart, such as 0806."),
    "GuideEntry.offers": FieldNote(
        "Only where the form offers",
        "Keys of ships, places or blanks: said only where one of them may be chosen.",
    ),
    "GuideEntry.lacks": FieldNote(
        "Only where it does not offer",
        "Keys of ships, places or blanks: not said where one of them may be chosen.",
    ),
    "GuideEntry.when": FieldNote(
        "Only when", "Circumstances that the rules know, with keys of ships behind them: all of them hold."
    ),
    "GuideEntry.unless": FieldNote(
        "Not when", "Circumstances that the rules know, with keys of ships behind them: none of them holds."
    ),
    "Position.north": FieldNote("North", "South is under 0.", unit="minutes of arc", least=-5400, most=5400),
    "Position.east": FieldNote("East", "West is under 0.", unit="minutes of arc", least=-10800, most=10800),
}
