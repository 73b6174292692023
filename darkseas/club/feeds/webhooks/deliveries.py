"""Deliveries to webhooks: one for each event and webhook, however many workers run, retried until accepted.

One worker sends all emails and webhooks. After a failed delivery, the webhook's queue is paused for a while.
If the host does not respond, all queues of the same club to that host are paused. Queues of other clubs to
that host wait one minute, and at most five in total, because one address on the host may respond when another
does not.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Exists, F, Max, OuterRef, Q, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from darkseas.club.models import AuditLine, ClubWebhook, Right, WebhookDelivery
from replays_app.live.notifications import send_attempts, webhooks
from replays_app.live.notifications.public_addresses import BadAddress, Target, target_of
from replays_app.live.notifications.webhooks import NotTaken

from .events import EVENTS, event_of

#: No transaction stays open this long, so older audit lines are complete and in order.
SETTLED = timedelta(hours=1)
#: The most deliveries queued in one sweep: in total, and for one webhook.
MOST_AT_ONCE, MOST_OF_A_WEBHOOK = 200, 50
#: A queued delivery that no worker has started by then is queued again.
FORGOTTEN = timedelta(minutes=10)
#: The most waiting deliveries of one club; later events are added when there is room.
MOST_WAITING = 1000
#: Deliveries not accepted within this time are abandoned.
LONGEST_WAIT = timedelta(days=3)
#: How long other clubs' deliveries wait if a host does not respond, and the age at which they no longer wait.
HELD_BACK, LONGEST_HELD = timedelta(minutes=1), timedelta(minutes=4)
State = WebhookDelivery.State

log = logging.getLogger(__name__)


def note(now: datetime) -> None:
    """Create the deliveries of new events."""
    old = WebhookDelivery.objects.filter(state=State.WAITING, made_at__lt=now - LONGEST_WAIT, due_at__lte=now)
    old.update(state=State.FAILED, answer="It waited for three days.")
    newest = AuditLine.objects.filter(club=OuterRef("club")).order_by("-pk").values("pk")[:1]
    makers = Right.objects.filter(kind=Right.Kind.OWNER, player__left_at=None).values("player")
    heard = ClubWebhook.objects.filter(made_by__in=makers).annotate(newest=Subquery(newest))
    for webhook in heard.filter(newest__gt=F("noted_to")):
        _note(webhook, now)


def due(now: datetime) -> list[WebhookDelivery]:
    """Return deliveries that are due and not queued, in order, with a limit for each webhook."""
    is_free = Q(handed_at=None) | Q(handed_at__lt=F("due_at")) | Q(handed_at__lt=now - FORGOTTEN)
    place = Window(RowNumber(), partition_by="webhook", order_by=["due_at", "line_id"])
    rows = send_attempts.due(WebhookDelivery.objects.filter(is_free), now).annotate(place=place)
    return list(rows.filter(place__lte=MOST_OF_A_WEBHOOK).order_by("due_at", "line_id")[:MOST_AT_ONCE])


def hand_out(now: datetime) -> list[WebhookDelivery]:
    """Return the due deliveries for the caller to queue, and mark them so that they are not due again at
    once.
    """
    found = due(now)
    WebhookDelivery.objects.filter(pk__in=[one.pk for one in found]).update(handed_at=now)
    return found


def deliver(delivery_id: str, find: Callable[[str], Target] = target_of) -> None:
    """Send one event, unless another worker is already sending it."""
    if not send_attempts.claim_webhook(WebhookDelivery.objects.filter(pk=delivery_id), timezone.now()):
        return
    known = WebhookDelivery.objects.select_related("webhook", "line__club")
    delivery = known.filter(pk=delivery_id).first()
    if delivery is None:
        return
    webhook = delivery.webhook
    try:
        webhooks.post(find(webhook.url), event_of(delivery), webhook.secret)
    except ObjectDoesNotExist:
        # For example a withdrawn round: there is nothing left to report.
        send_attempts.settle(delivery, State.FAILED, answer="The event subject no longer exists.")
    except (NotTaken, BadAddress) as fault:
        log.warning("delivery %s was not taken: %s", delivery.pk, fault)
        _put_off(delivery, str(fault), is_silent=not isinstance(fault, NotTaken) or fault.is_silent)
    else:
        send_attempts.settle(delivery, State.SENT, answer="")


def _note(webhook: ClubWebhook, now: datetime) -> None:
    """Create one webhook's deliveries of the audit lines that it has not received yet.

    A line may become visible after one with a higher number. So the webhook continues from the last line that
    is old enough, and its existing deliveries show which later lines it has already received.
    """
    lines = AuditLine.objects.filter(club=webhook.club_id, pk__gt=webhook.noted_to)
    heard = WebhookDelivery.objects.filter(webhook=webhook, line=OuterRef("pk"))
    new = lines.filter(~Exists(heard), deed__in=EVENTS).order_by("pk").values_list("pk", flat=True)
    room = MOST_WAITING - _waiting(webhook.club_id)
    wanted = list(new[: max(0, room) + 1])
    noted = wanted[: max(0, room)]
    WebhookDelivery.objects.bulk_create(
        [WebhookDelivery(webhook=webhook, line_id=line, due_at=now) for line in noted], ignore_conflicts=True
    )
    if len(noted) < len(wanted):
        lines = lines.filter(pk__lt=wanted[-1])
    settled = lines.filter(at__lt=now - SETTLED).aggregate(last=Max("pk"))["last"]
    if settled is not None:
        ClubWebhook.objects.filter(pk=webhook.pk, noted_to__lt=settled).update(noted_to=settled)


def _waiting(club: int) -> int:
    return WebhookDelivery.objects.filter(webhook__club=club, state=State.WAITING).count()


def _put_off(delivery: WebhookDelivery, answer: str, *, is_silent: bool) -> None:
    """Schedule the next attempt of a delivery, or mark the delivery as failed; store the reason.

    Other deliveries to the same webhook wait equally long; if the host does not respond, so do all of the
    club's deliveries to it.
    """
    mine = WebhookDelivery.objects.filter(pk=delivery.pk, attempts=delivery.attempts)
    mine.update(answer=answer[: WebhookDelivery._meta.get_field("answer").max_length])
    send_attempts.put_off(delivery)
    now, webhook = timezone.now(), delivery.webhook
    until = now + send_attempts.WAITS[min(delivery.attempts, len(send_attempts.WAITS)) - 1]
    host = Q(webhook__host=webhook.host)
    own = (host & Q(webhook__club=webhook.club_id)) if is_silent else Q(webhook=webhook)
    others = WebhookDelivery.objects.filter(state=State.WAITING).exclude(pk=delivery.pk)
    others.filter(own, due_at__lt=until).update(due_at=until)
    if is_silent:
        young = others.filter(host, made_at__gt=now - LONGEST_HELD).exclude(webhook__club=webhook.club_id)
        young.filter(due_at__lt=now + HELD_BACK).update(due_at=now + HELD_BACK)
