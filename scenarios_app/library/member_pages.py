"""A member's public page with scenarios and, if they want, battles; bylines of scenarios."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member
from darkseas.members.usernames import LONGEST_NAME
from darkseas.web.texts.name_keys import name_key
from scenarios_app import access, sections
from scenarios_app.models import MemberPage, SourceNote

from .views import cards, for_cards

MOST_SCENARIOS = 100


@dataclass(frozen=True, slots=True)
class Byline:
    """Name of a scenario's author, and the address of their page; empty if they have none."""

    name: str
    address: str


def byline(owner: Member | None) -> Byline | None:
    """Return the byline of a scenario: None for the library, without a name for a former member."""
    if owner is None:
        return None
    if not owner.is_active:
        return Byline("a former member", "")
    return Byline(owner.username, reverse("member-page", args=[owner.username]))


@require_safe
def member_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a member's published scenarios and other public parts."""
    member = Member.objects.filter(name_key=name_key(name[:LONGEST_NAME]), is_active=True).first()
    if member is None or member.email_confirmed_at is None:
        raise Http404
    page = page_of(member)
    scenarios = access.listed(request.user).filter(owner=member, current__isnull=False)
    context = {
        "member": member,
        "page": page,
        "cards": cards(for_cards(scenarios.order_by("title", "key"))[:MOST_SCENARIOS])
        if page.shows_scenarios
        else [],
        "sections": sections.of_member(member, request.user) if page.shows_battles else [],
        "sources": SourceNote.objects.filter(teller=member, decision="accepted").count(),
        "is_own": request.user == member,
    }
    return render(request, "library/member.html", context)


@login_required
@require_POST
def choose(request: MemberRequest) -> HttpResponse:
    """Save the choices of a member for their public page."""
    shows = {name: name in request.POST for name in ("shows_scenarios", "shows_battles")}
    MemberPage.objects.update_or_create(member=request.user, defaults=shows)
    messages.success(request, "Saved. This is your page as others see it.")
    return redirect("member-page", request.user.username)


def page_of(member: Member) -> MemberPage:
    """Return a member's choices for their public page."""
    return MemberPage.objects.filter(member=member).first() or MemberPage(member=member)
