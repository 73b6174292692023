"""The tournaments on a club's page: current and coming ones, and the latest closed ones."""

from darkseas.club.access import player_of
from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Club, Tournament
from darkseas.club.tournaments.votes_and_bids.open_votes_and_bids import bids_of, votes_of
from scenarios_app.access import Person

State = Tournament.State
MOST_SHOWN = 5


def running(club: Club, person: Person) -> ClubSection | None:
    """Return the section; None if the club never had a tournament."""
    found = list(club.tournaments.exclude(state=State.CLOSED).order_by("-made_at", "-id")[:MOST_SHOWN])
    closed = list(club.tournaments.filter(state=State.CLOSED).order_by("-closed_at", "-id")[:MOST_SHOWN])
    if not found and not closed:
        return None
    player = player_of(person, club)
    asked = {} if player is None else {"votes": votes_of(player), "bids": bids_of(player)}
    return ClubSection(
        "club/tournaments/_club_page_section.html", {"tournaments": found, "closed": closed, **asked}
    )
