"""Links in letters that end the letters: they work without logging in, and for ever."""

from django.core import signing
from django.urls import reverse

from darkseas.members.models import Member

SALT = "replays_app.live.notifications.stop_links"


def stop_path(member: Member, page: str = "notices-stop", salt: str = SALT) -> str:
    """Return the path of the page where a member's letters of one kind are stopped."""
    return reverse(page, args=[signing.dumps(member.pk, salt=salt)])


def stop_headers(address: str) -> dict[str, str]:
    """Return the headers by which a mail program ends letters in one click (RFC 8058)."""
    return {"List-Unsubscribe": f"<{address}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def member_of(token: str, salt: str = SALT) -> Member | None:
    """Return whose letters a token stops, None when it is not ours."""
    try:
        key = signing.loads(token, salt=salt)
    except signing.BadSignature:
        return None
    return Member.objects.filter(pk=key, is_active=True).first()
