"""Titles and help texts for the scenario fields that all rules systems share."""

from collections.abc import Mapping

from darkseas.engine.scenario.form import FieldNote
from scenarios_app.checks.about import ORIGINS

_ORIGINS = {origin: origin for origin in ORIGINS}
_HEXES = "Hexes as labels: column and row from 0, two digits each, such as 0806."

FRAME_NOTES: Mapping[str, FieldNote] = {
    "ScenarioSpec.key": FieldNote("Key", "Lower-case letters, digits and hyphens; part of the address."),
    "ScenarioSpec.title": FieldNote("Title", "The scenario's name."),
    "ScenarioSpec.system": FieldNote("Rules system", "The key of its rules system."),
    "ScenarioSpec.sides": FieldNote("Sides", "The parties of the battle with their ships."),
    "ScenarioSpec.map": FieldNote("Map", "The hex map, if the rules use one."),
    "ScenarioSpec.sea": FieldNote("Sea", "Light, visibility and other conditions at sea."),
    "ScenarioSpec.aims": FieldNote("Aims", "How the battle ends and how a side wins."),
    "ScenarioSpec.options": FieldNote("Options", "Choices that the rules leave open."),
    "ScenarioSpec.origins": FieldNote(
        "Origins", "Sources of numbers, by the dotted path of a part; list members may be omitted."
    ),
    "ScenarioSpec.about": FieldNote("About", "Background for readers; the rules ignore it."),
    "ScenarioSpec.guide": FieldNote(
        "Guide", "Hints of the tutorial at each decision; the rules ignore them."
    ),
    # --- sides, ships, groups
    "SideSpec.key": FieldNote("Key", "Lower-case letters, digits and hyphens; unique among sides."),
    "SideSpec.name": FieldNote("Name", "The side's name, as used in sentences."),
    "SideSpec.navies": FieldNote("Navies", "Keys of its navies; the first one sets its colour."),
    "SideSpec.ships": FieldNote("Ships", "The order of battle."),
    "SideSpec.groups": FieldNote("Task groups", "Groups that the scenario suggests or prescribes."),
    "SideSpec.rules": FieldNote("Rules", "Fields of a side that the rules need."),
    "SideSpec.force": FieldNote("Force", "The historical name of the force."),
    "SideSpec.commander": FieldNote("Commander", "The commander of the force."),
    "SideSpec.mission": FieldNote("Mission", "The orders of the force."),
    "ShipSpec.key": FieldNote("Key", "Lower-case letters, digits and hyphens; unique among ships."),
    "ShipSpec.name": FieldNote("Name", "The ship's name."),
    "ShipSpec.class_name": FieldNote("Class", "The ship's class, for readers."),
    "ShipSpec.navy": FieldNote("Navy", "The key of her navy."),
    "ShipSpec.kind": FieldNote("Type", "Her type letters, such as CA or DD."),
    "ShipSpec.ratings": FieldNote("Ratings", "Her numbers under the rules."),
    "ShipSpec.count": FieldNote(
        "How many", "Ships that share these ratings.", unit="ships", least=1, most=100
    ),
    "ShipSpec.origin": FieldNote("Origin", "Source of her numbers.", words=_ORIGINS),
    "ShipSpec.note": FieldNote("Note", "A comment on her numbers, for readers."),
    "ShipSpec.class_key": FieldNote("Class in the ship data", "The key of her class there."),
    "ShipSpec.radar_sets": FieldNote("Radar sets", "Radar carried that day, for readers."),
    "GroupSpec.key": FieldNote("Key", "Lower-case letters, digits and hyphens."),
    "GroupSpec.name": FieldNote("Name", "The group's name."),
    "GroupSpec.ships": FieldNote("Ships", "Keys of its ships."),
    "GroupSpec.rules": FieldNote("Rules", "Fields of a task group that the rules need."),
    # --- map
    "MapSpec.key": FieldNote("Key", "The map's key."),
    "MapSpec.title": FieldNote("Title", "The map's name."),
    "MapSpec.cols": FieldNote("Columns", "Hexes from west to east.", unit="hexes", least=1, most=100),
    "MapSpec.rows": FieldNote("Rows", "Hexes from north to south.", unit="hexes", least=1, most=100),
    "MapSpec.land": FieldNote("Land", _HEXES, names="hex"),
    "MapSpec.excluded": FieldNote("Out of play", _HEXES, names="hex"),
    "MapSpec.areas": FieldNote("Areas", "The hexes of each area, by its name.", names="hex"),
    "MapSpec.places": FieldNote("Places", "Names printed on the map."),
    "MapSpec.coast": FieldNote("Coastline", "The key of the coastline drawn under the hexes."),
    "MapSpec.coast_col": FieldNote("Column of the coastline", "Its column at column 0 of this map."),
    "MapSpec.coast_row": FieldNote("Row of the coastline", "Its row at row 0 of this map; an even number."),
    "MapSpec.source": FieldNote("Source", "The chart or book that the map is based on."),
    "MapSpec.hex_yards": FieldNote(
        "Width of a hex", "From side to side.", unit="yards", least=1, most=1_000_000
    ),
    "MapSpec.shallows": FieldNote("Shallows", _HEXES, names="hex"),
    "MapSpec.ports": FieldNote("Ports", _HEXES, names="hex"),
    "MapSpec.edges": FieldNote("Coast along hexes", "Hex and side e, se, sw, w, nw or ne, such as 0806/ne."),
    "MapSpec.numbering": FieldNote(
        "Numbers on the chart",
        "How the printed map numbers its hexes.",
        words={"0000": "from 0000", "0101": "from 0101", "A1": "with letters"},
    ),
    "PlaceSpec.name": FieldNote("Name", "The place's name."),
    "PlaceSpec.hex": FieldNote("Hex", "The hex of the label.", names="hex"),
    "PlaceSpec.kind": FieldNote("Kind", "island, strait, cape, port, sea or mark."),
    # --- about
    "About.date": FieldNote("Date", "Such as 1942-08-09; a month or a year if no more is known."),
    "About.start": FieldNote("Start", "Clock time at the start of turn 1, such as 22:15."),
    "About.historical_battle": FieldNote(
        "Historical battle",
        "The battle in history; scenarios with the same one are shown side by side.",
    ),
    "About.place": FieldNote("Place", "The place of the battle."),
    "About.theatre": FieldNote("Theatre", "The theatre of war."),
    "About.summary": FieldNote("Summary", "A few sentences that help players choose a scenario."),
    "About.history": FieldNote("History", "The course of the historical battle."),
    "About.outcome": FieldNote("Outcome", "How it ended."),
    "About.length": FieldNote("Length", "How long a battle takes."),
    "About.notes": FieldNote("Notes", "Design notes of the author, one sentence each."),
    "About.sources": FieldNote("Sources", "Books and pages."),
    "About.hypothetical": FieldNote(
        "Hypothetical", "The battle was never fought; the history says what happened instead."
    ),
    "About.winner": FieldNote("Winner", "The winning side, or “draw”."),
    "About.timeline": FieldNote("Timeline", "Events of the battle with their times."),
    "About.losses": FieldNote("Losses", "Ships sunk or damaged that day."),
    "About.unconfirmed": FieldNote("Unconfirmed", "Claims without a source, one sentence each."),
    "About.position": FieldNote("Position", "Latitude and longitude of the battle."),
    "About.author": FieldNote("Author", "The author of the scenario."),
    "About.licence": FieldNote("Licence", "The licence for others to use it."),
    "Source.title": FieldNote("Title", "The book or page."),
    "Source.address": FieldNote("Address", "Web address; empty for a book."),
    "Source.note": FieldNote("Note", "The facts taken from it."),
    "Moment.time": FieldNote("Time", "Local clock time."),
    "Moment.text": FieldNote("What happened", "A sentence."),
    "Moment.unconfirmed": FieldNote("Unconfirmed", "No source confirms it yet."),
    "Loss.side": FieldNote("Side", "The key of the side."),
    "Loss.ship": FieldNote("Ship", "Her name in the order of battle."),
    "Loss.fate": FieldNote("Fate", "Sunk or damaged.", words={"sunk": "sunk", "damaged": "damaged"}),
    "Loss.note": FieldNote("Note", "Cause and time."),
    "Loss.unconfirmed": FieldNote("Unconfirmed", "No source confirms it yet."),
    "Loss.count": FieldNote("How many", "Number of ships, if the name stands for several.", least=1, most=99),
    "Loss.outside_the_battle": FieldNote(
        "Outside the battle",
        "Lost before or after, or to a force outside the scenario; comparisons ignore it.",
    ),
    "GuideEntry.order": FieldNote("Order", "The stored name of the order due at that moment."),
    "GuideEntry.text": FieldNote("What to do", "A sentence or two of advice."),
    "GuideEntry.why": FieldNote("Why", "The purpose of the advice."),
    "GuideEntry.rule": FieldNote("Rule", "The rule behind it, such as §14a."),
    "GuideEntry.turn": FieldNote(
        "Turn", "0 for set-up; without a turn, whenever the order is due.", least=0, most=1000
    ),
    "GuideEntry.side": FieldNote("Side", "The key of the side that sees it; without a side, both."),
    "GuideEntry.focus": FieldNote("Look at", "Places on the map, such as 0806."),
    "GuideEntry.offers": FieldNote(
        "Only where the form offers",
        "Keys of ships, places or fields: shown only if one of them can be chosen.",
    ),
    "GuideEntry.lacks": FieldNote(
        "Only where it does not offer",
        "Keys of ships, places or fields: hidden if one of them can be chosen.",
    ),
    "GuideEntry.when": FieldNote(
        "Only when", "Circumstances defined by the rules, followed by keys of ships: all are true."
    ),
    "GuideEntry.unless": FieldNote(
        "Not when", "Circumstances defined by the rules, followed by keys of ships: none is true."
    ),
    "Position.north": FieldNote(
        "North", "Negative for south.", unit="minutes of arc", least=-5400, most=5400
    ),
    "Position.east": FieldNote("East", "Negative for west.", unit="minutes of arc", least=-10800, most=10800),
}
