"""Verify a log: decide its orders again with its own dice, and report the first difference."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from ..adjudication import Adjudication
from ..dice.rolls import DiceMismatch, DiceNeeded, RecordedDice
from ..events import SHARED_EVENTS, BidsOpened, DiceRolled, Fact, OrderGiven, Recorded
from ..orders import Given, IllegalOrder
from ..serialization import canonical_json
from ..serialization.canonical_json import Json
from ..serialization.codec import write
from ..system import RulesSystem
from .steps import adjudicate, as_given, read_order

#: Shared events that no order causes; the recorder adds them around the steps.
_OUTSIDE = frozenset(
    SHARED_EVENTS[name]
    for name in (
        "battle_began",
        "battle_aborted",
        "seed_opened",
        "client_seed_committed",
        "client_seed_opened",
        "turn_opened",
        "table_witnessed",
        "table_confirmed",
    )
)


#: Parses an order from the side, name and blanks of its entry. Raises IllegalOrder.
ReadsOrders = Callable[[RulesSystem, str, str, Json], Given]


#: Longest part of an event in a sentence.
_MOST_SHOWN = 300


class Divergence(NamedTuple):
    """The first step that decides differently. This is a result, not an exception.

    ``order`` began the step. ``recorded`` is in the log, ``decided`` is the rules' result; None for no event.
    """

    seq: int
    step: int
    why: str
    recorded: Fact | None
    decided: Fact | None
    order: OrderGiven | None = None

    def sentence(self, system: RulesSystem) -> str:
        """Return step, order, difference and both events, without a period at the end."""
        given = f" ({self.order.side}: {self.order.order})" if self.order else ""
        recorded, decided = (_in_words(system, fact) for fact in (self.recorded, self.decided))
        return f"step {self.step}{given}: {self.why}; the log has {recorded}, the rules decide {decided}"


def _in_words(system: RulesSystem, fact: Fact | None) -> str:
    """Return the type, fields and audience of an event, shortened if it is long."""
    if fact is None:
        return "no event"
    names = {kind: name for name, kind in {**SHARED_EVENTS, **system.events}.items()}
    fields = canonical_json.encode(write(fact.event)).decode()
    shown = fields if len(fields) <= _MOST_SHOWN else f"{fields[:_MOST_SHOWN]}…"
    return f"{names[type(fact.event)]} {shown} for {' and '.join(fact.audience) or 'nobody'}"


def first_divergence(
    system: RulesSystem, initial: Any, entries: Iterable[Recorded], read: ReadsOrders = read_order
) -> Divergence | None:
    """Return the first difference, or None if deciding every order with the log's dice reproduces the log.

    The orders themselves are taken from the log. For foreign logs, `first_odd_order` checks that each order
    is in canonical form. `read` parses an order; for our own logs it may be a faster parser than the strict
    one.
    """
    adjudication = Adjudication(system.setters, initial, RecordedDice(()))
    for _, group in groupby(entries, key=attrgetter("step")):
        step = [entry for entry in group if type(entry.event) not in _OUTSIDE]
        if not step:
            continue
        divergence = _compare(system, adjudication, step, read)
        if divergence is not None:
            return divergence
    return None


def first_odd_order(system: RulesSystem, entries: Iterable[Recorded]) -> Divergence | None:
    """Return the first readable order that is not in canonical form, such as one with "2/4"."""
    for entry in entries:
        order = entry.event
        if not isinstance(order, OrderGiven):
            continue
        try:
            given = read_order(system, order.side, order.order, dict(order.blanks))
            written = replace(as_given(system, given), nonce=order.nonce)
        except IllegalOrder:
            continue  # deciding it again reports it
        if written != order:
            why = "the order is not in canonical form"
            decided = Fact(written, entry.audience)
            return Divergence(entry.seq, entry.step, why, _fact(entry), decided, order)
    return None


def _compare(
    system: RulesSystem, adjudication: Adjudication[Any], step: Sequence[Recorded], read: ReadsOrders
) -> Divergence | None:
    """Decide a step again. If it reproduces the log, the adjudication continues after it."""
    first = step[0]
    if type(first.event) is BidsOpened and len(step) == 1 and not adjudication.facts:
        adjudication.record(first.event)  # no order causes this event, and it applies from the start
        return None
    if not isinstance(first.event, OrderGiven):
        why = "the step does not begin with an order"
        return Divergence(first.seq, first.step, why, _fact(first), None)
    given = first.event
    adjudication.next_step(
        RecordedDice(tuple([entry.event for entry in step if type(entry.event) is DiceRolled]))
    )
    try:
        order = read(system, given.side, given.order, dict(given.blanks))
        adjudicate(system, adjudication, order, given)
    except IllegalOrder as error:
        why = f"the order is now refused: {error.reason}"
        return Divergence(first.seq, first.step, why, _fact(first), None, given)
    except (DiceMismatch, DiceNeeded) as error:
        why = f"the rules now require different dice: {error}"
        return Divergence(first.seq, first.step, why, _fact(first), None, given)
    return _first_difference(given, step, adjudication.facts)


def _first_difference(
    order: OrderGiven, step: Sequence[Recorded], facts: Sequence[Fact]
) -> Divergence | None:
    if [(entry.event, entry.audience) for entry in step] == facts:
        return None
    for entry, fact in zip(step, facts, strict=False):
        if (entry.event, entry.audience) == fact:
            continue
        is_same = entry.event == fact.event
        why = "the event's audience is different" if is_same else "the next event is different"
        return Divergence(entry.seq, entry.step, why, _fact(entry), fact, order)
    last = step[min(len(step), len(facts)) - 1]
    if len(step) > len(facts):
        extra = step[len(facts)]
        return Divergence(extra.seq, extra.step, "no further event follows", _fact(extra), None, order)
    return Divergence(last.seq, last.step, "a further event follows", None, facts[len(step)], order)


def _fact(entry: Recorded) -> Fact:
    return Fact(entry.event, entry.audience)
