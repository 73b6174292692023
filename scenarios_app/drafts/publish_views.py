"""Page that shows changes since the last revision and publishes the next one."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render

from darkseas.engine.scenario.spec import BadScenario, Finding
from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from darkseas.web.form_submissions.creates_once import creates_once
from scenarios_app import access
from scenarios_app.checks.all_checks import findings
from scenarios_app.differences.chapters import differences
from scenarios_app.differences.field_titles import places_of
from scenarios_app.models import Draft, Revision
from scenarios_app.revisions.member_limits import TooMuchOnRecord
from scenarios_app.revisions.store import spec_of
from scenarios_app.visibility import choice_about

from . import publishing
from . import store as drafts
from .forms import PublishForm
from .views import STALE, draft_of, posted

#: Maximum number of errors and warnings listed on the page; the rest are only counted.
MOST_SHOWN = 200
NOT_YET = "It cannot be published yet. Fix these errors in the editor."


@login_required
@creates_once
def difference(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Show the changes since the current revision and let the owner publish them."""
    draft = draft_of(request, draft_id)
    now = drafts.document_of(draft)
    form = _form(request, draft, now.about.licence) if access.is_owner(request.user, draft.scenario) else None
    shown = findings(now)
    status = 200
    if form is not None and form.is_valid():
        try:
            revision, hinders = _published(draft, request.user, form)
        except TooMuchOnRecord as refusal:
            form.add_error(None, str(refusal.detail))
            revision, hinders, status = None, (), refusal.status_code
        if revision is not None:
            messages.success(request, f"Published as revision {revision.number}.")
            return redirect("scenario", revision.scenario.key)
        shown = hinders or shown
        now = drafts.document_of(draft)
    current = draft.scenario.current
    parent = draft.scenario.forked_from
    before = current or parent
    places = places_of(now)
    context = {
        "draft": draft,
        "scenario": draft.scenario,
        "title": now.title,
        "current": current,
        "parent": None if current else parent,
        "chapters": differences(spec_of(before), now) if before else (),
        "form": form,
        "findings": [(finding, places.of(finding.where)) for finding in shown[:MOST_SHOWN]],
        "more_findings": max(len(shown) - MOST_SHOWN, 0),
    }
    return render(request, "drafts/difference.html", context, status=status)


def _form(request: MemberRequest, draft: Draft, licence: str) -> PublishForm:
    visibility = choice_about(draft.scenario, request.user)
    first = {"version": draft.version, "visibility": visibility, "licence": licence}
    return PublishForm(posted(request), initial=first, member=request.user, scenario=draft.scenario)


def _published(
    draft: Draft, member: Member, form: PublishForm
) -> tuple[Revision | None, tuple[Finding, ...]]:
    """Return the new revision, or None with the blocking errors; the form then holds the reason."""
    cleaned = form.cleaned_data
    publishing_request = publishing.Publishing(
        cleaned.get("note", ""), cleaned["visibility"], cleaned["version"], cleaned["licence"]
    )
    try:
        return publishing.publish_draft(draft.pk, member, publishing_request), ()
    except BadScenario as fault:
        form.add_error(None, NOT_YET)
        return None, fault.findings
    except drafts.DraftRefused as refusal:
        form.add_error(None, str(refusal))
    except drafts.VersionConflict:
        form.add_error(None, STALE)
        draft.refresh_from_db()
        form.data = {**dict(form.data.items()), "version": draft.version}
    return None, ()
