"""E-mails about results that wait for a player, each sent once, with any number of workers.

Players of the battle are asked to confirm; directors to decide a dispute or an unanswered report. Only
players who want e-mail when they are to move get any.
"""

import logging
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from darkseas.club import access
from darkseas.club.access import Deed
from darkseas.club.models import Player, Result, ResultNotice
from darkseas.members import send_email
from replays_app.live.notifications import send_attempts
from replays_app.live.notifications.due_notifications import wanted_kinds
from replays_app.live.notifications.stop_links import stop_headers, stop_path
from replays_app.models import Notice, Wish

from .answers.disputes import who_may_dispute
from .answers.opponents import fighters
from .answers.own_decisions import others_who_decide
from .result_states import FOR_DIRECTORS

#: E-mails handed out in one run.
MOST_AT_ONCE = 200
State, About = ResultNotice.State, ResultNotice.About

log = logging.getLogger(__name__)


def ask(result: Result, players: Iterable[int]) -> None:
    """Queue e-mails about a result to these players, in the transaction that reports it."""
    ResultNotice.objects.bulk_create(ResultNotice(result=result, player_id=player) for player in players)


def ask_directors(result: Result, by: Player | None) -> None:
    """Queue e-mails to the directors, in the transaction of the step that needs them.

    The disputing player gets none, directors who fought in it get none if somebody else can decide, and
    nobody gets a second one about the same result.
    """
    parties = fighters(result)
    directors = access.directors_of(result.club)
    outside = [player for player in directors if player.pk not in parties]
    told = outside or others_who_decide(result.club, parties) or directors
    told = [player for player in told if by is None or player.pk != by.pk]
    ResultNotice.objects.bulk_create(
        (ResultNotice(result=result, player=player, about=About.DECISION) for player in told),
        ignore_conflicts=True,
    )


def due(now: datetime) -> list[ResultNotice]:
    """Return the e-mails to send."""
    return list(send_attempts.due(ResultNotice.objects.order_by("due_at"), now)[:MOST_AT_ONCE])


def deliver(notice_id: str) -> None:
    """Send one e-mail, unless another worker has it or it is no longer needed."""
    notice = _claim(notice_id, timezone.now())
    if notice is None:
        return
    if not is_wanted(notice):
        send_attempts.settle(notice, State.PASSED)
        return
    try:
        _send(notice)
    except send_email.NotSent as fault:
        log.warning(
            "e-mail %s about a result was not accepted: %s", notice.pk, str(fault) or type(fault).__name__
        )
        send_attempts.put_off(notice)
    else:
        send_attempts.settle(notice, State.SENT)


def is_wanted(notice: ResultNotice) -> bool:
    """Whether the player is in the club and wants e-mail, and the result still waits for them."""
    player, result = notice.player, notice.result
    if notice.about == About.DECISION:
        is_asked = result.state in FOR_DIRECTORS and access.may(player, Deed.DECIDE)
    else:
        is_asked = player.pk in who_may_dispute(result, timezone.now())
    return is_asked and wants_letters(player)


def wants_letters(player: Player) -> bool:
    """Whether a player is in the club, has an address and wants e-mail."""
    wish = Wish.objects.filter(member=player.member_id, member__is_active=True).first()
    is_of_club = player.left_at is None and player.member is not None
    return is_of_club and wish is not None and Notice.Way.LETTER in wanted_kinds(wish)


def _claim(notice_id: str, now: datetime) -> ResultNotice | None:
    """Claim an e-mail for this worker; None if there is nothing to do."""
    if not send_attempts.claim_letter(ResultNotice.objects.filter(pk=notice_id), now):
        return None
    return ResultNotice.objects.select_related("result__club", "player__member").get(pk=notice_id)


def _send(notice: ResultNotice) -> None:
    """Send the e-mail. It never contains the result."""
    member, result = notice.player.member, notice.result
    assert member is not None  # noqa: S101 (is_wanted has seen to it)
    stop = settings.SITE_ADDRESS + stop_path(member)
    page = settings.SITE_ADDRESS + reverse("club-result", args=[result.club.slug, result.pk])
    context = {"member": member, "result": result, "club": result.club, "page": page, "stop": stop}
    send_email.send_template(
        f"club/results/mail/{notice.about}.txt", member.email, context, stop_headers(stop)
    )
