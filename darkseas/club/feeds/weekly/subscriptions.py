"""Who wants the weekly letter: written by a member's own page, and by the link in a letter."""

from darkseas.club.models import WeeklyLetter, WeeklyWish
from darkseas.members.models import Member
from replays_app.live.notifications import stop_links

#: Signs the links that end this letter, and no other.
SALT = "darkseas.club.feeds.weekly"


def is_wanted(member: Member) -> bool:
    """Whether a member wants the weekly letter."""
    return WeeklyWish.objects.filter(member=member).exists()


def begin(member: Member) -> None:
    """Write to a member each week from now on: the first letter is that of next Monday."""
    WeeklyWish.objects.get_or_create(member=member)


def stop(member: Member) -> None:
    """Write to a member no more."""
    WeeklyWish.objects.filter(member=member).delete()


def stop_path(member: Member) -> str:
    """Return the path of the page where a member's weekly letters end, without logging in."""
    return stop_links.stop_path(member, "club-weekly-stop", SALT)


def member_of(token: str) -> Member | None:
    """Return whose weekly letters a token ends, none where it is not ours."""
    return stop_links.member_of(token, SALT)


def forget(member: Member) -> None:
    """Forget that a member wanted letters, and which they got."""
    WeeklyLetter.objects.filter(member=member).delete()
    stop(member)
