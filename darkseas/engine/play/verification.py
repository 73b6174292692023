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
from ..serialization.canonical_json import Json
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


class Divergence(NamedTuple):
    """The first step that decides differently. This is a result, not an exception."""

    seq: int
    step: int
    why: str
    recorded: object | None
    decided: object | None


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
            return Divergence(entry.seq, entry.step, why, order, written)
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
        return Divergence(first.seq, first.step, "the step does not begin with an order", first.event, None)
    adjudication.next_step(
        RecordedDice(tuple([entry.event for entry in step if type(entry.event) is DiceRolled]))
    )
    try:
        order = read(system, first.event.side, first.event.order, dict(first.event.blanks))
        adjudicate(system, adjudication, order, first.event)
    except IllegalOrder as error:
        return Divergence(
            first.seq, first.step, f"the order is now refused: {error.reason}", first.event, None
        )
    except (DiceMismatch, DiceNeeded) as error:
        return Divergence(
            first.seq, first.step, f"the rules now require different dice: {error}", first.event, None
        )
    return _first_difference(step, adjudication.facts)


def _first_difference(step: Sequence[Recorded], facts: Sequence[Fact]) -> Divergence | None:
    if [(entry.event, entry.audience) for entry in step] == facts:
        return None
    for entry, fact in zip(step, facts, strict=False):
        if entry.event != fact.event:
            return Divergence(entry.seq, entry.step, "the next event is different", entry.event, fact.event)
        if entry.audience != fact.audience:
            return Divergence(
                entry.seq, entry.step, "the event's audience is different", entry.event, fact.event
            )
    last = step[min(len(step), len(facts)) - 1]
    if len(step) > len(facts):
        extra = step[len(facts)]
        return Divergence(extra.seq, extra.step, "no further event follows", extra.event, None)
    return Divergence(last.seq, last.step, "a further event follows", None, facts[len(step)].event)
