"""Limits on how much permanent data (published or played revisions) a member can add.

Counts come from the rows themselves, so losing the cache cannot raise a limit.
"""

import math
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, Model, QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone

from darkseas.members.models import Member
from darkseas.web.problems import Problem
from scenarios_app.models import DraftState, MapRevision, Revision

#: Revisions that a member may publish per hour.
MOST_PUBLISHED, PUBLISHED_WITHIN = 30, timedelta(hours=1)
#: Bytes that a member may add per day: revisions, playtests, maps and compressed draft states.
MOST_BYTES, BYTES_WITHIN = 64 * 2**20, timedelta(days=1)

_BYTES: tuple[tuple[type[Model], str, str, str], ...] = (
    (Revision, "author", "published_at", "spec"),
    (MapRevision, "author", "published_at", "spec"),
    (DraftState, "edited_by", "edited_at", "document"),
)


class TooMuchOnRecord(Problem):
    """The member has reached a limit; ``wait`` is the number of seconds until there is room again."""

    def __init__(self, sentence: str, wait: timedelta) -> None:
        self.wait = math.ceil(wait.total_seconds())
        minutes = math.ceil(self.wait / 60)
        again = f"Try again in {minutes} minute{'' if minutes == 1 else 's'}."
        super().__init__(429, "throttled", f"{sentence} {again}")


def check_publishing(member: Member, now: datetime | None = None) -> None:
    """Raise TooMuchOnRecord if the member has reached the hourly or daily publishing limit."""
    now = now or timezone.now()
    rows = Revision.objects.filter(
        author=member, number__isnull=False, published_at__gt=now - PUBLISHED_WITHIN
    )
    told = rows.aggregate(number=Count("pk"), oldest=Min("published_at"))
    if told["number"] >= MOST_PUBLISHED:
        sentence = f"You have published {MOST_PUBLISHED} times within an hour."
        raise TooMuchOnRecord(sentence, told["oldest"] + PUBLISHED_WITHIN - now)
    check_bytes(member, now)


def check_bytes(member: Member, now: datetime | None = None) -> None:
    """Raise TooMuchOnRecord if the member has reached the daily storage limit."""
    now = now or timezone.now()
    kept, oldest = 0, [now]
    for model, whose, when, what in _BYTES:
        rows: QuerySet[Any] = model._default_manager.filter(
            **{whose: member, f"{when}__gt": now - BYTES_WITHIN}
        )
        told = rows.aggregate(bytes=Sum(Length(what)), oldest=Min(when))
        kept += told["bytes"] or 0
        oldest += [told["oldest"]] if told["oldest"] else []
    if kept >= MOST_BYTES:
        sentence = f"You have added {MOST_BYTES // 2**20} MB of scenarios and maps within a day."
        raise TooMuchOnRecord(sentence, min(oldest) + BYTES_WITHIN - now)
