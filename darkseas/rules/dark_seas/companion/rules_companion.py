"""The rules companion of Dark Seas: every rule and ruling in our own words, around the tables."""

from darkseas.engine.presentation.companion import companion_beside

from .drawn_tables import TABLES
from .numbers import NUMBERS
from .worked_examples import WORKED

#: The files of entries, in rulebook order, rulings last.
_ENTRIES = (
    "before_the_battle",
    "turn_and_spotting",
    "combat",
    "dummies_and_daylight",
    "rulings",
    "house_rulings",
)

COMPANION = companion_beside(
    __package__ or "",
    _ENTRIES,
    NUMBERS,
    sticker="C 7-5-3-2 · T 5-3-1 R* · 3C · speed 3 · radar R2",
    worked=WORKED,
    tables=TABLES,
)
