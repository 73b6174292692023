"""The page of the weekly email, and its unsubscribe link."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from darkseas.club.feeds.weekly import subscriptions
from darkseas.members.member_request import MemberRequest


@require_http_methods(["GET", "HEAD", "POST"])
def weekly(request: MemberRequest) -> HttpResponse:
    """Show and change a member's subscription."""
    if request.method == "POST":
        if "begin" in request.POST:
            subscriptions.begin(request.user)
            messages.success(request, "You are subscribed. Your first email comes next Monday.")
        else:
            subscriptions.stop(request.user)
            messages.success(request, "You no longer get the weekly email.")
        return redirect("club-weekly")
    is_wanted = subscriptions.is_wanted(request.user)
    return render(request, "club/feeds/weekly.html", {"is_wanted": is_wanted})


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe a member. Only a POST does so, because programs also open links; mail programs POST (RFC
    8058).
    """
    member = subscriptions.member_of(token)
    if member is None:
        raise Http404
    if request.method == "POST":
        subscriptions.stop(member)
    return render(request, "club/feeds/weekly_stop.html", {"has_stopped": request.method == "POST"})
