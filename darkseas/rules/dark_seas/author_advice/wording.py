"""Build the warnings for authors, and write lists of hexes and names in sentences."""

from collections.abc import Sequence

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.presentation.words import joined
from darkseas.engine.scenario.spec import Finding

#: A list with more names than this ends in "and 3 others".
MOST_NAMED = 4


def advise(where: str, text: str, remedy: str, rule: str = "") -> Finding:
    """Return a warning, which does not prevent publishing or playing the scenario."""
    return Finding(where, text, rule, remedy, is_advice=True)


def hex_names(hexes: Sequence[Hex], numbering: str) -> str:
    """Return a list of hexes for a sentence, numbered as on the map."""
    return joined([written(label(at), numbering) for at in hexes], MOST_NAMED)


def names(words: Sequence[str]) -> str:
    return joined(list(words), MOST_NAMED)
