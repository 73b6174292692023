"""Paused clocks: members' vacations, limited per year, and pauses by agreement of the sides."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction

from darkseas.members.models import Member
from replays_app.models import Battle, Clock, Holding, Holiday, Pause, Seat

from .taking_seats import keep_seated

#: Vacation days per calendar year, and how many days ahead a vacation may be entered.
MOST_DAYS, FARTHEST = 30, timedelta(days=400)
MOST_PAUSE_DAYS = 60

_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
#: A period in which a clock is paused: start, end.
Stretch = tuple[datetime, datetime]


class HolidayRefused(Exception):
    """A refused vacation or pause, with a sentence that explains the reason."""


def add(member: Member, first: date, last: date, now: datetime) -> Holiday:
    """Store a member's vacation, both days included (UTC). If it starts today, it counts from now.

    Raises HolidayRefused.
    """
    if not now.date() <= first <= last <= (now + FARTHEST).date():
        raise HolidayRefused("A vacation starts today or later, within a year, and ends after it starts.")
    with transaction.atomic():
        Member.objects.select_for_update().get(pk=member.pk)
        known = list(Holiday.objects.filter(member=member, ends_at__gt=_midnight(date(now.year, 1, 1))))
        begins_at, ends_at = max(now, _midnight(first)), _midnight(last + timedelta(days=1))
        if any(one.begins_at < ends_at and begins_at < one.ends_at for one in known):
            raise HolidayRefused("You already have a vacation on some of these days.")
        years = Counter(day.year for day in days(begins_at, ends_at))
        taken = Counter(day.year for one in known for day in days(one.begins_at, one.ends_at))
        for year, number in years.items():
            if number + taken[year] > MOST_DAYS:
                left = MOST_DAYS - taken[year]
                raise HolidayRefused(f"You have {max(left, 0)} of {MOST_DAYS} days left in {year}.")
        return Holiday.objects.create(member=member, begins_at=begins_at, ends_at=ends_at)


def end(member: Member, holiday_id: int, now: datetime) -> None:
    """Delete a future vacation, or end a current one. Days already used still count."""
    mine = Holiday.objects.filter(pk=holiday_id, member=member, ends_at__gt=now)
    mine.filter(begins_at__gt=now).delete()
    mine.update(ends_at=now)


def days(begins_at: datetime, ends_at: datetime) -> list[date]:
    """Return the days (UTC) that a period touches."""
    first, last = begins_at.date(), (ends_at - timedelta(microseconds=1)).date()
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def days_left(member: Member, year: int) -> int:
    """Return how many vacation days a member has left in a year."""
    taken = [
        day
        for one in Holiday.objects.filter(member=member)
        for day in days(one.begins_at, one.ends_at)
        if day.year == year
    ]
    return max(MOST_DAYS - len(taken), 0)


def running_on(member: Member) -> list[Battle]:
    """Return a member's battles whose clocks run during vacations."""
    held = Holding.objects.filter(member=member, to_entry=None)
    running = Battle.objects.filter(status=Battle.Status.RUNNING, seats__in=held.values("seat"))
    return list(running.filter(clock__has_holidays=False).distinct())


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


# --- pauses --------------------------------------------------------------------------------------------


def ask(clock: Clock, seat: Seat, number: int) -> Pause:
    """Ask the other sides for a pause of so many days. Raises HolidayRefused, SeatGone."""
    if not 1 <= number <= MOST_PAUSE_DAYS:
        raise HolidayRefused(f"A pause lasts 1 to {MOST_PAUSE_DAYS} days.")
    try:
        with transaction.atomic():
            keep_seated(seat)
            return Pause.objects.create(clock=clock, asked_by=seat, days=number)
    except IntegrityError:
        raise HolidayRefused("A pause has already been requested.") from None


def asked_for(clock: Clock) -> Pause | None:
    """Return the requested pause that needs consent, None if there is none."""
    return Pause.objects.filter(clock=clock, begins_at=None).select_related("asked_by").first()


@transaction.atomic
def agree(clock: Clock, seat: Seat, days: int, now: datetime) -> bool:
    """Agree to another side's request for a pause of so many days. The pause begins at once.

    Return False if the request is no longer open or has another length. Raises SeatGone.
    """
    keep_seated(seat)
    asked = Pause.objects.filter(clock=clock, begins_at=None, days=days)
    waiting = asked.exclude(asked_by=seat).first()
    if waiting is None:
        return False
    still = Pause.objects.filter(pk=waiting.pk, begins_at=None)
    return bool(still.update(begins_at=now, ends_at=now + timedelta(days=waiting.days)))


@transaction.atomic
def decline(clock: Clock, seat: Seat) -> None:
    """Decline a requested pause, or withdraw one's own request. Raises SeatGone."""
    keep_seated(seat)
    Pause.objects.filter(clock=clock, begins_at=None).delete()


# --- paused clocks -------------------------------------------------------------------------------------


def stretches(clock: Clock, seat: Seat, since: datetime) -> list[Stretch]:
    """Return the periods after a time in which a seat's clock is paused: agreed pauses and its holders'
    vacations.
    """
    agreed = Pause.objects.filter(clock=clock, begins_at__isnull=False, ends_at__gt=since)
    standing = [(one.begins_at, one.ends_at) for one in agreed if one.begins_at and one.ends_at]
    return [*standing, *_holidays(seat, since)] if clock.has_holidays else standing


def _holidays(seat: Seat, since: datetime) -> list[Stretch]:
    """Return the vacations of a seat's holders, each limited to the time in which they held the seat.

    A former holder's vacation counts only until the handover, a new holder's only after it.
    """
    held = list(Holding.objects.filter(seat=seat).order_by("pk").values_list("member", "since"))
    changes = [at for _, at in held[1:]]
    tenures = zip([_FIRST, *changes], [*changes, _LAST], strict=False)
    taken = Holiday.objects.filter(member__in=[member for member, _ in held], ends_at__gt=since)
    days = [
        (max(holiday.begins_at, begin), min(holiday.ends_at, end))
        for (member, _), (begin, end) in zip(held, tenures, strict=False)
        for holiday in taken
        if holiday.member_id == member
    ]
    return [(begin, end) for begin, end in days if begin < end]


def running_s(begin: datetime, end: datetime, standing: Iterable[Stretch]) -> int:
    """Return how many seconds a clock ran between two times, without the paused periods."""
    total, at = timedelta(), begin
    for first, last in sorted(standing):
        total += max(min(first, end) - at, timedelta())
        at = max(at, min(last, end))
    total += max(end - at, timedelta())
    return int(total.total_seconds())


def stands_until(now: datetime, standing: Iterable[Stretch]) -> datetime | None:
    """Return until when a clock is paused now, None while it is running."""
    until = None
    for first, last in sorted(standing):
        if first <= (until or now) < last:
            until = last
    return until
