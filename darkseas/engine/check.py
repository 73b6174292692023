"""Check: decide a log's orders again with its own dice; report the first difference (law 4)."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from .adjudication import Adjudication
from .dice import DiceMismatch, DiceNeeded, RecordedDice, Roll
from .events import SHARED_EVENTS, DiceRolled, Fact, OrderGiven, Recorded
from .orders import IllegalOrder
from .steps import adjudicate, read_order
from .system import RulesSystem

#: Shared events that no order leads to: the recorder adds them around the steps.
_OUTSIDE = frozenset(
    SHARED_EVENTS[name]
    for name in ("battle_began", "seed_opened", "client_seed_committed", "client_seed_opened", "turn_opened")
)


class Divergence(NamedTuple):
    """The first step where deciding again gives something else: a result, not an error."""

    seq: int
    step: int
    why: str
    recorded: object | None
    decided: object | None


def first_divergence(system: RulesSystem, initial: Any, entries: Iterable[Recorded]) -> Divergence | None:
    """None when every order of the log, decided again with the log's dice, gives the log."""
    case = Adjudication(system.setters, initial, RecordedDice(()))
    for _, group in groupby(entries, key=attrgetter("step")):
        step = [entry for entry in group if type(entry.event) not in _OUTSIDE]
        if not step:
            continue
        found = _compare(system, case, step)
        if found is not None:
            return found
    return None


def _compare(system: RulesSystem, case: Adjudication[Any], step: Sequence[Recorded]) -> Divergence | None:
    """Decide a step again; where it gives what is on record, the case stands behind it."""
    first = step[0]
    if not isinstance(first.event, OrderGiven):
        return Divergence(first.seq, first.step, "the step does not begin with an order", first.event, None)
    case.go_on(RecordedDice(_rolls(step)))
    try:
        order = read_order(system, first.event.side, first.event.order, dict(first.event.blanks))
        adjudicate(system, case, order)
    except IllegalOrder as error:
        return Divergence(
            first.seq, first.step, f"the order is now refused: {error.reason}", first.event, None
        )
    except (DiceMismatch, DiceNeeded) as error:
        return Divergence(first.seq, first.step, f"other dice are asked for: {error}", first.event, None)
    return _first_difference(step, case.facts)


def _rolls(step: Sequence[Recorded]) -> list[Roll]:
    return [
        Roll(event.purpose, event.sides, event.faces, event.origin, event.scope)
        for event in [one.event for one in step]
        if type(event) is DiceRolled
    ]


def _first_difference(step: Sequence[Recorded], facts: Sequence[Fact]) -> Divergence | None:
    events, audiences = zip(*facts, strict=True)
    if [one.event for one in step] == list(events) and [one.audience for one in step] == list(audiences):
        return None
    for entry, fact in zip(step, facts, strict=False):
        if entry.event != fact.event:
            return Divergence(entry.seq, entry.step, "another event follows", entry.event, fact.event)
        if entry.audience != fact.audience:
            return Divergence(entry.seq, entry.step, "another audience may know it", entry.event, fact.event)
    last = step[min(len(step), len(facts)) - 1]
    if len(step) > len(facts):
        extra = step[len(facts)]
        return Divergence(extra.seq, extra.step, "nothing more follows", extra.event, None)
    return Divergence(last.seq, last.step, "one more event follows", None, facts[len(step)].event)
