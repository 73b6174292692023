"""What an author may say in a scenario of Dark Seas: every field with its words and bounds."""

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
_SHARE = "The part of each ship's value that counts, such as 1 or 1/2."

_WEAPONS: Mapping[str, FieldNote] = {
    "Battery.weapon": FieldNote(
        "Weapon",
        "What kind of weapon it is: that decides how well it works against each class of ship.",
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
        f"How strong it is in the same hex and at each range up to {_LONGEST} hexes.",
        "§5",
        unit="factors",
        least=0,
        members=tuple(f"range {distance}" for distance in range(_LONGEST + 1)),
    ),
    "Battery.reload": FieldNote(
        "Reload",
        "Whether her torpedo tubes are loaded again after a salvo, and how strong the next one is.",
        "§18k.ii",
        words={"": "none", "R": "reloaded in full", "R*": "reloaded, later salvoes at half strength"},
    ),
}
_RATINGS: Mapping[str, FieldNote] = {
    "Ratings.batteries": FieldNote(
        "Batteries", "Her guns and torpedoes, as they stand on her sticker from the top.", "§5"
    ),
    "Ratings.defence": FieldNote(
        "Defence", "How much fire she stands: the odds are counted against it.", "§5", least=1
    ),
    "Ratings.defence_class": FieldNote(
        "Class", "Her class as a target; sightings and the choice of targets go by it.", "§5", words=_CLASSES
    ),
    "Ratings.speed": FieldNote(
        "Speed", "Hexes that she may enter in a turn.", "§5", unit="hexes", least=0, most=_FASTEST
    ),
    "Ratings.points": FieldNote(
        "Points", "What she is worth when she is sunk; fractions are allowed.", "§8", unit="points", least=0
    ),
    "Ratings.radar": FieldNote(
        "Radar",
        "The range of her radar, added to the spotting die; 0 where she has none that counts.",
        "§16f",
        unit="hexes",
        least=0,
        most=_LONGEST,
    ),
}
_GROUPS: Mapping[str, FieldNote] = {
    "GroupRules.zone": FieldNote(
        "Set-up area",
        "The area of the map in which this group is set up; none for the area of its side.",
        "§7",
        names="area",
    ),
    "GroupRules.hex": FieldNote("Set-up hex", "The one hex in which this group is set up.", "§7"),
    "GroupRules.entry": FieldNote(
        "Comes in over", "The edge of the map over which this group comes in.", "§7", words=_EDGES
    ),
    "GroupRules.arrives": FieldNote(
        "Arrives in turn",
        "From which turn it may come in; after turn 1 it needs an edge, and no place on the map.",
        "DS-H25",
        unit="turns",
        least=1,
        most=MOST_TURNS,
    ),
    "GroupRules.immobile": FieldNote(
        "Never moves", "For ships at anchor: the group stays as it is and counts against no limit.", "DS-H2"
    ),
    "GroupRules.single": FieldNote(
        "As single ships", "Sets these ships up one by one, not as a task group.", "§11"
    ),
}
_SIDES: Mapping[str, FieldNote] = {
    "SideRules.training": FieldNote(
        "Training",
        "How well its crews fight by night: initiative, spotting, the size of groups, fire at friends.",
        "§9",
        least=min(TRAINING),
        most=max(TRAINING),
    ),
    "SideRules.group_limit": FieldNote(
        "Task groups at most",
        "How many task groups it may have in play; dummies and ships at anchor are not counted.",
        "DS-R6",
        unit="groups",
        least=0,
    ),
    "SideRules.dummies": FieldNote(
        "Dummies", "Empty blocks that look like any other.", "§22", unit="blocks", least=0, most=MOST_DUMMIES
    ),
    "SideRules.dummy_speed": FieldNote(
        "Speed of dummies",
        "Hexes that a dummy moves in a turn; 0 for the speed of the fastest ship of the side.",
        "DS-R9",
        unit="hexes",
        least=0,
        most=_FASTEST,
    ),
    "SideRules.spotting_modifier": FieldNote(
        "Spotting", "Added to every spotting die of this side; under 0 for poor lookouts.", "§16"
    ),
    "SideRules.set_up": FieldNote(
        "Set-up area", "Where its blocks are set up, unless their group says otherwise.", "§7", names="area"
    ),
    "SideRules.entry": FieldNote(
        "Comes in over",
        "The edge over which its blocks come in, unless their group says otherwise.",
        "§7",
        words=_EDGES,
    ),
    "SideRules.confined_to": FieldNote(
        "Confined to", "The area that it may not leave before first contact.", "§7", names="area"
    ),
    "SideRules.freed_by": FieldNote(
        "Freed by",
        "What is first contact for it: any of these ends its confinement for good.",
        "DS-R40",
        words={
            "spotted": "spotting an enemy ship, by radar too",
            "attacked": "an attack by the enemy",
            "was_spotted": "being spotted by the enemy",
        },
    ),
    "SideRules.entering": FieldNote(
        "Ships that are due",
        "Whether those who come in over an edge do so as soon as they can, or may wait outside.",
        "DS-R39",
        words={"must": "must come in at once", "may": "may wait outside"},
    ),
    "SideRules.enter_by": FieldNote(
        "Come in by turn",
        "The turn from which those who may wait must come in after all; 0 for none.",
        "DS-R39",
        unit="turns",
        least=0,
        most=MOST_TURNS,
    ),
    "SideRules.exit_edges": FieldNote(
        "May leave over", "The edges over which its ships may leave the map.", "DS-R10", words=_EDGES
    ),
    "SideRules.fixed_groups": FieldNote(
        "Groups are fixed", "The side forms the task groups exactly as they stand here.", "§7"
    ),
}
_SEA: Mapping[str, FieldNote] = {
    "Sea.conditions": FieldNote(
        "Light and sight", "One line from turn 1, and one more for each change.", "§23"
    ),
    "Conditions.from_turn": FieldNote(
        "From turn", "The turn from which this line holds.", "§23", unit="turns", least=1, most=MOST_TURNS
    ),
    "Conditions.light": FieldNote(
        "Light", "Day has a sequence of play of its own.", "§23", words={"night": "night", "day": "day"}
    ),
    "Conditions.visibility": FieldNote(
        "Visibility", "The greatest distance at which a block is sighted.", "§16", unit="hexes", least=0
    ),
    "Conditions.spotting_modifier": FieldNote(
        "Spotting", "Added to every spotting die of both sides; under 0 for rain or haze.", "§16"
    ),
}
_AIMS: Mapping[str, FieldNote] = {
    "Aims.turn_limit": FieldNote(
        "Last turn", "The battle ends with this turn.", "§7", unit="turns", least=1, most=MOST_TURNS
    ),
    "Aims.victory": FieldNote(
        "Victory", "Asked in this order when the battle is over; the first that is met decides.", "DS-R33"
    ),
    "Aims.otherwise": FieldNote(
        "If no condition is met",
        "Who wins when none of the conditions under Victory is met.",
        "DS-R33",
        names="side",
        words={"score": "the side with the higher score", "draw": "nobody: a draw"},
    ),
    "Aims.ends_when_gone": FieldNote(
        "Ends by leaving the map",
        "Sides whose last ship ends the battle when she leaves the map; a side that is sunk ends it anyway.",
        "§7",
        names="side",
    ),
    "Aims.sunk": FieldNote(
        "A ship sunk counts",
        "The part of her value that she brings the other side.",
        "DS-R33",
        least=0,
    ),
    "Aims.damaged": FieldNote(
        "A damaged ship counts",
        "The part of her value that a ship damaged and afloat brings the other side.",
        "DS-R33",
        least=0,
    ),
    "Aims.deadlines": FieldNote(
        "Deadlines", "Points to the other side for ships that have not left the map in time.", "DS-R34"
    ),
    "Aims.exit_points": FieldNote(
        "Points for leaving", "Points to a side for each of its ships that has left the map.", "DS-R33"
    ),
    "Aims.presence": FieldNote(
        "Points for presence",
        "Points to a side for each of its ships afloat in an area at the end.",
        "DS-R33",
    ),
    "Victory.winner": FieldNote("Winner", "The side that wins by this condition.", "DS-R33", names="side"),
    "Victory.minimum": FieldNote(
        "At least", "The points that it needs at least.", "DS-R33", unit="points", least=0
    ),
    "Victory.ratio": FieldNote(
        "Times the other's",
        "How many times the other's points it needs; 0 asks nothing.",
        "DS-R33",
        least=0,
    ),
    "Victory.margin": FieldNote(
        "More than the other",
        "How many points more than the other side it needs; 0 asks nothing.",
        "DS-R33",
        unit="points",
        least=0,
    ),
    "Deadline.side": FieldNote("Side", "Whose ships have to be gone by then.", "DS-R34", names="side"),
    "Deadline.by_turn": FieldNote(
        "By the end of turn",
        "The last turn in which they may leave; a battle that is over before gives no points.",
        "DS-H26",
        unit="turns",
        least=1,
        most=MOST_TURNS,
    ),
    "Deadline.share": FieldNote("Share", _SHARE, "DS-R34", least=0),
    "ExitPoints.side": FieldNote("Side", "Whose ships bring points by leaving.", "DS-R33", names="side"),
    "ExitPoints.share": FieldNote("Share", _SHARE, "DS-R33", least=0),
    "Presence.side": FieldNote("Side", "Whose ships bring points by being there.", "DS-R33", names="side"),
    "Presence.area": FieldNote(
        "Area", "The area of the map in which they have to be.", "DS-R33", names="area"
    ),
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
