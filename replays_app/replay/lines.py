"""A battle from one perspective as JSON: its lines, and the chart after a line.

`codec.write` writes the engine's records (`Chart`, `Narration`), and leaves out fields with their default.
Numbers ``n`` count the perspective's own entries from 0. `outline.py` has the data needed before the first
line.
"""

from darkseas.engine.events import PhaseBegan, TurnBegan
from darkseas.engine.presentation.witnesses import witnessed
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from replays_app.log.reader import DecodedEntry

from . import cursor_cache
from .battle_context import BattleContext
from .cursor import ReplayCursor

#: The most lines in one answer.
MOST_LINES = 1000


def lines_json(context: BattleContext, perspective: str, first: int, count: int) -> list[Json]:
    """Return up to ``count`` lines from number ``first`` on."""
    lines: list[Json] = []
    if count > 0:
        for cursor, entry in cursor_cache.entries_from(context, perspective, first, count):
            lines.append(line_json(context, cursor, entry))
            if len(lines) == min(count, MOST_LINES):
                break
    return lines


def step_json(context: BattleContext, perspective: str, number: int) -> Json:
    """Return a line and the chart after it. Raises LookupError if there is no such entry."""
    for cursor, entry in cursor_cache.entries_from(context, perspective, number, 1):
        line = line_json(context, cursor, entry)
        cursor.apply(context.system.setters, entry)
        chart = write(context.system.chart(cursor.state))
        del chart["ground"]
        return {"n": number, "line": line, "chart": chart}
    raise LookupError(f"no entry {number}")


def line_json(context: BattleContext, before: ReplayCursor, entry: DecodedEntry) -> dict[str, Json]:
    """Return a narrated entry: its place, kind and narration."""
    event = entry.event
    names = {side.key: side.name for side in context.initial.spec.sides}
    told = context.system.describe(before.state, event)
    narration = witnessed(told, event, before.witnessed, names)
    return {
        "n": before.length,
        "step": before.step_of(entry),
        "turn": event.turn if isinstance(event, TurnBegan) else before.turn,
        "phase": _phase(before, event),
        "kind": context.codec.names[type(event)],
        "side": narration.side,
        **write(narration),
    }


def _phase(before: ReplayCursor, event: object) -> str:
    if isinstance(event, PhaseBegan):
        return event.phase
    return "" if isinstance(event, TurnBegan) else before.phase
