"""The rules companion of EasyShips: every rule and ruling in our own words, around the tables."""

from darkseas.engine.presentation.companion import companion_beside
from darkseas.engine.presentation.words import signed

from ..scenario.option_list import OPTIONS
from ..tables.rules_tables import FIRES, FIXED, HOUSE, YEARS
from .drawn_tables import TABLES
from .worked_examples import WORKED

#: The files of entries, in the order of the text, rulings after it.
_ENTRIES = ("before_and_movement", "combat", "damage_and_victory", "house_rules", "rulings")


def _numbers() -> dict[str, str]:
    """Return the numbers that entries name in braces."""
    numbers = {**FIXED, **HOUSE}
    late = next(row for row in YEARS if row.aa < YEARS[0].aa)
    numbers |= {"aa_face": YEARS[0].aa, "aa_late_since": late.since, "aa_late_face": late.aa}
    numbers |= {"aa_ship_face": FIXED["die"] - 1}
    # The lowest number of fires that silences a battery.
    numbers |= {f"fires_silence_{row.silent}": row.level for row in reversed(FIRES) if row.silent}
    words = {key: signed(number) if number < 0 else str(number) for key, number in numbers.items()}
    depth, *others = next(option.values for option in OPTIONS if option.key == "edge_depth")
    return words | {"edge_depth": str(depth), "other_edge_depths": " or ".join(map(str, sorted(others)))}


COMPANION = companion_beside(
    __package__ or "",
    _ENTRIES,
    _numbers(),
    sticker="9×8″, 8×5″ · 4 torpedoes · armour 4 · defence 11 · 4 moves",
    worked=WORKED,
    tables=TABLES,
)
