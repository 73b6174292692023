"""A club's records page: ratings, honours and remarkable results, with links to players and ships."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from darkseas.club.club_or_404 import club_or_404, club_page
from darkseas.club.membership import season_rules
from darkseas.club.models import Club, RatingDocument, Recomputation
from darkseas.club.ratings.battles import RatingTerms
from darkseas.club.records.careers import watched_results
from darkseas.club.records.recomputation import lines_of
from darkseas.club.records.stored_ratings import read
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.results.naming.shown_names import names_of
from replays_app.models import Job
from replays_app.seats.viewer_seat import holder_of

from .shown_honours import shown_honours
from .shown_ratings import rated_players, shown_rating, shown_systems

#: Ratings on one page of the full list.
RATINGS_A_PAGE = 100
AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)


@never_cache
@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's current ratings, honours and records, and the progress of a running update."""
    club = club_or_404(request, slug)
    if "ratings" in request.GET:
        return _all_ratings(request, club)
    state = state_of(club)
    linked = watched_results(club, request.user, holder_of(request))
    summarised = linked.filter(battle__summary__isnull=False)
    turns = summarised.values_list("pk", "system", "battle__summary__turns")
    if "rules" in request.GET:
        return _rules(request, club, turns)
    systems, more = shown_systems(club, turns)
    lines, seasons = shown_honours(club, state, club.today)
    return club_page(
        request,
        "club/records/records.html",
        club,
        state=state,
        is_at_work=state.job is not None and state.job.state in AT_WORK,
        is_behind=lines_of(club) > state.asked_lines,
        systems=systems,
        more=more,
        honours=lines,
        seasons=seasons,
        terms=RatingTerms(),
        rule=season_rules.in_words(season_rules.rule_of(club)),
        has_ships=linked.exists(),
    )


def _rules(request: HttpRequest, club: Club, turns: Iterable[tuple[int, str, int]]) -> HttpResponse:
    """Show all records of the rules system given as ``rules`` in the URL."""
    systems, _ = shown_systems(club, turns, request.GET["rules"].replace("\0", ""))
    if not systems:
        raise Http404
    return club_page(request, "club/records/ratings/rules.html", club, system=systems[0], terms=RatingTerms())


def _all_ratings(request: HttpRequest, club: Club) -> HttpResponse:
    """Show all ratings of the rules system given as ``ratings`` in the URL, in pages."""
    system = request.GET["ratings"].replace("\0", "")
    document = get_object_or_404(RatingDocument, club=club, system=system)
    page = Paginator(rated_players(read(document.body)), RATINGS_A_PAGE).get_page(request.GET.get("page"))
    names = names_of(club, (int(one.player) for one, _ in page))
    rows = [shown_rating(one, rating, names) for one, rating in page]
    context: dict[str, Any] = {
        "page": page,
        "rows": rows,
        "title": system_title(system),
        "query": urlencode({"ratings": system}),
    }
    return club_page(request, "club/records/ratings/ratings.html", club, **context)


def state_of(club: Club) -> Recomputation:
    """Return the update state of a club's records; an unsaved row if the club has no results."""
    known = Recomputation.objects.filter(club=club).select_related("job").first()
    return known or Recomputation(club=club)
