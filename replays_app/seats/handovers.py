"""Leaving a seat to somebody else, or to a bot, with the other sides' consent.

Nothing of it stands in the log: holdings say who sat in a seat from which entry to which. Who holds several
seats of a battle, as who records both sides at a table, leaves them all at once: whoever goes on knows both.
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

NOT_SHOWN = "You may not see this battle’s scenario, and its log tells all of it: the seat is for who may."


class HandoverRefused(Exception):
    """A seat cannot change hands so: a sentence for who wanted it."""


def open_in(battle_id: UUID) -> QuerySet[Handover]:
    """Return the handovers of a battle that are still open."""
    still = Handover.objects.filter(state=Handover.State.OPEN, holding__seat__battle=battle_id)
    return still.select_related("holding__seat", "holding__member").prefetch_related("agreed")


def awaiting(person: Holder) -> QuerySet[Handover]:
    """Return the open handovers of other seats that wait for a person's consent."""
    held = person.holdings().filter(to_entry=None).exclude(seat__side=UMPIRE)
    theirs = Handover.objects.filter(
        state=Handover.State.OPEN, holding__seat__battle__in=held.values("seat__battle")
    )
    waiting = theirs.exclude(holding__in=held.values("pk")).exclude(agreed__in=held.values("seat"))
    return waiting.select_related("holding__seat__battle").order_by("pk")


def offer(holding: Holding, bot: str = "") -> Handover:
    """Offer a held seat to who gets the link, or to a bot. Raises HandoverRefused for a second offer.

    Raises SeatGone where it is held no more: nobody is asked for consent to that.
    """
    try:
        with transaction.atomic():
            taking_seats.keep_held(holding.pk, holding.seat.battle_id)
            return Handover.objects.create(
                holding=holding, bot=bot, token=None if bot else secrets.token_urlsafe(24)
            )
    except IntegrityError:
        raise HandoverRefused("You offer this seat already. Withdraw that first.") from None


@transaction.atomic
def withdraw(handover: Handover) -> None:
    """Take an offer back, if it is still open and its giver's. Raises SeatGone."""
    taking_seats.keep_held(handover.holding_id, handover.holding.seat.battle_id)
    Handover.objects.filter(pk=handover.pk, state=Handover.State.OPEN).update(state=Handover.State.WITHDRAWN)


def agree(handover: Handover, seat: Seat) -> None:
    """Note that a seat's holder agrees. Raises SeatGone where they hold it no more."""
    with transaction.atomic():
        taking_seats.keep_seated(seat)
        handover.agreed.add(seat)


def left_with(handover: Handover) -> list[Holding]:
    """Return all that the giver holds in the battle now and leaves with this handover, in the order of seats.

    Nothing where the seat that was offered has changed hands meanwhile.
    """
    offered = handover.holding
    giver = Holder(member=offered.member, visitor=offered.visitor)
    same = Q(pk=offered.pk) | (held_by(giver) & ~Q(seat__side=UMPIRE))
    held = Holding.objects.filter(same, seat__battle=offered.seat.battle_id, to_entry=None)
    holdings_now = list(held.select_related("seat", "member").order_by("seat"))
    return holdings_now if offered in holdings_now else []


def awaited(handover: Handover) -> list[Seat]:
    """Return the seats whose holders have still to agree: other sides'; bots agree by themselves."""
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
    """Let the successor hold what is left from the next entry on, and return what the giver held of it;
    ``person`` is all that is known of the successor.

    ``next_entry`` is asked once no other handover of the battle can come between.
    ``may_record_all`` lets who holds another side's seat take this one too, as the one recorder of a table.
    Raises HandoverRefused where the battle is over, while somebody has still to agree, for who holds or held
    another seat of the battle and so knows what this side must not, for who may not see the scenario, and
    where the seat has changed hands.
    """
    with transaction.atomic():
        # Handovers of a battle wait for each other: who takes two links at once is seen to hold the first.
        battle = Battle.objects.select_for_update(no_key=True).get(pk=handover.holding.seat.battle_id)
        left = _left_to(handover, battle, successor, person, may_record_all=may_record_all)
        still = Handover.objects.filter(pk=handover.pk, state=Handover.State.OPEN)
        if not still.update(state=Handover.State.DONE):
            raise HandoverRefused("This seat has changed hands already, or is not offered any more.")
        try:
            entry = next_entry()
            for holding in left:
                clocks.pass_on(holding.seat, timezone.now())
                taking_seats.change(holding, successor, entry)
        except taking_seats.HolderGone:
            raise HandoverRefused("Who has left this site takes no seat.") from None
        except taking_seats.SeatTaken:
            raise HandoverRefused("This seat has changed hands already.") from None
    return left


def _left_to(
    handover: Handover, battle: Battle, successor: Holder, person: Holder, *, may_record_all: bool
) -> list[Holding]:
    """Return what this person gets by the handover. Raises HandoverRefused where they may not have it."""
    if battle.is_over:
        raise HandoverRefused("This battle is over.")
    left = left_with(handover) or [handover.holding]
    if handover.holding.seat.side == UMPIRE:
        raise HandoverRefused("An umpire hands their seat to nobody. Ask for the umpire's link.")
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
