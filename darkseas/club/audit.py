"""The only door to a club's audit: one line for each thing that somebody did or decided there."""

from typing import Any

from django.db.models import Model, QuerySet

from .models import AuditLine, Club, Player


def note(
    club: Club,
    by: Player | None,
    deed: str,
    subject: Model,
    *,
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> AuditLine:
    """Write down what was done to a row, in the transaction that does it.

    ``deed`` is ``what.how`` (``result.decided``); ``by`` is none for the background job; ``before`` and
    ``after`` are JSON.
    """
    return AuditLine.objects.create(
        club=club, by=by, deed=deed, subject=subject_of(subject), reason=reason, before=before, after=after
    )


def lines_about(subject: Model) -> QuerySet[AuditLine]:
    """Return the lines about a row, the newest first."""
    return AuditLine.objects.filter(subject=subject_of(subject)).select_related("by__member")


def subject_of(row: Model) -> str:
    """Return how the audit names a row: its kind and number."""
    return f"{row._meta.model_name}:{row.pk}"
