"""How far logs have come: of many battles by one query, of one as far as everybody or a seat may know."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from darkseas.engine.events import EVERYONE, BattleAborted
from replays_app.models import Battle, LogEntry, Seat

from .store import NO_END, newest_seq, read


class Head(NamedTuple):
    """Where a log ends: how many entries it has, hidden ones with the others, and whether it goes on."""

    length: int
    status: str


def heads(battle_ids: Collection[UUID]) -> dict[UUID, Head]:
    """Return where the logs of these battles end; a battle that there is not is left out."""
    rows = Battle.objects.filter(pk__in=battle_ids).order_by().annotate(last=newest_seq())
    return {
        pk: Head(0 if seq is None else seq + 1, status)
        for pk, status, seq in rows.values_list("pk", "status", "last")
    }


def last_public(battle_id: UUID) -> int:
    """Return the number of the last entry that everybody may know; -1 where there is none."""
    public = LogEntry.objects.filter(battle=battle_id, audience=" ".join(EVERYONE)).order_by("-seq")
    newest = public.values_list("seq", flat=True).first()
    return -1 if newest is None else newest


#: Kinds of entries of which everybody hears and that are no order of the rules: they stop no clock.
_NO_ORDERS = ("draw_offered", "draw_declined", "table_confirmed")
_TAKEN_BACK = "order_withdrawn"
_BROKEN_OFF = "battle_aborted"


class BrokenOff(NamedTuple):
    """For which sides a battle waited that was broken off, and since when: since the last entry before."""

    sides: tuple[str, ...]
    since: datetime


def broken_off(battle_id: UUID) -> BrokenOff | None:
    """Return how a battle was broken off; None for one that was not."""
    entries = LogEntry.objects.filter(battle=battle_id)
    at = entries.filter(kind=_BROKEN_OFF).values_list("seq", flat=True).first()
    if at is None:
        return None
    since = entries.filter(seq__lt=at).order_by("-seq").values_list("recorded_at", flat=True)[:1]
    (entry,) = read(battle_id, at, at + 1)
    assert isinstance(entry.event, BattleAborted)  # noqa: S101 - the entry's kind says so
    return BrokenOff(entry.event.by, since[0])


class OwnOrders(NamedTuple):
    """The orders that a seat gave from an entry on: when the last one, and whether everybody heard of one."""

    last_at: datetime
    were_heard: bool


def own_orders(seat: Seat, first: int, stop: int) -> OwnOrders | None:
    """Return the orders that a seat gave in entries from ``first`` to before ``stop``, None without any."""
    given = _given(seat, first, stop)
    newest = given.order_by("-seq").first()
    if newest is None:
        return None
    return OwnOrders(newest.recorded_at, given.filter(audience=" ".join(EVERYONE)).exists())


def has_ordered(seat: Seat) -> bool:
    """Return whether a seat has given an order, or put its seed in; to offer or decline a draw is none."""
    return _given(seat, 0, NO_END).exists()


def has_taken_back(seat: Seat, stop: int) -> bool:
    """Return whether the last order of a seat in the entries before ``stop`` took its plot back."""
    newest = _given(seat, 0, stop).order_by("-seq")
    return newest.values_list("kind", flat=True).first() == _TAKEN_BACK


def _given(seat: Seat, first: int, stop: int) -> QuerySet[LogEntry]:
    """The entries of a seat's orders; to offer or decline a draw, or to confirm dice, is none."""
    span = {"seq__gte": first, "seq__lt": stop}
    entries = LogEntry.objects.filter(battle=seat.battle_id, given_by=seat.participant, **span)
    return entries.exclude(step__in=entries.filter(kind__in=_NO_ORDERS).values("step"))
