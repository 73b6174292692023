"""Claims of sent forms: of equal requests, one runs its view and the others wait for its answer.

A claim is committed before the view runs, so a unique constraint decides between two requests at once, on
every database. The view runs outside of that transaction: creating a battle would hold the database too long.
"""

import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from .models import FormSubmission

#: How long a form is remembered by its one-time number, and by its content alone.
REMEMBERED, REMEMBERED_WITHOUT_NUMBER = timedelta(days=1), timedelta(minutes=2)
#: A view that has not ended after so long was interrupted with its process.
GIVEN_UP_AFTER = timedelta(minutes=2)
#: How long a request waits for an equal one, and between two looks, in seconds.
LONGEST_WAIT_S, LOOK_EVERY_S = 20.0, 0.05


class StillRunning(Exception):
    """An equal request has been running for longer than `LONGEST_WAIT_S`."""


def claim_all(claims: Mapping[str, timedelta]) -> tuple[list[FormSubmission], FormSubmission | None]:
    """Claim several keys of one form in their order; return the claims, or the earlier submission it repeats.

    All claims of a form have one salt. After a repetition, all its keys lead to the earlier submission.
    Raises StillRunning, and then holds none.
    """
    claimed: list[FormSubmission] = []
    salt = _new_salt()
    for key, remembered in claims.items():
        try:
            submission, is_new = claim(key, remembered, salt)
        except StillRunning:
            release(*claimed)
            raise
        if not is_new:
            end(submission.leads_to, *claimed, salt=submission.salt)
            return [], submission
        claimed.append(submission)
    return claimed, None


def claim(key: str, remembered: timedelta, salt: str = "") -> tuple[FormSubmission, bool]:
    """Return the submission with this key and whether it is new, so that the caller has to run its view.

    Waits for an equal request that is running. Raises StillRunning.
    """
    deadline = time.monotonic() + LONGEST_WAIT_S
    while True:
        submission, is_new = _claim_now(key, remembered, salt or _new_salt())
        if is_new or submission.ended_at is not None:
            return submission, is_new
        if time.monotonic() >= deadline:
            raise StillRunning
        time.sleep(LOOK_EVERY_S)


def _claim_now(key: str, remembered: timedelta, salt: str) -> tuple[FormSubmission, bool]:
    now = timezone.now()
    known = FormSubmission.objects.filter(key=key).first()
    if known is not None and not _is_past(known, remembered):
        return known, False
    past = Q(began_at__lt=now - REMEMBERED)
    if known is not None:
        past |= Q(pk=known.pk)
    with transaction.atomic():
        FormSubmission.objects.filter(past).delete()
        return FormSubmission.objects.get_or_create(key=key, defaults={"salt": salt, "began_at": now})


def _is_past(submission: FormSubmission, remembered: timedelta) -> bool:
    lasts = GIVEN_UP_AFTER if submission.ended_at is None else remembered
    return submission.began_at < timezone.now() - lasts


def _new_salt() -> str:
    return secrets.token_urlsafe(16)


def end(leads_to: str, *submissions: FormSubmission, salt: str = "") -> None:
    """Record that the view has created its object, and the address to which it redirected.

    ``salt`` replaces theirs.
    """
    changes = {"ended_at": timezone.now(), "leads_to": leads_to} | ({"salt": salt} if salt else {})
    FormSubmission.objects.filter(pk__in=[one.pk for one in submissions]).update(**changes)


def release(*submissions: FormSubmission) -> None:
    """Forget submissions whose view created nothing, so that the form can be sent again.

    If the database fails as well, the claims lapse after `GIVEN_UP_AFTER`.
    """
    with suppress(DatabaseError):
        FormSubmission.objects.filter(pk__in=[one.pk for one in submissions]).delete()
