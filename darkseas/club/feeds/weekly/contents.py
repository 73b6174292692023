"""What the weekly letter says to one player of one club: read when it is sent, so that nothing is old."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.feeds.result_news import NewsItem, news_of
from darkseas.club.models import Club, Meeting, Pairing, Player, Result, Round, ScenarioChoice, Tournament
from darkseas.club.results.answers.opponents import waiting_for
from darkseas.club.results.machine import FOR_DIRECTORS
from darkseas.club.tournaments.choosing import waiting

#: Of each kind of line; the pages of the club have the rest.
MOST_LINES = 20
#: Meetings to come are told so long before.
AHEAD = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ClubWeek:
    """One club's part of the letter: what was fought, what comes next, what waits for its reader."""

    club: Club
    news: list[NewsItem]
    meetings: list[Meeting]
    tournaments: list[Tournament]
    answers: int
    decisions: int
    pairings: list[Pairing]
    votes: list[ScenarioChoice]
    bids: list[Pairing]

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        coming = self.meetings or self.tournaments
        return bool(self.news or coming or self.is_waited_for)

    @property
    def is_waited_for(self) -> bool:
        """Whether something waits for the reader."""
        return bool(self.answers or self.decisions or self.pairings or self.votes or self.bids)


def week_of_club(player: Player, since: datetime, until: datetime) -> ClubWeek:
    """Return what is to be told to a player of a club about the days from one moment to another."""
    club = player.club
    meetings = club.meetings.filter(ends_at__gte=until, begins_at__lt=until + AHEAD, is_cancelled=False)
    tournaments = club.tournaments.filter(state=Tournament.State.OPEN).exclude(entrants__players=player)
    return ClubWeek(
        club=club,
        news=news_of(club, MOST_LINES, since, until),
        meetings=list(meetings.order_by("begins_at")[:MOST_LINES]),
        tournaments=list(tournaments[:MOST_LINES]),
        answers=waiting_for(player).count(),
        decisions=_decisions(player),
        pairings=_pairings(player),
        votes=waiting.votes_of(player),
        bids=waiting.bids_of(player),
    )


def _decisions(player: Player) -> int:
    """Return how many results wait for a director, none for who is not one."""
    if not access.may(player, Deed.DECIDE):
        return 0
    return Result.objects.filter(club=player.club_id, state__in=FOR_DIRECTORS).count()


def _pairings(player: Player) -> list[Pairing]:
    """Return what a player has to fight in rounds that are on."""
    nothing_yet = Q(result=None) | Q(result__state=Result.State.VOID)
    mine = Q(first__players=player) | Q(second__players=player)
    running = Pairing.objects.filter(
        nothing_yet, mine, round__state=Round.State.RUNNING, round__tournament__club=player.club_id, end=""
    )
    return list(running.select_related("round__tournament", "first", "second").distinct()[:MOST_LINES])
