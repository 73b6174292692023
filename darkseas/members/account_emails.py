"""Registration and e-mail confirmation.

A worker checks whether an address has an account and sends the e-mail. A page that did so would reveal the
answer by its response time, and would wait for the mail server. Without workers the page sends it itself.
"""

import logging
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from celery import shared_task
from django.conf import settings
from django.db import IntegrityError, transaction
from kombu.exceptions import OperationalError

from darkseas.web.texts.name_keys import name_key

from . import rate_limits, send_email
from .email_addresses import reserved_names, signed_links
from .models import Member

#: Retries with growing delays while the mail server refuses; the worker drops the e-mail after some hours.
AGAIN: dict[str, Any] = {
    "autoretry_for": (send_email.NotSent,),
    "max_retries": 7,
    "retry_backoff": 60,
    "retry_backoff_max": 3600,
}

log = logging.getLogger("darkseas.members")


@dataclass(frozen=True, slots=True)
class Origin:
    """Base address of an e-mail's links, and the page to open after the link."""

    site: str
    wanted: str = ""

    def absolute(self, path: str) -> str:
        """Return the absolute URL of a path."""
        onward = f"?{urlencode({'next': self.wanted})}" if self.wanted else ""
        return f"{self.site.rstrip('/')}{path}{onward}"


class NameTaken(Exception):
    """Another member has this name."""


def register(newcomer: Member, address: str, origin: Origin) -> None:
    """Store a newcomer, whose name and password are set, and send the confirmation e-mail.

    The address becomes theirs when they confirm it. Until then it may belong to another member or be part of
    other registrations; nothing done or stored here reveals which. Raises NameTaken; deletes the newcomer
    again before raising NotSent.
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
    """Send a confirmation link to a member's new address; it becomes theirs when they open the link.

    Earlier links stay valid, so none is sent once the hourly limit is reached. Raises NotSent.
    """
    if not _may_be_written_to(address, "change_email"):
        return
    _ask_to_write(write_to_address, member.pk, address, origin.site, origin.wanted)


def ask_for_password_link(address: str, origin: Origin) -> None:
    """Send a password link to the member with this address, if any.

    The caller cannot tell whether one was sent. Earlier links stay valid, so none is sent once the hourly
    limit is reached.
    """
    if not _may_be_written_to(address, "password_reset"):
        return
    try:
        _ask_to_write(write_password_link, address, origin.site)
    except send_email.NotSent:
        log.warning("could not send the password link")


@shared_task(name="ds.out.write_to_address", **AGAIN)  # type: ignore[untyped-decorator]  # as elsewhere
def write_to_address(member_id: int, address: str, site: str, wanted: str) -> None:
    """Send the confirmation link for an address, or inform the member who already uses it. Raises NotSent."""
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
    """Send a password link to the member with this address, if any. Raises NotSent."""
    for member in Member.objects.with_address(address).filter(is_active=True):
        link = Origin(site).absolute(signed_links.password_path(member))
        send_email.send("password_link", member.email, member=member, link=link, days=_link_days())


def _may_be_written_to(address: str, page: str) -> bool:
    """Count a page's e-mail to an address; return whether it is within the limit for all requesters."""
    return not rate_limits.wait_after("letter", **{page: name_key(address)})


def _ask_to_write(task: Any, *arguments: Any) -> None:
    """Enqueue an e-mail task; without workers, run it here, which may raise NotSent."""
    if settings.HAS_WORKERS:
        try:
            task.delay(*arguments)
        except OperationalError:
            log.exception("cannot enqueue the e-mail; sending it from the web process")
        else:
            return
    task.run(*arguments)


def confirm(claim: signed_links.Claim) -> bool:
    """Store a confirmed address; return False if another member confirmed it first."""
    before = claim.member.email
    try:
        with transaction.atomic():
            held = Member.objects.select_for_update().filter(pk=claim.member.pk, is_active=True).first()
            if held is None or (held.password, held.email) != (claim.member.password, before):
                return False  # another request was faster, or the registration was deleted for a newer one
            claim.member.confirm_email(claim.address)
    except IntegrityError:
        return False
    if before and before != claim.address:
        send_email.send_if_possible("email_changed", before, member=claim.member)
    return True


def _link_days() -> int:
    return settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)
