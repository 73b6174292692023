"""Views to create, list and revoke a member's personal tokens."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from darkseas.members import rate_limits
from darkseas.members.account_sections import AccountSection
from darkseas.members.member_request import MemberRequest
from darkseas.members.models import Member, PersonalToken
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import shows_secret_once, submission_of
from darkseas.web.needed_scopes import Scope

from . import store


def account_section(member: Member) -> AccountSection:
    """Return the section with a member's tokens and the form for a new one."""
    tokens = list(member.personal_tokens.all())
    context = {"tokens": tokens, "scopes": [scope for scope in Scope if scope != Scope.READ]}
    data = [_as_data(token) for token in tokens]
    programs = [f"the token “{token.name}”" for token in tokens]
    template = "members/tokens/_section.html"
    return AccountSection("tokens", template, context, data, store.forget, programs, store.forget)


@require_POST
@sensitive_variables("token")
@shows_secret_once
def make(request: MemberRequest) -> HttpResponse:
    """Create a token and show it once."""
    wait = rate_limits.wait_after("token", name=str(request.user.pk))
    if wait:
        return too_many(request, wait)
    name = request.POST.get("name", "")
    try:
        token = store.make(request.user, name, request.POST.getlist("scope"), submission_of(request))
    except store.TokenRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("me")
    return render(request, "members/tokens/made.html", {"token": token, "name": name}, status=201)


@require_POST
def revoke(request: MemberRequest, number: int) -> HttpResponse:
    """Revoke a token."""
    if store.revoke(request.user, number):
        messages.success(request, "The token is revoked.")
    return redirect("me")


def _as_data(token: PersonalToken) -> dict[str, Any]:
    return {
        "name": token.name,
        "scopes": token.scopes.split(),
        "made_at": token.made_at,
        "last_used_at": token.last_used_at,
    }
