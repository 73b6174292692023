"""Create, find and revoke personal tokens; no other module writes them."""

from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.utils import timezone

from darkseas.members.models import Member, PersonalToken
from darkseas.web.form_submissions.creates_once import Submission, new_submission
from darkseas.web.needed_scopes import Scope

#: Prefix of every token, so that secret scanners can find published ones.
PREFIX = "darkseas_"
MOST_TOKENS = 20
LONGEST_NAME = 80
#: Uses closer together than this count as one, so that frequent requests write nothing here.
NOTED_EVERY = timedelta(hours=1)


class TokenRefused(Exception):
    """A token could not be created; the message is for the member."""


def make(member: Member, name: str, scopes: Collection[str], submission: Submission | None = None) -> str:
    """Store a new token and return it; only its hash is kept. Raises TokenRefused.

    A repeated submission gets the token of the first one, unless it was revoked.
    """
    submission = submission or new_submission()
    token = PREFIX + submission.secret
    if submission.is_repeat:
        if not member.personal_tokens.filter(token_hash=_hash(token)).exists():
            raise TokenRefused("The token of this form was revoked. Reload the page to make another.")
        return token
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise TokenRefused(f"Give the token a name of 1 to {LONGEST_NAME} characters.")
    if not set(scopes) <= set(Scope.values):
        raise TokenRefused("Choose from the listed scopes.")
    if member.personal_tokens.count() >= MOST_TOKENS:
        raise TokenRefused("You have too many tokens. Revoke one before you create another.")
    wanted = {Scope.READ.value, *scopes}
    in_order = " ".join(scope for scope in Scope.values if scope in wanted)
    PersonalToken.objects.create(member=member, name=name, scopes=in_order, token_hash=_hash(token))
    return token


def known(token: str) -> PersonalToken | None:
    """Return a stored token of an active member, or None."""
    kept = PersonalToken.objects.select_related("member").filter(token_hash=_hash(token)).first()
    return kept if kept is not None and kept.member.is_active else None


def note_use(token: PersonalToken) -> None:
    """Record that the token was used, at most once an hour."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > NOTED_EVERY:
        PersonalToken.objects.filter(pk=token.pk).update(last_used_at=now)


def revoke(member: Member, number: int) -> bool:
    """Revoke a token of the member's; return whether it existed."""
    return bool(PersonalToken.objects.filter(member=member, pk=number).delete()[0])


def forget(member: Member) -> None:
    """Revoke all of a member's tokens."""
    PersonalToken.objects.filter(member=member).delete()


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
