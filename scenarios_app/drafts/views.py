"""Pages of drafts: one's own with what one is asked to help with, what a draft was, throwing it away."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.models import Draft
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.dates_and_system_titles import system_title

from . import store as drafts
from .changes_between_states import with_changes
from .people import invitations

#: Drafts, and states of one, on a page.
ON_A_PAGE = 50
STALE = "Somebody has changed the draft since you looked. This is how it stands now: look again."


@login_required
def mine(request: MemberRequest) -> HttpResponse:
    """List the drafts that the member may edit, the one touched last first, and what they are asked."""
    page = Paginator(drafts.drafts_of(request.user), ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [_line(draft, request.user) for draft in page]
    context = {"page": page, "lines": lines, "invitations": invitations.waiting_for(request.user)}
    return render(request, "drafts/list.html", context)


@login_required
def states(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """List what is kept of a draft's past; a POST brings a state back, as the next version."""
    draft = draft_of(request, draft_id)
    if request.method == "POST":
        return _brought_back(request, draft)
    page = Paginator(drafts.states(draft), ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [(state, changes) for state, changes in with_changes(draft, list(page))]
    context = {"draft": draft, "scenario": draft.scenario, "page": page, "lines": lines}
    return render(request, "drafts/history.html", context)


@login_required
def delete(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Ask whether a draft shall go, and let it go."""
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
    """Return the draft to whoever may edit it. Raises Http404 for everybody else."""
    related = Draft.objects.select_related("scenario__current", "scenario__owner", "edited_by")
    draft = related.filter(pk=draft_id).first()
    if draft is None or not access.may_edit(request.user, draft.scenario):
        raise Http404
    return draft


def own_draft_of(request: MemberRequest, draft_id: UUID) -> Draft:
    """Return the draft to its owner. Raises PermissionDenied for one who helps."""
    draft = draft_of(request, draft_id)
    if not access.is_owner(request.user, draft.scenario):
        raise PermissionDenied
    return draft


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what a form was filled with, none where it is only to be shown."""
    return request.POST if request.method == "POST" else None


# --- inside ------------------------------------------------------------------------------------------


def _line(draft: Draft, person: Member) -> dict[str, object]:
    """Return a draft in the list: what it is called, how far it is, what one may do."""
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
