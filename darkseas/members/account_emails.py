"""How somebody becomes a member, and how an address becomes theirs.

Letters are written by a worker, who finds out whether an address has an account: a page that did it would
tell so by how long it takes, and would wait for the mail server. Without workers the page writes itself.
"""

import logging
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from celery import shared_task
from django.conf import settings
from django.db import IntegrityError, transaction
from kombu.exceptions import OperationalError

from . import rate_limits, send_email
from .email_addresses import reserved_names, signed_links
from .models import Member
from .usernames import name_key

#: A mail server that takes nothing is asked again, ever later; after some hours the letter is given up.
AGAIN: dict[str, Any] = {
    "autoretry_for": (send_email.NotSent,),
    "max_retries": 7,
    "retry_backoff": 60,
    "retry_backoff_max": 3600,
}

log = logging.getLogger("darkseas.members")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a letter's links lead: the site, and on to where they wanted to be."""

    site: str
    wanted: str = ""

    def absolute(self, path: str) -> str:
        """Make a path of the site a whole address."""
        onward = f"?{urlencode({'next': self.wanted})}" if self.wanted else ""
        return f"{self.site.rstrip('/')}{path}{onward}"


class NameTaken(Exception):
    """Another member has this name."""


def register(newcomer: Member, address: str, origin: Origin) -> None:
    """Store a newcomer, whose name and password are set, and have the address written to.

    It becomes theirs when they confirm it, and binds nobody before: it may be another member's, or others may
    give it too, and nothing that is done or stored tells these apart. Raises NameTaken, and emails.NotSent
    after taking the newcomer back.
    """
    newcomer.email, newcomer.unconfirmed_email = "", address
    try:
        with transaction.atomic():
            reserved_names.free(newcomer.username, address)
            newcomer.save()
    except IntegrityError:
        raise NameTaken from None
    if not _may_be_written_to(address, "register"):
        return
    try:
        _ask_to_write(write_to_address, newcomer.pk, address, origin.site, origin.wanted)
    except send_email.NotSent:
        newcomer.delete()
        raise


def change_email(member: Member, address: str, origin: Origin) -> None:
    """Have a member's new address written to; it becomes theirs when the link is opened.

    A link that was sent before stays good, so where many were asked for in an hour no other one is sent.
    Raises emails.NotSent.
    """
    if not _may_be_written_to(address, "change_email"):
        return
    _ask_to_write(write_to_address, member.pk, address, origin.site, origin.wanted)


def ask_for_password_link(address: str, origin: Origin) -> None:
    """Have the link that sets a password sent to whoever has this address; nobody hears whether it was.

    A link that was sent before stays good, so where many were asked for in an hour no other one is sent.
    """
    if not _may_be_written_to(address, "password_reset"):
        return
    try:
        _ask_to_write(write_password_link, address, origin.site)
    except send_email.NotSent:
        log.warning("went on without the link that sets a password")


@shared_task(name="ds.out.write_to_address", **AGAIN)  # type: ignore[untyped-decorator]  # as elsewhere
def write_to_address(member_id: int, address: str, site: str, wanted: str) -> None:
    """Write to an address that a member has given: with the link that confirms it, or to whose it is.

    Raises emails.NotSent.
    """
    origin = Origin(site, wanted)
    holder = Member.objects.with_address(address).exclude(pk=member_id).first()
    member = Member.objects.filter(pk=member_id).first()
    if holder:
        link = origin.absolute(signed_links.password_path(holder))
        send_email.send("in_use", holder.email, member=holder, link=link, days=_link_days())
    elif member:
        link = origin.absolute(signed_links.confirm_path(member, address))
        send_email.send("confirm", address, member=member, link=link, days=_link_days())


@shared_task(name="ds.out.write_password_link", **AGAIN)  # type: ignore[untyped-decorator]  # as elsewhere
def write_password_link(address: str, site: str) -> None:
    """Write to whoever has this address, if anybody, with the link that sets a password.

    Raises emails.NotSent.
    """
    for member in Member.objects.with_address(address).filter(is_active=True):
        link = Origin(site).absolute(signed_links.password_path(member))
        send_email.send("password_link", member.email, member=member, link=link, days=_link_days())


def _may_be_written_to(address: str, page: str) -> bool:
    """Count a letter that a page has sent to an address; return whether it may be, whoever asks for it."""
    return not rate_limits.wait_after("letter", **{page: name_key(address)})


def _ask_to_write(task: Any, *arguments: Any) -> None:
    """Give something to write to a worker; write it here where there is none. Raises emails.NotSent then."""
    if settings.HAS_WORKERS:
        try:
            task.delay(*arguments)
        except OperationalError:
            log.exception("no worker can be asked to write; it is done here")
        else:
            return
    task.run(*arguments)


def confirm(claim: signed_links.Claim) -> bool:
    """Make the address the member's; False when it has become another's meanwhile."""
    before = claim.member.email
    try:
        with transaction.atomic():
            held = Member.objects.select_for_update().filter(pk=claim.member.pk, is_active=True).first()
            if held is None or (held.password, held.email) != (claim.member.password, before):
                return False  # somebody was quicker, or it was forgotten for another registration
            claim.member.confirm_email(claim.address)
    except IntegrityError:
        return False
    if before and before != claim.address:
        send_email.send_if_possible("email_changed", before, member=claim.member)
    return True


def _link_days() -> int:
    return settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)
