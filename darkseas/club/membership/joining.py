"""Joining and leaving a club."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import Application, ClaimOfGuest, Club, Player, RenewedAddress, Right
from darkseas.members.models import Member
from darkseas.web.invisible_characters import without_turns

from .permissions import check_owner_remains, end_what_rested_on_rights
from .refusals import ClubRefused, locked

LONGEST_TEXT = 1000
#: The most open applications in a club, so that its directors are not swamped.
MOST_WAITING = 200
REMOVED = "player.removed"
#: Audit actions of joining and rejoining.
CAME = (ADMITTED, INVITED) = ("player.admitted", "player.invited")


def apply_to(club: Club, member: Member, text: str = "") -> Application:
    """Apply to an open club. Raises ClubRefused for members and for a second application."""
    with transaction.atomic():
        held = locked(club.pk)
        if held.is_demonstration:
            raise ClubRefused("You cannot join the demonstration club. Found your own club.")
        if held.is_closed:
            raise ClubRefused("You can join this club only by invitation.")
        if _active(held, member) is not None:
            raise ClubRefused("You are already a member of this club.")
        waiting = held.applications.filter(state=Application.State.OPEN)
        if waiting.filter(member=member).exists():
            raise ClubRefused("You have already applied. A director will answer.")
        if waiting.count() >= MOST_WAITING:
            raise ClubRefused("Too many applications are open. Ask a director for an invitation.")
        return Application.objects.create(
            club=held, member=member, text=without_turns(text).strip()[:LONGEST_TEXT]
        )


def withdraw_application(club: Club, member: Member) -> bool:
    """Withdraw an application; return False if there is none."""
    number, _ = club.applications.filter(member=member, state=Application.State.OPEN).delete()
    return bool(number)


def answer_application(by: Player, application: Application, agrees: bool) -> None:
    """Accept or decline an application. Raises ClubRefused if it was already answered."""
    with transaction.atomic():
        club = locked(application.club_id)
        held = Application.objects.select_related("member").get(pk=application.pk)
        if held.state != Application.State.OPEN:
            raise ClubRefused("This application was already answered.")
        held.state = Application.State.AGREED if agrees else Application.State.REFUSED
        held.decided_at = timezone.now()
        held.save(update_fields=["state", "decided_at"])
        if agrees and _active(club, held.member) is None:
            admit(club, held.member, by, ADMITTED)
        elif not agrees:
            audit.note(club, by, "application.refused", held)


def waiting_in(club: Club) -> QuerySet[Application]:
    """Return unanswered applications, oldest first."""
    return club.applications.filter(state=Application.State.OPEN).select_related("member").order_by("id")


def admit(club: Club, member: Member, by: Player | None, deed: str) -> Player:
    """Add or readmit a member to a club; call this function with the club locked."""
    player, _ = Player.objects.get_or_create(club=club, member=member)
    if player.left_at is not None:
        player.rights.all().delete()  # former permissions must be granted again
        player.left_at = None
        player.save(update_fields=["left_at"])
    Right.objects.get_or_create(player=player, kind=Right.Kind.MEMBER)
    audit.note(club, by or player, deed, player)
    return player


def leave(player: Player) -> None:
    """Leave a club. Raises ClubRefused for the last owner."""
    with transaction.atomic():
        club = locked(player.club_id)
        check_owner_remains(club, player)
        _close(player, player)
        audit.note(club, player, "player.left", player)


def remove(by: Player, player: Player, reason: str) -> None:
    """Remove a player from a club; their results stay. Raises ClubRefused for the last owner.

    A player who left can also be removed, so that older links no longer admit them.
    """
    if not reason.strip():
        raise ClubRefused("Give a reason; it goes into the audit log.")
    with transaction.atomic():
        club = locked(player.club_id)
        check_owner_remains(club, player)
        if player.left_at is None:
            _close(player, by)
        audit.note(club, by, REMOVED, player, reason=reason.strip())


def was_removed_since(club: Club, member: Member, since: datetime) -> bool:
    """Whether a member was removed from the club, or barred, after this moment."""
    player = Player.objects.filter(club=club, member=member).first()
    if player is None:
        return False
    return audit.lines_about(player).filter(deed=REMOVED, at__gte=since).exists()


def _close(player: Player, by: Player) -> None:
    player.left_at = timezone.now()
    player.save(update_fields=["left_at"])
    player.rights.all().delete()
    end_what_rested_on_rights(player, by)
    RenewedAddress.renew(player)
    asked = ClaimOfGuest.objects.filter(player=player, state=ClaimOfGuest.State.OPEN)
    asked.update(state=ClaimOfGuest.State.REFUSED, decided_at=timezone.now())


def _active(club: Club, member: Member) -> Player | None:
    return Player.objects.filter(club=club, member=member, left_at=None).first()
