"""The editor form of Fleet Battle: label, help text and limits of every scenario field."""

from collections.abc import Mapping

from darkseas.engine.scenario.form import FieldNote, ScenarioForm, notes_of_options

from ..model.scenario import Aims, GroupRules, Options, Ratings, Sea, SideRules
from ..tables.rules_tables import CARDS
from .checks import LIMITS, MOST_TURNS
from .setup import OPTIONS

_CARDS: Mapping[str, str] = {key: key for key in CARDS}
_ANSWERS: Mapping[str, Mapping[str, str]] = {
    "cards": {
        "own": "the scenario must give them all",
        "house": "from our own set if the scenario gives none",
    },
    "memory_turns": {
        "0": "this turn only",
        "1": "one more turn",
        "2": "two more turns",
        "3": "three more turns",
    },
}


def _numbers(record: str) -> Mapping[str, FieldNote]:
    """Return the fields for a card's numbers, which may be given for a ship or for a whole type."""

    def note(name: str, title: str, what: str, rule: str, unit: str = "") -> FieldNote:
        least, most = LIMITS[name]
        return FieldNote(title, f"{what}; empty: from the tables.", rule, unit, least, most)

    return {
        f"{record}.dice": FieldNote(
            "Dice", "Her attack dice, written like 2d10; empty: from the tables.", "FB-1"
        ),
        f"{record}.defence": note("defence", "Defence", "Number that a die must reach to sink her", "FB-1"),
        f"{record}.submerged": note("submerged", "Submerged", "Defence of a u-boat until she fires", "FB-6"),
        f"{record}.ceiling": note("ceiling", "Ceiling", "Highest defence that bonuses can give her", "FB-14"),
        f"{record}.cost": note("cost", "Cost", "Her cost, and her points while afloat", "FB-1", "points"),
    }


_FIELDS: Mapping[str, FieldNote] = {
    "Ratings.card": FieldNote("Card", "The type of ship, which decides her card.", "FB-1", words=_CARDS),
    **_numbers("Ratings"),
    "Sea.cards": FieldNote(
        "Cards of this scenario",
        "Numbers for all ships of a type, unless a ship has her own.",
        "FB-1",
        words=_CARDS,
    ),
    **_numbers("OwnNumbers"),
    "GroupRules.group": FieldNote(
        "Group",
        "The group of the fleet in which these ships start.",
        "FB-7",
        words={"battle": "the battle group", "carrier": "the carrier group"},
    ),
    "SideRules.budget": FieldNote(
        "Budget", "Largest cost of the fleet; 0 for no limit.", "FB-H10", unit="points", least=0
    ),
    "SideRules.max_per_type": FieldNote(
        "Most cards of a type",
        "Limit for each type; a type without an entry has no limit.",
        "FB-H10",
        unit="cards",
        least=0,
        words=_CARDS,
    ),
    "SideRules.fixed_groups": FieldNote(
        "Groups are fixed", "Escorts must start in the groups given here.", "FB-7"
    ),
    "Aims.turn_limit": FieldNote(
        "Last turn",
        "After this turn, the side whose surviving ships cost more wins; 0 for no limit.",
        "FB-B18",
        unit="turns",
        least=0,
        most=MOST_TURNS,
    ),
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
    notes={**_FIELDS, **notes_of_options(OPTIONS, _ANSWERS)},
    has_map=False,
)
