"""Signed links: one confirms an e-mail address, one sets a password.

Both work once and for ``settings.PASSWORD_RESET_TIMEOUT`` seconds.
"""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from darkseas.members.models import Member

SALT = "darkseas.members.signed_links.confirm"


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim in a confirmation link: this address is this member's."""

    member: Member
    address: str


def confirm_path(member: Member, address: str) -> str:
    """Return the path of the page where the address is confirmed as the member's."""
    token = signing.dumps([member.pk, address, _state(member)], salt=SALT)
    return reverse("email_confirm", args=[token])


def claim_of(token: str) -> Claim | None:
    """Return a token's claim, or None if the token is invalid, expired or used."""
    try:
        key, address, state = signing.loads(token, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
    member = Member.objects.filter(pk=key, is_active=True).first()
    if member is None or not constant_time_compare(state, _state(member)):
        return None
    return Claim(member, address)


def password_path(member: Member) -> str:
    """Return the path of the page where the member sets a password, without knowing the old one."""
    number = urlsafe_base64_encode(force_bytes(member.pk))
    return reverse("password_reset_confirm", args=[number, default_token_generator.make_token(member)])


def _state(member: Member) -> str:
    """Return a digest that changes with the password or confirmed address, so that a link works only once."""
    state = f"{member.password} {member.email} {member.email_confirmed_at}"
    return salted_hmac(SALT, state, algorithm="sha256").hexdigest()[:32]
