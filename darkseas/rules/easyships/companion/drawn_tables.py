"""The tables of EasyShips as people read them."""

from darkseas.engine.presentation.companion import drawn_table

from .. import tables

_TABLES = tables.__name__
_NUMBERS = {"key": "What", "number": "Number", "rule": "Rule"}

#: Weapons and their effects.
_COMBAT = (
    drawn_table(
        _TABLES, "gunnery_modifiers", {"label": "When", "amount": "Added to the die", "rule": "Rule"}
    ),
    drawn_table(
        _TABLES, "rates_of_fire", {"most_size": "Guns of at most", "firings": "Firings a turn"},
        "Larger guns fire once.",
    ),
    drawn_table(
        _TABLES, "critical_hits", {"roll": "Over the armour by", "label": "What happens"},
        "The last line is for all above. Of a torpedo the number is two dice less 2, and 3 lights no fire.",
    ),
    drawn_table(_TABLES, "fighters", {"least": "From", "most": "To", "planes": "Planes of four fighters"}),
    drawn_table(
        _TABLES,
        "aircraft_by_year",
        {"since": "From year", "bomb": "A bomb hits like a gun of", "aa": "Planes fall by a face from"},
    ),
    drawn_table(
        _TABLES,
        "depths",
        {"key": "Depth", "sonar": "Added to sonar", "dice": "Dice of a depth charge"},
    ),
    drawn_table(
        _TABLES,
        "sonar",
        {"moved": "Hexes moved", "beside": "Three hexes of the front", "beyond": "And three in front"},
        "Nobody who moved farther hears anything.",
    ),
)  # fmt: skip

#: Damage and repairs.
_DAMAGE = (
    drawn_table(
        _TABLES,
        "fires",
        {
            "level": "Fires",
            "no_air": "No planes fly",
            "silent": "Silent from battery",
            "sinks_below": "Sinks defence under",
            "sinks_submarine": "Sinks boats",
            "sinks_all": "Sinks all",
        },
        "Batteries are counted by size, the largest first; 0 says none.",
    ),
    drawn_table(
        _TABLES,
        "flooding",
        {
            "level": "Level",
            "small_loss": "Moves lost, small ships",
            "loss": "Moves lost, others",
            "cap": "Moves at most",
            "sinks_below": "Sinks defence under",
            "sinks_submarine": "Sinks boats",
            "sinks_all": "Sinks all",
        },
        "Small ships have a defence under 8. Moves at most of -1 says no limit.",
    ),
    drawn_table(
        _TABLES,
        "damage_control",
        {
            "roll": "Die",
            "fires": "Fires",
            "flooding": "Flooding",
            "speed": "Moves won back",
            "speed_if_lost": "If at least so many are lost",
        },
    ),
)

TABLES = (
    drawn_table(
        _TABLES,
        "types",
        {
            "key": "Type",
            "title": "What it is",
            "faces": "Hex-faces a turn",
            "hunts": "Sonar, depth charges, chemical smoke",
            "one_aa_die": "One die of anti-aircraft fire",
            "aa_ship": "Anti-aircraft ship",
            "heavy": "Torpedoes again",
            "dives": "Dives",
        },
    ),
    drawn_table(_TABLES, "lengths", {"type": "Type", "hexes": "Hexes"}),
    *_COMBAT,
    *_DAMAGE,
    drawn_table(_TABLES, "fixed", _NUMBERS),
    drawn_table(_TABLES, "house_numbers", _NUMBERS),
    drawn_table(_TABLES, "derivation_kinds", {"kind": "Type in ship data", "type": "Type"}),
)
