"""What a viewer of a battle needs before the first line, from one perspective, as JSON.

Records of the engine (`Ground`) are written by `codec.write`: a field at its default is left out.
Numbers (``n``, ``first``) count the perspective's own entries from 0.

What was gathered from a log is kept in the cache beside the cursor that it stands on (`cursors`), so an
outline goes on from there: of a running battle only what is new is gone through.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from darkseas.engine.events import BattleEnded, DiceRolled, PhaseBegan, TurnBegan
from darkseas.engine.presentation.standing import Standing
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem
from replays_app.log.reader import DecodedEntry

from . import cursor_cache, perspectives
from .battle_context import BattleContext
from .cursor import ReplayCursor

HOUSE = "house"
#: The name under which what was gathered is kept.
OUTLINE = "outline"


def outline(context: BattleContext, perspective: str, open_to: tuple[str, ...]) -> dict[str, Json]:
    """Return what a viewer needs before the first line: ground, turns, marks, scores, the result.

    ``turns`` hold their phases, each with the ``first`` entry; ``marks`` where dice were rolled and
    ships lost; ``scores`` one point of the curve for each change, as fractions in text; ``options``
    every choice of the scenario with its origin, ``house`` the places of the scenario that are ours.
    ``broken`` is there only when the chain does not fit from an entry on.
    """
    battle, system, initial = context.battle, context.system, context.initial
    gathered = _gather(context, perspective)
    ground = system.chart(initial.state).ground
    names = perspectives.names(ground.sides)
    payload: dict[str, Json] = {
        "battle": battle.pk.hex,
        "title": battle.title,
        "status": battle.status,
        "system": system.key,
        "system_title": system.title,
        "release": battle.release,
        "perspective": perspective,
        "perspectives": [{"key": key, "name": names.get(key, key)} for key in open_to],
        "ground": write(ground),
        "options": _options(system, initial.spec),
        "house": sorted(place for place, origin in initial.spec.origins.items() if origin == HOUSE),
        **gathered.as_json(),
    }
    if battle.broken_at is not None:
        finding = battle.findings.filter(kind="chain").first()
        payload["broken"] = {"n": payload["entries"], "why": finding.text if finding else ""}
    return payload


def _options(system: RulesSystem, spec: ScenarioSpec) -> list[Json]:
    return [
        {
            "key": option.key,
            "title": option.title,
            "value": spec.options.get(option.key, option.default),
            "is_default": option.key not in spec.options,
            "origin": option.origin,
            "rule": option.rule,
            "note": option.note,
        }
        for option in system.options
    ]


class _Step(NamedTuple):
    """Entries of one step, and the cursor before them."""

    before: ReplayCursor
    entries: list[DecodedEntry]


def _gather(context: BattleContext, perspective: str) -> "_Gathered":
    """Return what the whole log tells; go on from what is kept of it, and keep it.

    It is kept as it is before the last step, for a step is compared as a whole with what was before.
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


def _cached(context: BattleContext, perspective: str) -> tuple[ReplayCursor | None, "_Gathered"]:
    """Return what was gathered before with the cursor that it stands on; None and nothing without."""
    start, gathered = cursor_cache.cached(context, perspective, OUTLINE)
    return start, _Gathered() if start is None else gathered


@dataclass(slots=True)
class _Gathered:
    """What the entries up to some step tell.

    A standing costs more than an entry, so it is asked for only where a step ends, and within a step only
    if losses or scores are others than before it. ``sunk`` and ``points`` are as they were noted last.
    """

    entries: int = 0
    turns: list[Any] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)
    losses: list[Json] = field(default_factory=list)
    scores: list[Json] = field(default_factory=list)
    result: Json = None
    sunk: frozenset[str] = frozenset()
    points: Mapping[str, Fraction] = field(default_factory=dict)

    def add(self, system: RulesSystem, step: _Step, after: Any) -> None:
        """Take in the next step; ``after`` is the state after it."""
        first = step.before.length
        self.entries = first + len(step.entries)
        for number, entry in enumerate(step.entries, first):
            mark = _MARKS.get(type(entry.event))
            if mark is not None:
                mark(self, number, entry.event)
        if self._is_news(system.standing(after)):
            self._look_closer(system, step)

    def note(self, number: int, standing: Standing) -> None:
        """Note what is different in the standing after this entry."""
        sunk, points = standing.sunk, standing.scores
        self.losses += [
            {"n": number, "side": lost.side, "name": lost.name} for lost in sunk if lost.ship not in self.sunk
        ]
        if points != self.points:
            self.scores.append({"n": number, "scores": {side: str(score) for side, score in points.items()}})
        self.sunk, self.points = frozenset([lost.ship for lost in sunk]), points

    def as_json(self) -> dict[str, Json]:
        """Return what was gathered."""
        return {
            "entries": self.entries,
            "turns": self.turns,
            "marks": {"rolls": self.rolls, "losses": self.losses},
            "scores": self.scores,
            "result": self.result,
        }

    def mark_turn(self, number: int, event: TurnBegan) -> None:
        """Note that a turn begins."""
        self.turns.append({"turn": event.turn, "title": event.title, "first": number, "phases": []})

    def mark_phase(self, number: int, event: PhaseBegan) -> None:
        """Note that a phase begins; what comes before turn 1 is turn 0."""
        if not self.turns:
            self.turns.append({"turn": 0, "title": "", "first": 0, "phases": []})
        phase = {"phase": event.phase, "title": event.title, "rule": event.rule, "first": number}
        self.turns[-1]["phases"].append(phase)

    def mark_roll(self, number: int, event: DiceRolled) -> None:
        """Note that dice are rolled."""
        self.rolls.append(number)

    def mark_end(self, number: int, event: BattleEnded) -> None:
        """Note how the battle ends."""
        self.result = {
            "winner": event.winner,
            "reason": event.reason,
            "rule": event.rule,
            "scores": dict(event.scores),
        }

    def _is_news(self, standing: Standing) -> bool:
        return standing.scores != self.points or {lost.ship for lost in standing.sunk} != self.sunk

    def _look_closer(self, system: RulesSystem, step: _Step) -> None:
        """Find the entries of a step after which the standing is different."""
        working = step.before.state.copy()
        for number, entry in enumerate(step.entries, step.before.length):
            setter = system.setters.get(type(entry.event))
            if setter is not None:
                setter(working, entry.event)
                self.note(number, system.standing(working))


_MARKS: Mapping[type, Callable[[_Gathered, int, Any], None]] = {
    TurnBegan: _Gathered.mark_turn,
    PhaseBegan: _Gathered.mark_phase,
    DiceRolled: _Gathered.mark_roll,
    BattleEnded: _Gathered.mark_end,
}
