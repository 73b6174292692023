"""What dispatches show on the club's page: the ways to hear of it."""

from darkseas.club.membership.sections import ClubSection
from darkseas.club.models import Club
from scenarios_app.access import Person


def dispatches(club: Club, person: Person) -> ClubSection:
    """Return the links to the club's calendar and feed."""
    return ClubSection("club/feeds/_section.html", {})
