"""Invitation links to a club, limited in time and number of uses."""

import hashlib
from datetime import timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from darkseas.club import access, audit
from darkseas.club.access import Deed
from darkseas.club.models import Club, Invitation, Player
from darkseas.members.models import Member
from darkseas.web.form_submissions.creates_once import Submission, new_submission

from .joining import INVITED, admit, was_removed_since
from .refusals import ClubRefused, locked

MOST_DAYS, MOST_USES = 90, 200
#: The most valid links of one club.
MOST_LINKS = 50
SPENT = "This link is no longer valid. Ask the sender for a new one."
REMOVED_SINCE = "You were removed from this club after this link was made. Ask a director for a new one."


def make(by: Player, days: int, uses: int, submission: Submission | None = None) -> str:
    """Create a link and return its token; we store only the token's hash. Raises ClubRefused if there are too
    many links.

    A repeated submission gets the token of the first one, as long as it is valid.
    """
    submission = submission or new_submission()
    token = submission.secret
    if submission.is_repeat:
        if invitation_of(token) is None:
            raise ClubRefused("The link of this form is no longer valid. Reload the page to make another.")
        return token
    with transaction.atomic():
        club = locked(by.club_id)
        if good_in(club).count() >= MOST_LINKS:
            raise ClubRefused(f"{MOST_LINKS} links are already valid. Withdraw one of them first.")
        invitation = Invitation.objects.create(
            club=club,
            token_hash=hash_of(token),
            made_by=by,
            ends_at=timezone.now() + timedelta(days=days),
            uses_left=uses,
        )
        audit.note(club, by, "invitation.made", invitation, after={"days": days, "uses": uses})
    return token


def withdraw(by: Player, number: int) -> bool:
    """Withdraw a link; return False if it does not exist."""
    with transaction.atomic():
        club = locked(by.club_id)
        invitation = good_in(club).filter(pk=number).first()
        if invitation is None:
            return False
        invitation.uses_left = 0
        invitation.save(update_fields=["uses_left"])
        audit.note(club, by, "invitation.withdrawn", invitation)
    return True


def good_in(club: Club) -> QuerySet[Invitation]:
    """Return a club's valid links."""
    good = Invitation.objects.filter(club=club, uses_left__gt=0, ends_at__gt=timezone.now())
    return good.select_related("made_by__member")


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a token; None if the invitation is no longer valid or its maker may no longer
    invite.
    """
    now = timezone.now()
    held = Invitation.objects.filter(token_hash=hash_of(token), uses_left__gt=0, ends_at__gt=now)
    invitation = held.select_related("club", "made_by__member").first()
    if invitation is None or not access.may(invitation.made_by, Deed.INVITE):
        return None
    return invitation


def accept(token: str, member: Member) -> Player:
    """Let a member join by link. Raises ClubRefused for an invalid link.

    A current member stays a member and does not use up the link. A player who was removed after the link was
    made needs a newer invitation.
    """
    invitation = invitation_of(token)
    if invitation is None:
        raise ClubRefused(SPENT)
    with transaction.atomic():
        club = locked(invitation.club_id)
        known = Player.objects.filter(club=club, member=member, left_at=None).first()
        if known is not None:
            return known
        if was_removed_since(club, member, invitation.made_at):
            raise ClubRefused(REMOVED_SINCE)
        good = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0, ends_at__gt=timezone.now())
        if not good.update(uses_left=F("uses_left") - 1):
            raise ClubRefused(SPENT)
        return admit(club, member, invitation.made_by, INVITED)


def hash_of(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
