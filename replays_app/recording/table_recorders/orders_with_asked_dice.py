"""Orders at a table that are fixed because their player requested the dice they need.

The dice that an order needs may reveal the other side's plots and hidden positions. A player who has
requested the dice of one order therefore cannot change to another. Draw offers, confirmed dice and chat do
not lift this. The order is fixed until the seat submits it, or until other orders change the seat's legal
orders.

The next needed dice also reveal a die rolled by the site. So the throws up to that die are fixed together
with the order: otherwise a player could look at the site's result and then throw by hand. This also applies
to a recorder of all sides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from django.db import transaction

from darkseas.engine.events import UMPIRE, OrderGiven
from darkseas.engine.orders import IllegalOrder
from darkseas.engine.play.endings import ENDING_ORDERS
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from replays_app.log import store as log_store
from replays_app.models import Receipt, Seat
from replays_app.recording.at_table import is_at_table, is_recorded_by_one
from replays_app.recording.table_dice import BY_THE_HOUSE
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.legal_forms import all_forms
from replays_app.seats.taking_seats import DICE_ASKED, keep_seated

STANDS = "You asked which dice your order needs, so you cannot change it. Submit it as it was."
HOUSE_THREW = "The site has rolled a die for this order, so these throws are fixed: {}. Continue from there."
_DIGEST_BYTES = 32


class OrderWithThrows(Protocol):
    """An order whose dice were requested: its name and blanks, and the throws so far."""

    @property
    def name(self) -> str: ...

    @property
    def blanks(self) -> Json: ...

    @property
    def throws(self) -> Sequence[Sequence[int]] | None:
        """The throws at the table; a throw without faces was left to the site."""


@dataclass(frozen=True, slots=True)
class _Bond:
    """A fixed order: its digest, the seat's forms at that time, and the throws up to the last one by the
    site.
    """

    order: bytes
    forms: bytes
    throws: list[list[int]]

    @classmethod
    def of(cls, receipt: Receipt) -> "_Bond":
        kept = bytes(receipt.answer)
        forms, throws = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
        return cls(bytes(receipt.request_hash), forms, canonical_json.decode(throws) if throws else [])

    def values(self) -> dict[str, bytes]:
        """Return the columns of a receipt that store this."""
        throws = canonical_json.encode(self.throws) if self.throws else b""
        return {"request_hash": self.order, "answer": self.forms + throws}


def bind(
    context: BattleContext, seat: Seat, full: ReplayCursor, view: ReplayCursor, order: OrderWithThrows
) -> None:
    """Fix an order before its seat learns which dice it needs; ``full`` and ``view`` are current.

    A recorder of all sides, who sees everything anyway, is bound only by the site's dice. Orders that end the
    battle need no dice. Raises IllegalOrder for another order than the fixed one, or for other throws before
    one by the site; SeatGone if the seat has changed hands.
    """
    if not is_at_table(seat.battle) or seat.side == UMPIRE or order.name in ENDING_ORDERS:
        return
    throws = _up_to_the_house(order.throws or ())
    key = _key(seat, full)
    is_free = is_recorded_by_one(seat.battle) and not throws
    if is_free and not Receipt.objects.filter(seat=seat, key=key).exists():
        return
    digest = sha256(canonical_json.encode([order.name, order.blanks])).digest()
    wanted = _Bond(digest, _forms_digest(context, seat, view), throws)
    with transaction.atomic():
        keep_seated(seat)
        receipt, is_new = Receipt.objects.get_or_create(seat=seat, key=key, defaults=wanted.values())
        if not is_new:
            _hold_to(receipt, wanted, order.throws or ())


def _hold_to(receipt: Receipt, wanted: _Bond, throws: Sequence[Sequence[int]]) -> None:
    """Refuse an order that differs from the fixed one while that one applies; store additional throws."""
    stands = _Bond.of(receipt)
    is_over = stands.forms != wanted.forms
    if stands.order != wanted.order and not is_over:
        raise IllegalOrder(STANDS, rule="dice", field="order")
    is_same = stands.order == wanted.order and all(
        list(one) == kept for one, kept in zip(throws, stands.throws, strict=False)
    )
    if not is_same and not is_over:
        raise IllegalOrder(HOUSE_THREW.format(_in_words(stands.throws)), rule="dice", field="dice")
    if is_same and not is_over and len(wanted.throws) <= len(stands.throws):
        return
    # Stored before other orders changed the forms. Of two concurrent requests, one succeeds.
    before = Receipt.objects.filter(pk=receipt.pk, request_hash=receipt.request_hash, answer=receipt.answer)
    if not before.update(**wanted.values()):
        raise IllegalOrder(STANDS, rule="dice", field="order")


def _up_to_the_house(throws: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the throws up to the last one left to the site; empty if none was left to it."""
    house = [place for place, faces in enumerate(throws) if tuple(faces) == BY_THE_HOUSE]
    return [list(faces) for faces in throws[: house[-1] + 1]] if house else []


def _in_words(throws: Sequence[Sequence[int]]) -> str:
    return "; ".join(" ".join(map(str, faces)) or "the site" for faces in throws)


def _key(seat: Seat, full: ReplayCursor) -> str:
    return f"{DICE_ASKED}after {_orders_given(seat, full.position)}"


def _orders_given(seat: Seat, stop: int) -> int:
    """Return how many orders a seat has given before an entry, without draw offers."""
    reader = log_store.reader_of(seat.battle.system, frozenset({OrderGiven}))
    orders = log_store.events(seat.battle.pk, reader, 0, stop)
    return sum(event.side == seat.side and event.order not in ENDING_ORDERS for event in orders)


def _forms_digest(context: BattleContext, seat: Seat, view: ReplayCursor) -> bytes:
    """Return a hash of the forms open to a seat. It changes when the seat's legal orders change."""
    forms = [form for form in all_forms(context, view, seat.side) if form.order not in ENDING_ORDERS]
    return sha256(canonical_json.encode([write(form) for form in forms])).digest()
