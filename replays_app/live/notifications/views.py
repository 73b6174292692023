"""Pages of notifications: preferences, and the link that stops e-mails."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from darkseas.members.member_request import MemberRequest
from darkseas.web.sending.compression import uncompressed

from .preferences import WishForm, stop_letters, wish_of
from .stop_links import member_of


@uncompressed
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: MemberRequest) -> HttpResponse:
    """Show and change a member's notification preferences."""
    wish = wish_of(request.user)
    form = WishForm(request.POST if request.method == "POST" else None, instance=wish)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Notifications saved.")
        return redirect("notices")
    return render(request, "notifications/preferences.html", {"form": form, "wish": wish})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop a member's e-mails by a button, because programs follow links; mail programs POST (RFC 8058)."""
    member = member_of(token)
    if member is None:
        raise Http404
    if request.method == "POST":
        stop_letters(member)
    return render(request, "notifications/stop.html", {"has_stopped": request.method == "POST"})
