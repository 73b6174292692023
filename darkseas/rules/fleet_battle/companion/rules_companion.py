"""The rules companion of Fleet Battle: every rule and ruling in our own words, with the tables."""

from darkseas.engine.presentation.companion import companion_beside

from ..tables.rules_tables import FIXED
from .drawn_tables import TABLES
from .worked_examples import WORKED

COMPANION = companion_beside(
    __package__ or "",
    ("rules", "rulings", "house_rulings"),
    {key: str(number) for key, number in FIXED.items()},
    sticker="2d10 · 8 · 1d6 at u-boats · cost 9",
    worked=WORKED,
    tables=TABLES,
)
