"""Battles in the making, of any system, and all that a side is told of one as bytes.

Two battles of which a side is told the same differ in nothing that it may know (`account_of`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from darkseas.engine.dice.rolls import Dice
from darkseas.engine.events import Audience, Entry, Fact, OrderGiven
from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.orders import Given
from darkseas.engine.play.replay import Views, known_to, numbered
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from darkseas.engine.system import RulesSystem
from tests.support.form_blanks import cells_of, offered_in

MOST_STEPS = 200

#: How a side answers when it is called: by the whole state, as its owner knows it.
Script = Callable[[Any, str], object]
#: Everything that one side is told, piece by piece: stored entries, narrations, charts, standings, forms.
Account = tuple[bytes, ...]


class Alternative:
    """A battle in the making: its log, and the views, kept as the site keeps them."""

    def __init__(self, system: RulesSystem, spec: ScenarioSpec, dice: Dice) -> None:
        self.system = system
        self.entries: list[Entry] = []
        self.initial = system.initial_state(spec)
        self.views = Views(system, self.initial, [side.key for side in spec.sides])
        self.dice = dice
        self._steps = 0

    @property
    def state(self) -> Any:
        """The whole state."""
        return self.views.whole

    def give(self, side: str, order: object) -> None:
        """Take a step."""
        self._add(take_step(self.system, self.state, Given(side, order), self.dice))

    def happen(self, event: object, audience: Audience) -> None:
        """Take a fact on record as a step of its own, however it may have come about."""
        self._add([Fact(event, audience)])

    def _add(self, facts: Sequence[Fact]) -> None:
        self.entries += [Entry(seq, self._steps, *fact) for seq, fact in enumerate(facts, len(self.entries))]
        self.views.add(facts)
        self._steps += 1

    def run_to(self, phase: str, turn: int, script: Script) -> None:
        """Answer every call by the script, the side called first answering first."""
        for _ in range(MOST_STEPS):
            state = self.state
            if state.ended is not None or (str(state.stage) == phase and state.turn >= turn and state.called):
                return
            side = state.called[0]
            self.give(side, script(state, side))
        raise AssertionError(f"{phase} of turn {turn} does not come")

    def events(self, kind: type) -> list[Any]:
        """The events of a kind."""
        return [entry.event for entry in self.entries if isinstance(entry.event, kind)]


def account_for(alternative: Alternative, side: str | None) -> Account:
    """What a side (None: an observer) is told of a battle."""
    return account_of(alternative.system, side, alternative.entries, alternative.initial)


def account_of(system: RulesSystem, side: str | None, entries: Iterable[Entry], initial: Any) -> Account:
    """What a side (None: an observer) is told by a log, as bytes."""
    codec = LogCodec(system)
    view, last, pieces = initial.copy(), 0, []
    for entry in numbered(known_to(side, entries)):
        if entry.step != last:
            pieces += _shown(system, view, side)
            last = entry.step
            pieces += _foreseen(system, view, entry)
        pieces.append(codec.encode(entry, None))
        pieces.append(_bytes(system.describe(view, entry.event)))
        setter = system.setters.get(type(entry.event))
        if setter is not None:
            setter(view, entry.event)
    return (*pieces, *_shown(system, view, side))


def _shown(system: RulesSystem, view: Any, side: str | None) -> list[bytes]:
    seen = [_bytes(system.chart(view)), _bytes(system.standing(view))]
    if not side:
        return seen
    forms = system.legal_orders(view, side)
    words = [
        system.words(view, side, cell, value)
        for form in forms
        for cell in cells_of(form)
        for value in offered_in(cell)
    ]
    return [*seen, *map(_bytes, forms), *map(_bytes, words)]


def _foreseen(system: RulesSystem, view: Any, entry: Entry) -> list[bytes]:
    """What an order is said to do, and why a captain would give it, before it is given."""
    if not isinstance(entry.event, OrderGiven):
        return []
    given = read_order(system, entry.event.side, entry.event.order, dict(entry.event.blanks))
    return [_bytes(system.preview(view, given)), canonical_json.encode(list(system.reasons(view, given)))]


def _bytes(value: object) -> bytes:
    return canonical_json.encode(write(value))
