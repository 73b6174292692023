"""E-mails about free places and agreed times, each sent once although several workers run.

A player on the waiting list learns of an offer and its deadline; players of a table learn which times the
opponent proposed, accepted or withdrew. Only players who want e-mails when orders are due get them.
"""

import logging
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from darkseas.club.models import Alternate, Entrant, TimeProposal, TournamentNotice
from darkseas.club.results.emails import wants_letters
from darkseas.club.tournaments.entries.waiting_list import BEFORE_START
from darkseas.members import send_email
from replays_app.live.notifications import send_attempts
from replays_app.live.notifications.stop_links import stop_headers, stop_path

from .clocks import zone_of_player

About, State = TournamentNotice.About, TournamentNotice.State
#: E-mails that one run sends.
MOST_AT_ONCE = 200

log = logging.getLogger(__name__)


def ask(proposal: TimeProposal, told: Entrant, about: TournamentNotice.About) -> None:
    """Queue an e-mail about a proposal to everybody of an entrant, in the transaction of that change."""
    TournamentNotice.objects.bulk_create(
        (TournamentNotice(player=player, proposal=proposal, about=about) for player in told.players.all()),
        ignore_conflicts=True,
    )


def due(now: datetime) -> list[TournamentNotice]:
    """Return the e-mails that wait to be sent, oldest first."""
    waiting = TournamentNotice.objects.order_by("due_at", "made_at")
    return list(send_attempts.due(waiting, now)[:MOST_AT_ONCE])


def deliver(notice_id: str) -> None:
    """Send one e-mail, unless another worker has it or it is no longer true."""
    notice = _claim(notice_id, timezone.now())
    if notice is None:
        return
    if not is_wanted(notice, timezone.now()):
        send_attempts.settle(notice, State.PASSED)
        return
    try:
        _send(notice)
    except send_email.NotSent as fault:
        words = str(fault) or type(fault).__name__
        log.warning("e-mail %s about a tournament was not accepted: %s", notice.pk, words)
        send_attempts.put_off(notice)
    else:
        send_attempts.settle(notice, State.SENT)


def is_wanted(notice: TournamentNotice, now: datetime) -> bool:
    """Whether an e-mail is still true, and its player is in the club and wants e-mails."""
    alternate, proposal = notice.alternate, notice.proposal
    if alternate is not None:
        holds = _is_offered(alternate, now)
    else:
        holds = proposal is not None and _holds(notice, proposal, now)
    return holds and wants_letters(notice.player)


def _is_offered(alternate: Alternate, now: datetime) -> bool:
    until, is_asked = alternate.offered_until, alternate.state == Alternate.State.OFFERED
    return is_asked and until is not None and until > now and alternate.tournament.state in BEFORE_START


def _holds(notice: TournamentNotice, proposal: TimeProposal, now: datetime) -> bool:
    if proposal.at <= now:
        return False
    if notice.about == About.PROPOSED:
        return proposal.state == TimeProposal.State.OPEN
    if notice.about == About.AGREED:
        return proposal.state == TimeProposal.State.AGREED
    # A withdrawal is no news to players who have not heard of the proposal.
    heard = TournamentNotice.objects.filter(
        proposal=proposal,
        player=notice.player_id,
        about=About.PROPOSED,
        state__in=(State.SENDING, State.SENT),
    )
    return heard.exists()


def _claim(notice_id: str, now: datetime) -> TournamentNotice | None:
    """Claim an e-mail for this worker; None if there is nothing to send."""
    if not send_attempts.claim_letter(TournamentNotice.objects.filter(pk=notice_id), now):
        return None
    found = TournamentNotice.objects.select_related(
        "player__member",
        "player__club",
        "alternate__tournament",
        "proposal__by",
        "proposal__pairing__round__tournament",
    )
    return found.get(pk=notice_id)


def _send(notice: TournamentNotice) -> None:
    """Send the e-mail, with times in the player's time zone. E-mails never contain results."""
    member, club = notice.player.member, notice.player.club
    assert member is not None  # noqa: S101 (is_wanted has seen to it)
    stop, zone = settings.SITE_ADDRESS + stop_path(member), zone_of_player(notice.player)
    told: dict[str, Any]
    if notice.alternate is not None:
        held, at = notice.alternate.tournament, notice.alternate.offered_until
        told = {"page": reverse("club-tournament", args=[club.slug, held.slug])}
    else:
        assert notice.proposal is not None  # noqa: S101 (a constraint says so)
        pairing, at = notice.proposal.pairing, notice.proposal.at
        held = pairing.round.tournament
        other = notice.proposal.by if notice.about != About.AGREED else _answered(notice.proposal)
        page = reverse("club-tournament-table", args=[club.slug, held.slug, pairing.pk])
        told = {"page": page, "other": other, "round": pairing.round.number}
    told["page"] = settings.SITE_ADDRESS + told["page"]
    told |= {"member": member, "club": club, "event": held, "at": at, "zone": zone, "stop": stop}
    send_email.send_template(
        f"club/tournaments/round/mail/{notice.about}.txt", member.email, told, stop_headers(stop)
    )


def _answered(proposal: TimeProposal) -> Entrant | None:
    """Return the entrant who accepted a proposal of the opponent."""
    pairing = proposal.pairing
    return pairing.second if proposal.by_id == pairing.first_id else pairing.first
