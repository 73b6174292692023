"""What a chart says of losses and scores, in the way that the charts of all rules systems say it.

A caption labelled ``Score`` with a side holds that side's points. A ship is a piece's crew, or a piece
without crew, which is then the ship itself; she carries the marks ``sunk``, ``exited`` or ``damaged``.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from darkseas.engine.presentation.chart import Chart
from darkseas.engine.presentation.words import MINUS

SCORE = "Score"
SUNK, EXITED, DAMAGED = "sunk", "exited", "damaged"

_MIXED = re.compile(rf"({MINUS}|-)?(\d+)?\s*(?:(\d+)/(\d+)|([¼-¾⅐-⅞]))?")


class ShipSeen(NamedTuple):
    """A ship as a chart shows her."""

    key: str
    side: str
    name: str
    marks: tuple[str, ...]


def ships(chart: Chart, marked: str | None = None) -> Iterator[ShipSeen]:
    """Yield every ship that the chart shows, or those alone that carry this mark."""
    for piece in chart.pieces:
        if not piece.crew and (marked is None or marked in piece.marks):
            yield ShipSeen(piece.key, piece.side, piece.title, piece.marks)
        for crew in piece.crew:
            if marked is None or marked in crew.marks:
                yield ShipSeen(crew.key, piece.side, crew.name, crew.marks)


def losses(chart: Chart) -> dict[str, ShipSeen]:
    """Return the ships sunk, by key."""
    return {ship.key: ship for ship in ships(chart, SUNK)}


def scores(chart: Chart) -> Mapping[str, str]:
    """Return each side's points, as fractions in text ("27", "55/2")."""
    return {
        caption.side: points(caption.value)
        for caption in chart.captions
        if caption.label == SCORE and caption.side
    }


# Charts are gone through step by step, mostly with the same points as before: they are kept.
@lru_cache(maxsize=4096)
def points(text: str) -> str:
    """Return points as they are said ("27½", "1 5/12") in the form in which they are stored ("55/2").

    Text that is no number stays as it is.
    """
    found = _MIXED.fullmatch(text.strip())
    if found is None or not any(found.groups()[1:]):
        return text
    minus, whole, top, bottom, printed = found.groups()
    value = Fraction(int(whole or 0))
    if printed:
        value += Fraction(unicodedata.normalize("NFKC", printed).replace("⁄", "/"))
    elif top and int(bottom):
        value += Fraction(int(top), int(bottom))
    return str(-value if minus else value)
