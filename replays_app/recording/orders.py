"""Record orders and their results. `log.store.append` writes all of them.

An order is adjudicated on the newest state. If another order was recorded first and the player cannot see it,
the order is adjudicated again. If the player can see the other order, this one is refused, because players
must have seen the position to which their order is applied.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256

from django.db import IntegrityError, transaction

from darkseas.engine.dice import rolls
from darkseas.engine.events import BattleAborted, Fact, TurnBegan
from darkseas.engine.orders import IllegalOrder, OrderForm
from darkseas.engine.play import endings, free_actions, steps
from darkseas.engine.presentation.shared_events import ENDING, RULING
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.web.invisible_characters import REFUSED, has_turns
from replays_app import projections
from replays_app.export import prerendered_replays
from replays_app.log import store as log_store
from replays_app.log.store import LogConflict
from replays_app.models import Battle, Receipt, Seat
from replays_app.projections import whose_turn
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.perspectives import ALL, entries_json, of_seat
from replays_app.seats import taking_seats

from . import at_table, dice_schemes, seeds
from .seat_view import seat_view
from .table_dice import BadThrow
from .table_recorders import orders_with_asked_dice
from .table_recorders.duplicate_orders import RecordedAlready

#: How often an order is adjudicated again before it is refused.
TRIES = 12
#: The longest wait before a retry, in milliseconds times the number of attempts.
_BACK_OFF_MS = 8


class BattleOver(Exception):
    """The battle accepts no orders: it has ended, or its log is broken."""


class OtherRequest(Exception):
    """The idempotency key was used for another order."""


_REFUSALS = (LogConflict, BattleOver, IllegalOrder, rolls.DiceNeeded, BadThrow)


@dataclass(frozen=True, slots=True)
class Order:
    """An order, with the knowledge of its seat when the player submitted it.

    ``expected`` is the number of entries that the seat knows. Orders with the same ``idempotency_key`` are
    one order. ``throws`` are all tabletop dice that the order needs. ``nonce`` is the seat's share in dice of
    ds-dice-1 (hex). ``witnesses`` are the sides that saw the tabletop dice, None for no change.
    """

    name: str
    blanks: Json
    expected: int
    idempotency_key: str | None = None
    throws: Sequence[Sequence[int]] | None = None
    nonce: str = ""
    witnesses: tuple[str, ...] | None = None

    def digest(self) -> bytes:
        """Return a hash that distinguishes this order from others."""
        fields = {"order": self.name, "blanks": self.blanks, "expected": self.expected, "dice": self.throws}
        if self.nonce:
            fields["nonce"] = self.nonce
        if self.witnesses is not None:
            fields["witnesses"] = list(self.witnesses)
        return sha256(canonical_json.encode(fields)).digest()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an order as canonical JSON, whether it is a repeat, and the seats' views afterwards."""

    data: bytes
    is_replay: bool = False
    views: whose_turn.Views = field(default_factory=dict)


def legal_forms(context: BattleContext, seat: Seat) -> tuple[int, tuple[OrderForm, ...]]:
    """Return how many entries the seat knows, and the order forms open to it now."""
    now = seat_view(context, seat)
    return now.length, now.forms


def give_order(context: BattleContext, seat: Seat, order: Order) -> Answer:
    """Record an order of a seat, and return the results that the seat may see.

    The same key and order again returns the same answer. Raises LogConflict, with the seat's number of
    entries, if the seat has not seen its newest entries; DiceNeeded for the next dice to throw at the table;
    OtherRequest for a key used for another order; IllegalOrder, BadThrow, BattleOver.
    """
    refuse_of_nobody(order.name, order.blanks)
    return _Request(context, seat, order).give()


def refuse_of_nobody(name: str, blanks: Json) -> None:
    """Raise IllegalOrder for orders that no person may ever submit or preview."""
    if name == endings.TIME_OUT:
        raise IllegalOrder("Only the clock can end a battle on time.", rule=ENDING, field="order")
    if name == steps.RULE:
        raise IllegalOrder("Use one of the ruling forms.", rule=RULING, field="order")
    if has_turns(blanks):
        raise IllegalOrder(REFUSED, rule="order", field="blanks")


def give_ruling(context: BattleContext, umpire: Seat, order: Order, check: Callable[[], None]) -> Answer:
    """Record an order made from a ruling form. Raises the errors of `give_order`.

    ``check`` raises if the author may no longer rule. It runs after the seats are locked.
    """
    if has_turns(order.blanks):
        raise IllegalOrder(REFUSED, rule="order", field="blanks")
    return _Request(context, umpire, order, check).give()


def time_out(context: BattleContext, seat: Seat, expected: int) -> Answer:
    """End a battle because the clock of a seat has run out, if it still has ``expected`` entries for the
    seat.

    Raises LogConflict if not, BattleOver.
    """
    return _Request(context, seat, Order(endings.TIME_OUT, {}, expected)).give()


def _after(context: BattleContext, giver: Seat, facts: Sequence[Fact]) -> whose_turn.Views:
    """Rebuild all projections if a step began a turn or ended the battle, otherwise only whose turn it is."""
    if any(isinstance(fact.event, TurnBegan | dice_schemes.ENDINGS) for fact in facts):
        context.battle.refresh_from_db(fields=["status"])
        return projections.project(context, giver)
    return whose_turn.project(context, giver)


@dataclass(frozen=True, slots=True)
class _Request:
    """One order that is being recorded."""

    context: BattleContext
    seat: Seat
    order: Order
    check: Callable[[], None] | None = None

    def give(self) -> Answer:
        """Read, adjudicate and record; start over if another order was recorded first."""
        for attempt in range(TRIES):
            answer = self.earlier_answer()
            if answer is not None:
                return answer
            try:
                full, view = self.look()
                facts = self.decide(full, view)
            except seeds.SeedLost:
                if not Battle.objects.filter(
                    pk=self.context.battle.pk, status=Battle.Status.RUNNING
                ).exists():
                    continue  # the battle has ended since it was read
                raise
            except _REFUSALS as refusal:
                # If a duplicate of this request was recorded first, return its answer.
                answer = self.earlier_answer()
                if answer is not None:
                    return answer
                self.check_is_no_second(refusal)
                raise
            try:
                data = self.record(full, view, facts)
            except (LogConflict, IntegrityError):
                time.sleep(secrets.randbelow(1 + _BACK_OFF_MS * (attempt + 1)) / 1000)
                continue
            return Answer(data, views=_after(self.context, self.seat, facts))
        return self.given_up()

    def given_up(self) -> Answer:
        """Return the stored answer if a duplicate wins the last retry; otherwise raise LogConflict."""
        answer = self.earlier_answer()
        if answer is not None:
            return answer
        now = cursor_cache.newest(self.context, of_seat(self.seat)).length
        raise LogConflict(self.order.expected, now)

    def earlier_answer(self) -> Answer | None:
        """Return the stored answer for this key, if any."""
        key = self.order.idempotency_key
        if key is None:
            return None
        receipt = Receipt.objects.filter(seat=self.seat, key=key).first()
        if receipt is None:
            return None
        if bytes(receipt.request_hash) != self.order.digest():
            raise OtherRequest(key)
        return Answer(bytes(receipt.answer), is_replay=True)

    def check_is_no_second(self, refusal: Exception) -> None:
        """Raise RecordedAlready if another device at the table has submitted the seat's order meanwhile."""
        if isinstance(refusal, LogConflict):
            order = self.order
            second = RecordedAlready.of(self.context, self.seat, order.name, order.blanks, refusal)
            if second is not None:
                raise second from None

    def look(self) -> tuple[ReplayCursor, ReplayCursor]:
        """Return the full cursor and the player's view. Raises unless the view has the expected length.

        The full cursor is read first. So the player's view covers every entry that adjudication uses.
        """
        perspective = of_seat(self.seat)
        newest = cursor_cache.newest_of(self.context, (ALL, perspective))
        full, view = newest[ALL], newest[perspective]
        if view.length != self.order.expected:
            raise LogConflict(self.order.expected, view.length)
        battle = self.context.battle
        if full.is_over or battle.is_over or battle.broken_at is not None:
            raise BattleOver
        return full, view

    def decide(self, full: ReplayCursor, view: ReplayCursor) -> tuple[Fact, ...]:
        order = self.order
        given = self.context.rules.read_order(self.seat.side, order.name, order.blanks)
        try:
            facts = dice_schemes.take_step(self.context, full, given, order.throws, order.nonce)
        except rolls.DiceNeeded:
            self.bind(full, view, order)
            raise
        except BadThrow as fault:
            self.bind(full, view, replace(order, throws=(order.throws or ())[: fault.place]))
            raise
        free_actions.refuse_repeated(view.repeats, [fact.event for fact in facts])
        self.bind(full, view, order)
        return facts

    def bind(self, full: ReplayCursor, view: ReplayCursor, order: Order) -> None:
        """Fix the order of a tabletop battle after its dice are known."""
        orders_with_asked_dice.bind(self.context, self.seat, full, view, order)

    def record(self, full: ReplayCursor, view: ReplayCursor, facts: Sequence[Fact]) -> bytes:
        """Append the step, store the answer, and close the battle if the step ended it.

        After this the view's counts include the new entries, but its state must not be used any longer.
        """
        battle, step = self.context.battle, full.stored_step + 1
        with transaction.atomic():
            taking_seats.keep_seated(self.seat)
            if self.check is not None:
                self.check()
            witnesses = at_table.witnesses_of(self.context, full, self.seat, self.order.witnesses)
            seen = dice_schemes.witnesses_change(full, witnesses, facts)
            entries = log_store.append(battle.pk, full.position, step, seen) if seen else []
            first, step = full.position + len(seen), step + len(seen)
            entries += log_store.append(battle.pk, first, step, facts, self.seat.participant)
            # Only after the append: if another order has just ended the battle, its seed is already deleted.
            for fact in dice_schemes.shown_after(self.context, full, facts):
                entries += log_store.append(battle.pk, entries[-1].seq + 1, entries[-1].step + 1, [fact])
            close_if_over(battle, facts)
            lines = entries_json(self.context.codec, view, entries)
            data = canonical_json.encode({"battle": battle.pk.hex, "length": view.length, "entries": lines})
            if self.order.idempotency_key is not None:
                Receipt.objects.create(
                    seat=self.seat,
                    key=self.order.idempotency_key,
                    request_hash=self.order.digest(),
                    answer=data,
                )
        return data


def close_if_over(battle: Battle, facts: Sequence[Fact]) -> None:
    """Close a battle that these facts have ended: delete its seed and prerender the replay."""
    ending = next((fact.event for fact in facts if isinstance(fact.event, dice_schemes.ENDINGS)), None)
    if ending is None:
        return
    is_aborted = isinstance(ending, BattleAborted)
    status = Battle.Status.BROKEN_OFF if is_aborted else Battle.Status.FINISHED
    seeds.forget(battle)
    Battle.objects.filter(pk=battle.pk).update(status=status)
    transaction.on_commit(partial(prerendered_replays.ask_for, battle.pk))
