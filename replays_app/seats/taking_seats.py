"""Sitting down in a seat and rising from it: the only place where holdings are written."""

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

#: Keys of what stands at a table because its dice were asked for; with a space, which nobody can bring.
DICE_ASKED = "dice asked "


class SeatTaken(Exception):
    """Somebody else sits in the seat."""


class SeatGone(PermissionDenied):
    """Who was let in as a seat's holder holds it no more."""


class HolderGone(PermissionDenied):
    """The member who is to be seated has left the site, or is shut out."""


def sit(seat: Seat, holder: Holder, entry: int) -> Holding:
    """Let somebody hold an empty seat from an entry on (IntegrityError: it is not).

    Raises HolderGone, for nobody too: a seat that nobody holds would be waited for for ever.
    """
    with changing(seat.battle_id):
        return _sit(seat, holder, entry)


def sit_down(battle: Battle, holders: Mapping[str, Holder], *, tokens_end: bool) -> None:
    """Let people and bots sit down to a battle that begins, by side. Raises HolderGone.

    In one order of members, whoever begins: battles of the same two never wait for each other.
    ``tokens_end`` lets no token open a seat from then on.
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
        raise HolderGone("Nobody is seated who has left this site.")
    visitor = None if holder.member else holder.visitor
    holding = Holding.objects.create(
        seat=seat, member=holder.member, visitor=visitor, bot=holder.bot, from_entry=entry
    )
    refresh_listings(Q(pk=seat.battle_id))
    return holding


def keep_seated(seat: Seat) -> None:
    """Let nobody else take a seat until the transaction ends in which somebody acts for it.

    Raises SeatGone where whoever was let in by holding it holds it no more; a seat's token is asked nothing.
    """
    if seat.held_as is not None:
        keep_held(seat.held_as, seat.battle_id)


def keep_held(holding_id: int, battle_id: UUID) -> None:
    """Let a seat change hands no more until the transaction ends. Raises SeatGone where it has."""
    keep_from_acting(battle_id)
    if not Holding.objects.filter(pk=holding_id, to_entry=None).exists():
        raise SeatGone("This seat has changed hands: somebody else orders for it now.")


def keep_from_acting(battle_id: UUID) -> None:
    """Let no other holder act in a battle, and no seat of it change hands, until the transaction ends.

    All who need that lock the battle's row before any other: so none waits for one who waits for them.
    """
    list(Battle.objects.select_for_update(no_key=True).filter(pk=battle_id).values_list("pk"))


def change(holding: Holding, successor: Holder, entry: int) -> Holding:
    """Let somebody else hold the seat from an entry on.

    What was answered beforehand, what was filled and not sent, and an open offer go with its giver.
    Who takes the seat over is warned of its clock anew.

    Raises SeatTaken when it has changed hands before.
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
    """What a former holder has agreed to, and has not come about, is asked of the next one again.

    So is a pause that they asked for; an order whose dice they asked for binds nobody who has not seen it.
    """
    Pause.objects.filter(asked_by=seat, begins_at=None).delete()
    Receipt.objects.filter(seat=seat, key__startswith=DICE_ASKED).delete()
    for offer in Handover.objects.filter(agreed=seat, state=Handover.State.OPEN):
        offer.agreed.remove(seat)
    for challenge in Challenge.objects.filter(umpire_agreed=seat):
        challenge.umpire_agreed.remove(seat)


def rise(holding: Holding, entry: int) -> None:
    """Let somebody leave their seat empty from an entry on."""
    with changing(holding.seat.battle_id):
        Holding.objects.filter(pk=holding.pk, to_entry=None).update(to_entry=entry)
    end_offers(Q(holding=holding))
    refresh_listings(Q(pk=holding.seat.battle_id))


def end_offers(of: Q) -> None:
    """Take the open offers of seats back that ``of`` says: nobody is asked for consent to them any more."""
    open_ones = Handover.objects.filter(of, state=Handover.State.OPEN)
    open_ones.update(state=Handover.State.WITHDRAWN)


def bot_holdings(battle_id: UUID) -> list[Holding]:
    """Return who sits in a battle's seats and is a bot."""
    bots = Holding.objects.filter(seat__battle=battle_id, to_entry=None).exclude(bot="")
    return list(bots.select_related("seat"))
