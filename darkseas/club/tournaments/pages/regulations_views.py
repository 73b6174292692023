"""List of tournaments; create a tournament, change its regulations."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.models import Tournament
from darkseas.club.results.naming.results_in_words import system_title
from darkseas.club.tournaments import create_and_change
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.web.form_submissions.creates_once import creates_once

from .regulations_form import SYSTEM_TITLES, PlanForm
from .view_helpers import event_or_404

EVENTS_A_PAGE = 50


@never_cache
@require_safe
def tournaments(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tournaments of a club, newest first."""
    club = club_or_404(request, slug)
    found = club.tournaments.annotate(entries=Count("entrants")).select_related("season")
    found = found.order_by("-made_at", "-id")
    page = Paginator(found, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    rows = [(one, system_title(one.system)) for one in page]
    return club_page(request, "club/tournaments/tournaments.html", club, page=page, rows=rows)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a tournament."""
    return _plan_page(request, slug, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Change the regulations; a running tournament needs a reason."""
    return _plan_page(request, slug, event)


def _plan_page(request: HttpRequest, slug: str, event: str | None) -> HttpResponse:
    club, by = acting(request, slug, Deed.DIRECT)
    held = None if event is None else event_or_404(club, event)
    form = PlanForm(
        request.POST if request.method == "POST" else None,
        club=club,
        plan=None if held is None else create_and_change.plan_of(held),
    )
    if form.is_valid():
        try:
            kept = (
                create_and_change.plan(club, by, form.plan)
                if held is None
                else create_and_change.change(by, held, form.plan, form.cleaned_data["reason"])
            )
        except TournamentRefused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            messages.success(
                request, "The tournament is created." if held is None else "The regulations are saved."
            )
            return redirect("club-tournament", slug, kept.slug)
    runs = held is not None and held.state in (Tournament.State.RUNNING, Tournament.State.CLOSING)
    context = {"form": form, "event": held, "systems": SYSTEM_TITLES, "runs": runs}
    status = 422 if form.is_bound else 200
    return club_page(request, "club/tournaments/regulations/regulations.html", club, status=status, **context)
