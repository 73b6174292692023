"""The link to the feeds on the club's page."""

from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Club
from scenarios_app.access import Person


def dispatches(club: Club, person: Person) -> ClubSection:
    return ClubSection("club/feeds/_section.html", {})
