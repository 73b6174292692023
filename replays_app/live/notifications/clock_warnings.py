"""Notifications of clocks about to run out, one per running clock and channel.

They use only facts known to the clock's own side. Members who have the page open are notified too: losing on
time is worse than one e-mail too many.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from replays_app.models import Battle, Holding, Notice, Spell, Wish
from replays_app.seats import clock_terms, clocks

from .due_notifications import wanted_kinds


@dataclass(frozen=True, slots=True)
class ClockFacts:
    """Time left on the reader's clock in words, when it runs out, and what happens then."""

    left: str
    runs_out_at: datetime
    is_lost: bool


def facts(spell: Spell) -> ClockFacts:
    """Return the current state of a running clock."""
    now, clock = timezone.now(), spell.seat.battle.clock
    left = clocks.time_left(clock, spell.seat, now)
    return ClockFacts(
        clock_terms.left_words(left.seconds),
        clocks.runs_out_at(clock, spell, now),
        clock.at_zero == clock_terms.LOSS,
    )


def note(now: datetime) -> None:
    """Create the notifications that are due.

    There is one per running clock and holder, even with concurrent callers.
    """
    for spell in clocks.to_warn(now):
        _note(spell, now)


@transaction.atomic
def _note(spell: Spell, now: datetime) -> None:
    """Record that a clock's holder is notified: in all channels or, if a worker dies, in none."""
    if not clocks.note_warned(spell, now):
        return
    wishing = Holding.objects.filter(seat=spell.seat_id, to_entry=None, member__is_active=True)
    held = wishing.filter(member__wish__isnull=False).select_related("member__wish").first()
    if held is None or held.member is None:
        return
    notices = [
        Notice(
            seat_id=spell.seat_id,
            member=held.member,
            answered=spell.from_length,
            spell=spell,
            way=way,
            due_at=now,
        )
        for way in wanted_kinds(held.member.wish)
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def is_current(notice: Notice) -> bool:
    """Whether the clock is still running out, and the member still wants the notification."""
    spells = notice.seat.spells.filter(
        notices=notice, ended_at=None, seat__battle__status=Battle.Status.RUNNING
    )
    spell = spells.select_related("seat__battle__clock").first()
    held = Holding.objects.filter(seat=notice.seat_id, member=notice.member_id, to_entry=None)
    wish = Wish.objects.filter(member=notice.member_id, member__is_active=True).first()
    return (
        spell is not None
        and held.exists()
        and wish is not None
        and notice.way in wanted_kinds(wish)
        and clocks.time_left(spell.seat.battle.clock, spell.seat, timezone.now()).seconds > 0
    )
