"""Every field of an EasyShips scenario, with its texts and limits for the editor."""

from collections.abc import Mapping

from darkseas.engine.scenario.form import FieldNote, ScenarioForm, notes_of_options

from ..model.options import Options
from ..model.scenario import Aims, GroupRules, Ratings, Sea, SideRules
from ..tables.rules_tables import TYPES
from .checks import LIMITS, LIMITS_OF_GUNS, MOST_BUDGET, MOST_SIGHT, MOST_TURNS, YEARS
from .option_list import OPTIONS
from .setup import MOST_GAP

_FACINGS: Mapping[str, str] = {
    "E": "east",
    "NE": "north-east",
    "NW": "north-west",
    "W": "west",
    "SW": "south-west",
    "SE": "south-east",
}
_EDGES: Mapping[str, str] = {edge: f"the {edge} edge" for edge in ("north", "south", "east", "west")}


def _answers() -> dict[str, Mapping[str, str]]:
    """Return the label of each fixed value, from the option's note ("again: both roll again; …")."""
    return {
        option.key: dict(part.split(": ", 1) for part in option.note.split("; "))
        for option in OPTIONS
        if option.note
    }


def _rating(name: str, title: str, text: str, rule: str = "ES-3", unit: str = "") -> tuple[str, FieldNote]:
    least, most = LIMITS[name]
    return f"Ratings.{name}", FieldNote(title, text, rule, unit, least, most)


def _guns(name: str, title: str, text: str, rule: str, unit: str) -> tuple[str, FieldNote]:
    least, most = LIMITS_OF_GUNS[name]
    return f"Battery.{name}", FieldNote(title, text, rule, unit, least, most)


def _arc(name: str, title: str, where: str) -> tuple[str, FieldNote]:
    most = LIMITS_OF_GUNS["guns"][1]
    note = FieldNote(title, f"How many of these guns bear {where}.", "ES-X2", "guns", 0, most)
    return f"Arcs.{name}", note


_RATINGS: Mapping[str, FieldNote] = dict(
    (
        ("Ratings.type", FieldNote(
            "Type", "The type sets her turning limit and equipment.", "ES-6",
            words={key: kind.title for key, kind in TYPES.items()},
        )),
        _rating("year", "Class since", "When her class joined; at latest the year of the battle.", "ES-1"),
        _rating("armour", "Armour", "The mean of belt and deck, in inches."),
        _rating("defence", "Defence", "A thousand tons each; how much it takes to sink her."),
        _rating("moves", "Moves", "Hexes that she may enter in a turn.", "ES-5", "hexes"),
        ("Ratings.batteries", FieldNote(
            "Batteries", "Her guns by size, the largest first, four sizes at most.", "ES-20")),
        _rating("torpedoes", "Torpedoes", "Tubes that can fire in one direction.", "ES-27", "torpedoes"),
        _rating("air", "Planes", "Half of the planes that she carries.", "ES-14", "planes"),
        _rating("hexes", "Length", "Hexes that she lies in; 0 for those of her type.", "ES-A24", "hexes"),
        _rating("faces", "Hex-faces", "How far she turns in a turn; 0 for as far as her type.", "ES-6"),
        ("Ratings.nimble", FieldNote(
            "Nimble", "She turns as a destroyer does, where the scenario lets her.", "ES-X4")),
        ("Ratings.radar", FieldNote(
            "Gunnery radar", "Her guns see through smoke, weather and night, where the scenario lets them.",
            "ES-X6")),
        ("Ratings.long_lance", FieldNote(
            "Long Lance", "Her torpedoes reach farther, where the scenario lets them.", "ES-X1")),
        _guns(
            "guns", "Guns", "How many guns of this size she has; all bear on either beam, in the wings too.",
            "ES-3", "guns",
        ),
        _guns("size", "Size", "The size of these guns, rounded.", "ES-3", "inches"),
        ("Battery.arcs", FieldNote(
            "Arcs", "How many of them bear where; empty for the usual halves.", "ES-X2")),
        _guns("turret", "Turret", "Guns that are lost at once; 0 for two.", "ES-X2", "guns"),
        ("Battery.low", FieldNote(
            "Near the water", "They are silent in a storm, where the scenario has weather.", "ES-X3")),
        _arc("ahead", "Ahead", "ahead"),
        _arc("abeam", "Abeam", "on the beam"),
        _arc("astern", "Astern", "astern"),
    )
)  # fmt: skip
_FIELDS: Mapping[str, FieldNote] = {
    "Sea.year": FieldNote(
        "Year", "The year of the battle: which ships there are, and what they carry.", "ES-1",
        least=YEARS[0], most=YEARS[1],
    ),
    "Sea.weather": FieldNote(
        "Weather", "The weather, where the scenario lets it count.", "ES-X3",
        words={"fair": "fair", "rough": "rough: sight is short", "storm": "a storm: low guns are silent too"},
    ),
    "Sea.wind": FieldNote(
        "Wind", "Direction of the wind; with weather on, carriers face it to launch.", "ES-X3",
        words={"": "no wind", **_FACINGS},
    ),
    "Sea.night": FieldNote("Night", "The battle is fought by night, where night counts.", "ES-X5"),
    "Sea.sight": FieldNote(
        "Sight", "Sight distance by night or in weather; 0 for no limit.", "ES-X5", "hexes", 0,
        MOST_SIGHT,
    ),
    "Sea.searchlights": FieldNote(
        "Searchlights", "Range beyond which targets need starshell; 0 for no limit.", "ES-X5", "hexes", 0,
        MOST_SIGHT,
    ),
    "Aims.turn_limit": FieldNote(
        "Last turn", "The side that has sunk more by then wins; 0 for none.", "ES-36", "turns", 0,
        MOST_TURNS,
    ),
    "Aims.value": FieldNote(
        "A ship sunk counts", "Value of each ship sunk.", "ES-36",
        words={"points": "her points", "each": "one point"},
    ),
    "SideRules.budget": FieldNote(
        "Points", "Most points this side may spend; 0 for no limit.", "ES-1", "points", 0, MOST_BUDGET
    ),
    "SideRules.head_start": FieldNote(
        "Head start", "Points this side starts with.", "ES-36",
        "points", 0, MOST_BUDGET,
    ),
    "SideRules.edge": FieldNote(
        "Edge", "The map edge where this side sets up; empty: decided by dice.", "ES-2",
        words={"": "by the dice", **_EDGES},
    ),
    "GroupRules.hex": FieldNote("Leader", "Hex of the first ship's bow.", "ES-2", names="hex"),
    "GroupRules.facing": FieldNote("Facing", "Course of the line ahead.", "ES-2", words=_FACINGS),
    "GroupRules.gap": FieldNote("Gap", "Free hexes between two ships.", "ES-2", "hexes", 0, MOST_GAP),
}  # fmt: skip

FORM = ScenarioForm(
    parts={
        "sea": Sea,
        "aims": Aims,
        "options": Options,
        "sides.rules": SideRules,
        "groups.rules": GroupRules,
        "ratings": Ratings,
    },
    notes={**_RATINGS, **_FIELDS, **notes_of_options(OPTIONS, _answers())},
    has_map=True,
)
