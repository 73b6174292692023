"""The next season of a league: promotion, relegation, and its creation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.pairing.league import Season
from darkseas.club.tournaments.formats import leagues
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, read
from darkseas.web.form_submissions.creates_once import creates_once

from .regulations_form import NextSeasonForm
from .view_helpers import event_or_404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def next_season(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Show promotion and relegation, with a form to create the next season; ``look`` only previews it."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = event_or_404(club, event)
    fought = read(held)
    leaving = sorted(leagues.usual_leavers(fought))
    form = NextSeasonForm(
        request.POST if request.method == "POST" else None,
        club=club,
        names={key_of(one): one.name for one in fought.entrants},
        initial={"title": leagues.next_title(held.title), "leaving": leaving},
    )
    if form.is_valid():
        data = form.cleaned_data
        leaving = data["leaving"]
        season = int(data["season"]) if data["season"] else None
        try:
            if "look" not in request.POST:
                made = leagues.plan_next(
                    by, held, data["title"], leaving, first_day=data["first_day"], season=season
                )
                messages.success(request, "The next season is created. Add new entrants, then start it.")
                return redirect("club-tournament", slug, made.slug)
        except TournamentRefused as refusal:
            form.add_error(None, str(refusal))
    context = {"form": form, "event": held, **_coming(fought, leaving)}
    status = 422 if form.errors else 200
    return club_page(request, "club/tournaments/league/next.html", club, status=status, **context)


def _coming(fought: Fought, leaving: list[str]) -> dict[str, object]:
    """Return the coming divisions with names, and the moves as sentences; or why there are none."""
    try:
        season: Season = leagues.coming_season(fought, leaving)
    except TournamentRefused as refusal:
        return {"fault": str(refusal)}
    divisions = [(one.name, [fought.name(key) for key in one.keys]) for one in season.divisions]
    return {
        "divisions": divisions,
        "moves": [one._replace(key=fought.name(one.key)).text for one in season.moves],
    }
