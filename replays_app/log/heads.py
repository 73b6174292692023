"""The lengths of many logs in one query, and what everybody or one seat can see of them."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from darkseas.engine.events import EVERYONE, BattleAborted
from replays_app.models import Battle, LogEntry, Seat

from .store import NO_END, newest_seq, read


class Head(NamedTuple):
    """The number of entries in a log, hidden ones included, and the battle's status."""

    length: int
    status: str


def heads(battle_ids: Collection[UUID]) -> dict[UUID, Head]:
    """Return the head of each log; battles that do not exist are left out."""
    rows = Battle.objects.filter(pk__in=battle_ids).order_by().annotate(last=newest_seq())
    return {
        pk: Head(0 if seq is None else seq + 1, status)
        for pk, status, seq in rows.values_list("pk", "status", "last")
    }


def last_public(battle_id: UUID) -> int:
    """Return the number of the last entry that is public; -1 if there is none."""
    public = LogEntry.objects.filter(battle=battle_id, audience=" ".join(EVERYONE)).order_by("-seq")
    newest = public.values_list("seq", flat=True).first()
    return -1 if newest is None else newest


#: Kinds of public entries that are not orders under the rules, so they stop no clock.
_NO_ORDERS = ("draw_offered", "draw_declined", "table_confirmed")
_TAKEN_BACK = "order_withdrawn"
_BROKEN_OFF = "battle_aborted"


class BrokenOff(NamedTuple):
    """The sides that an abandoned battle waited for, and since when: the time of the previous entry."""

    sides: tuple[str, ...]
    since: datetime


def broken_off(battle_id: UUID) -> BrokenOff | None:
    """Return how a battle was abandoned, or None if it was not abandoned."""
    entries = LogEntry.objects.filter(battle=battle_id)
    at = entries.filter(kind=_BROKEN_OFF).values_list("seq", flat=True).first()
    if at is None:
        return None
    since = entries.filter(seq__lt=at).order_by("-seq").values_list("recorded_at", flat=True)[:1]
    (entry,) = read(battle_id, at, at + 1)
    assert isinstance(entry.event, BattleAborted)  # noqa: S101 - the entry's kind says so
    return BrokenOff(entry.event.by, since[0])


class OwnOrders(NamedTuple):
    """Orders that a seat gave: the time of the last order, and whether any of them was public."""

    last_at: datetime
    were_heard: bool


def own_orders(seat: Seat, first: int, stop: int) -> OwnOrders | None:
    """Return the orders that a seat gave in entries from ``first`` to before ``stop``, or None."""
    given = _given(seat, first, stop)
    newest = given.order_by("-seq").first()
    if newest is None:
        return None
    return OwnOrders(newest.recorded_at, given.filter(audience=" ".join(EVERYONE)).exists())


def has_ordered(seat: Seat) -> bool:
    """Return whether a seat has given an order or its dice seed; draw offers and replies do not count."""
    return _given(seat, 0, NO_END).exists()


def has_taken_back(seat: Seat, stop: int) -> bool:
    """Return whether the last order of a seat before entry ``stop`` withdrew its plot."""
    newest = _given(seat, 0, stop).order_by("-seq")
    return newest.values_list("kind", flat=True).first() == _TAKEN_BACK


def _given(seat: Seat, first: int, stop: int) -> QuerySet[LogEntry]:
    """The entries of a seat's orders, without draw offers, replies to them and confirmations of dice."""
    span = {"seq__gte": first, "seq__lt": stop}
    entries = LogEntry.objects.filter(battle=seat.battle_id, given_by=seat.participant, **span)
    return entries.exclude(step__in=entries.filter(kind__in=_NO_ORDERS).values("step"))
