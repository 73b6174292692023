"""The scenarios and maps shared with a club."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.membership import sharing

SHARES_A_PAGE = 100


@never_cache
@require_safe
def shared(request: HttpRequest, slug: str) -> HttpResponse:
    """Show shared items, even in an open club only to its players."""
    club = club_or_404(request, slug)
    is_of_it = access.player_of(request.user, club) is not None
    shares = sharing.shares_of(club) if is_of_it else sharing.shares_of(club).none()
    page = Paginator(shares, SHARES_A_PAGE).get_page(request.GET.get("page"))
    return club_page(request, "club/shared/shared.html", club, page=page, is_of_it=is_of_it)


@never_cache
@require_POST
def take_out(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Remove a scenario or map from the club's list; it becomes private."""
    club, by = acting(request, slug, Deed.EDIT_SCENARIOS)
    share = get_object_or_404(sharing.shares_of(club), pk=number)
    sharing.take_out(by, share)
    messages.success(request, "Removed from the club’s list.")
    return redirect("club-shared", slug)
