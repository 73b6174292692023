"""What a viewer of a battle needs before the first line, from one perspective, as JSON.

Records of the engine (`Ground`) are written by `codec.write`: a field at its default is left out.
Numbers (``n``, ``first``) count the perspective's own entries from 0.
"""

from collections.abc import Callable, Mapping
from typing import Any

from darkseas.engine.canon import Json
from darkseas.engine.chart import Chart
from darkseas.engine.codec import write
from darkseas.engine.events import BattleEnded, DiceRolled, PhaseBegan, TurnBegan
from darkseas.engine.scenario import ScenarioSpec
from darkseas.engine.system import RulesSystem
from scenarios_app.spec import spec_of

from . import chart_tally, perspectives, states
from .log_reader import Told
from .models import Battle
from .states import Reading

HOUSE = "house"


def outline(battle: Battle, perspective: str, open_to: tuple[str, ...]) -> dict[str, Json]:
    """Return what a viewer needs before the first line: ground, turns, marks, scores, the result.

    ``turns`` hold their phases, each with the ``first`` entry; ``marks`` where dice were rolled and
    ships lost; ``scores`` one point of the curve for each change, as fractions in text; ``options``
    every choice of the scenario with its origin, ``house`` the places of the scenario that are ours.
    ``broken`` is there only when the chain does not fit from an entry on.
    """
    system = states.system_of(battle)
    spec = spec_of(battle.revision)
    told = _Outline(system)
    for reading, entry in states.entries_from(battle, perspective, 0):
        told.look(reading, entry)
    told.finish()
    called = perspectives.names(told.ground.sides)
    said: dict[str, Json] = {
        "battle": battle.pk.hex,
        "title": battle.title,
        "status": battle.status,
        "system": system.key,
        "system_title": system.title,
        "release": battle.release,
        "perspective": perspective,
        "perspectives": [{"key": key, "name": called.get(key, key)} for key in open_to],
        "ground": write(told.ground),
        "options": _options(system, spec),
        "house": sorted(place for place, origin in spec.origins.items() if origin == HOUSE),
        **told.said(),
    }
    if battle.broken_at is not None:
        finding = battle.findings.filter(kind="chain").first()
        said["broken"] = {"n": said["entries"], "why": finding.text if finding else ""}
    return said


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


class _Outline:
    """Gathers an outline, entry by entry.

    A chart costs more than an entry, so one is drawn only where a step ends, and within a step only
    if losses or scores are others than before it.
    """

    def __init__(self, system: RulesSystem) -> None:
        self.ground: Any = None
        self._system = system
        self._entries = 0
        self._turns: list[dict[str, Json]] = []
        self._rolls: list[int] = []
        self._losses: list[Json] = []
        self._scores: list[Json] = []
        self._result: Json = None
        self._sunk: Mapping[str, Any] = {}
        self._points: Mapping[str, str] = {}
        self._step: list[Told] = []
        self._first = 0
        self._before: Any = None
        self._stored_step = -1

    def look(self, reading: Reading, entry: Told) -> None:
        """Take in the next entry; ``reading`` is as it was before it."""
        if self._before is None:
            chart = self._system.chart(reading.state)
            self.ground = chart.ground
            self._note(reading.length, chart)
        if entry.step != self._stored_step:
            self._end_step(reading.state)
            self._stored_step = entry.step
            self._step, self._first = [], reading.length
            self._before = reading.state.copy()
        self._step.append(entry)
        self._entries = reading.length + 1
        mark = _MARKS.get(type(entry.event))
        if mark is not None:
            mark(self, reading.length, entry.event)

    def finish(self) -> None:
        """Take in the end of the log."""
        if self._before is not None:
            self._end_step(self._after_step())

    def said(self) -> dict[str, Json]:
        """Return what was gathered."""
        return {
            "entries": self._entries,
            "turns": self._turns,
            "marks": {"rolls": self._rolls, "losses": self._losses},
            "scores": self._scores,
            "result": self._result,
        }

    def mark_turn(self, number: int, event: TurnBegan) -> None:
        """A turn begins."""
        self._turns.append({"turn": event.turn, "title": event.title, "first": number, "phases": []})

    def mark_phase(self, number: int, event: PhaseBegan) -> None:
        """A phase begins; what comes before turn 1 is turn 0."""
        if not self._turns:
            self._turns.append({"turn": 0, "title": "", "first": 0, "phases": []})
        told = {"phase": event.phase, "title": event.title, "rule": event.rule, "first": number}
        self._turns[-1]["phases"].append(told)

    def mark_roll(self, number: int, event: DiceRolled) -> None:
        """Dice are rolled."""
        self._rolls.append(number)

    def mark_end(self, number: int, event: BattleEnded) -> None:
        """The battle ends."""
        self._result = {
            "winner": event.winner,
            "reason": event.reason,
            "rule": event.rule,
            "scores": dict(event.scores),
        }

    def _after_step(self) -> Any:
        working = self._before.copy()
        for entry in self._step:
            self._set(working, entry)
        return working

    def _end_step(self, state: Any) -> None:
        """Compare the chart with the one before the step; where it differs, find the entry."""
        if self._before is None or not self._is_news(self._system.chart(state)):
            return
        working = self._before.copy()
        for number, entry in enumerate(self._step, self._first):
            if self._set(working, entry):
                self._note(number, self._system.chart(working))

    def _is_news(self, chart: Chart) -> bool:
        return (
            chart_tally.losses(chart).keys() != self._sunk.keys() or chart_tally.scores(chart) != self._points
        )

    def _note(self, number: int, chart: Chart) -> None:
        sunk, points = chart_tally.losses(chart), chart_tally.scores(chart)
        self._losses += [
            {"n": number, "side": ship.side, "name": ship.name}
            for key, ship in sunk.items()
            if key not in self._sunk
        ]
        if points != self._points:
            self._scores.append({"n": number, "scores": dict(points)})
        self._sunk, self._points = sunk, points

    def _set(self, working: Any, entry: Told) -> bool:
        setter = self._system.setters.get(type(entry.event))
        if setter is not None:
            setter(working, entry.event)
        return setter is not None


_MARKS: Mapping[type, Callable[[_Outline, int, Any], None]] = {
    TurnBegan: _Outline.mark_turn,
    PhaseBegan: _Outline.mark_phase,
    DiceRolled: _Outline.mark_roll,
    BattleEnded: _Outline.mark_end,
}
