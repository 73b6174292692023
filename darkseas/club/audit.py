"""The audit of a club: one line for each action or decision. The only module that writes it."""

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
    """Write an audit line, in the transaction of the action itself.

    ``deed`` is ``what.how`` (``result.decided``); ``by`` is None for background jobs; ``before`` and
    ``after`` are JSON.
    """
    return AuditLine.objects.create(
        club=club, by=by, deed=deed, subject=subject_of(subject), reason=reason, before=before, after=after
    )


def lines_about(subject: Model) -> QuerySet[AuditLine]:
    """Return the lines about a row, newest first."""
    return AuditLine.objects.filter(subject=subject_of(subject)).select_related("by__member")


def subject_of(row: Model) -> str:
    """Return the audit's name for a row: its kind and id."""
    return f"{row._meta.model_name}:{row.pk}"
