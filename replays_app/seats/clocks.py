"""Time left on a seat's clock: exact for its holder, an upper bound for the other side.

The other side must not learn from the clock when orders became due. So it sees a time computed only from what
it knows: it assumes that the opponent has been to move whenever it was not, since its own last order. This is
the most time that can be left, to the minute.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Min, QuerySet, Sum

from darkseas.engine.events import UMPIRE
from replays_app.models import Battle, Call, Clock, Seat, Spell
from scenarios_app.revisions.scenario_and_side_titles import own_card

from .clock_terms import BANK, MINUTE, left_words
from .holidays import running_s, stands_until, stretches

#: Warn when one part in this many is left: of the allowance, or of the time at the start of the period.
WARN_AT = 4


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Seconds left, whether the clock is running, and until when it is paused."""

    seconds: int
    is_on: bool
    stands_until: datetime | None = None


def time_left(clock: Clock, seat: Seat, now: datetime) -> TimeLeft:
    """Return the time left to a seat. Only its holder may see it."""
    total = _total_s(clock, seat)
    spell = Spell.objects.filter(seat=seat, ended_at=None).first()
    if spell is None:
        return TimeLeft(total, is_on=False)
    standing = stretches(clock, seat, spell.runs_since)
    used = running_s(spell.runs_since, now, standing)
    before = 0 if clock.kind == BANK else spell.used_s  # the total of a time bank already excludes it
    return TimeLeft(total - before - used, is_on=True, stands_until=stands_until(now, standing))


def known_time_left(clock: Clock, of: Seat, to: Seat, now: datetime) -> TimeLeft | None:
    """Return the most time that a seat can have left, as far as another seat knows, to the minute.

    Return None while the other seat has orders due: it may not know whether this seat also has orders due.
    """
    if Call.objects.filter(seat=to, is_called=True).exists():
        return None
    waits = _waits(to, now)
    if not waits:
        return None
    standing = stretches(clock, of, waits[0][0])
    if clock.kind == BANK:
        used = sum(running_s(begin, end, standing) for begin, end in waits)
        left = clock.allowance_s + _earned_s(clock, of) - used
    else:
        since = waits[-1][0]
        left = clock.allowance_s - running_s(max(since, _last_heard(of) or since), now, standing)
    minutes = max(left, 0) // MINUTE
    return TimeLeft(minutes * MINUTE, is_on=True, stands_until=stands_until(now, standing))


def _waits(seat: Seat, now: datetime) -> list[tuple[datetime, datetime]]:
    """Return the periods in which a seat was not to move, so that another seat was.

    Periods are counted from the first time that this seat was to move. If it never was, they start with the
    others' first period.
    """
    own = list(Spell.objects.filter(seat=seat).order_by("began_at"))
    spells = Spell.objects.filter(seat__battle=seat.battle_id)
    begin = own[0].began_at if own else spells.aggregate(first=Min("began_at"))["first"]
    if begin is None:
        return []
    waits = []
    for spell in own:
        waits.append((begin, max(spell.began_at, begin)))
        begin = spell.ended_at or now
    return [*waits, (begin, now)]


def _total_s(clock: Clock, seat: Seat) -> int:
    """Return the seconds that a seat had at the start of its running period."""
    if clock.kind != BANK:
        return clock.allowance_s
    used = Spell.objects.filter(seat=seat).aggregate(used=Sum("used_s"))["used"] or 0
    return clock.allowance_s + _earned_s(clock, seat) - int(used)


def _earned_s(clock: Clock, seat: Seat) -> int:
    return clock.increment_s * Spell.objects.filter(seat=seat, was_heard=True).count()


def _last_heard(seat: Seat) -> datetime | None:
    """Return when a seat last gave a public order."""
    heard = Spell.objects.filter(seat=seat, was_heard=True)
    at: datetime | None = heard.aggregate(last=Max("ended_at"))["last"]
    return at


def begin(clock: Clock, call: Call) -> None:
    """Start the clock of a seat from the time when orders became due; safe to call twice."""
    left = max(_total_s(clock, call.seat), 0)
    before: datetime | None = Spell.objects.filter(seat=call.seat).aggregate(last=Max("ended_at"))["last"]
    began_at = max(call.since, before or call.since)
    spell = Spell(
        seat=call.seat,
        began_at=began_at,
        from_length=call.length,
        due_at=began_at + timedelta(seconds=left),
        warn_at=began_at + timedelta(seconds=left - _short_s(clock, left)),
    )
    Spell.objects.bulk_create([spell], ignore_conflicts=True)


def end(clock: Clock, spell: Spell, at: datetime, *, was_heard: bool = False, ran_out: bool = False) -> bool:
    """End a running period; return whether it was still open."""
    at = max(at, spell.runs_since)
    used = spell.used_s + running_s(spell.runs_since, at, stretches(clock, spell.seat, spell.runs_since))
    still = Spell.objects.filter(pk=spell.pk, ended_at=None)
    return bool(still.update(ended_at=at, used_s=used, was_heard=was_heard, ran_out=ran_out))


def pass_on(seat: Seat, now: datetime) -> None:
    """Record the time used before a seat changes hands.

    Vacations of the former holder no longer count afterwards.
    """
    clock = Clock.objects.filter(battle=seat.battle_id).first()
    spell = Spell.objects.filter(seat=seat, ended_at=None).first()
    if clock is None or spell is None:
        return
    left = max(time_left(clock, seat, now).seconds, 0)
    used = spell.used_s + running_s(spell.runs_since, now, stretches(clock, seat, spell.runs_since))
    Spell.objects.filter(pk=spell.pk, ended_at=None).update(
        resumed_at=now,
        used_s=used,
        due_at=now + timedelta(seconds=left),
        warn_at=now + timedelta(seconds=left - _short_s(clock, left)),
    )


def take_increment_back(seat: Seat) -> None:
    """Remove the increment for a seat's last period, because the order that earned it was withdrawn."""
    ended = Spell.objects.filter(seat=seat).exclude(ended_at=None).order_by("-ended_at", "-pk")
    Spell.objects.filter(pk__in=ended.values("pk")[:1]).update(was_heard=False)


def overdue(now: datetime) -> list[Spell]:
    """Return the open periods in running battles whose time may have run out."""
    return list(_open().filter(due_at__lte=now).order_by("due_at"))


def to_warn(now: datetime) -> list[Spell]:
    """Return the open periods whose holders have a quarter of the time left and have no warning yet.

    If a time bank had less than a quarter left when the period began, a quarter of that rest counts.
    """
    soon = _open().filter(warned_at=None, warn_at__lte=now).select_related("seat__battle__clock")
    return [spell for spell in soon if _is_short(spell, now)]


def note_warned(spell: Spell, now: datetime) -> bool:
    """Record the warning; return whether this is the first one in the period."""
    return bool(Spell.objects.filter(pk=spell.pk, warned_at=None).update(warned_at=now))


def _is_short(spell: Spell, now: datetime) -> bool:
    clock = spell.seat.battle.clock
    left = time_left(clock, spell.seat, now)
    return left.stands_until is None and 0 < left.seconds <= _short_s(clock, _total_s(clock, spell.seat))


def _short_s(clock: Clock, total: int) -> int:
    """Return the seconds left at which the holder gets a warning; ``total`` is the time at the start of the
    period.
    """
    return max(min(clock.allowance_s, total), 0) // WARN_AT


def runs_out_at(clock: Clock, spell: Spell, now: datetime) -> datetime:
    """Return when an open period runs out of time if the clock is not paused again."""
    since = spell.runs_since
    ran = running_s(since, now, stretches(clock, spell.seat, since))
    return spell.due_at + timedelta(seconds=int((now - since).total_seconds()) - ran)


def _open() -> QuerySet[Spell]:
    running = {"seat__battle__status": Battle.Status.RUNNING, "seat__battle__broken_at": None}
    return Spell.objects.filter(ended_at=None, **running).select_related("seat__battle__revision__scenario")


def other_side(seat: Seat) -> Seat | None:
    """Return the seat of the other side, None if there are several others."""
    others = list(Seat.objects.filter(battle=seat.battle_id).exclude(pk=seat.pk).exclude(side=UMPIRE)[:2])
    return others[0] if len(others) == 1 else None


@dataclass(frozen=True, slots=True)
class Times:
    """The time left to the holder and to the other side, in words; "" if hidden."""

    own: str
    other: str
    is_own_on: bool


def times_of(clock: Clock, seat: Seat, now: datetime) -> Times:
    """Return both clocks as the holder of a seat may see them."""
    own = time_left(clock, seat, now)
    other = other_side(seat)
    known = known_time_left(clock, other, seat, now) if other is not None else None
    return Times(in_words(own), f"at most {in_words(known)}" if known is not None else "", own.is_on)


@dataclass(frozen=True, slots=True)
class SideTime:
    """A side's key and name, and its time left."""

    side: str
    name: str
    left: TimeLeft


def times_of_sides(clock: Clock, battle: Battle, now: datetime) -> list[SideTime]:
    """Return the time left to each side, for the umpire, who sees all clocks."""
    names = {side["key"]: side["name"] for side in own_card(battle.revision).sides}
    seats = Seat.objects.filter(battle=battle).exclude(side=UMPIRE).order_by("pk")
    return [
        SideTime(seat.side, names.get(seat.side, seat.side), time_left(clock, seat, now)) for seat in seats
    ]


def in_words(left: TimeLeft) -> str:
    """Return the time left, and until when the clock is paused."""
    stands = f", paused until {left.stands_until:%-d %B, %H:%M} UTC" if left.stands_until else ""
    return f"{left_words(left.seconds)} left{stands}"
