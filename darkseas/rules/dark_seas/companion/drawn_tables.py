"""The tables of Dark Seas as readers see them in the rules companion."""

from darkseas.engine.presentation.companion import DrawnTable, drawn_table
from darkseas.engine.presentation.result_columns import span
from darkseas.engine.presentation.words import mixed
from darkseas.engine.serialization.tables import read_table

from .. import tables
from ..model.attack_results import DAMAGED, GUNS, SUNK, result_of
from ..narration.names import odds
from ..tables.rules_tables import FIXED, WEAPONS

_TABLES = tables.__name__
#: Weapons and classes in reading order.
_WEAPONS, _CLASSES = "DCBT", "DCBMA"
#: The best odds in the table of results; better odds sink with any roll.
_MOST_HALVES = 2 * FIXED["attack_die"]
_SPOTTING_NOTE = "Training, radar (up to its rating in hexes) and the scenario’s modifiers are added too."


def _weapons_effect() -> DrawnTable:
    """The Weapons Effect Table as a grid: target class by weapon."""
    head = read_table(_TABLES, "weapons_effect")
    rows = tuple((target, *(_effect(weapon, target) for weapon in _WEAPONS)) for target in _CLASSES)
    return DrawnTable(
        "weapons_effect",
        head["title"],
        head["source"],
        head["origin"],
        ("Fired at", *(f"{weapon} weapon" for weapon in _WEAPONS)),
        rows,
        "Multiplies attack factors. A second number applies in the same hex, where secondary guns help.",
    )


def _effect(weapon: str, target: str) -> str:
    effect = WEAPONS[weapon, target]
    near = f"; {mixed(effect.at_range_0)} at 0" if effect.at_range_0 != effect.factor else ""
    return f"× {mixed(effect.factor)}{near}"


def _results() -> DrawnTable:
    """The effect of each die roll at each odds on a sound cruiser, computed by the rule."""
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
        "computed from §18f by the code that resolves attacks",
        "rulebook",
        ("Odds", f"Sunk by a D{FIXED['attack_die']} of", "Damaged by"),
        tuple(rows),
        "For a sound ship. Either result sinks a damaged ship; torpedoes also sink a destroyer. With "
        "destroyer guns taking part, a battleship is at most damaged.",
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
            "keep_out": "May keep out drawn ships",
        },
        "Letters written together cannot be told apart; each hex of range lowers the level by one for this.",
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
            "per_inches": "Inches for full share",
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
