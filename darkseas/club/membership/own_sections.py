"""What a club's page says of its people, its next dates, and what is shared with it."""

from darkseas.club import access
from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Club, Player, Right
from scenarios_app.access import Person

from . import calendar, guests, sharing

#: Meetings and shared things on the page: the rest stands on pages of their own.
MOST_DATES, MOST_SHARED = 5, 5


def dates(club: Club, person: Person) -> ClubSection | None:
    """Return the next meetings, none where there is none."""
    coming = list(calendar.coming_meetings(club)[:MOST_DATES])
    if not coming:
        return None
    return ClubSection("club/calendar/_dates.html", {"meetings": coming})


def people(club: Club, person: Person) -> ClubSection:
    """Return who runs the club, and how many there are."""
    officers = Player.objects.filter(
        club=club, left_at=None, rights__kind__in=(Right.Kind.OWNER, Right.Kind.DIRECTOR)
    )
    number = Player.objects.filter(club=club, left_at=None).exclude(member=None).count()
    return ClubSection(
        "club/people/_people.html",
        {
            "officers": officers.distinct().select_related("member").prefetch_related("rights"),
            "members": number,
            "guests": guests.guests_of(club).count(),
        },
    )


def shared(club: Club, person: Person) -> ClubSection | None:
    """Return the scenarios and maps that were shared last: the club's players alone see that there are."""
    if access.player_of(person, club) is None:
        return None
    shares = list(sharing.shares_of(club)[:MOST_SHARED])
    return ClubSection("club/shared/_shared.html", {"shares": shares}) if shares else None
