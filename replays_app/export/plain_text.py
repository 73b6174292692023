"""A battle in plain text: sentences under the headings of turns and phases, with citations."""

from collections.abc import Iterable, Iterator
from typing import Any

from darkseas.engine.events import Entry, PhaseBegan, TableWitnessed, TurnBegan
from darkseas.engine.play.replay import numbered
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.presentation.result_columns import column_words
from darkseas.engine.presentation.witnesses import witnessed
from darkseas.engine.system import RulesSystem
from replays_app.replay.perspectives import ALL, may_see

_INDENT = "    "
#: The indentation of lines below a sentence.
_BELOW = " " * 12


def plain_text(
    system: RulesSystem,
    initial: Any,
    entries: Iterable[Entry],
    perspective: str = ALL,
    *,
    with_sums: bool = False,
) -> Iterator[str]:
    """Yield the lines of a battle from one perspective; ``initial`` is the state before entry 0.

    ``with_sums`` adds the modifiers below each sentence, and the other possible dice results.
    """
    state = initial.copy()
    names = {side.key: side.name for side in system.chart(state).ground.sides}
    seen: TableWitnessed | None = None
    for entry in numbered(entry for entry in entries if may_see(perspective, entry.audience)):
        event = entry.event
        if isinstance(event, TurnBegan):
            yield ""
            yield f"Turn {event.turn}{f': {event.title}' if event.title else ''}"
        if isinstance(event, PhaseBegan):
            yield f"  {event.title}  [{event.rule}]"
        if isinstance(event, TableWitnessed):
            seen = event
        narration = witnessed(system.describe(state, event), event, seen, names)
        yield _sentence(entry.seq, narration)
        if with_sums:
            yield from _sum(narration)
        setter = system.setters.get(type(event))
        if setter is not None:
            setter(state, event)


def _sentence(number: int, narration: Narration) -> str:
    dice = "".join(f"  d{die.sides}: {die.face}" for die in narration.dice)
    rules = f"  [{', '.join(narration.rules)}]" if narration.rules else ""
    return f"{_INDENT}{number:>4}  {narration.sentence}{dice}{rules}"


def _sum(narration: Narration) -> Iterator[str]:
    for working in narration.workings:
        amount = f": {working.amount}" if working.amount else ""
        rule = f"  [{working.rule}]" if working.rule else ""
        yield f"{_BELOW}{working.label}{amount}{rule}"
    if narration.total:
        yield f"{_BELOW}makes {narration.total}"
    if narration.column is not None:
        yield f"{_BELOW}{column_words(narration.column)}"
