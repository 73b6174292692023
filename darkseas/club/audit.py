"""A club's audit log: one line for each action or decision. Only this module writes audit lines."""

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
    """Write an audit line in the same transaction as the action.

    ``deed`` is ``what.how`` (``result.decided``); ``by`` is None for background jobs; ``before`` and
    ``after`` are JSON.
    """
    return AuditLine.objects.create(
        club=club, by=by, deed=deed, subject=subject_of(subject), reason=reason, before=before, after=after
    )


def lines_about(subject: Model) -> QuerySet[AuditLine]:
    """Return the audit lines about a row, newest first."""
    return AuditLine.objects.filter(subject=subject_of(subject)).select_related("by__member")


def subject_of(row: Model) -> str:
    """Return the name of a row in the audit log: its kind and id."""
    return f"{row._meta.model_name}:{row.pk}"
