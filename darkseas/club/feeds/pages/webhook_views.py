"""The page of a club's webhooks and their deliveries. Directors may view it; only owners may change
webhooks.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from darkseas.club.access import Deed
from darkseas.club.club_or_404 import acting, club_page
from darkseas.club.feeds.webhooks import store
from darkseas.club.feeds.webhooks.events import EVENTS
from darkseas.club.membership.refusals import ClubRefused
from darkseas.club.models import Club, ClubWebhook, Player, WebhookDelivery
from darkseas.web.form_submissions.creates_once import creates_once
from darkseas.web.sending.compression import uncompressed

DELIVERIES_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """A delivery as shown: the event, the number of its result, if any, and the receiving host."""

    delivery: WebhookDelivery
    event: str
    result: str
    host: str


@uncompressed
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@creates_once
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the webhooks and deliveries; an owner's POST adds a webhook."""
    if request.method != "POST":
        club, _ = acting(request, slug, Deed.DIRECT)
        return _page(request, club)
    club, by = acting(request, slug, Deed.RULE)
    url = request.POST.get("url", "")
    try:
        store.add(by, url)
    except ClubRefused as refusal:
        return _page(request, club, status=422, alarm=str(refusal), url=url)
    messages.success(request, "Webhook added. It will receive all new events of the club.")
    return redirect("club-webhooks", slug)


@require_POST
def deed(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Renew a webhook's secret, resend its failed events, or remove it."""
    club, by = acting(request, slug, Deed.RULE)
    webhook = get_object_or_404(ClubWebhook, club=club, pk=number)
    try:
        messages.success(request, _done(by, webhook, request.POST.get("deed", "")))
    except ClubRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("club-webhooks", slug)


def _done(by: Player, webhook: ClubWebhook, wanted: str) -> str:
    """Carry out an action on a webhook and return the message to show. Raise ClubRefused."""
    if wanted == "renew":
        store.renew_secret(by, webhook)
        return "The webhook has a new secret. The old one no longer signs our events."
    if wanted == "again":
        number = store.send_again(by, webhook)
        return f"{number} event{'' if number == 1 else 's'} will be sent again."
    if wanted == "remove":
        store.remove(by, webhook)
        return "The webhook is removed."
    raise ClubRefused("Choose an action.")


def _page(
    request: HttpRequest, club: Club, *, status: int = 200, alarm: str = "", url: str = ""
) -> HttpResponse:
    deliveries = WebhookDelivery.objects.filter(webhook__club=club).select_related("webhook", "line")
    page = Paginator(deliveries, DELIVERIES_A_PAGE).get_page(request.GET.get("page"))
    rows = [_row(delivery) for delivery in page]
    held = [(webhook, store.host_of(webhook)) for webhook in club.webhooks.select_related("made_by__member")]
    context = {"webhooks": held, "rows": rows, "page": page, "events": EVENTS.values()}
    return club_page(
        request, "club/feeds/webhooks.html", club, status=status, alarm=alarm, url=url, **context
    )


def _row(delivery: WebhookDelivery) -> DeliveryRow:
    kind, _, number = delivery.line.subject.partition(":")
    result = number if kind == "result" else ""
    return DeliveryRow(delivery, EVENTS[delivery.line.deed], result, store.host_of(delivery.webhook))
