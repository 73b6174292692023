"""What other parts of the site add to a member's page and to the export of their data.

Each is a function named in ``settings.ACCOUNT_SECTIONS`` that is given a member and returns an
AccountSection.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from .models import Member


@dataclass(frozen=True, slots=True)
class AccountSection:
    """A section of a member's page: its template with its context; and what the export says under its key."""

    key: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    data: Any = None


def sections_of(member: Member) -> list[AccountSection]:
    """Return the sections for a member, in the order of the settings."""
    makers: list[Callable[[Member], AccountSection]] = [
        import_string(name) for name in settings.ACCOUNT_SECTIONS
    ]
    return [make(member) for make in makers]


def account_data(member: Member) -> dict[str, Any]:
    """Return all that the site keeps about a member, as JSON can say it (times in UTC)."""
    account = {
        "name": member.username,
        "email": member.email,
        "email_confirmed_at": member.email_confirmed_at,
        "member_since": member.date_joined,
        "last_log_in": member.last_login,
        "is_operator": member.is_staff,
    }
    return {"account": account} | {
        section.key: section.data for section in sections_of(member) if section.data is not None
    }
