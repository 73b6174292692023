"""Take and leave seats. No other code writes holdings."""

from collections.abc import Mapping
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from darkseas.members.models import Member
from replays_app.models import (
    Battle,
    Challenge,
    Handover,
    Holding,
    Pause,
    Receipt,
    Seat,
    Spell,
    StandingAnswer,
    UnsentOrder,
)

from .battle_access import refresh_listings
from .seat_integrity_tags import changing
from .viewer_seat import Holder

#: The key prefix of orders that are fixed because their dice were requested. It contains a space, so no
#: client can send such a key.
DICE_ASKED = "dice asked "


class SeatTaken(Exception):
    """Another person holds the seat."""


class SeatGone(PermissionDenied):
    """The person no longer holds the seat for which the request was admitted."""


class HolderGone(PermissionDenied):
    """The member to be seated has closed their account or is locked out."""


def sit(seat: Seat, holder: Holder, entry: int) -> Holding:
    """Seat a holder in an empty seat from an entry on. Raises IntegrityError if the seat is taken.

    Raises HolderGone, also for an empty holder: otherwise the battle would wait for ever.
    """
    with changing(seat.battle_id):
        return _sit(seat, holder, entry)


def sit_down(battle: Battle, holders: Mapping[str, Holder], *, tokens_end: bool) -> None:
    """Seat people and bots, by side, in a battle that begins. Raises HolderGone.

    Members are locked in a fixed order, so that two battles of the same people cannot deadlock.
    ``tokens_end`` revokes the tokens of the seats.
    """
    with changing(battle.pk):
        if tokens_end:
            battle.seats.update(token_hash=None)
        seats = battle.seats.filter(side__in=holders)
        for seat in sorted(seats, key=lambda seat: _number(holders[seat.side])):
            _sit(seat, holders[seat.side], 0)


def _number(holder: Holder) -> int:
    return holder.member.pk if holder.member else 0


def _sit(seat: Seat, holder: Holder, entry: int) -> Holding:
    is_gone = holder.member is not None and not Member.objects.keep_here(holder.member)
    if is_gone or not holder.is_somebody:
        raise HolderGone("A closed account cannot take a seat.")
    visitor = None if holder.member else holder.visitor
    holding = Holding.objects.create(
        seat=seat, member=holder.member, visitor=visitor, bot=holder.bot, from_entry=entry
    )
    refresh_listings(Q(pk=seat.battle_id))
    return holding


def keep_seated(seat: Seat) -> None:
    """Keep a seat from changing hands until the transaction ends.

    Raises SeatGone if the person admitted as its holder no longer holds it. Access by token is not checked.
    """
    if seat.held_as is not None:
        keep_held(seat.held_as, seat.battle_id)


def keep_held(holding_id: int, battle_id: UUID) -> None:
    """Keep a holding from changing until the transaction ends. Raises SeatGone if it has changed."""
    keep_from_acting(battle_id)
    if not Holding.objects.filter(pk=holding_id, to_entry=None).exists():
        raise SeatGone("This seat has changed hands: somebody else gives its orders now.")


def keep_from_acting(battle_id: UUID) -> None:
    """Lock a battle, so that its holders cannot act and its seats cannot change hands until the transaction
    ends.

    Every caller locks the battle's row before any other row, so that callers cannot deadlock.
    """
    list(Battle.objects.select_for_update(no_key=True).filter(pk=battle_id).values_list("pk"))


def change(holding: Holding, successor: Holder, entry: int) -> Holding:
    """Give a seat to a successor from an entry on.

    This deletes standing orders, drafts and an open offer of the former holder. The successor gets a separate
    clock warning. Raises SeatTaken if the seat has already changed hands.
    """
    with changing(holding.seat.battle_id):
        still = Holding.objects.filter(pk=holding.pk, to_entry=None)
        if not still.update(to_entry=entry):
            raise SeatTaken
        StandingAnswer.objects.filter(seat=holding.seat).delete()
        UnsentOrder.objects.filter(seat=holding.seat).delete()
        end_offers(Q(holding=holding))
        _forget_consent(holding.seat)
        Spell.objects.filter(seat=holding.seat, ended_at=None).update(warned_at=None)
        return _sit(holding.seat, successor, entry)


def _forget_consent(seat: Seat) -> None:
    """Delete a former holder's open consents and requests, because the successor decides about them.

    These include a pause that the holder requested, and orders fixed because their dice were requested.
    """
    Pause.objects.filter(asked_by=seat, begins_at=None).delete()
    Receipt.objects.filter(seat=seat, key__startswith=DICE_ASKED).delete()
    for offer in Handover.objects.filter(agreed=seat, state=Handover.State.OPEN):
        offer.agreed.remove(seat)
    for challenge in Challenge.objects.filter(umpire_agreed=seat):
        challenge.umpire_agreed.remove(seat)


def rise(holding: Holding, entry: int) -> None:
    """Leave a seat empty from an entry on."""
    with changing(holding.seat.battle_id):
        Holding.objects.filter(pk=holding.pk, to_entry=None).update(to_entry=entry)
    end_offers(Q(holding=holding))
    refresh_listings(Q(pk=holding.seat.battle_id))


def end_offers(of: Q) -> None:
    """Withdraw the open offers of seats that match the filter ``of``."""
    open_ones = Handover.objects.filter(of, state=Handover.State.OPEN)
    open_ones.update(state=Handover.State.WITHDRAWN)


def bot_holdings(battle_id: UUID) -> list[Holding]:
    """Return the current holdings of bots in a battle."""
    bots = Holding.objects.filter(seat__battle=battle_id, to_entry=None).exclude(bot="")
    return list(bots.select_related("seat"))
