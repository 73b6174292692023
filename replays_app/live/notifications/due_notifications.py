"""Notifications of orders due that have not been sent yet.

They use only facts known to the side to move: that its orders are due, since when, and its last order.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from darkseas.engine.events import UMPIRE
from replays_app.log.store import orders_of_seat
from replays_app.models import Battle, Holding, Notice, Seat, Wish
from replays_app.seats import presence

#: Time for a page that was open when orders became due to reconnect.
GRACE = timedelta(seconds=10)
LETTER = Notice.Way.LETTER


def note(now: datetime) -> None:
    """Create the notifications that are due, one per turn to move and channel, even with concurrent callers.

    Members with the page open get the news there and no e-mail.
    """
    for holding in _called(now):
        has_heard = presence.is_present(holding.seat_id)
        notices = [
            Notice(
                seat_id=holding.seat_id,
                member_id=holding.member_id,
                answered=holding.answered,
                way=way,
                state=Notice.State.HEARD if has_heard and way == LETTER else Notice.State.WAITING,
                due_at=now,
            )
            for way in wanted_kinds(holding.member.wish)
        ]
        Notice.objects.bulk_create(notices, ignore_conflicts=True)


def wanted_kinds(wish: Wish) -> list[Notice.Way]:
    """Return the channels a member wants and can use."""
    member = wish.member
    is_reachable = bool(member.email and member.email_confirmed_at)
    wants_letters = wish.letters == Wish.Letters.AT_ONCE and is_reachable
    ways = {Notice.Way.LETTER: wants_letters, Notice.Way.WEBHOOK: bool(wish.webhook_url)}
    return [way for way, is_wanted in ways.items() if is_wanted]


def is_current(notice: Notice) -> bool:
    """Whether the orders are still due, and the member still wants the notification."""
    seats = _with_answers(Seat.objects.filter(pk=notice.seat_id, call__is_called=True))
    held = Holding.objects.filter(seat=notice.seat_id, member=notice.member_id, to_entry=None)
    wish = Wish.objects.filter(member=notice.member_id, member__is_active=True).first()
    return (
        seats.filter(answered=notice.answered, battle__status=Battle.Status.RUNNING).exists()
        and held.exists()
        and wish is not None
        and notice.way in wanted_kinds(wish)
    )


def _called(now: datetime) -> QuerySet[Any]:
    """Return holdings with orders due against people, if the holder wants a notification and got none yet."""
    seats = _with_answers(
        Seat.objects.filter(
            call__is_called=True, call__since__lte=now - GRACE, battle__status=Battle.Status.RUNNING
        )
    ).filter(Q(ordered_at=None) | Q(call__since__gt=F("ordered_at")))
    wishing = Q(member__wish__letters=Wish.Letters.AT_ONCE) | ~Q(member__wish__webhook_url="")
    held = Holding.objects.filter(wishing, to_entry=None, member__is_active=True, member__wish__isnull=False)
    answered = Subquery(seats.filter(pk=OuterRef("seat")).values("answered"), IntegerField())
    told = Notice.objects.filter(
        spell=None, seat=OuterRef("seat"), member=OuterRef("member"), answered=OuterRef("answered")
    )
    return (
        held.annotate(answered=answered)
        .filter(_against_people(), answered__isnull=False)
        .exclude(Exists(told))
        .select_related("seat", "member__wish")
    )


def _with_answers(seats: QuerySet[Seat]) -> QuerySet[Any]:
    """Annotate seats with the length of the log after their last order, and its time."""
    own = orders_of_seat()
    return seats.annotate(
        answered=Coalesce(Subquery(own.values("seq")[:1]) + 1, Value(0)),
        ordered_at=Subquery(own.values("recorded_at")[:1]),
    )


def _against_people() -> Exists:
    """Return the condition that a person other than the member, not a bot, holds another side's seat.

    Members who record a table alone, or order for all sides, wait for nobody and get no notifications.
    """
    is_own = Q(member=OuterRef(OuterRef("member")))
    nobodys = Holding.objects.filter(~Q(bot="") | is_own, to_entry=None)
    others = Seat.objects.filter(battle=OuterRef("seat__battle")).exclude(pk=OuterRef("seat"))
    return Exists(others.exclude(side=UMPIRE).exclude(pk__in=nobodys.values("seat")))
