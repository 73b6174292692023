"""Pages for inviting helpers or a new owner, and for answering these invitations."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from scenarios_app import access
from scenarios_app.drafts.store import DraftRefused
from scenarios_app.drafts.views import draft_of, own_draft_of, posted
from scenarios_app.models import Draft, Invitation
from scenarios_app.visibility import STAYS, show_to

from . import invitations
from .forms import SharingForm, TransferForm


@login_required
def sharing(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Let the owner set helpers, visibility and ownership."""
    draft = own_draft_of(request, draft_id)
    is_transfer = "hand-on" in request.POST
    sharing_form = SharingForm(None if is_transfer else posted(request), member=request.user, draft=draft)
    transfer_form = TransferForm(posted(request) if is_transfer else None)
    form = transfer_form if is_transfer else sharing_form
    if form.is_valid() and (
        _offer(draft, transfer_form) if is_transfer else _share(request.user, draft, sharing_form)
    ):
        messages.success(request, "Saved. Members you asked can answer on their scenarios page.")
        return redirect("draft-sharing", draft.pk)
    context = {
        "draft": draft,
        "scenario": draft.scenario,
        "sharing_form": sharing_form,
        "transfer_form": transfer_form,
        "has_errors": bool(form.errors),
        "asked": invitations.still_open(draft.scenario, invitations.HELP),
        "offered": invitations.still_open(draft.scenario, invitations.OWN).first(),
        "declined": draft.scenario.invitations.exclude(declined_at=None).select_related("member"),
    }
    return render(request, "drafts/sharing.html", context)


@require_POST
@login_required
def answer(request: MemberRequest, number: int) -> HttpResponse:
    """Accept or decline an invitation."""
    try:
        if "accept" in request.POST:
            scenario = invitations.accept(request.user, number)
            messages.success(request, f"“{scenario.title}” is in your list.")
        else:
            scenario = invitations.decline(request.user, number)
            messages.success(request, f"You have declined. “{scenario.title}” stays as it was.")
    except Invitation.DoesNotExist:
        raise Http404 from None
    except DraftRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("drafts")


@require_POST
@login_required
def leave(request: MemberRequest, draft_id: UUID) -> HttpResponse:
    """Stop helping with another member's scenario."""
    draft = draft_of(request, draft_id)
    if access.is_owner(request.user, draft.scenario):
        raise PermissionDenied
    invitations.leave(draft, request.user)
    messages.success(request, f"You help with “{draft.scenario.title}” no longer.")
    return redirect("drafts")


def _share(member: Member, draft: Draft, form: SharingForm) -> bool:
    """Apply the form; return False and add a form error if a member cannot be invited."""
    names = form.cleaned_data["names"]
    try:
        invitations.set_helpers(draft, names)
    except invitations.UnknownMembers as unknown:
        strangers = ", ".join(names[place] for place in unknown.places)
        form.add_error("names", f"There is no member called {strangers}.")
        return False
    except DraftRefused as refusal:
        form.add_error("names", str(refusal))
        return False
    choice = form.cleaned_data.get("visibility", STAYS)
    if choice != STAYS:
        show_to(draft.scenario, member, choice)
    return True


def _offer(draft: Draft, form: TransferForm) -> bool:
    """Apply the form; return False and add a form error if the member cannot be invited."""
    try:
        invitations.offer_ownership(draft.scenario, form.cleaned_data["owner"])
    except invitations.UnknownMembers:
        form.add_error("owner", "There is no member of this name.")
        return False
    except DraftRefused as refusal:
        form.add_error("owner", str(refusal))
        return False
    return True
