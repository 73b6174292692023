"""A battle in plain text: its log as sentences under the headings of turns and phases, with citations."""

from collections.abc import Iterable, Iterator
from typing import Any

from darkseas.engine.events import Entry, PhaseBegan, TurnBegan
from darkseas.engine.play.replay import numbered
from darkseas.engine.presentation.narration import Narration
from darkseas.engine.system import RulesSystem
from replays_app.replay.perspectives import ALL, may_see

_INDENT = "    "


def plain_text(
    system: RulesSystem, initial: Any, entries: Iterable[Entry], perspective: str = ALL
) -> Iterator[str]:
    """Yield the lines of a battle from one perspective; ``initial`` is the state before entry 0."""
    state = initial.copy()
    for entry in numbered(entry for entry in entries if may_see(perspective, entry.audience)):
        event = entry.event
        if isinstance(event, TurnBegan):
            yield ""
            yield f"Turn {event.turn}{f': {event.title}' if event.title else ''}"
        if isinstance(event, PhaseBegan):
            yield f"  {event.title}  [{event.rule}]"
        yield _sentence(entry.seq, system.describe(state, event))
        setter = system.setters.get(type(event))
        if setter is not None:
            setter(state, event)


def _sentence(number: int, narration: Narration) -> str:
    dice = "".join(f"  d{die.sides}: {die.face}" for die in narration.dice)
    rules = f"  [{', '.join(narration.rules)}]" if narration.rules else ""
    return f"{_INDENT}{number:>4}  {narration.sentence}{dice}{rules}"
