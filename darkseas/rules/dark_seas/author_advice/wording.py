"""How advice on a scenario is put: a finding that hinders nobody, and lists of hexes in a sentence."""

from collections.abc import Sequence

from darkseas.engine.hexes.board import Hex, label
from darkseas.engine.hexes.numbering import written
from darkseas.engine.presentation.words import joined
from darkseas.engine.scenario.spec import Finding

#: How many names a sentence takes before it says "and 3 others".
MOST_NAMED = 4


def advise(where: str, text: str, remedy: str, rule: str = "") -> Finding:
    """A finding that hinders nobody from fighting or publishing."""
    return Finding(where, text, rule, remedy, is_advice=True)


def hex_names(hexes: Sequence[Hex], numbering: str) -> str:
    """Hexes as a list in a sentence, each as the map writes it."""
    return joined([written(label(at), numbering) for at in hexes], MOST_NAMED)


def names(words: Sequence[str]) -> str:
    """Names as a list in a sentence."""
    return joined(list(words), MOST_NAMED)
