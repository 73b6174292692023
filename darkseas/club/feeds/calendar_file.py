"""Calendar files of a club and of one player.

A club's calendar contains its meetings, the first days of its tournaments, rounds with planned dates and, for
members, the agreed times of tables. A player's own calendar contains the times and deadlines of their tables,
votes and bids.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import Count, Max, Model, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.models import AuditLine, Club, Pairing, Player, Round, Tournament
from darkseas.club.tournaments.create_and_change import REGULATIONS
from darkseas.club.tournaments.dates.deadlines import ends_by
from darkseas.club.tournaments.tournament_so_far import standing_result
from darkseas.club.tournaments.votes_and_bids import open_votes_and_bids

from .calendar_lines import CalendarEntry, calendar_text

#: The file leaves out dates that ended longer ago than this.
KEPT = timedelta(days=366)
MOST_ENTRIES = 1000
#: Part of the permanent id of a table's deadline: never change it.
_DEADLINE = ": its time is up"

#: The number of changes and the time of the last one, by audit subject.
Changes = Mapping[str, tuple[int, datetime]]


def calendar_of(club: Club, *, is_member: bool = False) -> str:
    """Return the calendar of a club for the last year and the future, in four queries, or five for a
    member.
    """
    since = timezone.now() - KEPT
    changes = _changes_in(club)
    entries = [*_meetings(club, since, changes), *_tournaments(club, since, changes)]
    entries += _rounds(club, since, changes)
    if is_member:
        entries += _agreed(_tables(club, since), changes)
    return calendar_text(club.name, _address("club-calendar", club.slug), entries)


def own_calendar_of(player: Player) -> str:
    """Return the calendar of a player: their tables, votes and bids in the club's tournaments."""
    club, since = player.club, timezone.now() - KEPT
    changes = _changes_in(club)
    own = _tables(club, since).filter(Q(first__players=player) | Q(second__players=player)).distinct()
    entries = [*_agreed(own, changes), *_ends(own, changes), *_requests_to(player, changes)]
    return calendar_text(f"{club.name}: {player}", _address("club-calendar", club.slug), entries)


def _tables(club: Club, since: datetime) -> QuerySet[Pairing]:
    """Return the tables of two entrants with an agreed time or a deadline."""
    found = Pairing.objects.filter(round__tournament__club=club, second__isnull=False)
    dated = found.filter(Q(agreed_at__gte=since) | Q(round__ends_at__gte=since))
    return dated.select_related("round__tournament__club", "first", "second", "result").order_by("pk")


def _agreed(tables: QuerySet[Pairing], changes: Changes) -> Iterator[CalendarEntry]:
    """Yield the agreed times of tables."""
    for table in tables.exclude(agreed_at=None).order_by("-agreed_at")[:MOST_ENTRIES]:
        assert table.agreed_at is not None  # noqa: S101 - the query asks for it
        yield _at_table(table, changes, "", table.agreed_at)


def _ends(tables: QuerySet[Pairing], changes: Changes) -> Iterator[CalendarEntry]:
    """Yield the deadlines of open tables."""
    running = tables.filter(end="", round__state=Round.State.RUNNING)
    for table in running.order_by("-round__ends_at", "pk")[:MOST_ENTRIES]:
        end = ends_by(table)
        if end is not None and standing_result(table) is None:
            yield _at_table(table, changes, _DEADLINE, end)


def _requests_to(player: Player, changes: Changes) -> Iterator[CalendarEntry]:
    """Yield the deadlines of votes and bids that the player has not yet made."""
    for choice in open_votes_and_bids.votes_of(player):
        assert choice.ends_at is not None  # noqa: S101 - every vote has an end
        held = choice.tournament
        number, changed_at = _changes_of(changes, choice.made_at, held)
        yield CalendarEntry(
            uid=_uid(held, f"vote {choice.number} {choice.attempt}"),
            changes=number,
            changed_at=changed_at,
            title=f"{held.title}, scenario of round {choice.number}: your vote",
            begins=choice.ends_at,
            text="",
            page=_address("club-choice", held.club.slug, held.slug, choice.pk),
        )
    for table in open_votes_and_bids.bids_of(player):
        assert table.round.bids_by is not None  # noqa: S101 - the query asks for it
        yield _at_table(table, changes, ": your bid", table.round.bids_by)


def _at_table(table: Pairing, changes: Changes, what: str, begins: datetime) -> CalendarEntry:
    tournament = table.round.tournament
    shown = ": deadline" if what == _DEADLINE else what
    made_at = table.round.begins_at or tournament.made_at
    number, changed_at = _changes_of(changes, made_at, tournament, table.round, table)
    return CalendarEntry(
        uid=_uid(tournament, f"round {table.round.number} table {table.table} battle {table.leg}{what}"),
        changes=number,
        changed_at=changed_at,
        title=f"{tournament.title}, round {table.round.number}: {table.first} against {table.second}{shown}",
        begins=begins,
        text=table.round.scenario_text,
        page=_address("club-tournament-table", tournament.club.slug, tournament.slug, table.pk),
    )


def _meetings(club: Club, since: datetime, changes: Changes) -> Iterator[CalendarEntry]:
    page = _address("club-calendar", club.slug)
    for meeting in club.meetings.filter(ends_at__gte=since).order_by("-begins_at", "-pk")[:MOST_ENTRIES]:
        _, changed_at = changes.get(audit.subject_of(meeting), (0, meeting.begins_at))
        yield CalendarEntry(
            uid=str(meeting.uid),
            changes=meeting.changed,
            changed_at=changed_at,
            title=meeting.title,
            begins=meeting.begins_at,
            ends=meeting.ends_at,
            place=meeting.place,
            text=meeting.text,
            page=page,
            is_cancelled=meeting.is_cancelled,
        )


def _tournaments(club: Club, since: datetime, changes: Changes) -> Iterator[CalendarEntry]:
    dated = club.tournaments.filter(first_day__gte=club.day_of(since)).order_by("-first_day", "-pk")
    for tournament in dated[:MOST_ENTRIES]:
        assert tournament.first_day is not None  # noqa: S101 - the query asks for it
        number, changed_at = _changes_of(changes, tournament.made_at, tournament)
        yield CalendarEntry(
            uid=_uid(tournament, "first day"),
            changes=number,
            changed_at=changed_at,
            title=tournament.title,
            begins=tournament.first_day,
            text=tournament.text,
            page=_address("club-tournament", club.slug, tournament.slug),
        )


def _rounds(club: Club, since: datetime, changes: Changes) -> Iterator[CalendarEntry]:
    """Yield the period and deadlines of each round with planned dates.

    Rounds of one evening have none: their only dates are the moments when a director started and closed them.
    """
    planned = Q(first_move_by__isnull=False) | Q(ends_at__isnull=False)
    begun = Round.objects.filter(planned, tournament__club=club, begins_at__gte=since)
    begun = begun.select_related("tournament")
    for found in begun.order_by("-begins_at", "-pk")[:MOST_ENTRIES]:
        tournament = found.tournament
        number, changed_at = _changes_of(changes, tournament.made_at, tournament, found)
        for kind, title, begins, ends in _dates_of(found):
            yield CalendarEntry(
                uid=_uid(tournament, f"round {found.number} {kind}"),
                changes=number,
                changed_at=changed_at,
                title=title,
                begins=begins,
                ends=ends if ends is not None and ends > begins else None,
                text=found.scenario_text,
                page=_address("club-tournament", club.slug, tournament.slug),
            )


def _dates_of(found: Round) -> Iterator[tuple[str, str, datetime, datetime | None]]:
    """Yield each date of a round: its kind, title, begin and end."""
    name = f"{found.tournament.title}, round {found.number}"
    if found.begins_at is not None:
        is_over = found.state == Round.State.CLOSED
        yield "begins", name, found.begins_at, found.closed_at if is_over else None
    if found.ends_at is not None and found.state != Round.State.CLOSED:
        yield "ends", f"{name}: deadline", found.ends_at, None
    if found.first_move_by is not None:
        yield "first move", f"{name}: first orders due", found.first_move_by, None


def _changes_in(club: Club) -> Changes:
    kinds = [Q(subject__startswith=f"{kind}:") for kind in ("meeting", "tournament", "round", "pairing")]
    lines = AuditLine.objects.filter(reduce(or_, kinds), club=club).exclude(deed=REGULATIONS).order_by()
    counted = lines.values_list("subject").annotate(number=Count("pk"), last=Max("at"))
    return {subject: (number, last) for subject, number, last in counted}


def _changes_of(changes: Changes, made_at: datetime, *rows: Model) -> tuple[int, datetime]:
    """Return how often any of these rows changed, and when last; an entry shows the texts of all of them."""
    known = [changes[subject] for subject in map(audit.subject_of, rows) if subject in changes]
    return sum(number for number, _ in known), max([made_at, *(at for _, at in known)])


def _uid(tournament: Tournament, what: str) -> str:
    """Return a permanent id for a date, derived from the hash of the tournament's seed."""
    return str(uuid5(UUID(tournament.lot_hash[:32]), what))


def _address(name: str, *parts: object) -> str:
    return settings.SITE_ADDRESS + reverse(name, args=parts)
