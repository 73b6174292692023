"""Calendar pages of a club: meetings and seasons."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.membership import calendar, season_rules
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Meeting, Season
from darkseas.web.form_submissions.creates_once import creates_once

from .forms import MeetingForm, SeasonForm, SeasonRuleForm

MEETINGS_A_PAGE = 50
#: The most coming meetings and seasons on the page.
MOST_COMING, MOST_SEASONS = 100, 100


@never_cache
@require_safe
def dates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show coming and past meetings, and seasons."""
    club = club_or_404(request, slug)
    past = Paginator(calendar.past_meetings(club), MEETINGS_A_PAGE).get_page(request.GET.get("page"))
    coming = calendar.coming_meetings(club)[:MOST_COMING]
    seasons = club.seasons.all()[:MOST_SEASONS]
    return club_page(request, "club/calendar/calendar.html", club, coming=coming, page=past, seasons=seasons)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new_meeting(request: HttpRequest, slug: str) -> HttpResponse:
    return _meeting_page(request, slug, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def meeting(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _meeting_page(request, slug, number)


def _meeting_page(request: HttpRequest, slug: str, number: int | None) -> HttpResponse:
    club, by = acting(request, slug, Deed.DIRECT)
    held = None if number is None else get_object_or_404(Meeting, club=club, pk=number)
    with timezone.override(ZoneInfo(club.time_zone)):
        names = ("title", "place", "begins_at", "ends_at", "text")
        first = {name: getattr(held, name) for name in names} if held else {}
        form = MeetingForm(request.POST if request.method == "POST" else None, initial=first)
        if form.is_valid():
            if held is None:
                calendar.plan_meeting(by, form.terms)
            else:
                calendar.change_meeting(by, held, form.terms)
            messages.success(request, "The meeting was added to the calendar.")
            return redirect("club-calendar", slug)
        return club_page(request, "club/calendar/meeting.html", club, form=form, meeting=held)


@never_cache
@require_POST
def cancel(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Cancel a meeting, or reinstate it with ``reinstate``."""
    club, by = acting(request, slug, Deed.DIRECT)
    held = get_object_or_404(Meeting, club=club, pk=number)
    calendar.set_cancelled(by, held, "reinstate" not in request.POST)
    return redirect("club-calendar", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    return _season_page(request, slug, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _season_page(request, slug, number)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def season_rule(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit how the club's seasons are scored."""
    club, by = acting(request, slug, Deed.DIRECT)
    now = season_rules.rule_of(club)
    form = SeasonRuleForm(request.POST if request.method == "POST" else None, rule=now)
    if form.is_valid():
        if season_rules.change_rule(by, form.rule):
            messages.success(request, "Season scoring was changed. The tables are being recomputed.")
        return redirect("club-records", slug)
    words = season_rules.in_words(now)
    return club_page(request, "club/calendar/season_rule.html", club, form=form, words=words)


def _season_page(request: HttpRequest, slug: str, number: int | None) -> HttpResponse:
    club, by = acting(request, slug, Deed.DIRECT)
    held = None if number is None else get_object_or_404(Season, club=club, pk=number)
    first = {name: getattr(held, name) for name in ("name", "first_day", "last_day")} if held else {}
    form = SeasonForm(request.POST if request.method == "POST" else None, initial=first)
    if form.is_valid():
        try:
            if held is None:
                calendar.begin_season(by, form.terms)
            else:
                calendar.change_season(by, held, form.terms)
        except ClubRefused as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, "The season was created.")
            return redirect("club-calendar", slug)
    return club_page(request, "club/calendar/season.html", club, form=form, season=held)
