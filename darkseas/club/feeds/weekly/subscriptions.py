"""Subscriptions to the weekly email, changed on the member's page or by the link in an email."""

from darkseas.club.models import WeeklyLetter, WeeklyWish
from darkseas.members.models import Member
from replays_app.live.notifications import stop_links

#: Salt of signatures in unsubscribe links.
SALT = "darkseas.club.feeds.weekly"


def is_wanted(member: Member) -> bool:
    """Whether a member is subscribed."""
    return WeeklyWish.objects.filter(member=member).exists()


def begin(member: Member) -> None:
    """Subscribe a member; the first email is next Monday's."""
    WeeklyWish.objects.get_or_create(member=member)


def stop(member: Member) -> None:
    """Unsubscribe a member."""
    WeeklyWish.objects.filter(member=member).delete()


def stop_path(member: Member) -> str:
    """Return the path of a member's unsubscribe page, which needs no login."""
    return stop_links.stop_path(member, "club-weekly-stop", SALT)


def member_of(token: str) -> Member | None:
    """Return the member of an unsubscribe token, or None if the token is invalid."""
    return stop_links.member_of(token, SALT)


def forget(member: Member) -> None:
    """Delete a member's subscription and the record of emails sent."""
    WeeklyLetter.objects.filter(member=member).delete()
    stop(member)
