"""How much one member puts on record: what is published or fought stays for good, so it is bounded.

It is counted in the rows themselves: no cache that forgets lets anybody keep more.
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

#: Revisions of scenarios that a member publishes within an hour.
MOST_PUBLISHED, PUBLISHED_WITHIN = 30, timedelta(hours=1)
#: Bytes that a member adds within a day: revisions, trials, maps, and states of drafts as they are kept.
MOST_BYTES, BYTES_WITHIN = 64 * 2**20, timedelta(days=1)

_BYTES: tuple[tuple[type[Model], str, str, str], ...] = (
    (Revision, "author", "published_at", "spec"),
    (MapRevision, "author", "published_at", "spec"),
    (DraftState, "edited_by", "edited_at", "document"),
)


class TooMuchOnRecord(Problem):
    """A member adds more than one may for now; ``wait`` is after how many seconds there is room again."""

    def __init__(self, sentence: str, wait: timedelta) -> None:
        self.wait = math.ceil(wait.total_seconds())
        minutes = math.ceil(self.wait / 60)
        again = f"Try again in {minutes} minute{'' if minutes == 1 else 's'}."
        super().__init__(429, "throttled", f"{sentence} {again}")


def check_publishing(member: Member, now: datetime | None = None) -> None:
    """Raise TooMuchOnRecord for who has published too much within the hour, or added too much in the day."""
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
    """Raise TooMuchOnRecord for who has added more bytes within a day than one may."""
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
