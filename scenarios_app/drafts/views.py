"""Pages listing drafts and invitations, showing a draft's history, and deleting drafts."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from darkseas.web.form_submissions.creates_once import creates_once_per_page
from scenarios_app import access
from scenarios_app.models import Draft
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.dates_and_system_titles import system_title

from . import store as drafts
from .changes_between_states import with_changes
from .people import invitations

#: Drafts or states per page.
ON_A_PAGE = 50
STALE = "Somebody has changed the draft since you opened it. This is the current version; check it again."


@login_required
def mine(request: MemberRequest) -> HttpResponse:
    """List the member's open invitations and editable drafts, most recently changed first."""
    page = Paginator(drafts.drafts_of(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [_line(draft, request.user) for draft in page]
    context = {"page": page, "lines": lines, "invitations": invitations.waiting_for(request.user)}
    return render(request, "drafts/list.html", context)


@login_required
@creates_once_per_page
def states(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """List the stored states of a draft; POST restores one as the next version."""
    draft = draft_of(request, draft_id)
    if request.method == "POST":
        return _brought_back(request, draft)
    page = Paginator(drafts.states(draft), ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [(state, changes) for state, changes in with_changes(draft, list(page))]
    context = {"draft": draft, "scenario": draft.scenario, "page": page, "lines": lines}
    return render(request, "drafts/history.html", context)


@login_required
def delete(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Ask for confirmation, then delete the draft."""
    draft = own_draft_of(request, draft_id)
    if request.method != "POST":
        return render(request, "drafts/delete.html", {"scenario": draft.scenario})
    try:
        drafts.delete(draft)
    except drafts.DraftRefused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"“{draft.scenario.title}” is gone.")
    return redirect("drafts")


def draft_of(request: MemberRequest, draft_id: UUID) -> Draft:
    """Return a draft that the member may edit. Raises Http404 otherwise."""
    related = Draft.objects.select_related("scenario__current", "scenario__owner", "edited_by")
    draft = related.filter(pk=draft_id).first()
    if draft is None or not access.may_edit(request.user, draft.scenario):
        raise Http404
    return draft


def own_draft_of(request: MemberRequest, draft_id: UUID) -> Draft:
    """Return a draft that the member owns. Raises PermissionDenied for helpers."""
    draft = draft_of(request, draft_id)
    if not access.is_owner(request.user, draft.scenario):
        raise PermissionDenied
    return draft


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form data, None unless the request is a POST."""
    return request.POST if request.method == "POST" else None


# --- inside ------------------------------------------------------------------------------------------


def _line(draft: Draft, person: Member) -> dict[str, object]:
    """Return a row of the draft list: title, progress and allowed actions."""
    scenario = draft.scenario
    return {
        "draft": draft,
        "scenario": scenario,
        "system": system_title(scenario.system),
        "is_owner": scenario.owner_id == person.pk,
        "has_changes": scenario.current is not None and draft.edited_at > scenario.current.published_at,
    }


def _brought_back(request: MemberRequest, draft: Draft) -> HttpResponse:
    version, known = (request.POST.get(name, "")[:9] for name in ("version", "known"))
    if not (version.isdecimal() and known.isdecimal()):
        raise Http404
    try:
        spec, _ = drafts.document_at(draft, int(version))
        member_limits.check_bytes(request.user)
        saved = drafts.save(draft.pk, request.user, int(known), spec)
    except LookupError:
        raise Http404 from None
    except member_limits.TooMuchOnRecord as refusal:
        messages.error(request, str(refusal.detail))
        return redirect("draft-states", draft.pk)
    except drafts.VersionConflict:
        messages.error(request, STALE)
        return redirect("draft-states", draft.pk)
    messages.success(request, f"Version {version} is back, as version {saved.version}.")
    return redirect("draft", draft.pk)
