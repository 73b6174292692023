"""Whose clock is about to run out, and has not been told: the notices that are due, one a spell and way.

What is asked here is known to the clock's own side. Who has the page open is told as well: a battle lost on
time weighs more than a letter too many.
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
    """What a notice says of its reader's clock: how much is left, in words, until when, and what follows."""

    left: str
    runs_out_at: datetime
    is_lost: bool


def facts(spell: Spell) -> ClockFacts:
    """Return how an open spell's clock stands now."""
    now, clock = timezone.now(), spell.seat.battle.clock
    left = clocks.time_left(clock, spell.seat, now)
    return ClockFacts(
        clock_terms.left_words(left.seconds),
        clocks.runs_out_at(clock, spell, now),
        clock.at_zero == clock_terms.LOSS,
    )


def note(now: datetime) -> None:
    """Make the notices that are due: once a spell and holder, whoever asks at the same time."""
    for spell in clocks.to_warn(now):
        _note(spell, now)


@transaction.atomic
def _note(spell: Spell, now: datetime) -> None:
    """Note that a spell's holder is told, and in which ways: both, or nothing where a worker dies."""
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
    """Whether the time of a notice's member still runs out, and they still want to be told so."""
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
