"""What a visitor has fought becomes a member's; and what is left of a member who goes."""

from django.db import transaction
from django.db.models import QuerySet

from darkseas.members.models import Member
from replays_app.models import Battle, Challenge, Holding

from .holders import Holder


@transaction.atomic
def claim(member: Member, visitor: str) -> int:
    """Give a visitor's battles and challenges to a member; return how many battles there were.

    A battle in which the member has sat as themselves stays the visitor's: nobody sits on both sides, nor is
    anybody seated in these battles meanwhile, nor a challenge of the visitor's accepted.
    """
    _keep_from_accepting(visitor)
    _keep_from_seating(visitor)
    claimed = claimable(member, visitor)
    number = claimed.values("seat__battle").distinct().count()
    Holding.objects.filter(pk__in=list(claimed.values_list("pk", flat=True))).update(
        member=member, visitor=None
    )
    Challenge.objects.filter(visitor=visitor).update(member=member, visitor=None)
    return number


def claimable(member: Member, visitor: str) -> QuerySet[Holding]:
    """Return what a visitor has held in battles in which the member has not sat as themselves."""
    own = Holder(member=member).holdings().values("seat__battle")
    return Holding.objects.filter(visitor=visitor).exclude(seat__battle__in=own)


def _keep_from_accepting(visitor: str) -> None:
    """Lock a visitor's open challenges: who accepts one meanwhile meets whom it belongs to then.

    Before all battles: an open challenge has none, so nobody waits for it who has locked one.
    """
    theirs = Challenge.objects.filter(visitor=visitor, state=Challenge.State.OPEN)
    list(theirs.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _keep_from_seating(visitor: str) -> None:
    """Lock a visitor's running battles, all in one order, as whoever seats somebody in them does."""
    held = Holding.objects.filter(visitor=visitor)
    running = Battle.objects.filter(status=Battle.Status.RUNNING, pk__in=held.values("seat__battle"))
    list(running.select_for_update(no_key=True).order_by("pk").values_list("pk"))


@transaction.atomic
def forget(member: Member) -> None:
    """Take a member's name from all seats they held, and their open challenges away."""
    Challenge.objects.filter(member=member, state=Challenge.State.OPEN).update(
        state=Challenge.State.WITHDRAWN
    )
    Challenge.objects.filter(member=member).update(member=None)
    Challenge.objects.filter(umpire=member).update(umpire=None)
    Holding.objects.filter(member=member).update(member=None)
