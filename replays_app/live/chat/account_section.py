"""Chat in a member's data export and in the deletion of the account."""

from darkseas.members.account_sections import AccountSection
from darkseas.members.models import Member

from .store import forget, lines_of


def account_section(member: Member) -> AccountSection:
    """Return the section: what the member has written."""
    written = [
        {
            "battle": line.seat.battle_id.hex,
            "audience": line.audience,
            "text": line.text,
            "written_at": line.written_at,
        }
        for line in lines_of(member)
    ]
    return AccountSection("chat", "chat/_account_section.html", {"count": len(written)}, written, forget)
