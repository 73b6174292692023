"""Delivery of notifications, each by exactly one worker.

One worker sends all e-mails and webhooks. E-mails go first, members take turns, and a round of webhooks has a
time limit. After a failure, all webhooks of that member wait. If a host does not answer, other members'
webhooks to that host wait a minute, and at most five minutes in all, however often one member's URL does not
answer.
"""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from darkseas.members import send_email
from replays_app.models import Notice

from . import battle_emails, clock_warnings, due_notifications, send_attempts, webhooks
from .public_addresses import BadAddress, Target, target_of
from .webhooks import NotTaken

#: Limits per sweep: all notifications, and those of one member in one channel.
MOST_AT_ONCE, MOST_OF_A_MEMBER = 200, 10
#: No webhook call starts after this many seconds of a round; the rest waits for the next sweep.
TURN_S = 8.0
#: Delay for other members' webhooks to a host that does not answer, and the age at which a notification is no
#: longer delayed.
HELD_BACK, LONGEST_HELD = timedelta(minutes=1), timedelta(minutes=4)
LETTER, WEBHOOK = Notice.Way.LETTER, Notice.Way.WEBHOOK

log = logging.getLogger(__name__)


def due(now: datetime) -> list[Notice]:
    """Return the notifications to send: e-mails before webhooks, with members taking turns.

    Retries come first, so that a webhook that does not answer is called less and less often.
    """
    place = Window(RowNumber(), partition_by=["member", "way"], order_by=["-attempts", "due_at"])
    rows = send_attempts.due(Notice.objects.exclude(_rests(now)), now).annotate(place=place)
    return list(rows.filter(place__lte=MOST_OF_A_MEMBER).order_by("way", "place", "due_at")[:MOST_AT_ONCE])


def deliver_webhooks(
    notice_ids: Iterable[str],
    find: Callable[[str], Target] = target_of,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Call webhooks one after the other until the turn's time limit."""
    until = clock() + TURN_S
    for notice_id in notice_ids:
        if clock() >= until:
            return
        deliver(notice_id, find)


def deliver(notice_id: str, find: Callable[[str], Target] = target_of) -> None:
    """Send one notification, unless another worker has claimed it or the notification is out of date."""
    notice = _claim(notice_id, timezone.now())
    if notice is None:
        return
    is_current = due_notifications.is_current if notice.spell is None else clock_warnings.is_current
    if not is_current(notice):
        send_attempts.settle(notice, Notice.State.PASSED)
        return
    try:
        if notice.way == LETTER:
            _send_letter(notice)
        else:
            _send_to_webhook(notice, find)
    except (send_email.NotSent, NotTaken, BadAddress) as fault:
        reason = str(fault) or type(fault).__name__
        log.warning("notification %s (%s) not delivered: %s", notice.pk, notice.way, reason)
        send_attempts.put_off(notice)
        if notice.way == WEBHOOK:
            _leave_alone(notice, is_silent=not isinstance(fault, NotTaken) or fault.is_silent)
    else:
        send_attempts.settle(notice, Notice.State.SENT)


def _rests(now: datetime) -> Q:
    """Return the condition that a member's webhook failed recently and waits for its retry."""
    tried = Notice.objects.filter(way=WEBHOOK, state=Notice.State.WAITING, attempts__gt=0, due_at__gt=now)
    return Q(way=WEBHOOK) & Q(Exists(tried.filter(member=OuterRef("member"))))


def _leave_alone(notice: Notice, *, is_silent: bool) -> None:
    """Delay the other notifications to the webhook, and those of other members to a silent host."""
    now = timezone.now()
    until = now + send_attempts.WAITS[min(notice.attempts, len(send_attempts.WAITS)) - 1]
    waiting = Notice.objects.filter(way=WEBHOOK, state=Notice.State.WAITING).exclude(pk=notice.pk)
    waiting.filter(member=notice.member_id, due_at__lt=until).update(due_at=until)
    if is_silent:
        young = _of_host(waiting, notice.member.wish.webhook_url).filter(made_at__gt=now - LONGEST_HELD)
        others = young.exclude(member=notice.member_id)
        others.filter(due_at__lt=now + HELD_BACK).update(due_at=now + HELD_BACK)


def _of_host(rows: QuerySet[Any], url: str) -> QuerySet[Any]:
    """Return the rows whose webhook is on the same host as a URL."""
    host = "/".join(url.split("/", 3)[:3]).partition("?")[0]
    column = "member__wish__webhook_url"
    begins = [Q(**{f"{column}__istartswith": host + sign}) for sign in "/?#:."]
    return rows.filter(Q(*begins, Q(**{f"{column}__iexact": host}), _connector=Q.OR))


def _claim(notice_id: str, now: datetime) -> Notice | None:
    """Claim a notification for this worker; return None if there is nothing to do."""
    mine = Notice.objects.filter(pk=notice_id)
    taken = send_attempts.claim_letter(mine.filter(way=LETTER), now) or send_attempts.claim_webhook(
        mine.filter(way=WEBHOOK), now
    )
    known = Notice.objects.select_related("seat__battle", "member__wish", "spell__seat__battle__clock")
    return known.get(pk=notice_id) if taken else None


def _send_letter(notice: Notice) -> None:
    """Send the e-mail, which contains only the battle's title and address."""
    member, battle = notice.member, notice.seat.battle
    if notice.spell is None:
        battle_emails.write("notifications/mail/orders_due.txt", member, battle)
    else:
        battle_emails.write(
            "notifications/mail/clock_warning.txt", member, battle, clock=clock_warnings.facts(notice.spell)
        )


def _send_to_webhook(notice: Notice, find: Callable[[str], Target]) -> None:
    """Send the event, which says nothing about what happened in the battle."""
    event = {
        "id": notice.pk.hex,
        "event": "called" if notice.spell is None else "running-out",
        "battle": notice.seat.battle_id.hex,
        "side": notice.seat.side,
        "title": notice.seat.battle.title,
        "page": battle_emails.page_of(notice.seat.battle),
    }
    if notice.spell is not None:
        event["runs_out_at"] = clock_warnings.facts(notice.spell).runs_out_at.isoformat(timespec="seconds")
    wish = notice.member.wish
    webhooks.post(find(wish.webhook_url), event, wish.webhook_secret)
