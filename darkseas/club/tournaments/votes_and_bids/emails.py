"""Letters to players whose vote or bid is asked for, or who are challenged, each once, whoever works then.

Only who wants letters when they are called gets one. What somebody chose stands in none.
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

#: Letters that one sweep hands out.
MOST_AT_ONCE = 200
State = AskNotice.State
log = logging.getLogger(__name__)


def ask_for_votes(choice: ScenarioChoice) -> None:
    """Note that everybody who has entered is to be told of a vote, in the transaction that asks for it."""
    staying = [one for one in choice.tournament.entrants.all() if not has_left(one)]
    told = {player for entrant in staying for player in askable(entrant)}
    AskNotice.objects.bulk_create(AskNotice(choice=choice, player=player) for player in told)


def ask_for_bids(pairing: Pairing) -> None:
    """Note that both of a table are to be told of their bids, in the transaction that begins their round."""
    both = [one for one in (pairing.first, pairing.second) if one is not None]
    told = {player for entrant in both for player in askable(entrant)}
    AskNotice.objects.bulk_create(AskNotice(pairing=pairing, player=player) for player in told)


def tell_of_challenge(pairing: Pairing) -> None:
    """Note that whoever is challenged on a ladder is to be told, in the transaction that challenges them."""
    told = askable(pairing.second) if pairing.second is not None else ()
    AskNotice.objects.bulk_create(AskNotice(pairing=pairing, player=player) for player in told)


def due(now: datetime) -> list[AskNotice]:
    """Return the letters that wait to be sent."""
    return list(send_attempts.due(AskNotice.objects.order_by("due_at"), now)[:MOST_AT_ONCE])


def deliver(notice_id: str) -> None:
    """Send one letter, unless another worker has it, or the answer is not asked for any more."""
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
            "letter %s about a round was not taken: %s", notice.pk, str(fault) or type(fault).__name__
        )
        send_attempts.put_off(notice)
    else:
        send_attempts.settle(notice, State.SENT)


def is_wanted(notice: AskNotice) -> bool:
    """Whether an answer is still asked of a player, who is of the club and wants letters."""
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
    """Write to the player's member."""
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
