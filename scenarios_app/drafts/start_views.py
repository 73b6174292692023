"""Pages for starting a draft: from scratch, from another scenario, from a file or on a map."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from darkseas.web.form_submissions.creates_once import creates_once
from scenarios_app import access
from scenarios_app.file_format.files import BadFile, read_scenario
from scenarios_app.maps.api import current_of
from scenarios_app.maps.store import map_of
from scenarios_app.models import Draft

from . import publishing
from . import store as drafts
from .forms import BeginForm, FileForm, ForkForm
from .map_forms import MapUseForm
from .starting_points import starting_point

#: Maximum number of titles suggested in the fork field.
MOST_OFFERED = 200


@login_required
@creates_once
def new(request: MemberRequest) -> HttpResponse:
    """Create a draft with one of three forms and open it in the editor."""
    given = _forms(request)
    sent = given.get(request.POST.get("from", ""))
    draft = _started(request.user, sent) if sent is not None and sent.is_valid() else None
    if draft is not None:
        return redirect("draft", draft.pk)
    listed = access.listed(request.user).filter(current__isnull=False, taken_down_at=None)
    context = {
        "forms": given,
        "offered": listed.order_by("title").values_list("key", "title")[:MOST_OFFERED],
        "has_errors": bool(sent and sent.errors),
    }
    return render(request, "drafts/new.html", context)


@login_required
@creates_once
def fork(request: MemberRequest, key: str, number: int) -> HttpResponse:
    """Fork a revision and open the editor; on GET, redirect to the revision's page."""
    revision = publishing.revision_of(access.visible(request.user).filter(key=key), number)
    if revision is None:
        raise Http404
    if request.method != "POST":
        return redirect("revision", key, number)
    try:
        draft = publishing.fork(request.user, revision)
    except drafts.DraftRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("scenario", key)
    return redirect("draft", draft.pk)


@login_required
@creates_once
def use_map(request: MemberRequest, key: str) -> HttpResponse:
    """Create a scenario on a map and open its draft."""
    current = current_of(request, key)
    form = MapUseForm(request.POST or None, initial={"title": current.hex_map.title})
    if form.is_valid():
        try:
            return redirect("draft", drafts.start(request.user, form.scenario_on(map_of(current))).pk)
        except drafts.DraftRefused as refusal:
            form.add_error(None, str(refusal))
    context = {"hex_map": current.hex_map, "form": form, "has_errors": bool(form.errors)}
    return render(request, "drafts/new_on_map.html", context)


def _forms(request: MemberRequest) -> dict[str, forms.Form]:
    """Return the three forms by name, with the submitted one bound."""
    sent = request.POST.get("from", "")

    def filled(name: str) -> dict[str, Any]:
        data = {"data": request.POST, "files": request.FILES} if name == sent else {}
        return {"prefix": name, **data}

    standing = access.visible(request.user).filter(current__isnull=False, taken_down_at=None)
    wish = {"scenario": request.GET.get("scenario", "")[:100].replace("\0", "")}
    return {
        "begin": BeginForm(**filled("begin")),
        "fork": ForkForm(scenarios=standing, initial=wish, **filled("fork")),
        "file": FileForm(**filled("file")),
    }


def _started(member: Member, form: forms.Form) -> Draft | None:
    """Create the draft from a bound form; return None and add a form error if it fails."""
    cleaned = form.cleaned_data
    try:
        if isinstance(form, ForkForm):
            return publishing.fork(member, cleaned["scenario"].current)
        if isinstance(form, FileForm):
            return drafts.start(member, read_scenario(cleaned["file"]))
        return drafts.start(member, starting_point(cleaned["system"], cleaned["template"], cleaned["title"]))
    except (drafts.DraftRefused, BadFile) as refusal:
        form.add_error(None, str(refusal))
    return None
