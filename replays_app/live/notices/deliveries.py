"""Sending notices, each once whoever works at the same time.

A host that says nothing holds a worker for seconds, and all letters go through the same. So letters are
handed out first, and of each member's notices a few at a time; and while a member's webhook has one in
hand, or has not taken one and that waits for its next attempt, the others for it wait too.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from django.db.models import Case, Exists, F, OuterRef, Q, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from darkseas.members import emails
from replays_app.models import Notice

from . import attempts, due_notices, letters, running_out, webhooks
from .public_addresses import BadAddress, Target, target_of
from .webhooks import NotTaken

#: Notices that one sweep hands out.
MOST_AT_ONCE = 200
#: How many of them go one way to the same member.
MOST_OF_MEMBER = 5

log = logging.getLogger(__name__)


def due(now: datetime) -> list[Notice]:
    """Return the notices that wait to be sent, letters first; of a member's webhook none while it is held."""
    of_member = Window(RowNumber(), partition_by=[F("member"), F("way")], order_by=F("due_at").asc())
    waiting = attempts.due(Notice.objects.exclude(_is_held(now)), now).annotate(place=of_member)
    letters_first = Case(When(way=Notice.Way.LETTER, then=0), default=1)
    return list(waiting.filter(place__lte=MOST_OF_MEMBER).order_by(letters_first, "due_at")[:MOST_AT_ONCE])


def _is_held(now: datetime) -> Q:
    """Of a webhook whose member has one in hand, or one that was not taken and waits for its next attempt."""
    tried = Notice.objects.filter(
        member=OuterRef("member"), way=Notice.Way.WEBHOOK, state=Notice.State.WAITING, attempts__gt=0
    )
    return Q(Exists(tried.filter(due_at__gt=now)), way=Notice.Way.WEBHOOK)


def deliver(notice_id: str, find: Callable[[str], Target] = target_of) -> None:
    """Send one notice, unless another worker has it, or its call has passed."""
    notice = _claim(notice_id, timezone.now())
    if notice is None:
        return
    is_current = due_notices.is_current if notice.spell is None else running_out.is_current
    if not is_current(notice):
        attempts.settle(notice, Notice.State.PASSED)
        return
    try:
        if notice.way == Notice.Way.LETTER:
            _send_letter(notice)
        else:
            _send_to_webhook(notice, find)
    except (emails.NotSent, NotTaken, BadAddress) as fault:
        reason = str(fault) or type(fault).__name__
        log.warning("notice %s (%s) was not taken: %s", notice.pk, notice.way, reason)
        attempts.put_off(notice)
        if notice.way == Notice.Way.WEBHOOK:
            _put_off_others(notice)
    else:
        attempts.settle(notice, Notice.State.SENT)


def _put_off_others(notice: Notice) -> None:
    """Let what else waits for a webhook wait as long as the one that it did not take."""
    tried = Notice.objects.filter(pk=notice.pk, state=Notice.State.WAITING).first()
    if tried is None:
        return
    others = Notice.objects.filter(member=notice.member, way=notice.way, state=Notice.State.WAITING)
    others.filter(due_at__lt=tried.due_at).update(due_at=tried.due_at)


def _claim(notice_id: str, now: datetime) -> Notice | None:
    """Take a notice for this worker alone; None where there is nothing to do."""
    mine = Notice.objects.filter(pk=notice_id)
    taken = attempts.claim_letter(mine.filter(way=Notice.Way.LETTER), now) or attempts.claim_webhook(
        mine.filter(way=Notice.Way.WEBHOOK), now
    )
    known = Notice.objects.select_related("seat__battle", "member__wish", "spell__seat__battle__clock")
    return known.get(pk=notice_id) if taken else None


def _send_letter(notice: Notice) -> None:
    """Write to the member; of the battle stands there what its title says, and where it is."""
    member, battle = notice.member, notice.seat.battle
    if notice.spell is None:
        letters.write("notices/mail/called.txt", member, battle)
    else:
        letters.write("notices/mail/running_out.txt", member, battle, clock=running_out.facts(notice.spell))


def _send_to_webhook(notice: Notice, find: Callable[[str], Target]) -> None:
    """Send the event; nothing of what happened in the battle is in it."""
    event = {
        "id": notice.pk.hex,
        "event": "called" if notice.spell is None else "running-out",
        "battle": notice.seat.battle_id.hex,
        "side": notice.seat.side,
        "title": notice.seat.battle.title,
        "page": letters.page_of(notice.seat.battle),
    }
    if notice.spell is not None:
        event["runs_out_at"] = running_out.facts(notice.spell).runs_out_at.isoformat(timespec="seconds")
    wish = notice.member.wish
    webhooks.post(find(wish.webhook_url), event, wish.webhook_secret)
