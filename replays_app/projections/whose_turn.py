"""The sides to move in a battle, and since when; stored for held seats, so that lists can query it.

Each row contains only facts that its own side knows. For a waiting side, the time is that of its newest
entry.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from darkseas.engine.events import UMPIRE
from replays_app.log import heads
from replays_app.log import store as log_store
from replays_app.models import Battle, Call, Holding, Seat, StandingAnswer
from replays_app.replay import cursor_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.cursor import ReplayCursor
from replays_app.replay.legal_forms import pressing_forms
from replays_app.replay.perspectives import of_seat

from . import running_clocks

#: The newest views of seats, by the seat's primary key.
Views = Mapping[int, ReplayCursor]


def project(context: BattleContext, giver: Seat | None = None) -> Views:
    """Rebuild the rows of held seats after an order of ``giver``; return the seats' current views.

    The views also include seats with standing orders. If a seat had orders due before and still has, its time
    stays the same unless it has submitted an order meanwhile.
    """
    seats = _followed_seats(context.battle)
    if not seats:
        return {}
    views = _views(context, seats)
    held = [seat for seat in seats if seat.is_held]
    calls = [_call(context, seat, views[seat.pk], seat == giver) for seat in held]
    with transaction.atomic():
        clock = running_clocks.keep_clock(context.battle)
        for length in {call.length for call in calls}:
            read_then = [call.seat_id for call in calls if call.length == length]
            Call.objects.filter(seat__in=read_then, length__lte=length).delete()
        Call.objects.bulk_create(calls, ignore_conflicts=True)  # a newer row may be stored already
        if clock is not None:
            running_clocks.follow(context, clock, _newest_of(calls))
    return views


def since(seat: Seat) -> datetime | None:
    """Return since when a seat has had orders due or has waited; None if nobody holds it."""
    call = Call.objects.filter(seat=seat).first()
    return call.since if call else None


def called_sides(battle: Battle) -> list[Call]:
    """Return the rows of held sides with orders due, for viewers who see all sides."""
    called = Call.objects.filter(seat__battle=battle, is_called=True).exclude(seat__side=UMPIRE)
    return list(called.select_related("seat").order_by("seat_id"))


def forget_forged(battle: Battle) -> None:
    """Delete the rows of a battle whose start time matches no entry."""
    recorded = log_store.moments_of(battle.pk)
    Call.objects.filter(seat__battle=battle).exclude(since__in=recorded).delete()


def behind() -> QuerySet[Battle]:
    """Return the running battles whose rows are older than their log because a process died in between."""
    held = Holding.objects.filter(to_entry=None).exclude(seat__side=UMPIRE)
    running = Battle.objects.filter(status=Battle.Status.RUNNING, broken_at=None)
    with_last = running.filter(pk__in=held.values("seat__battle")).annotate(last=log_store.newest_seq())
    fresh = held.filter(seat__battle=OuterRef("pk"), seat__call__length__gt=OuterRef("last"))
    return with_last.exclude(Exists(fresh))


def _followed_seats(battle: Battle) -> Sequence[Any]:
    """Return the seats of sides that are held or have standing orders, with ``is_held``."""
    is_held = Exists(Holding.objects.filter(seat=OuterRef("pk"), to_entry=None))
    standing = Exists(StandingAnswer.objects.filter(seat=OuterRef("pk"), cancelled=""))
    seats = Seat.objects.filter(battle=battle).exclude(side=UMPIRE).annotate(is_held=is_held)
    return list(seats.filter(Q(is_held=True) | standing).select_related("call"))


def _views(context: BattleContext, seats: Sequence[Seat]) -> dict[int, ReplayCursor]:
    found = cursor_cache.newest_of(context, {of_seat(seat) for seat in seats})
    return {seat.pk: found[of_seat(seat)] for seat in seats}


def _newest_of(calls: Sequence[Call]) -> list[Call]:
    """Return the calls that were stored. The others were from an older state of the log."""
    lengths = dict(Call.objects.filter(seat__in=[one.seat_id for one in calls]).values_list("seat", "length"))
    return [one for one in calls if lengths.get(one.seat_id) == one.length]


def _call(context: BattleContext, seat: Seat, view: ReplayCursor, has_ordered: bool) -> Call:
    is_called = bool(pressing_forms(context, view, seat.side))
    before = getattr(seat, "call", None)
    if before is not None and has_ordered:  # draw offers and answers do not count as orders
        has_ordered = heads.own_orders(seat, before.length, view.position) is not None
    if before is not None and before.is_called and is_called and not has_ordered:
        since = before.since
    else:
        since = log_store.last_known_at(context.battle.pk, of_seat(seat))
    offering_side = "" if view.is_over else view.draw_offer
    return Call(
        seat=seat, is_called=is_called, offering_side=offering_side, since=since, length=view.position
    )
