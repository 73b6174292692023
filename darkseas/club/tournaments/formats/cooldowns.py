"""Challenges on a ladder of which nothing came: who keeps somebody busy without fighting has to wait.

Nobody else can challenge whoever is challenged: one who never fights could keep them for ever.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from darkseas.club.models import AuditLine, Entrant, Tournament
from darkseas.club.tournaments.drawing.round_rows import TAKEN_BACK

#: One that is taken back so soon was a mistake; so many of them are.
AT_ONCE, MISTAKES = timedelta(hours=1), 2


def waits_until(held: Tournament, challenger: Entrant, other: Entrant, days: int) -> datetime | None:
    """Return until when somebody may not challenge another one again, because nothing came of the last time.

    That is so many days after a challenge that lapsed, or that they took back, but for the first two that
    were taken back within the hour; None where they may. What a director takes out is nobody's fault.
    """
    since = timezone.now() - timedelta(days=days)
    lines = AuditLine.objects.filter(club=held.club_id, deed=TAKEN_BACK, at__gt=since)
    pair = [[challenger.number, other.number]]
    out = lines.filter(before__tournament=held.pk).order_by("id")
    own = [one for one in out if (one.before or {}).get("pairings") == pair]
    players = {None, *challenger.players.values_list("pk", flat=True)}
    counted = [line for line in own if line.by_id in players]
    mistakes = [line for line in counted if line.by_id is not None and _was_at_once(line)]
    kept = [line for line in counted if line not in mistakes[:MISTAKES]]
    return kept[-1].at + timedelta(days=days) if kept else None


def _was_at_once(line: AuditLine) -> bool:
    begun = (line.before or {}).get("begun")
    return begun is None or line.at - datetime.fromisoformat(begun) <= AT_ONCE
