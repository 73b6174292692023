"""The reason for a dice roll, read from its purpose ("t3/combat/ijn/1/guns/draw")."""

from collections.abc import Sequence

from darkseas.engine.events import DiceRolled
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.presentation.shared_events import HOUSE, dice_narration, purpose_words
from darkseas.engine.stages.side_and_ship_names import side_name, side_names

from ..model.state import State
from .names import place_words

_FIRST = "1"

#: The rolls of an attack with their citations, by the words after the weapons.
_IN_COMBAT = {
    (): ("{}", "§18f"),
    ("draw",): ("the draw of {}", "§18h"),
    ("draw", "friend"): ("the draw among friends of {}", "§18i.iii"),
}


def dice_rolled(state: State, event: DiceRolled) -> Narration:
    """A roll described by its purpose; unknown purposes are quoted."""
    words = event.purpose.split("/")[1:]
    what, rule = _meaning(state, words) or (purpose_words(event.purpose, side_names(state.scenario)), HOUSE)
    return dice_narration(event, what, rule)


def _meaning(state: State, words: Sequence[str]) -> tuple[str, str] | None:
    """The meaning of a purpose (without its turn) in a sentence, and the rule behind the roll."""
    match words:
        case ["spotting", side]:
            return f"spotting, {side_name(state, side)}", "§16"
        case ["initiative", "opening", attempt, side]:
            return f"the opening initiative{_again(attempt)}, {side_name(state, side)}", "DS-R1"
        case ["initiative", "tie", attempt, side]:
            return f"the tie in initiative{_again(attempt)}, {side_name(state, side)}", "DS-R2"
        case ["set-up", side] | ["set-up", side, "from", _]:
            return f"mixing the blocks, {side_name(state, side)}", "§4a"
        case ["regroup", at, _, side]:
            return f"mixing the blocks in {place_words(state, at)}, {side_name(state, side)}", "§4a"
        case ["combat", side, number, weapons, *more] if tuple(more) in _IN_COMBAT:
            form, rule = _IN_COMBAT[tuple(more)]
            return form.format(f"{side_name(state, side)}, attack {number}, {weapons}"), rule
    return None


def _again(attempt: str) -> str:
    return "" if attempt == _FIRST else f" (throw {attempt})"
