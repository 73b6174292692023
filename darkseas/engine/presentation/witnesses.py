"""Add the witnesses of a table roll to its narration."""

from dataclasses import replace

from ..events import DiceRolled, TableWitnessed
from .narration import Narration, Working
from .shared_events import SideNames, witness_words

TABLE = "table"


def witnessed(narration: Narration, event: object, by: TableWitnessed | None, names: SideNames) -> Narration:
    """Return the narration of a roll with its witnesses, if recorded; other events unchanged."""
    if not isinstance(event, DiceRolled) or event.origin != TABLE or by is None:
        return narration
    seen = Working("Rolled at the table", witness_words(by, names))
    return replace(narration, workings=(*narration.workings, seen))
