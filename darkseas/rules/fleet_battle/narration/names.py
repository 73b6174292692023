"""Names used in sentences: sides, ships, groups, tiers, dice."""

from collections.abc import Iterable, Mapping, Sequence

from darkseas.engine.presentation.narration import Working
from darkseas.engine.presentation.words import joined, signed
from darkseas.engine.stages import side_and_ship_names
from darkseas.engine.stages.stage import Stage

from ..model.events import DefenceLine
from ..model.phases import PHASES
from ..model.state import State

#: Names in a sentence before it says "and 3 others".
MOST_NAMES = 6

GROUP_WORDS: Mapping[str, str] = {"battle": "the battle group", "carrier": "the carrier group"}


def ship_names(state: State, keys: Iterable[str]) -> str:
    return side_and_ship_names.ship_names(state, keys, MOST_NAMES)


def group_words(group: str) -> str:
    return GROUP_WORDS.get(group, "neither group")


def stage_words(stage: Stage) -> str:
    """Return the title of a stage, which is a phase of its own."""
    return PHASES.get(str(stage), str(stage))


def verb(count: int, one: str, many: str) -> str:
    """Return the form of a verb for this number."""
    return one if count == 1 else many


def dice_words(count: int, sides: int) -> str:
    """Return dice as players write them: "2d10"."""
    return f"{count}d{sides}"


def faces_words(faces: Sequence[int]) -> str:
    """Return faces as a list: "2 and 8"."""
    return joined([str(face) for face in faces])


def defence_workings(lines: Iterable[DefenceLine]) -> tuple[Working, ...]:
    """Return the lines of a defence: the card first, then the bonuses."""
    return tuple(
        Working(line.label, signed(line.amount) if number else str(line.amount), line.rule)
        for number, line in enumerate(lines)
    )
