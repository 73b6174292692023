"""Clocks on pages: time left, agreed pauses, and a member's vacations."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from darkseas.engine.events import UMPIRE
from darkseas.web.form_submissions.creates_once import creates_once
from replays_app.models import Battle, Clock, Holiday, Seat
from replays_app.seats import clocks, holidays
from replays_app.seats.clock_terms import clock_of, describe
from replays_app.seats.holidays import HolidayRefused
from replays_app.seats.viewer_seat import held_seat, holder_of


def clock_section(battle: Battle, seat: Seat) -> dict[str, Any] | None:
    """Return the clock as the seats page shows it to a seat holder; None if the battle has no clock."""
    clock, now = clock_of(battle), timezone.now()
    if clock is None:
        return None
    if seat.side == UMPIRE:
        times = clocks.times_of_sides(clock, battle, now)
        return {"terms": describe(clock), "sides": [(one.name, clocks.in_words(one.left)) for one in times]}
    pause = holidays.asked_for(clock)
    shown = clocks.times_of(clock, seat, now)
    return {
        "terms": describe(clock),
        "mine": shown.own,
        "theirs": shown.other,
        "pause": pause,
        "is_mine": pause is not None and pause.asked_by_id == seat.pk,
        "most_pause": holidays.MOST_PAUSE_DAYS,
    }


# --- pauses --------------------------------------------------------------------------------------------


@require_POST
def ask_for_pause(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Ask the other side for a pause of ``days``."""
    clock, seat = _clock(request, battle_id)
    try:
        holidays.ask(clock, seat, _days(request))
    except HolidayRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("seats", battle_id)


@require_POST
def agree_to_pause(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Accept the other side's request for a pause of ``days``."""
    clock, seat = _clock(request, battle_id)
    if not holidays.agree(clock, seat, _days(request), timezone.now()):
        messages.error(request, "This request for a pause is no longer open.")
    return redirect("seats", battle_id)


def _days(request: HttpRequest) -> int:
    """Return the number of days in a form, 0 if none is given."""
    text = request.POST.get("days", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


@require_POST
def decline_pause(request: HttpRequest, battle_id: UUID) -> HttpResponse:
    """Decline the requested pause, or withdraw the person's own request."""
    holidays.decline(*_clock(request, battle_id))
    return redirect("seats", battle_id)


def _clock(request: HttpRequest, battle_id: UUID) -> tuple[Clock, Seat]:
    """Return the clock of a running battle and the person's seat. Raises Http404 without either."""
    seat = held_seat(holder_of(request), battle_id)
    if seat is None or seat.side == UMPIRE or seat.battle.is_over:
        raise Http404
    clock = clock_of(seat.battle)
    if clock is None:
        raise Http404
    return clock, seat


# --- holidays ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HolidayRow:
    pk: int
    first: date
    last: date
    is_now: bool


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def my_holidays(request: HttpRequest) -> HttpResponse:
    """Show a member's vacations and the clocks they do not pause; a POST adds a vacation."""
    member, now = _member(request), timezone.now()
    if request.method == "POST":
        first, last = _day(request.POST.get("first", "")), _day(request.POST.get("last", ""))
        try:
            if first is None or last is None:
                raise HolidayRefused("Enter the first and the last day.")
            holidays.add(member, first, last, now)
            messages.success(request, "Vacation added. Your clocks are paused on these days.")
        except HolidayRefused as refusal:
            messages.error(request, str(refusal))
        return redirect("holidays")
    ahead = Holiday.objects.filter(member=member, ends_at__gt=now)
    context = {
        "holidays": [_row(one, now) for one in ahead],
        "left": holidays.days_left(member, now.year),
        "most": holidays.MOST_DAYS,
        "running_on": holidays.running_on(member),
        "today": now.date(),
    }
    return render(request, "replays_app/lobby/holidays.html", context)


@require_POST
@login_required
def end_holiday(request: HttpRequest, holiday_id: int) -> HttpResponse:
    """Cancel a vacation, or end a running one."""
    holidays.end(_member(request), holiday_id, timezone.now())
    return redirect("holidays")


def _row(one: Holiday, now: datetime) -> HolidayRow:
    last = (one.ends_at - timedelta(microseconds=1)).date()
    return HolidayRow(one.pk, one.begins_at.date(), last, one.begins_at <= now)


def _member(request: HttpRequest) -> Any:
    return holder_of(request).member


def _day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
