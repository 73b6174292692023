"""A club's ships: the list of all in recorded battles, and the career of one."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from darkseas.club.club_or_404 import club_or_404, club_page
from darkseas.club.records.careers import actions_of, career_of, careers_in, watched_results
from darkseas.club.results.pages.result_rows import rows_of
from replays_app.seats.viewer_seat import holder_of
from scenarios_app.ships.search import find_ships

SHIPS_A_PAGE = 100
LONGEST_QUESTION = 100


@never_cache
@require_safe
def ships(request: HttpRequest, slug: str) -> HttpResponse:
    """List the ships in the club's recorded battles by name; ``q`` filters by name."""
    club = club_or_404(request, slug)
    words = request.GET.get("q", "").replace("\0", "")[:LONGEST_QUESTION]
    results = watched_results(club, request.user, holder_of(request))
    page = Paginator(careers_in(results, words), SHIPS_A_PAGE).get_page(request.GET.get("page"))
    rows = [career_of(row) for row in page.object_list]
    return club_page(request, "club/records/ships.html", club, page=page, careers=rows, words=words)


@never_cache
@require_safe
def ship(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show a ship's career: each battle with her final status, her commander and the result."""
    club = club_or_404(request, slug)
    results = watched_results(club, request.user, holder_of(request))
    career = None if "\0" in name else careers_in(results).filter(name=name).first()
    if career is None:
        raise Http404
    actions = actions_of(results, name)
    rows = rows_of(club, {action.result.pk: action.result for action in actions}.values())
    by_result = {row.result.pk: row for row in rows}
    shown = []
    for action in actions:
        row = by_result[action.result.pk]
        side = row.side_names.get(action.side, action.side)
        shown.append((action, row, next((one for one in row.sides if one.name == side), None)))
    known = [one for one in find_ships(name) if one.name == name and one.slug]
    return club_page(
        request,
        "club/records/ship.html",
        club,
        career=career_of(career),
        actions=shown,
        known=known[0] if len(known) == 1 else None,
    )
