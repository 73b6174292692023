"""Facts about a whole battle from one perspective: turns, marks, points, losses, the ending.

They are cached together with their cursor, so that a later call reads only the new entries of a running
battle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from darkseas.engine.events import BattleAborted, BattleEnded, DiceRolled, PhaseBegan, TurnBegan
from darkseas.engine.presentation.luck import RollsScored
from darkseas.engine.presentation.standing import Standing
from darkseas.engine.system import RulesSystem
from replays_app.log.reader import DecodedEntry

from . import cursor_cache
from .battle_context import BattleContext
from .cursor import ReplayCursor

#: The cache name of the facts.
OUTLINE = "outline"


class _Step(NamedTuple):
    """The entries of one step, and the cursor before them."""

    before: ReplayCursor
    entries: list[DecodedEntry]


def gather(context: BattleContext, perspective: str) -> "Gathered":
    """Return the facts of the whole log, continuing from the cached ones.

    Facts are cached before the last step, because the standing after a whole step is compared with the one
    before it.
    """
    system = context.system
    with cursor_cache.lock_for(context, perspective, OUTLINE):
        start, gathered = _cached(context, perspective)
        if start is None:
            start = cursor_cache.at_start(context, perspective)
            gathered.note(0, system.standing(start.state))
        step = _Step(start, [])
        for cursor, entry in cursor_cache.entries_on(context, start.copy()):
            if entry.step != cursor.stored_step and step.entries:
                gathered.add(system, step, cursor.state)
                step = _Step(cursor.copy(), [])
            step.entries.append(entry)
        if step.before is not start:
            cursor_cache.store(context, step.before, OUTLINE, gathered)
    if step.entries:
        gathered.add(system, step, cursor.state)
    return gathered


def _cached(context: BattleContext, perspective: str) -> tuple[ReplayCursor | None, "Gathered"]:
    """Return the cached facts with their cursor, or empty ones and None."""
    start, gathered = cursor_cache.cached(context, perspective, OUTLINE)
    return start, Gathered() if start is None else gathered


@dataclass(slots=True)
class Gathered:
    """The facts up to some step.

    Computing a standing costs more than reading an entry. So it is done only after each step, and within a
    step only if losses or scores have changed. ``sunk`` and ``points`` are the last known values. ``firsts``
    are the first entries of each kind that the system counts. ``scored`` are the results of fire by side and
    by origin of the dice.
    """

    entries: int = 0
    turns: list[Any] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)
    losses: list[Any] = field(default_factory=list)
    scores: list[Any] = field(default_factory=list)
    firsts: dict[str, int] = field(default_factory=dict)
    scored: dict[tuple[str, str], RollsScored] = field(default_factory=dict)
    ended: BattleEnded | None = None
    aborted: BattleAborted | None = None
    ended_at: int = 0
    sunk: frozenset[str] = frozenset()
    points: Mapping[str, Fraction] = field(default_factory=dict)

    def add(self, system: RulesSystem, step: _Step, after: Any) -> None:
        """Add the next step; ``after`` is the state after it."""
        first = step.before.length
        self.entries = first + len(step.entries)
        for number, entry in enumerate(step.entries, first):
            mark = _MARKS.get(type(entry.event))
            if mark is not None:
                mark(self, number, entry.event)
            if type(entry.event) in system.firsts:
                self.firsts.setdefault(type(entry.event).__name__, number)
        self._add_scored(system, step)
        if self._is_news(system.standing(after)):
            self._look_closer(system, step)

    def note(self, number: int, standing: Standing) -> None:
        """Record how this entry changed the standing."""
        sunk, points = standing.sunk, standing.scores
        self.losses += [
            {"n": number, "side": lost.side, "name": lost.name} for lost in sunk if lost.ship not in self.sunk
        ]
        if points != self.points:
            self.scores.append({"n": number, "scores": {side: str(score) for side, score in points.items()}})
        self.sunk, self.points = frozenset([lost.ship for lost in sunk]), points

    def mark_turn(self, number: int, event: TurnBegan) -> None:
        self.turns.append({"turn": event.turn, "title": event.title, "first": number, "phases": []})

    def mark_phase(self, number: int, event: PhaseBegan) -> None:
        """Record that a phase begins. Phases before turn 1 are in turn 0."""
        if not self.turns:
            self.turns.append({"turn": 0, "title": "", "first": 0, "phases": []})
        phase = {"phase": event.phase, "title": event.title, "rule": event.rule, "first": number}
        self.turns[-1]["phases"].append(phase)

    def mark_roll(self, number: int, event: DiceRolled) -> None:
        self.rolls.append(number)

    def mark_end(self, number: int, event: BattleEnded) -> None:
        self.ended, self.ended_at = event, number

    def mark_abort(self, number: int, event: BattleAborted) -> None:
        self.aborted, self.ended_at = event, number

    def _add_scored(self, system: RulesSystem, step: _Step) -> None:
        """Add the results of fire. A roll's dice come directly before its results."""
        origin = ""
        for entry in step.entries:
            if type(entry.event) is DiceRolled:
                origin = entry.event.origin
            scored = system.scored(step.before.state, entry.event)
            if scored is not None:
                self.scored.setdefault((scored.side, origin), RollsScored()).add(scored)

    def _is_news(self, standing: Standing) -> bool:
        return standing.scores != self.points or {lost.ship for lost in standing.sunk} != self.sunk

    def _look_closer(self, system: RulesSystem, step: _Step) -> None:
        """Find the entries of a step that changed the standing."""
        working = step.before.state.copy()
        for number, entry in enumerate(step.entries, step.before.length):
            setter = system.setters.get(type(entry.event))
            if setter is not None:
                setter(working, entry.event)
                self.note(number, system.standing(working))


_MARKS: Mapping[type, Callable[[Gathered, int, Any], None]] = {
    TurnBegan: Gathered.mark_turn,
    PhaseBegan: Gathered.mark_phase,
    DiceRolled: Gathered.mark_roll,
    BattleEnded: Gathered.mark_end,
    BattleAborted: Gathered.mark_abort,
}
