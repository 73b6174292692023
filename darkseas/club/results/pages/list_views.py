"""Lists of results: all of a club's, those that wait for you, and those that wait for a director."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Club, Result, ResultPlayer, Season
from darkseas.club.results.answers.disputes import unheard_of
from darkseas.club.results.answers.opponents import waiting_for
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.results.naming.shown_names import players_named, suggested_in
from darkseas.club.results.result_states import FOR_DIRECTORS, State
from darkseas.web.paging import page_of
from darkseas.web.problems import Problem

from .result_rows import rows_of

NEWEST_FIRST = ("-day", "-id")
LONGEST_NAME = 100
#: Most results on the page of waiting results that the viewer may dispute without being asked.
MOST_UNHEARD = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters of a list; without any, it shows everything but void results."""

    player: str = ""
    system: str = ""
    season: str = ""
    state: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Wanted":
        """Read the filters from the query string."""
        names = ("player", "system", "season", "state")
        texts = (request.GET.get(name, "").replace("\0", "")[:LONGEST_NAME].strip() for name in names)
        return cls(*texts)


@never_cache
@require_safe
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's results page by page, filtered by player, rules, season and state."""
    club = club_or_404(request, slug)
    wanted = Wanted.of(request)
    seasons = list(Season.objects.filter(club=club))
    systems = Result.objects.filter(club=club).order_by("system").values_list("system", flat=True).distinct()
    player = access.player_of(request.user, club)
    context = {
        **page_context(request, club, narrowed(club, wanted, seasons)),
        "wanted": wanted,
        "seasons": seasons,
        "systems": [(key, system_title(key)) for key in systems],
        "states": State.choices,
        "names": suggested_in(club),
        "waiting": waiting_for(player).count() if player else 0,
        "unheard": unheard_of(player, timezone.now()).count() if player else 0,
        "disputed": Result.objects.filter(club=club, state__in=FOR_DIRECTORS).count(),
    }
    return club_page(request, "club/results/results.html", club, **context)


@never_cache
@require_safe
def waiting(request: HttpRequest, slug: str) -> HttpResponse:
    """Show results that wait for your answer, and those that you may dispute."""
    club, player = acting(request, slug, Deed.REPORT)
    context = page_context(request, club, waiting_for(player))
    unheard = unheard_of(player, timezone.now()).select_related("scenario").defer("scenario__words")
    context["unheard"] = rows_of(club, unheard.order_by(*NEWEST_FIRST)[:MOST_UNHEARD])
    return club_page(request, "club/results/waiting.html", club, **context)


@never_cache
@require_safe
def disputes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a director the results that need a decision."""
    club, _ = acting(request, slug, Deed.DECIDE)
    disputed = Result.objects.filter(club=club, state__in=FOR_DIRECTORS)
    context = page_context(request, club, disputed)
    return club_page(request, "club/results/disputes.html", club, **context)


def narrowed(club: Club, wanted: Wanted, seasons: list[Season]) -> QuerySet[Result]:
    """Apply the filters."""
    found = Result.objects.filter(club=club)
    found = found.filter(state=wanted.state) if wanted.state else found.exclude(state=State.VOID)
    if wanted.player:
        fought = ResultPlayer.objects.filter(player__in=players_named(club, wanted.player))
        found = found.filter(pk__in=fought.values("side__result"))
    if wanted.system:
        found = found.filter(system=wanted.system)
    if wanted.season:
        season = next((one for one in seasons if str(one.pk) == wanted.season), None)
        days = (season.first_day, season.last_day) if season else None
        found = found.filter(day__range=days) if days else found.none()
    return found


def page_context(request: HttpRequest, club: Club, found: QuerySet[Result]) -> dict[str, Any]:
    """Return the rows of a page, and the address of the next page."""
    try:
        page = page_of(request, found.select_related("scenario").defer("scenario__words"), NEWEST_FIRST)
    except Problem as refusal:
        raise Http404 from refusal
    return {"rows": rows_of(club, page.rows), "next": page.next}
