"""Weekly emails: each subscriber gets exactly one a week, despite parallel workers and crashes."""

import logging
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from darkseas.club.models import Player, WeeklyLetter, WeeklyWish
from darkseas.members import send_email
from replays_app.live.notifications import send_attempts
from replays_app.live.notifications.stop_links import stop_headers

from . import subscriptions
from .contents import ClubWeek, week_of_club

#: We send emails about the past week on Mondays at this time.
HOUR = time(6, tzinfo=UTC)
WEEK = timedelta(days=7)
#: The most emails queued in one sweep.
MOST_AT_ONCE = 200
State = WeeklyLetter.State

log = logging.getLogger(__name__)


def note(now: datetime) -> None:
    """Create this week's emails, one for each subscriber.

    Members who subscribe after this week's emails were created get their first one next week.
    """
    week = _monday(now)
    goes_out = datetime.combine(week, HOUR)
    if now < goes_out:
        return
    written = WeeklyLetter.objects.filter(member=OuterRef("member"), week=week)
    of_a_club = Player.objects.filter(member=OuterRef("member"), left_at=None)
    wishing = WeeklyWish.objects.filter(Exists(of_a_club), since__lt=goes_out, member__is_active=True)
    members = wishing.exclude(Exists(written)).values_list("member", flat=True)
    WeeklyLetter.objects.bulk_create(
        [WeeklyLetter(member_id=member, week=week, due_at=now) for member in members], ignore_conflicts=True
    )


def due(now: datetime) -> list[WeeklyLetter]:
    return list(send_attempts.due(WeeklyLetter.objects.order_by("due_at"), now)[:MOST_AT_ONCE])


def deliver(letter_id: str) -> None:
    """Send one email, unless another worker is already sending it, the member has unsubscribed or there is no
    content.
    """
    if not send_attempts.claim_letter(WeeklyLetter.objects.filter(pk=letter_id), timezone.now()):
        return
    letter = WeeklyLetter.objects.select_related("member").get(pk=letter_id)
    clubs = _contents(letter)
    if not clubs:
        send_attempts.settle(letter, State.PASSED)
        return
    try:
        _send(letter, clubs)
    except send_email.NotSent as fault:
        log.warning("weekly letter %s was not taken: %s", letter.pk, str(fault) or type(fault).__name__)
        send_attempts.put_off(letter)
    else:
        send_attempts.settle(letter, State.SENT)


def _contents(letter: WeeklyLetter) -> list[ClubWeek]:
    """Return the content for each club of the member; empty if the member has unsubscribed."""
    member = letter.member
    is_reachable = bool(member.is_active and member.email and member.email_confirmed_at)
    if not is_reachable or not subscriptions.is_wanted(member):
        return []
    until = datetime.combine(letter.week, time(tzinfo=UTC))
    players = Player.objects.filter(member=member, left_at=None).select_related("club")
    weeks = (week_of_club(player, until - WEEK, until) for player in players.order_by("club__name"))
    return [week for week in weeks if week]


def _send(letter: WeeklyLetter, clubs: list[ClubWeek]) -> None:
    stop = settings.SITE_ADDRESS + subscriptions.stop_path(letter.member)
    context = {"member": letter.member, "clubs": clubs, "stop": stop, "site": settings.SITE_ADDRESS}
    send_email.send_template("club/feeds/mail/weekly.txt", letter.member.email, context, stop_headers(stop))


def _monday(now: datetime) -> date:
    day = now.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())
