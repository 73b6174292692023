"""How fleet battle names things: sides, ships, groups, tiers, dice."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from darkseas.engine.presentation.narration import Working
from darkseas.engine.presentation.shared_events import name_of
from darkseas.engine.presentation.words import joined, signed

from ..model.events import DefenceLine
from ..model.sheet import Sheet
from ..model.state import State
from ..turn.sequence import PHASES

#: How many names a sentence takes before it says "and 3 others".
MOST_NAMES = 6

GROUP_WORDS: Mapping[str, str] = {"battle": "the battle group", "carrier": "the carrier group"}


@lru_cache(maxsize=64)
def side_names(sheet: Sheet) -> Mapping[str, str]:
    """The names of the sides by key."""
    return {side.key: side.name for side in sheet.sides.values()}


def side_name(state: State, side: str) -> str:
    """A side's name, or the umpire's."""
    return name_of(side, side_names(state.sheet))


def ship_name(state: State, key: str) -> str:
    """A ship's name."""
    ship = state.sheet.ships.get(key)
    return ship.name if ship is not None else key


def ship_names(state: State, keys: Iterable[str]) -> str:
    """Ships as a list in a sentence."""
    return joined([ship_name(state, key) for key in keys], MOST_NAMES)


def group_words(group: str) -> str:
    """A group in a sentence."""
    return GROUP_WORDS.get(group, "neither group")


def phase_words(phase: str) -> str:
    """The title of a phase."""
    return PHASES.get(phase, phase)


def verb(count: int, one: str, many: str) -> str:
    """The verb's form for so many."""
    return one if count == 1 else many


def dice_words(count: int, sides: int) -> str:
    """Dice as players write them: "2d10"."""
    return f"{count}d{sides}"


def faces_words(faces: Sequence[int]) -> str:
    """Faces as a list: "2 and 8"."""
    return joined([str(face) for face in faces])


def defence_workings(lines: Iterable[DefenceLine]) -> tuple[Working, ...]:
    """The lines of a defence: the card first as it stands, then what is added."""
    return tuple(
        Working(line.label, signed(line.amount) if number else str(line.amount), line.rule)
        for number, line in enumerate(lines)
    )
