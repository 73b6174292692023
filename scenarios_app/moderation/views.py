"""Moderation pages: report form, report queue, decisions and takedowns."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from darkseas.members import rate_limits
from darkseas.members.member_request import MemberRequest
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once
from darkseas.web.invisible_characters import FreeTextField
from scenarios_app import access
from scenarios_app.models import HexMap, Report, Scenario

from . import reports_and_takedowns as moderation
from .decided_once import Decided, decided_once

REPORTS = 50
DECISIONS = (("dismissed", "Keep it visible"), ("taken-down", "Take it down"))


class ReportForm(forms.Form):
    """A report about a scenario or map."""

    reason = forms.ChoiceField(label="What is wrong", choices=[("", "Choose"), *Report.REASONS.items()])
    text = FreeTextField(
        label="Details",
        required=False,
        max_length=moderation.LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Say where it is and how we can check it. For a reply, add your e-mail address.",
    )


class DecisionForm(forms.Form):
    """The decision about a report, with its reason."""

    decision = forms.ChoiceField(label="Decision", choices=DECISIONS, widget=forms.RadioSelect)
    note = FreeTextField(
        label="Why",
        max_length=moderation.LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown to the authors; stays on record.",
    )


class PutBackForm(forms.Form):
    """Reason for restoring a scenario or map."""

    note = FreeTextField(
        label="Why", max_length=moderation.LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 3})
    )


@creates_once
def report_scenario(request: HttpRequest, key: str) -> HttpResponse:
    """Submit a report about a published scenario."""
    standing = access.visible(request.user).filter(key=key, current__isnull=False, taken_down_at=None)
    scenario = get_object_or_404(standing)
    return _report(request, scenario, reverse("scenario", args=[key]))


@creates_once
def report_map(request: HttpRequest, key: str) -> HttpResponse:
    """Submit a report about a published map."""
    standing = access.visible_maps(request.user).filter(key=key, current__isnull=False, taken_down_at=None)
    return _report(request, get_object_or_404(standing), reverse("map", args=[key]))


def taken_down_page(request: HttpRequest, thing: Scenario | HexMap | None) -> HttpResponse:
    """Return 410 for something taken down. Raises Http404 if others could never see it."""
    if thing is None or not moderation.was_taken_down(thing):
        raise Http404
    context = {
        "title": "Taken down",
        "detail": "A moderator took this down after a report.",
        "next_step": "You can still watch its battles at their own addresses.",
    }
    return render(request, "error.html", context, status=410)


@login_required
@permission_required(access.MODERATE, raise_exception=True)
def reports(request: HttpRequest) -> HttpResponse:
    """Show pending reports, then past decisions."""
    page = Paginator(moderation.decided(), REPORTS).get_page(request.GET.get("page"))
    waiting = [(report, DecisionForm(prefix=f"r{report.pk}")) for report in moderation.waiting()[:REPORTS]]
    return _queue(request, waiting, page)


@login_required
@permission_required(access.MODERATE, raise_exception=True)
@require_POST
def decide(request: MemberRequest, report_id: int) -> HttpResponse:
    """Store the decision on a report."""
    report = get_object_or_404(Report, pk=report_id)
    form = DecisionForm(request.POST, prefix=f"r{report.pk}")
    if not form.is_valid():
        page = Paginator(moderation.decided(), REPORTS).get_page(1)
        return _queue(request, [(report, form)], page, status=422)
    return decided_once(
        request, lambda: moderation.decide(report.pk, request.user, **form.cleaned_data), "reports"
    )


@login_required
@permission_required(access.MODERATE, raise_exception=True)
def put_back(request: MemberRequest, report_id: int) -> HttpResponse:
    """Ask for a reason and restore something that was taken down."""
    report = get_object_or_404(Report, pk=report_id, decision="taken-down")
    thing = moderation.thing_of(report)
    form = PutBackForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            moderation.put_back(thing, request.user, form.cleaned_data["note"])
        except Decided:
            messages.error(request, "It is already visible.")
        else:
            messages.success(request, f"“{thing.title}” is visible again.")
        return redirect("reports")
    return render(request, "moderation/put_back.html", {"form": form, "thing": thing})


def _report(request: HttpRequest, thing: Scenario | HexMap, address: str) -> HttpResponse:
    """Show the report form and store the report; members who send too many must wait."""
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        person = str(request.user.pk or "")
        wait = rate_limits.wait_after("report", address=rate_limits.address_of(request), name=person)
        if wait:
            return too_many(request, wait)
        moderation.report(thing, request.user, **form.cleaned_data)
        messages.success(request, "Thank you. A moderator will look at it.")
        return redirect(address)
    context = {"form": form, "thing": thing, "address": address}
    return render(request, "moderation/new.html", context)


def _queue(request: HttpRequest, waiting: list[Any], page: Any, status: int = 200) -> HttpResponse:
    lines = [{"report": report, "form": form, **_about(report)} for report, form in waiting]
    past = [{"report": report, **_about(report)} for report in page]
    context = {"waiting": lines, "past": past, "page": page}
    return render(request, "moderation/list.html", context, status=status)


def _about(report: Report) -> dict[str, object]:
    """Return the subject of a report, its URL, and whether it is a scenario or a map."""
    thing = moderation.thing_of(report)
    kind = "scenario" if isinstance(thing, Scenario) else "map"
    return {"thing": thing, "kind": kind, "address": reverse(kind, args=[thing.key])}
