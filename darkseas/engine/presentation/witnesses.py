"""In front of whom a throw at the table fell, told with the throw."""

from dataclasses import replace

from ..events import DiceRolled, TableWitnessed
from .narration import Narration, Working
from .shared_events import SideNames, witness_words

TABLE = "table"


def witnessed(narration: Narration, event: object, by: TableWitnessed | None, names: SideNames) -> Narration:
    """A throw told, with in front of whom it fell where that is on record; all else as it is."""
    if not isinstance(event, DiceRolled) or event.origin != TABLE or by is None:
        return narration
    seen = Working("Thrown at the table", witness_words(by, names))
    return replace(narration, workings=(*narration.workings, seen))
