"""Cooldowns on a ladder: challengers who block an opponent without fighting have to wait.

A challenged player cannot be challenged by others, so a player who never fights, or two taking turns, could
block an opponent for ever.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from darkseas.club.models import AuditLine, Entrant, Pairing, Tournament
from darkseas.club.tournaments.round_draw.round_rows import TAKEN_BACK

#: A withdrawal this soon counts as a mistake, up to this many times.
AT_ONCE, MISTAKES = timedelta(hours=1), 2
#: Failed challenges count for this many times the days of a challenge.
LONGER = 3
#: Reasons in the audit log when a challenge lapses. OTHER_AWAY is matched with stored lines: never change it.
LAPSED = "The deadline has passed, and not both players have moved: both are free again."
OTHER_AWAY = "Its time was up, and who was challenged had not come: it is gone."


def waits_until(held: Tournament, challenger: Entrant, other: Entrant, days: int) -> datetime | None:
    """Return until when an entrant may not challenge this opponent again; None if they may.

    It is ``days`` after a challenge that they forfeited, let lapse or withdrew; the first two withdrawals
    within an hour are free. Challenges that a director removed, or to which the opponent did not come, do not
    count.
    """
    since = timezone.now() - timedelta(days=days)
    lines = [line for line in _taken_out(held, since) if line.reason != OTHER_AWAY]
    kept = [line.at for line in _idle(lines, challenger) if _pair(line)[1:] == [other.number]]
    forfeited = _forfeited(held, [challenger], since).filter(second=other)
    kept += [one.settled_through for one in forfeited if one.settled_through is not None]
    return max(kept) + timedelta(days=days) if kept else None


def unreliable(held: Tournament, challengers: Collection[Entrant], days: int) -> frozenset[int]:
    """Return the primary keys of challengers with failed challenges in the last three times ``days``.

    It does not matter whose fault it was: otherwise a player could block a friend who never comes.
    """
    since = timezone.now() - timedelta(days=LONGER * days)
    if not challengers:
        return frozenset()
    lines = _taken_out(held, since)
    idle = {one.pk for one in challengers if any(_idle(lines, one))}
    return frozenset(idle | {one.first_id for one in _forfeited(held, challengers, since)})


def _forfeited(held: Tournament, challengers: Collection[Entrant], since: datetime) -> QuerySet[Pairing]:
    """Return the challenges that a challenger forfeited at a deadline after this moment."""
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
    """Yield the audit lines of challenges that a challenger let lapse or withdrew late."""
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
