"""The results section on a club's page: the latest results, and how many wait for the viewer."""

from django.utils import timezone

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.membership.section_registry import ClubSection
from darkseas.club.models import Club, Result
from darkseas.club.results.answers.disputes import unheard_of
from darkseas.club.results.answers.opponents import waiting_for
from darkseas.club.results.result_states import FOR_DIRECTORS, State
from scenarios_app.access import Person

from .list_views import NEWEST_FIRST
from .result_rows import rows_of

#: Results in the section.
MOST_SHOWN = 5


def latest(club: Club, person: Person) -> ClubSection:
    """Return the latest results, and how many wait for the viewer's answer or decision."""
    found = Result.objects.filter(club=club).exclude(state=State.VOID).order_by(*NEWEST_FIRST)
    player = access.player_of(person, club)
    return ClubSection(
        "club/results/_latest.html",
        {
            "rows": rows_of(club, found.select_related("scenario").defer("scenario__words")[:MOST_SHOWN]),
            "waiting": waiting_for(player).count() if player else 0,
            "unheard": unheard_of(player, timezone.now()).count() if player else 0,
            "for_directors": (
                Result.objects.filter(club=club, state__in=FOR_DIRECTORS).count()
                if player and access.may(player, Deed.DECIDE)
                else 0
            ),
        },
    )
