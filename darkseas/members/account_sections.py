"""What other parts of the site add to a member's page and to the export of their data.

Each is a function named in ``settings.MEMBER_PARTS`` that is given a member and returns a Part.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from .models import Member


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a member's page: its template and words; and what the export says under its key."""

    key: str
    template: str
    words: dict[str, Any] = field(default_factory=dict)
    data: Any = None


def parts_of(member: Member) -> list[Part]:
    """Return the parts for a member, in the order of the settings."""
    makers: list[Callable[[Member], Part]] = [import_string(name) for name in settings.MEMBER_PARTS]
    return [make(member) for make in makers]


def data_of(member: Member) -> dict[str, Any]:
    """Return all that the site keeps about a member, as JSON can say it (times in UTC)."""
    account = {
        "name": member.username,
        "email": member.email,
        "email_confirmed_at": member.email_confirmed_at,
        "member_since": member.date_joined,
        "last_log_in": member.last_login,
        "is_operator": member.is_staff,
    }
    return {"account": account} | {part.key: part.data for part in parts_of(member) if part.data is not None}
