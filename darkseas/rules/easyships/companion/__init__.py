"""The rules companion of EasyShips: every rule and ruling in our own words, around the tables."""

from darkseas.engine.presentation.companion import companion_beside
from darkseas.engine.presentation.words import signed

from ..tables.rules_tables import FIXED, HOUSE
from .drawn_tables import TABLES
from .worked_examples import WORKED

#: The files of entries, in the order of the text, rulings after it.
_ENTRIES = ("before_and_movement", "combat", "damage_and_victory", "house_rules", "rulings")

COMPANION = companion_beside(
    __package__ or "",
    _ENTRIES,
    {key: signed(number) if number < 0 else str(number) for key, number in {**FIXED, **HOUSE}.items()},
    sticker="9×8″, 8×5″ · 4 torpedoes · armour 4 · defence 11 · 4 moves",
    worked=WORKED,
    tables=TABLES,
)
