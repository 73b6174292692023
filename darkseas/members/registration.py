"""How somebody becomes a member, and how an address becomes theirs."""

from collections.abc import Callable

from django.conf import settings
from django.db import IntegrityError, transaction

from . import emails, signed_links
from .models import Member

#: Makes a path of the site a whole address.
AbsoluteURL = Callable[[str], str]


class NameTaken(Exception):
    """Another member has this name."""


def register(newcomer: Member, address: str, absolute_url: AbsoluteURL) -> None:
    """Store a newcomer, whose name and password are set, and write to the address.

    Where the address is another member's the newcomer is stored without one: nobody can
    log in as them, but the name is taken in both cases, so nothing tells them apart.
    Raises NameTaken, and emails.NotSent after taking the newcomer back.
    """
    Member.objects.forget_abandoned(email__iexact=address)
    holder = Member.objects.with_address(address).first()
    newcomer.email = "" if holder else address
    try:
        with transaction.atomic():
            newcomer.save()
    except IntegrityError:
        raise NameTaken from None
    try:
        if holder:
            tell_of_account(holder, absolute_url)
        else:
            ask_to_confirm(newcomer, address, absolute_url)
    except emails.NotSent:
        newcomer.delete()
        raise


def change_email(member: Member, address: str, absolute_url: AbsoluteURL) -> None:
    """Write to a member's new address; it becomes theirs when the link is opened. Raises emails.NotSent."""
    holder = Member.objects.with_address(address).exclude(pk=member.pk).first()
    if holder:
        tell_of_account(holder, absolute_url)
    else:
        ask_to_confirm(member, address, absolute_url)


def ask_to_confirm(member: Member, address: str, absolute_url: AbsoluteURL) -> None:
    """Write to an address with the link that confirms it."""
    link = absolute_url(signed_links.confirm_path(member, address))
    emails.send("confirm", address, member=member, link=link, days=_link_days())


def tell_of_account(holder: Member, absolute_url: AbsoluteURL) -> None:
    """Write to a member whose address somebody has just given as their own."""
    link = absolute_url(signed_links.password_path(holder))
    emails.send("in_use", holder.email, member=holder, link=link, days=_link_days())


def send_password_link(member: Member, absolute_url: AbsoluteURL) -> None:
    """Write to a member with the link that sets a password; a failure stands in the log."""
    link = absolute_url(signed_links.password_path(member))
    emails.send_if_possible("password_link", member.email, member=member, link=link, days=_link_days())


def confirm(claim: signed_links.Claim) -> bool:
    """Make the address the member's; False when it has become another's meanwhile."""
    before = claim.member.email
    try:
        with transaction.atomic():
            claim.member.confirm_email(claim.address)
    except IntegrityError:
        return False
    if before and before != claim.address:
        emails.send_if_possible("email_changed", before, member=claim.member)
    return True


def _link_days() -> int:
    return settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)
