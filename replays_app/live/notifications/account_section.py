"""Notifications on a member's account page, in their data export and in the deletion of the account."""

from urllib.parse import urlsplit

from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member
from replays_app.models import Notice

from .preferences import forget, shut_out, wish_of

#: Limit of notifications in the export of a member's data.
MOST_NOTICES = 1000


def account_section(member: Member) -> AccountSection:
    wish = wish_of(member)
    template, host = "notifications/_account_section.html", urlsplit(wish.webhook_url).hostname
    programs = [f"your webhook at {host}, which is called when your orders are due"] if host else []
    return AccountSection("notices", template, {"wish": wish}, _data(member), forget, programs, shut_out)


def _data(member: Member) -> dict[str, object]:
    """Return the preferences without the secret, and the notifications sent."""
    wish = wish_of(member)
    sent = Notice.objects.filter(member=member).select_related("seat")[:MOST_NOTICES]
    return {
        "letters": wish.letters,
        "webhook": wish.webhook_url,
        "notices": [
            {
                "battle": notice.seat.battle_id.hex,
                "side": notice.seat.side,
                "about": "a call" if notice.spell_id is None else "a clock",
                "way": notice.way,
                "state": notice.state,
                "made_at": notice.made_at,
            }
            for notice in sent
        ],
    }
