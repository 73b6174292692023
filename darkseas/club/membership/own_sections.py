"""Sections of a club's page: people, next dates, shared scenarios."""

from darkseas.club import access
from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Club, Player, Right
from scenarios_app.access import Person

from . import calendar, guests, sharing

#: The most meetings and shared items on the page.
MOST_DATES, MOST_SHARED = 5, 5


def dates(club: Club, person: Person) -> ClubSection | None:
    """Return the next meetings, or None if there are none."""
    coming = list(calendar.coming_meetings(club)[:MOST_DATES])
    if not coming:
        return None
    return ClubSection("club/calendar/_dates.html", {"meetings": coming})


def people(club: Club, person: Person) -> ClubSection:
    """Return the club's officers and the number of members."""
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
    """Return recently shared scenarios and maps, for the club's players only."""
    if access.player_of(person, club) is None:
        return None
    shares = list(sharing.shares_of(club)[:MOST_SHARED])
    return ClubSection("club/shared/_shared.html", {"shares": shares}) if shares else None
