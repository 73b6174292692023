"""Sections that other apps add to a member's account page and to the export of their data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from darkseas.web.extensions import extensions

from .models import Member

#: Shown after all programs lost their access to the account.
ARE_SHUT_OUT = (
    "All tokens, private addresses, webhooks, links, offers and open challenges are revoked. Check who"
    " helps with your scenarios and who has permissions in your clubs: earlier changes remain."
)


@dataclass(frozen=True, slots=True)
class AccountSection:
    """A section of a member's page: its template and context, and the data exported under its key.

    ``forget`` removes the member from this app's data before the account is deleted. ``programs`` names the
    programs and addresses that act or read for the member without a password. ``shut_out`` revokes them,
    along with every link or offer that lets somebody else in.
    """

    key: str
    template: str
    context: dict[str, Any] = field(default_factory=dict)
    data: Any = None
    forget: Callable[[Member], None] | None = None
    programs: Sequence[str] = ()
    shut_out: Callable[[Member], None] | None = None


@dataclass(frozen=True, slots=True)
class AccountPart:
    """Extension point: an app's section of every account page. Lower positions come first."""

    position: int
    section: Callable[[Member], AccountSection]


def sections_of(member: Member) -> list[AccountSection]:
    """Return a member's sections, by position."""
    parts = sorted(extensions(AccountPart), key=lambda part: part.position)
    return [part.section(member) for part in parts]


def account_data(member: Member) -> dict[str, Any]:
    """Return everything the site stores about a member, ready for JSON (times in UTC)."""
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


def programs_of(member: Member) -> list[str]:
    """Return the names of programs that act or read for a member without a password."""
    return [name for section in sections_of(member) for name in section.programs]


@transaction.atomic
def shut_programs_out(member: Member) -> None:
    """Revoke all access without a password: somebody else may have set it up."""
    for section in sections_of(member):
        if section.shut_out is not None:
            section.shut_out(member)


def delete_account(member: Member) -> None:
    """Delete an account: each app forgets the member, then name, address and password are erased.

    The member is deactivated first, so nobody can seat them any more. A request that seats them at that
    moment either finishes first, and that seat is forgotten with the others, or finds them gone
    (`keep_here`).
    """
    Member.objects.filter(pk=member.pk).update(is_active=False)
    try:
        with transaction.atomic():
            for section in sections_of(member):
                if section.forget is not None:
                    section.forget(member)
            member.leave()
    except Exception:
        Member.objects.filter(pk=member.pk).update(is_active=True)
        raise
