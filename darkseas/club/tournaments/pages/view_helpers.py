"""How views come by a tournament, and answer what cannot be done."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from darkseas.club.models import Club, Tournament
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.result_states import ResultConflict
from darkseas.club.tournaments.tournament_errors import TournamentRefused

T = TypeVar("T")


def event_or_404(club: Club, event: str) -> Tournament:
    """Return a tournament of a club."""
    return get_object_or_404(
        Tournament.objects.select_related("club", "season", "follows", "draw_job"), club=club, slug=event
    )


def done(
    request: HttpRequest,
    tournament: Tournament,
    deed: Callable[[], T],
    thanks: str | Callable[[T], str],
    leads_to: tuple[str | int, ...] = (),
) -> HttpResponse:
    """Do something in a tournament and lead to its page, which says what was done, or why it was not.

    ``thanks`` may be made of what the deed returned; ``leads_to`` names another page and what stands in its
    address.
    """
    try:
        came = deed()
    except (TournamentRefused, ResultRefused, ResultConflict) as refusal:
        messages.error(request, str(refusal))
    else:
        words = thanks if isinstance(thanks, str) else thanks(came)
        if words:
            messages.success(request, words)
    name, *parts = leads_to or ("club-tournament", tournament.club.slug, tournament.slug)
    return redirect(str(name), *parts)
