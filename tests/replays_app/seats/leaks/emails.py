"""What goes out to people while they are away: whether, when and what."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from replays_app.live.notifications import clock_warnings, deliveries, due_notifications, webhooks
from replays_app.live.notifications.public_addresses import Target
from replays_app.models import Notice

from .viewers import OPPONENT

#: Who has an address that something could go to.
_PEOPLE = {OPPONENT: ("anna", "anne"), "spectator": ("carl",), "stranger": ("dora",), "anonymous": ()}
_STOP, _ID = re.compile(r"/notices/stop/\S+"), re.compile(r"'id': '[0-9a-f]{32}'")


def letters_to(name: str) -> str:
    """All letters and webhooks that somebody gets, with what the site keeps of their notices."""
    posted: list[str] = []
    people = _PEOPLE[name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(webhooks, "post", lambda target, event, secret: posted.append(f"{target} {event}"))
        due_notifications.note(timezone.now() + timedelta(minutes=1))
        clock_warnings.note(timezone.now())
        Notice.objects.update(due_at=timezone.now())
        for notice in deliveries.due(timezone.now()):
            deliveries.deliver(notice.pk.hex, lambda url: Target(url, 443, "/", "192.0.2.1"))
    letters = [str(letter.message()) for letter in mail.outbox if letter.to[0].split("@")[0] in people]
    hooks = [_ID.sub("ID", event) for event in posted if any(f"/{who}" in event for who in people)]
    kept = Notice.objects.filter(member__username__in=people).order_by("way", "member")
    rows = kept.values_list("way", "state", "attempts", "made_at", "seat__side")
    letters = [_STOP.sub("STOP", _without_chance(text)) for text in letters]
    return f"{letters} {hooks} {list(rows)}"


def _without_chance(text: str) -> str:
    return re.sub(r"^(Message-ID|Date): .*$", "", text, flags=re.MULTILINE)
