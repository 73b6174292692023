"""Members' ratings of scenarios they have played."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from darkseas.club.records import scenario_ratings
from darkseas.members.models import Member
from scenarios_app import access


@never_cache
@require_POST
def opinion(request: HttpRequest, key: str) -> HttpResponse:
    """Store the member's rating of a scenario, ``points`` from 1 to 5; 0 withdraws it."""
    shown = access.visible(request.user).filter(current__isnull=False).defer("words")
    scenario = get_object_or_404(shown, key=key)
    if not isinstance(request.user, Member):
        raise PermissionDenied
    text = request.POST.get("points", "")
    points = int(text) if len(text) == 1 and text.isascii() and text.isdigit() else -1
    try:
        scenario_ratings.give(request.user, scenario, points)
    except ValueError:
        messages.error(request, f"Choose a number from {scenario_ratings.LEAST} to {scenario_ratings.MOST}.")
    else:
        messages.success(request, "Your rating is saved." if points else "Your rating is removed.")
    return redirect("scenario", key)
