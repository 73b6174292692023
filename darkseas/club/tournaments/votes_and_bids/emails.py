"""E-mails about open votes, bids and challenges, each sent once although several workers run.

Only players who want e-mails when orders are due get them. E-mails never contain votes or bids.
"""

import logging
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from darkseas.club.models import AskNotice, Pairing, ScenarioChoice
from darkseas.club.tournaments.entries.entries import has_left
from darkseas.club.tournaments.regulations import Kind
from darkseas.members import send_email
from replays_app.live.notifications import send_attempts
from replays_app.live.notifications.due_notifications import wanted_kinds
from replays_app.live.notifications.stop_links import stop_headers, stop_path
from replays_app.models import Notice, Wish

from .who_may_vote_and_bid import askable, own_entry

#: E-mails that one run sends.
MOST_AT_ONCE = 200
State = AskNotice.State
log = logging.getLogger(__name__)


def ask_for_votes(choice: ScenarioChoice) -> None:
    """Queue e-mails to all entrants about a vote, in the transaction that opens it."""
    staying = [one for one in choice.tournament.entrants.all() if not has_left(one)]
    told = {player for entrant in staying for player in askable(entrant)}
    AskNotice.objects.bulk_create(AskNotice(choice=choice, player=player) for player in told)


def ask_for_bids(pairing: Pairing) -> None:
    """Queue e-mails to both players of a table about bids, in the transaction that starts the round."""
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    told = {player for entrant in both for player in askable(entrant)}
    AskNotice.objects.bulk_create(AskNotice(pairing=pairing, player=player) for player in told)


def tell_of_challenge(pairing: Pairing) -> None:
    """Queue an e-mail to the challenged player, in the transaction of the challenge."""
    told = askable(pairing.second) if pairing.second is not None else ()
    AskNotice.objects.bulk_create(AskNotice(pairing=pairing, player=player) for player in told)


def due(now: datetime) -> list[AskNotice]:
    """Return the e-mails that wait to be sent."""
    return list(send_attempts.due(AskNotice.objects.order_by("due_at"), now)[:MOST_AT_ONCE])


def deliver(notice_id: str) -> None:
    """Send one e-mail, unless another worker has it or no answer is needed any longer."""
    if not send_attempts.claim_letter(AskNotice.objects.filter(pk=notice_id), timezone.now()):
        return
    notice = AskNotice.objects.select_related(
        "choice__tournament__club", "pairing__round__tournament__club", "pairing__result", "player__member"
    ).get(pk=notice_id)
    if not is_wanted(notice):
        send_attempts.settle(notice, State.PASSED)
        return
    try:
        _send(notice)
    except send_email.NotSent as fault:
        log.warning(
            "e-mail %s about a round was not accepted: %s", notice.pk, str(fault) or type(fault).__name__
        )
        send_attempts.put_off(notice)
    else:
        send_attempts.settle(notice, State.SENT)


def is_wanted(notice: AskNotice) -> bool:
    """Whether an answer is still open, and the player is in the club and wants e-mails."""
    player = notice.player
    wish = Wish.objects.filter(member=player.member_id, member__is_active=True).first()
    wants = wish is not None and Notice.Way.LETTER in wanted_kinds(wish)
    return wants and player.left_at is None and player.member is not None and _is_asked(notice)


def _is_asked(notice: AskNotice) -> bool:
    if notice.choice is not None:
        own = own_entry(notice.player, notice.choice.tournament)
        is_open = notice.choice.state == ScenarioChoice.State.OPEN
        return is_open and own is not None and not notice.choice.votes.filter(entrant=own).exists()
    row = notice.pairing
    if row is not None and row.round.tournament.kind == Kind.LADDER:
        return not row.end and row.result is None and row.battle_id is None
    if row is None or row.end or not row.waits_for_bids:
        return False
    return not row.bids.filter(entrant__players=notice.player).exists()


def _send(notice: AskNotice) -> None:
    member, choice, pairing = notice.player.member, notice.choice, notice.pairing
    assert member is not None  # noqa: S101 (is_wanted has seen to it)
    stop = settings.SITE_ADDRESS + stop_path(member)
    if choice is not None:
        kind, held, ends = "vote", choice.tournament, choice.ends_at
        address = reverse("club-choice", args=[held.club.slug, held.slug, choice.pk])
        number = choice.number
    else:
        assert pairing is not None  # noqa: S101 (a letter is about one of the two)
        held = pairing.round.tournament
        kind, ends = "bid", pairing.round.bids_by
        if held.kind == Kind.LADDER:
            kind, ends = "challenge", pairing.round.ends_at
        address = reverse("club-tournament-table", args=[held.club.slug, held.slug, pairing.pk])
        number = pairing.round.number
    context = {
        "member": member, "event": held, "club": held.club, "number": number, "pairing": pairing,
        "page": settings.SITE_ADDRESS + address, "ends": ends, "stop": stop,
    }  # fmt: skip
    send_email.send_template(
        f"club/tournaments/scenario_vote/mail/{kind}.txt", member.email, context, stop_headers(stop)
    )
