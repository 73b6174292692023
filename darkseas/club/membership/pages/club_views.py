"""The list of clubs, a club's page and emblem, founding and changing a club."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_or_404, club_page
from darkseas.club.emblems import drawing
from darkseas.club.emblems.charges import CHARGES
from darkseas.club.emblems.fields import FIELDS, HEIGHT, WIDTH
from darkseas.club.emblems.tinctures import TINCTURES
from darkseas.club.membership import founding, section_registry
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Application
from darkseas.members import rate_limits
from darkseas.members.member_request import MemberRequest
from darkseas.members.rate_limited_views import too_many
from darkseas.web.form_submissions.creates_once import creates_once
from darkseas.web.sending.search_engines import listed_if

from .forms import ClubForm

CLUBS_A_PAGE = 50
YEAR_S = 365 * 24 * 3600


@never_cache
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show visible clubs, page by page."""
    seen = access.visible(request.user)
    page = Paginator(seen, CLUBS_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "demonstrations": seen.filter(is_demonstration=True)}
    return render(request, "club/membership/clubs.html", context)


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's sections, and to outsiders how to join."""
    shown = club_or_404(request, slug)
    waits = (
        request.user.is_authenticated
        and shown.applications.filter(member=request.user.pk, state=Application.State.OPEN).exists()
    )
    found = section_registry.of_club(shown, request.user)
    page = club_page(request, "club/membership/club.html", shown, sections=found, waits=waits)
    return listed_if(page, not shown.is_closed and not shown.is_demonstration)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def new(request: MemberRequest) -> HttpResponse:
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        wait = rate_limits.wait_after("club", name=str(request.user.pk))
        if wait:
            return too_many(request, wait)
        try:
            made = founding.found_club(request.user, form.terms)
        except ClubRefused as refusal:
            form.add_error("name", str(refusal))
        else:
            invite = reverse("club-members", args=[made.slug])
            thanks = 'You have founded {} and are its owner. Now <a href="{}#invite">invite people</a>.'
            messages.success(request, format_html(thanks, made.name, invite))
            return redirect("club", made.slug)
    return render(request, "club/membership/new.html", {"form": form, **_choices()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Let an owner edit the club."""
    held, player = acting(request, slug, Deed.RULE)
    form = ClubForm(request.POST if request.method == "POST" else None, terms=founding.terms_of(held))
    if form.is_valid():
        try:
            founding.change(player, form.terms)
        except ClubRefused as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(request, "The club is saved.")
            return redirect("club", slug)
    return club_page(request, "club/membership/change.html", held, form=form, **_choices())


@cache_control(public=True, max_age=YEAR_S, immutable=True)
@require_safe
def sign(request: HttpRequest, device: str) -> HttpResponse:
    """Draw an emblem, whether or not a club uses it, so that the page reveals nothing about clubs."""
    try:
        drawing.device_of(device)
    except drawing.BadDevice:
        raise Http404 from None
    inside = drawing.drawn(device, "sign")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>'
    return HttpResponse(svg, content_type="image/svg+xml")


def _choices() -> dict[str, Any]:
    """Return the choices for an emblem with their pictures."""
    return {
        "charges": [(key, charge.name, f"{key}.plain.navy.white") for key, charge in CHARGES.items()],
        "metals": " ".join(key for key, tincture in TINCTURES.items() if tincture.is_metal),
        "fields": [(key, field.name, f"star.{key}.navy.white") for key, field in FIELDS.items()],
    }
