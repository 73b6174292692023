"""The scenario editor page and its initial data; the draft itself is loaded through the API."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse

from darkseas.members.member_request import MemberRequest
from scenarios_app import access, sections
from scenarios_app.checks.all_checks import findings
from scenarios_app.models import Draft, Scenario
from scenarios_app.revisions.dates_and_system_titles import system_title
from scenarios_app.revisions.licences import LICENCES
from scenarios_app.revisions.ship_points import costs_of
from scenarios_app.revisions.store import RESERVED
from scenarios_app.revisions.theatres import THEATRES
from scenarios_app.ships.data import KINDS, navies
from scenarios_app.visibility import choice_about, choices_about

from .api import finding_json
from .publishing import aims_of
from .store import document_of


@login_required
def editor(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Show the editor for a draft; return 404 to members who may not edit it."""
    draft = Draft.objects.select_related("scenario").filter(pk=draft_id).first()
    if draft is None or not access.may_edit(request.user, draft.scenario):
        raise Http404
    context = {"scenario": draft.scenario, "known": _known(request, draft)}
    response = render(request, "drafts/editor.html", context)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _known(request: MemberRequest, draft: Draft) -> dict[str, Any]:
    """Return the data embedded in the page, available before the first API request."""
    spec = document_of(draft)
    return {
        "id": str(draft.pk),
        "me": request.user.get_username(),
        "token": get_token(request),
        "system": draft.scenario.system,
        "system_title": system_title(draft.scenario.system),
        "drafts_url": reverse("drafts"),
        "difference_url": reverse("draft-difference", args=[draft.pk]),
        "navies": [{"key": key, "name": navy.name} for key, navy in navies().items()],
        "kinds": dict(KINDS),
        "theatres": [theatre.title for theatre in THEATRES],
        "licences": dict(LICENCES),
        **_who_sees_it(request, draft.scenario),
        "reserved": list(RESERVED),
        "findings": [finding_json(finding) for finding in findings(spec)],
        "aims": list(aims_of(spec)),
        "costs": costs_of(spec),
        **sections.for_editor(draft),
    }


def _who_sees_it(request: MemberRequest, scenario: Scenario) -> dict[str, Any]:
    """Return the owner's visibility choices and the current one; empty for helpers."""
    if not access.is_owner(request.user, scenario):
        return {"visibilities": [], "visibility": ""}
    return {
        "visibilities": choices_about(scenario, request.user),
        "visibility": choice_about(scenario, request.user),
    }
