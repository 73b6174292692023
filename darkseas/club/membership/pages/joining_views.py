"""Views for joining and leaving a club."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.membership import invitations, joining
from darkseas.club.membership.refusals import ClubRefused
from darkseas.members import rate_limits
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import (
    creates_once_per_page,
    shows_secret_once_per_page,
    submission_of,
)

from .forms import InvitationForm


@never_cache
@require_POST
def apply_to(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply to an open club, or withdraw the application with ``withdraw``."""
    club = club_or_404(request, slug)
    if not request.user.is_authenticated:
        raise PermissionDenied
    wait = rate_limits.wait_after("club", name=str(request.user.pk))
    if wait:
        return too_many(request, wait)
    try:
        if "withdraw" in request.POST:
            joining.withdraw_application(club, request.user)
        else:
            joining.apply_to(club, request.user, request.POST.get("text", ""))
            messages.success(request, "Your application is sent. A director will answer.")
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("club", slug)


@never_cache
@require_POST
def answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept (``agree``) or decline an application."""
    club, player = acting(request, slug, Deed.ADMIT)
    application = get_object_or_404(joining.waiting_in(club), pk=number)
    try:
        joining.answer_application(player, application, "agree" in request.POST)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-members", slug)


@never_cache
@require_POST
@sensitive_variables("token")
@shows_secret_once_per_page
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an invitation link and show it once."""
    club, player = acting(request, slug, Deed.INVITE)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose 1 to 90 days and 1 to 200 people.")
        return redirect("club-members", slug)
    try:
        token = invitations.make(
            player, form.cleaned_data["days"], form.cleaned_data["uses"], submission_of(request)
        )
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("club-members", slug)
    link = request.build_absolute_uri(reverse("club-join", args=[token]))
    terms = form.cleaned_data
    return club_page(request, "club/people/invited.html", club, status=201, link=link, terms=terms)


@never_cache
@require_POST
def end_invitation(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    _, player = acting(request, slug, Deed.INVITE)
    if invitations.withdraw(player, number):
        messages.success(request, "The link is withdrawn. Nobody can use it any longer.")
    return redirect("club-members", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
@creates_once_per_page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the holder of a link whether to join; a POST joins. An invalid link gets 404."""
    invitation = invitations.invitation_of(token)
    if invitation is None:
        return render(request, "club/people/link_spent.html", status=404)
    if request.method == "POST":
        if not request.user.is_authenticated:
            raise PermissionDenied
        try:
            player = invitations.accept(token, request.user)
        except ClubRefused as refusal:
            messages.error(request, str(refusal))
            return redirect("clubs")
        messages.success(request, f"You are now a member of {player.club.name}.")
        return redirect("club", invitation.club.slug)
    known = access.player_of(request.user, invitation.club)
    context = {"club": invitation.club, "invitation": invitation, "known": known}
    return render(request, "club/people/join.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask a player whether to leave; a POST leaves."""
    club = club_or_404(request, slug)
    player = access.player_of(request.user, club)
    if player is None:
        raise PermissionDenied
    if request.method != "POST":
        return club_page(request, "club/people/leave.html", club)
    try:
        joining.leave(player)
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("club-members", slug)
    messages.success(request, f"You have left {club.name}. Your results stay in its records.")
    return redirect("clubs")
