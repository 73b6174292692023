"""Links in e-mails that stop the e-mails. They need no login and never expire."""

from django.core import signing
from django.urls import reverse

from darkseas.members.models import Member

SALT = "replays_app.live.notifications.stop_links"


def stop_path(member: Member, page: str = "notices-stop", salt: str = SALT) -> str:
    """Return the path of the page that stops one kind of e-mails to a member."""
    return reverse(page, args=[signing.dumps(member.pk, salt=salt)])


def stop_headers(address: str) -> dict[str, str]:
    """Return the headers for unsubscribing with one click (RFC 8058)."""
    return {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def member_of(token: str, salt: str = SALT) -> Member | None:
    """Return the member of a token, or None if the token is invalid."""
    try:
        key = signing.loads(token, salt=salt)
    except signing.BadSignature:
        return None
    return Member.objects.filter(pk=key, is_active=True).first()
