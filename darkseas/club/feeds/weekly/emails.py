"""Weekly letters: each member gets one a week, whoever works at the same time and whatever kills them."""

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

#: On Mondays at this hour (UTC) the letters of the week before go out.
HOUR = time(6, tzinfo=UTC)
WEEK = timedelta(days=7)
#: Letters that one sweep hands out.
MOST_AT_ONCE = 200
State = WeeklyLetter.State

log = logging.getLogger(__name__)


def note(now: datetime) -> None:
    """Note who is to be written to this week: once for each, whoever asks at the same time.

    Who began to want it later than this week's letters went out waits for the next ones.
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
    """Return the letters that wait to be sent."""
    return list(send_attempts.due(WeeklyLetter.objects.order_by("due_at"), now)[:MOST_AT_ONCE])


def deliver(letter_id: str) -> None:
    """Send one letter, unless another worker has it, nobody wants it any more, or nothing is to be told."""
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
    """Return what there is to tell, of each club that the member is of; nothing to who wants no letter."""
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
