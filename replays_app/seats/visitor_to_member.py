"""Transfer a visitor's battles to a member, and remove a member who closes their account."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from darkseas.members.models import Member
from replays_app.models import Challenge, Holding

from .seat_integrity_tags import changing
from .viewer_seat import Holder


@transaction.atomic
def claim(member: Member, visitor: str) -> int:
    """Transfer a visitor's battles and challenges to a member; return the number of battles.

    Battles in which the member also held a seat stay with the visitor, because no person may play both sides.
    Other changes of these battles and challenges wait until this is done.
    """
    _keep_from_accepting(visitor)
    battles = _battles_of(Holding.objects.filter(visitor=visitor))
    with changing(*battles):
        if not Member.objects.keep_here(member):
            return 0
        claimed = claimable(member, visitor).filter(seat__battle__in=battles)
        number = claimed.values("seat__battle").distinct().count()
        claimed_ids = list(claimed.values_list("pk", flat=True))
        Holding.objects.filter(pk__in=claimed_ids).update(member=member, visitor=None)
    Challenge.objects.filter(visitor=visitor).update(member=member, visitor=None)
    return number


def claimable(member: Member, visitor: str) -> QuerySet[Holding]:
    """Return a visitor's holdings in battles in which the member held no seat."""
    own = Holder(member=member).holdings().values("seat__battle")
    return Holding.objects.filter(visitor=visitor).exclude(seat__battle__in=own)


def _keep_from_accepting(visitor: str) -> None:
    """Lock a visitor's open challenges, so that nobody accepts them while their author changes.

    Challenges are locked before battles, in the same order as on acceptance.
    """
    theirs = Challenge.objects.filter(visitor=visitor, state=Challenge.State.OPEN)
    list(theirs.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _battles_of(held: QuerySet[Holding]) -> list[UUID]:
    return list(held.order_by().values_list("seat__battle", flat=True).distinct())


@contextmanager
def leaving(member: Member) -> Iterator[None]:
    """Remove a member from all battles within this context; challenges and battles are locked in a fixed
    order.
    """
    with transaction.atomic():
        Challenge.objects.filter(umpire=member, battle=None).update(umpire=None)
        held = _battles_of(Holding.objects.filter(member=member))
        named = Challenge.objects.filter(umpire=member).exclude(battle=None)
        with changing(*{*held, *named.values_list("battle_id", flat=True)}):
            yield


def withdraw_challenges(member: Member) -> None:
    """Withdraw all open challenges of a member."""
    open_ones = Challenge.objects.filter(member=member, state=Challenge.State.OPEN)
    open_ones.update(state=Challenge.State.WITHDRAWN)


def forget(member: Member) -> None:
    """Remove a member's name from all seats, and their open challenges."""
    with leaving(member):
        withdraw_challenges(member)
        Challenge.objects.filter(member=member).update(member=None)
        Challenge.objects.filter(umpire=member).update(umpire=None)
        Holding.objects.filter(member=member).update(member=None)
