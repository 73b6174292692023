"""Challenges on a ladder of which nothing came: who keeps somebody busy without fighting has to wait.

Nobody else can challenge whoever is challenged: one who never fights, or two in turn, could keep them for
ever.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club.models import AuditLine, Entrant, Pairing, Tournament
from darkseas.club.tournaments.round_draw.round_rows import TAKEN_BACK

#: One that is taken back so soon was a mistake; so many of them are.
AT_ONCE, MISTAKES = timedelta(hours=1), 2
#: For so many times the days of a challenge those of whom nothing came keep nobody from others.
LONGER = 3
#: Why a challenge goes whose time is up: that of who let it lapse, and one that the other did not come to.
LAPSED = "Its time was up, and not both had moved: they are free again."
OTHER_AWAY = "Its time was up, and who was challenged had not come: it is gone."


def waits_until(held: Tournament, challenger: Entrant, other: Entrant, days: int) -> datetime | None:
    """Return until when somebody may not challenge another one again, because nothing came of the last time.

    That is so many days after a challenge that lapsed, or that they took back, but for the first two that
    were taken back within the hour, and after one that they forfeited; None where they may. What a director
    takes out is nobody's fault, nor what the other did not come to.
    """
    since = timezone.now() - timedelta(days=days)
    lines = [line for line in _taken_out(held, since) if line.reason != OTHER_AWAY]
    kept = [line.at for line in _idle(lines, challenger) if _pair(line)[1:] == [other.number]]
    forfeited = _forfeited(held, [challenger], since).filter(second=other)
    kept += [one.settled_through for one in forfeited if one.settled_through is not None]
    return max(kept) + timedelta(days=days) if kept else None


def unreliable(held: Tournament, challengers: Collection[Entrant], days: int) -> frozenset[int]:
    """Return by primary key of whose challenges nothing came lately: three times as many days back.

    Whoever's fault it was: somebody whom a friend never comes to would keep all others from the friend.
    """
    since = timezone.now() - timedelta(days=LONGER * days)
    if not challengers:
        return frozenset()
    lines = _taken_out(held, since)
    idle = {one.pk for one in challengers if any(_idle(lines, one))}
    return frozenset(idle | {one.first_id for one in _forfeited(held, challengers, since)})


def _forfeited(held: Tournament, challengers: Collection[Entrant], since: datetime) -> QuerySet[Pairing]:
    """Return the challenges that somebody made and forfeited when time was up, after a moment."""
    return Pairing.objects.filter(
        round__tournament=held,
        first__in=challengers,
        first_score=0,
        end__in=(Pairing.End.FORFEIT, Pairing.End.DOUBLE_FORFEIT),
        settled_through__gt=since,
    )


def _taken_out(held: Tournament, since: datetime) -> Sequence[AuditLine]:
    lines = AuditLine.objects.filter(club=held.club_id, deed=TAKEN_BACK, at__gt=since)
    return list(lines.filter(before__tournament=held.pk).order_by("id"))


def _idle(lines: Iterable[AuditLine], challenger: Entrant) -> Iterator[AuditLine]:
    """Yield the lines of challenges that somebody let lapse or took back late."""
    players = {None, *(one.pk for one in challenger.players.all())}
    mistakes = Counter[int]()
    for line in lines:
        pair = _pair(line)
        if pair[:1] != [challenger.number] or line.by_id not in players:
            continue
        if line.by_id is not None and _was_at_once(line) and mistakes[pair[1]] < MISTAKES:
            mistakes[pair[1]] += 1
            continue
        yield line


def _pair(line: AuditLine) -> list[int]:
    pairings: list[list[int]] = (line.before or {}).get("pairings") or [[]]
    return pairings[0]


def _was_at_once(line: AuditLine) -> bool:
    begun = (line.before or {}).get("begun")
    return begun is None or line.at - datetime.fromisoformat(begun) <= AT_ONCE
