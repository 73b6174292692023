"""Look up a tournament in views, and turn refused actions into messages."""

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
    """Run an action on a tournament and redirect to its page with a message about success or refusal.

    ``thanks`` may be computed from the action's result; ``leads_to`` is another URL name with its arguments.
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
