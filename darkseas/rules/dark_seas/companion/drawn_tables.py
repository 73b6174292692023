"""The tables of Dark Seas as people read them."""

from darkseas.engine.presentation.companion import DrawnTable, drawn_table
from darkseas.engine.presentation.result_columns import span
from darkseas.engine.presentation.words import mixed
from darkseas.engine.serialization.tables import read_table

from .. import tables
from ..model.attack_results import DAMAGED, GUNS, SUNK, result_of
from ..narration.names import odds
from ..tables.rules_tables import FIXED, WEAPONS

_TABLES = tables.__name__
#: Weapons and classes in the order in which they are read.
_WEAPONS, _CLASSES = "DCBT", "DCBMA"
#: The best odds that the table of results has; better ones sink by any die.
_MOST_HALVES = 2 * FIXED["attack_die"]
_SPOTTING_NOTE = (
    "Training is added as well, the radar’s rating up to that range, and what the scenario gives."
)


def _weapons_effect() -> DrawnTable:
    """The Weapons Effect Table as a grid: the class fired at by the weapon."""
    head = read_table(_TABLES, "weapons_effect")
    rows = tuple((target, *(_effect(weapon, target) for weapon in _WEAPONS)) for target in _CLASSES)
    return DrawnTable(
        "weapons_effect",
        head["title"],
        head["source"],
        head["origin"],
        ("Fired at", *(f"{weapon} weapon" for weapon in _WEAPONS)),
        rows,
        "Factors are multiplied by this. A second number holds in the same hex, where secondary guns help.",
    )


def _effect(weapon: str, target: str) -> str:
    effect = WEAPONS[weapon, target]
    near = f"; {mixed(effect.at_range_0)} at 0" if effect.at_range_0 != effect.factor else ""
    return f"× {mixed(effect.factor)}{near}"


def _results() -> DrawnTable:
    """What each die does at each odds to a sound cruiser, worked out by the rule."""
    rows = []
    for halves in (*range(1, 9), *range(10, _MOST_HALVES + 1, 2)):
        faces = range(1, FIXED["attack_die"] + 1)
        results = [result_of(face, halves, False, GUNS, "C", False)[0] for face in faces]
        sinks, damages = results.count(SUNK), results.count(DAMAGED)
        rows.append(
            (
                odds(halves),
                span(1, sinks) if sinks else "–",
                span(sinks + 1, sinks + damages) if damages else "–",
            )
        )
    return DrawnTable(
        "results",
        "Combat results",
        "worked out from §18f by the function that decides",
        "rulebook",
        ("Odds", f"Sunk by a D{FIXED['attack_die']} of", "Damaged by"),
        tuple(rows),
        "For a sound ship. A damaged one is sunk by either; so is a destroyer by torpedoes. With destroyer "
        "guns a battleship is damaged at most.",
    )


TABLES = (
    drawn_table(
        _TABLES,
        "training",
        {
            "level": "Level",
            "friendly_fire_percent": "Friends at risk, %",
            "largest_group": "Largest task group",
            "classes": "Classes told apart",
            "keep_out": "May keep drawn ships out",
        },
        "Letters that stand together cannot be told apart; each hex of range takes one level away for it.",
    ),
    drawn_table(
        _TABLES, "spotting", {"label": "What", "amount": "Added to the die", "rule": "Rule"}, _SPOTTING_NOTE
    ),
    _weapons_effect(),
    drawn_table(_TABLES, "other_modifiers", {"key": "When", "factor": "Factors ×", "rule": "Rule"}),
    _results(),
    drawn_table(_TABLES, "daylight_steps", {"speed": "Speed", "steps": "Hexes in the three sub-phases"}),
    drawn_table(_TABLES, "fixed", {"key": "What", "number": "Number", "rule": "Rule"}),
    drawn_table(_TABLES, "derivation_kinds", {"kind": "Type", "defence_class": "Class"}),
    drawn_table(
        _TABLES,
        "derivation_defence",
        {
            "defence_class": "Class",
            "base": "Begins with",
            "tons": "Tons a point",
            "inches": "Inches a point",
            "by_tonnage": "Points by tons",
        },
    ),
    drawn_table(
        _TABLES,
        "derivation_ranges",
        {
            "range": "Range",
            "from_inches": "Calibre over, in",
            "per_inches": "Inches for all",
            "most": "At most",
            "long_torpedo": "Long torpedoes",
            "torpedo": "Other torpedoes",
        },
    ),
    drawn_table(
        _TABLES,
        "derivation_radar",
        {
            "set": "Set",
            "in_small_ships": "In class D",
            "in_large_ships": "In larger ships",
            "what": "What it is",
        },
    ),
    drawn_table(_TABLES, "derivation", {"key": "What", "number": "Number"}),
)
