"""Recording orders, and what follows from them up to the end of the battle; all ends in `log.append`.

An order is decided on the newest state; when another one was first, it is decided again, but only if
what came between is hidden from its giver (decision 10): nobody's order is applied to a position that
they have not seen.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import IntegrityError, transaction

from darkseas.engine.dice import rolls, seeded
from darkseas.engine.events import UMPIRE, BattleEnded, Entry, Fact, SeedOpened, TurnBegan
from darkseas.engine.orders import IllegalOrder, OrderForm
from darkseas.engine.play import steps
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from replays_app import projections
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Receipt, Seat
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import ALL, entry_json, may_see, of_seat

from . import seeds
from .start import HOUSE, TABLE
from .table_dice import BadThrow, TableDice

#: How often an order is decided again before its giver is told to look again.
TRIES = 12
#: Longest wait before deciding again, in milliseconds, for each time that it was tried.
_BACK_OFF_MS = 8


class BattleOver(Exception):
    """No order can be given any more: the battle has ended, or its log is broken."""


class OtherRequest(Exception):
    """The idempotency key was used for another order."""


_REFUSALS = (LogConflict, BattleOver, IllegalOrder, rolls.DiceNeeded, BadThrow)


@dataclass(frozen=True, slots=True)
class Order:
    """What a seat wants done, on what it knows.

    ``expected`` is the number of entries that the seat knows of. ``idempotency_key`` makes the same order,
    given again, the same one. ``throws`` are dice of the table, all that the order needs.
    """

    name: str
    blanks: Json
    expected: int
    idempotency_key: str | None = None
    throws: Sequence[Sequence[int]] | None = None

    def digest(self) -> bytes:
        """Return what tells this order from another one."""
        fields = {"order": self.name, "blanks": self.blanks, "expected": self.expected, "dice": self.throws}
        return sha256(canonical_json.encode(fields)).digest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat is told of its order: canonical JSON, and whether it was told so before."""

    data: bytes
    is_replay: bool = False


def legal_forms(context: BattleContext, seat: Seat) -> tuple[int, tuple[OrderForm, ...]]:
    """Return how many entries the seat knows, and the order forms that it may fill now."""
    view = cursor_cache.newest(context, of_seat(seat))
    if seat.side == UMPIRE or view.is_over:
        return view.length, ()
    return view.length, context.system.legal_orders(view.state, seat.side)


def give_order(context: BattleContext, seat: Seat, order: Order) -> Answer:
    """Give an order from a seat of the battle, and answer with what the seat may know of what followed.

    LogConflict, with the number of entries that there are for the seat, when there is more to look at
    first; DiceNeeded names the next dice to throw at the table. The same key and order again gives the
    same answer again; OtherRequest for the same key and another order. Raises IllegalOrder, BadThrow,
    BattleOver.
    """
    request = _Request(context, seat, order)
    for attempt in range(TRIES):
        answer = request.earlier_answer()
        if answer is not None:
            return answer
        try:
            full, view = request.look()
            facts = request.decide(full)
        except _REFUSALS:
            # A copy of this request may have been first: then it was no refusal.
            answer = request.earlier_answer()
            if answer is not None:
                return answer
            raise
        try:
            data = request.record(full, view, facts)
        except (LogConflict, IntegrityError):
            time.sleep(secrets.randbelow(1 + _BACK_OFF_MS * (attempt + 1)) / 1000)
            continue
        _after(context, facts)
        return Answer(data)
    raise LogConflict(order.expected, cursor_cache.newest(context, of_seat(seat)).length)


def _after(context: BattleContext, facts: Sequence[Fact]) -> None:
    """Make the rows anew where a step began a turn or ended the battle."""
    if any(isinstance(fact.event, TurnBegan | BattleEnded) for fact in facts):
        context.battle.refresh_from_db(fields=["status"])
        projections.project(context)


@dataclass(frozen=True, slots=True)
class _Request:
    """One order on its way into the log."""

    context: BattleContext
    seat: Seat
    order: Order

    def earlier_answer(self) -> Answer | None:
        """Return what this key was answered before."""
        key = self.order.idempotency_key
        if key is None:
            return None
        receipt = Receipt.objects.filter(seat=self.seat, key=key).first()
        if receipt is None:
            return None
        if bytes(receipt.request_hash) != self.order.digest():
            raise OtherRequest(key)
        return Answer(bytes(receipt.answer), is_replay=True)

    def look(self) -> tuple[ReplayCursor, ReplayCursor]:
        """Return the full cursor and the giver's view, which must be as long as they expect.

        The full one first: whatever else comes in before the view is read is then not decided on.
        """
        perspective = of_seat(self.seat)
        full = cursor_cache.newest(self.context, ALL)
        view = full if perspective == ALL else cursor_cache.newest(self.context, perspective)
        if view.length != self.order.expected:
            raise LogConflict(self.order.expected, view.length)
        battle = self.context.battle
        if full.is_over or battle.is_over or battle.broken_at is not None:
            raise BattleOver
        return full, view

    def decide(self, full: ReplayCursor) -> tuple[Fact, ...]:
        """Return the facts of the step."""
        system, order = self.context.system, self.order
        given = steps.read_order(system, self.seat.side, order.name, order.blanks)
        if self.context.battle.dice_scheme == TABLE:
            table = TableDice(order.throws or ())
            facts = steps.take_step(system, full.state, given, table)
            table.check_all_used()
            return facts
        if order.throws:
            raise IllegalOrder("The house throws the dice of this battle.", rule="dice", field="dice")
        house = seeded.SeededDice(_seed(self.context), full.roll_counts)
        return steps.take_step(system, full.state, given, house)

    def record(self, full: ReplayCursor, view: ReplayCursor, facts: Sequence[Fact]) -> bytes:
        """Append the step, keep the answer, and close the battle if the step ended it."""
        position, step = full.position, full.stored_step + 1
        with transaction.atomic():
            entries = log_store.append(self.context.battle.pk, position, step, facts, self.seat.participant)
            if any(isinstance(fact.event, BattleEnded) for fact in facts):
                entries += _close(self.context, entries[-1])
            data = _answer(self.context, view, entries)
            if self.order.idempotency_key is not None:
                Receipt.objects.create(
                    seat=self.seat,
                    key=self.order.idempotency_key,
                    request_hash=self.order.digest(),
                    answer=data,
                )
        return data


def _seed(context: BattleContext) -> bytes:
    """Return the seed of the house's dice, to which entry 0 is committed."""
    return seeds.opened(context.battle, str(context.header.dice["seed_hash"]))


def _answer(context: BattleContext, view: ReplayCursor, entries: Sequence[Entry]) -> bytes:
    """Return what the giver is told; their view counts these entries, and its state is then of no use."""
    known = [entry for entry in entries if may_see(view.perspective, entry.audience)]
    numbers = [view.count(entry) for entry in known]
    lines = [entry_json(context.codec, entry, *places) for entry, places in zip(known, numbers, strict=True)]
    return canonical_json.encode({"battle": context.battle.pk.hex, "length": view.length, "entries": lines})


def _close(context: BattleContext, last: Entry) -> list[Entry]:
    """End a battle: the seed is opened, for everybody to check the dice."""
    battle, entries = context.battle, []
    if battle.dice_scheme == HOUSE:
        opened = SeedOpened(_seed(context).hex())
        entries = log_store.append(battle.pk, last.seq + 1, last.step + 1, [Fact(opened)])
        seeds.forget(battle)
    Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.FINISHED)
    return entries
