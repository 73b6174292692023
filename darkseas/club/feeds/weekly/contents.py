"""The contents of the weekly email for one player of one club, read from the database when it is sent."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.feeds.result_news import NewsItem, news_of
from darkseas.club.models import Club, Meeting, Pairing, Player, Result, Round, ScenarioChoice, Tournament
from darkseas.club.results.answers.opponents import waiting_for
from darkseas.club.results.result_states import FOR_DIRECTORS
from darkseas.club.tournaments.votes_and_bids import open_votes_and_bids

#: The most lines of each kind; the club's pages list the rest.
MOST_LINES = 20
#: How far ahead meetings are announced.
AHEAD = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class ClubWeek:
    """One club's part of the email: results, coming events and the reader's open requests."""

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
        """Whether there is any content."""
        coming = self.meetings or self.tournaments
        return bool(self.news or coming or self.is_waited_for)

    @property
    def is_waited_for(self) -> bool:
        """Whether the reader has open requests."""
        return bool(self.answers or self.decisions or self.pairings or self.votes or self.bids)


def week_of_club(player: Player, since: datetime, until: datetime) -> ClubWeek:
    """Return the contents for a player of a club, for the given period."""
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
        votes=open_votes_and_bids.votes_of(player),
        bids=open_votes_and_bids.bids_of(player),
    )


def _decisions(player: Player) -> int:
    """Return the number of results that need a director; 0 if the player is not a director."""
    if not access.may(player, Deed.DECIDE):
        return 0
    return Result.objects.filter(club=player.club_id, state__in=FOR_DIRECTORS).count()


def _pairings(player: Player) -> list[Pairing]:
    """Return a player's open tables in running rounds."""
    nothing_yet = Q(result=None) | Q(result__state=Result.State.VOID)
    mine = Q(first__players=player) | Q(second__players=player)
    running = Pairing.objects.filter(
        nothing_yet, mine, round__state=Round.State.RUNNING, round__tournament__club=player.club_id, end=""
    )
    return list(running.select_related("round__tournament", "first", "second").distinct()[:MOST_LINES])
