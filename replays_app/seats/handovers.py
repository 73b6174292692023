"""Handovers of a seat to another person or to a bot, with the other sides' consent.

Handovers are not in the log. Holdings record which person held a seat for which entries. A person who holds
several seats of a battle hands over all of them at once, because that person's successor may learn everything
these seats know.
"""

import secrets
from collections.abc import Callable
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Handover, Holding, Seat

from . import clocks, taking_seats
from .battle_access import sees_scenario
from .viewer_seat import Holder, held_by

NOT_SHOWN = "You may not see this battle’s scenario, so you cannot take this seat."


class HandoverRefused(Exception):
    """A refused handover, with a sentence that explains the reason."""


def open_in(battle_id: UUID) -> QuerySet[Handover]:
    still = Handover.objects.filter(state=Handover.State.OPEN, holding__seat__battle=battle_id)
    return still.select_related("holding__seat", "holding__member").prefetch_related("agreed")


def awaiting(person: Holder) -> QuerySet[Handover]:
    """Return the open handovers that need a person's consent."""
    held = person.holdings().filter(to_entry=None).exclude(seat__side=UMPIRE)
    theirs = Handover.objects.filter(
        state=Handover.State.OPEN, holding__seat__battle__in=held.values("seat__battle")
    )
    waiting = theirs.exclude(holding__in=held.values("pk")).exclude(agreed__in=held.values("seat"))
    return waiting.select_related("holding__seat__battle").order_by("pk")


def offer(holding: Holding, bot: str = "") -> Handover:
    """Offer a held seat to the person who gets the link, or to a bot.

    Raises HandoverRefused if another offer is open, SeatGone if the seat has changed hands.
    """
    try:
        with transaction.atomic():
            taking_seats.keep_held(holding.pk, holding.seat.battle_id)
            return Handover.objects.create(
                holding=holding, bot=bot, token=None if bot else secrets.token_urlsafe(24)
            )
    except IntegrityError:
        raise HandoverRefused("You already offer this seat. Withdraw that offer first.") from None


@transaction.atomic
def withdraw(handover: Handover) -> None:
    """Withdraw an open offer. Raises SeatGone."""
    taking_seats.keep_held(handover.holding_id, handover.holding.seat.battle_id)
    Handover.objects.filter(pk=handover.pk, state=Handover.State.OPEN).update(state=Handover.State.WITHDRAWN)


def agree(handover: Handover, seat: Seat) -> None:
    """Record a holder's consent. Raises SeatGone if the person no longer holds the seat."""
    with transaction.atomic():
        taking_seats.keep_seated(seat)
        handover.agreed.add(seat)


def left_with(handover: Handover) -> list[Holding]:
    """Return all holdings in the battle that this handover transfers, in the order of seats.

    Empty if the offered seat has changed hands meanwhile.
    """
    offered = handover.holding
    giver = Holder(member=offered.member, visitor=offered.visitor)
    same = Q(pk=offered.pk) | (held_by(giver) & ~Q(seat__side=UMPIRE))
    held = Holding.objects.filter(same, seat__battle=offered.seat.battle_id, to_entry=None)
    holdings_now = list(held.select_related("seat", "member").order_by("seat"))
    return holdings_now if offered in holdings_now else []


def awaited(handover: Handover) -> list[Seat]:
    """Return the seats of other sides whose holders must still agree; bots always agree."""
    settled = {seat.pk for seat in handover.agreed.all()} | {one.seat_id for one in left_with(handover)}
    by_people = Holding.objects.filter(to_entry=None).exclude(member=None, visitor=None)
    others = Seat.objects.filter(battle=handover.holding.seat.battle_id, holdings__in=by_people)
    theirs = others.exclude(side=UMPIRE).exclude(pk=handover.holding.seat_id)
    return [seat for seat in theirs if seat.pk not in settled]


def complete(
    handover: Handover,
    successor: Holder,
    next_entry: Callable[[], int],
    person: Holder,
    *,
    may_record_all: bool = False,
) -> list[Holding]:
    """Seat the successor from the next entry on, and return the former holdings.

    ``person`` has all identities of the successor. ``next_entry`` is called after the battle is locked
    against other handovers. ``may_record_all`` allows a holder of another side's seat to take this one too,
    as the only recorder of a table. Raises HandoverRefused if the battle is over, consent is missing, the
    successor held another seat of the battle or may not see the scenario, or the seat has changed hands.
    """
    with transaction.atomic():
        # Handovers of a battle lock its row, so that a person who opens two links at once already holds the
        # first seat.
        battle = Battle.objects.select_for_update(no_key=True).get(pk=handover.holding.seat.battle_id)
        left = _left_to(handover, battle, successor, person, may_record_all=may_record_all)
        still = Handover.objects.filter(pk=handover.pk, state=Handover.State.OPEN)
        if not still.update(state=Handover.State.DONE):
            raise HandoverRefused("This seat has already changed hands, or is no longer offered.")
        try:
            entry = next_entry()
            for holding in left:
                clocks.pass_on(holding.seat, timezone.now())
                taking_seats.change(holding, successor, entry)
        except taking_seats.HolderGone:
            raise HandoverRefused("A closed account cannot take a seat.") from None
        except taking_seats.SeatTaken:
            raise HandoverRefused("This seat has already changed hands.") from None
    return left


def _left_to(
    handover: Handover, battle: Battle, successor: Holder, person: Holder, *, may_record_all: bool
) -> list[Holding]:
    """Return the holdings that this person would get. Raises HandoverRefused if they may not have them."""
    if battle.is_over:
        raise HandoverRefused("This battle is over.")
    left = left_with(handover) or [handover.holding]
    if handover.holding.seat.side == UMPIRE:
        raise HandoverRefused("An umpire cannot hand over the seat. Ask for the umpire's link.")
    if not sees_scenario(successor, battle.revision):
        raise HandoverRefused(NOT_SHOWN)
    held = person.holdings().filter(seat__battle=battle)
    if may_record_all:
        held = held.filter(Q(to_entry__isnull=False) | Q(seat__side=UMPIRE))
    if held.exclude(seat__in=[one.seat_id for one in left]).exists():
        raise HandoverRefused("You hold or have held another seat in this battle.")
    if awaited(handover):
        raise HandoverRefused("The other side has not agreed yet. Open this link again when it has.")
    return left
