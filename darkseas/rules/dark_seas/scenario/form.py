"""The scenario editor's form for Dark Seas: every field with label, help and bounds."""

from collections.abc import Mapping

from darkseas.engine.scenario.form import FieldNote, ScenarioForm, notes_of_options

from ..model.scenario import Aims, GroupRules, Options, Ratings, Sea, SideRules
from ..tables.rules_tables import DAYLIGHT_STEPS, FIXED, TRAINING
from .checks import MOST_DUMMIES, MOST_TURNS
from .setup import OPTIONS

_FASTEST = max(DAYLIGHT_STEPS)
_LONGEST = FIXED["longest_range"]
_EDGES = {
    "north": "the northern edge",
    "south": "the southern edge",
    "east": "the eastern edge",
    "west": "the western edge",
}
_CLASSES = {
    "B": "battleship",
    "C": "cruiser",
    "D": "destroyer or smaller",
    "M": "merchantman",
    "A": "aviation ship",
}
_ANSWERS: Mapping[str, Mapping[str, str]] = {
    "declarations": {"table": "the side without initiative first", "sealed": "both at once, sealed"},
}
_SHARE = "The share of each ship's value that counts, such as 1 or 1/2."

_WEAPONS: Mapping[str, FieldNote] = {
    "Battery.weapon": FieldNote(
        "Weapon",
        "The type of weapon, which decides how effective it is against each class.",
        "§19",
        words={
            "B": "battleship guns",
            "C": "cruiser guns",
            "D": "destroyer guns",
            "T": "torpedoes",
        },
    ),
    "Battery.factors": FieldNote(
        "Attack factors",
        f"Strength in the same hex and at each range up to {_LONGEST} hexes.",
        "§5",
        unit="factors",
        least=0,
        members=tuple(f"range {distance}" for distance in range(_LONGEST + 1)),
    ),
    "Battery.reload": FieldNote(
        "Reload",
        "Whether her torpedo tubes are reloaded after a salvo, and how strong the next one is.",
        "§18k.ii",
        words={"": "none", "R": "reloaded in full", "R*": "reloaded, later salvoes at half strength"},
    ),
}
_RATINGS: Mapping[str, FieldNote] = {
    "Ratings.batteries": FieldNote(
        "Batteries", "Her guns and torpedoes, as on her sticker from the top.", "§5"
    ),
    "Ratings.defence": FieldNote(
        "Defence", "How much fire she can take; odds are factors against defence.", "§5", least=1
    ),
    "Ratings.defence_class": FieldNote(
        "Class", "Her class as a target, for sightings and the choice of targets.", "§5", words=_CLASSES
    ),
    "Ratings.speed": FieldNote(
        "Speed", "Hexes she may enter in a turn.", "§5", unit="hexes", least=0, most=_FASTEST
    ),
    "Ratings.points": FieldNote(
        "Points", "Her value when sunk; fractions are allowed.", "§8", unit="points", least=0
    ),
    "Ratings.radar": FieldNote(
        "Radar",
        "Range of her radar, also added to the spotting die; 0 for none.",
        "§16f",
        unit="hexes",
        least=0,
        most=_LONGEST,
    ),
}
_GROUPS: Mapping[str, FieldNote] = {
    "GroupRules.zone": FieldNote(
        "Set-up area",
        "Map area where this group sets up; empty for its side's area.",
        "§7",
        names="area",
    ),
    "GroupRules.hex": FieldNote("Set-up hex", "The only hex where this group sets up.", "§7"),
    "GroupRules.entry": FieldNote(
        "Enters over", "The edge of the map where this group enters.", "§7", words=_EDGES
    ),
    "GroupRules.arrives": FieldNote(
        "Arrives in turn",
        "First turn it may enter; after turn 1 it needs an edge instead of a hex.",
        "DS-H25",
        unit="turns",
        least=1,
        most=MOST_TURNS,
    ),
    "GroupRules.immobile": FieldNote(
        "Never moves", "For ships at anchor: the group stays as it is and counts towards no limit.", "DS-H2"
    ),
    "GroupRules.single": FieldNote(
        "As single ships", "Sets these ships up one by one, not as a task group.", "§11"
    ),
}
_SIDES: Mapping[str, FieldNote] = {
    "SideRules.training": FieldNote(
        "Training",
        "Crew quality at night: initiative, spotting, group size, friendly fire.",
        "§9",
        least=min(TRAINING),
        most=max(TRAINING),
    ),
    "SideRules.group_limit": FieldNote(
        "Most task groups",
        "Limit of task groups in play, without dummies and ships at anchor.",
        "DS-R6",
        unit="groups",
        least=0,
    ),
    "SideRules.dummies": FieldNote(
        "Dummies", "Empty blocks that look like any other.", "§22", unit="blocks", least=0, most=MOST_DUMMIES
    ),
    "SideRules.dummy_speed": FieldNote(
        "Speed of dummies",
        "Hexes a dummy moves in a turn; 0 for the side's fastest ship.",
        "DS-R9",
        unit="hexes",
        least=0,
        most=_FASTEST,
    ),
    "SideRules.spotting_modifier": FieldNote(
        "Spotting", "Added to every spotting die of this side; negative for poor lookouts.", "§16"
    ),
    "SideRules.set_up": FieldNote(
        "Set-up area", "Area for its blocks, unless their group says otherwise.", "§7", names="area"
    ),
    "SideRules.entry": FieldNote(
        "Comes in over",
        "The edge where its blocks enter, unless their group says otherwise.",
        "§7",
        words=_EDGES,
    ),
    "SideRules.confined_to": FieldNote(
        "Confined to", "The area that this side may not leave before first contact.", "§7", names="area"
    ),
    "SideRules.freed_by": FieldNote(
        "Freed by",
        "Events that count as first contact; any of these ends the confinement for good.",
        "DS-R40",
        words={
            "spotted": "spotting an enemy ship, also by radar",
            "attacked": "an attack by the enemy",
            "was_spotted": "being spotted by the enemy",
        },
    ),
    "SideRules.entering": FieldNote(
        "Ships that are due",
        "Whether ships must enter as soon as they can, or may wait off the map.",
        "DS-R39",
        words={"must": "must enter at once", "may": "may wait off the map"},
    ),
    "SideRules.enter_by": FieldNote(
        "Enter by turn",
        "Turn from which waiting ships must enter; 0 for none.",
        "DS-R39",
        unit="turns",
        least=0,
        most=MOST_TURNS,
    ),
    "SideRules.exit_edges": FieldNote(
        "May leave over", "The edges over which its ships may leave the map.", "DS-R10", words=_EDGES
    ),
    "SideRules.fixed_groups": FieldNote(
        "Groups are fixed", "The side must form the task groups exactly as listed here.", "§7"
    ),
}
_SEA: Mapping[str, FieldNote] = {
    "Sea.conditions": FieldNote(
        "Light and visibility", "One line from turn 1, and one more for each change.", "§23"
    ),
    "Conditions.from_turn": FieldNote(
        "From turn", "The turn from which this line applies.", "§23", unit="turns", least=1, most=MOST_TURNS
    ),
    "Conditions.light": FieldNote(
        "Light",
        "Daylight turns have their own sequence of play.",
        "§23",
        words={"night": "night", "day": "day"},
    ),
    "Conditions.visibility": FieldNote(
        "Visibility", "The longest range at which a block is sighted.", "§16", unit="hexes", least=0
    ),
    "Conditions.spotting_modifier": FieldNote(
        "Spotting", "Added to every spotting die of both sides; negative for rain or haze.", "§16"
    ),
}
_AIMS: Mapping[str, FieldNote] = {
    "Aims.turn_limit": FieldNote(
        "Last turn", "The battle ends after this turn.", "§7", unit="turns", least=1, most=MOST_TURNS
    ),
    "Aims.victory": FieldNote(
        "Victory", "Tested in this order at the end; the first one met decides.", "DS-R33"
    ),
    "Aims.otherwise": FieldNote(
        "If no condition is met",
        "The winner if no condition under Victory is met.",
        "DS-R33",
        names="side",
        words={"score": "the side with the higher score", "draw": "nobody: a draw"},
    ),
    "Aims.ends_when_gone": FieldNote(
        "Ends on leaving the map",
        "Sides whose last ship ends the battle by leaving; sinking a whole side always ends it.",
        "§7",
        names="side",
    ),
    "Aims.sunk": FieldNote(
        "A ship sunk counts",
        "The share of her value that the other side scores.",
        "DS-R33",
        least=0,
    ),
    "Aims.damaged": FieldNote(
        "A damaged ship counts",
        "The share that the other side scores for a ship damaged but afloat.",
        "DS-R33",
        least=0,
    ),
    "Aims.deadlines": FieldNote(
        "Deadlines", "Points to the other side for ships that do not leave the map in time.", "DS-R34"
    ),
    "Aims.exit_points": FieldNote(
        "Points for leaving", "Points to a side for each of its ships that leaves the map.", "DS-R33"
    ),
    "Aims.presence": FieldNote(
        "Points for presence",
        "Points to a side for each of its ships afloat in an area at the end.",
        "DS-R33",
    ),
    "Victory.winner": FieldNote("Winner", "The side that wins by this condition.", "DS-R33", names="side"),
    "Victory.minimum": FieldNote("At least", "The minimum score it needs.", "DS-R33", unit="points", least=0),
    "Victory.ratio": FieldNote(
        "Times the other's",
        "Required multiple of the other side's score; 0 for none.",
        "DS-R33",
        least=0,
    ),
    "Victory.margin": FieldNote(
        "More than the other",
        "Required lead over the other side; 0 for none.",
        "DS-R33",
        unit="points",
        least=0,
    ),
    "Deadline.side": FieldNote(
        "Side", "The side whose ships must have left by then.", "DS-R34", names="side"
    ),
    "Deadline.by_turn": FieldNote(
        "By the end of turn",
        "The last turn to leave; a battle that ends earlier gives no points.",
        "DS-H26",
        unit="turns",
        least=1,
        most=MOST_TURNS,
    ),
    "Deadline.share": FieldNote("Share", _SHARE, "DS-R34", least=0),
    "ExitPoints.side": FieldNote("Side", "The side whose ships score by leaving.", "DS-R33", names="side"),
    "ExitPoints.share": FieldNote("Share", _SHARE, "DS-R33", least=0),
    "Presence.side": FieldNote(
        "Side", "The side whose ships score by being present.", "DS-R33", names="side"
    ),
    "Presence.area": FieldNote("Area", "The map area where they must be.", "DS-R33", names="area"),
    "Presence.share": FieldNote("Share", _SHARE, "DS-R33", least=0),
}

FORM = ScenarioForm(
    parts={
        "sea": Sea,
        "aims": Aims,
        "options": Options,
        "sides.rules": SideRules,
        "groups.rules": GroupRules,
        "ratings": Ratings,
    },
    notes={
        **_WEAPONS,
        **_RATINGS,
        **_GROUPS,
        **_SIDES,
        **_SEA,
        **_AIMS,
        **notes_of_options(OPTIONS, _ANSWERS),
    },
    has_map=True,
)
