"""Waiting list of a full tournament: free places are offered in order, each until a deadline.

Before the start, every free place is offered to the first player on the list. It is reserved for them,
and they are told by e-mail (`dates/emails.py`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Alternate, Entrant, Player, Tournament, TournamentNotice
from darkseas.club.tournaments.regulations import terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need

from . import entries
from .entries import has_room

State = Alternate.State
#: States in which places are offered.
BEFORE_START = (Tournament.State.PLANNED, Tournament.State.OPEN)


def wait(by: Player, tournament: Tournament) -> Alternate:
    """Join the waiting list. Raises TournamentRefused if a place is free, or the player is already
    entered.
    """
    need(by, Deed.ENTER)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.state != Tournament.State.OPEN or has_room(held):
            raise TournamentRefused("You can enter directly: the tournament is not full, or not open.")
        mine = Alternate.objects.filter(tournament=held, player=by, state__in=Alternate.STILL_WAIT)
        if mine.exists() or Entrant.objects.filter(tournament=held, players=by).exists():
            raise TournamentRefused("You are already entered, or on the waiting list.")
        return Alternate.objects.create(tournament=held, player=by)


def take(by: Player, tournament: Tournament) -> Entrant:
    """Accept the offered place. Raises TournamentRefused if it is no longer on offer."""
    with transaction.atomic():
        held = locked(tournament.pk)
        own = _own(by, held)
        until = own.offered_until
        if own.state != State.OFFERED or until is None or until <= timezone.now():
            raise TournamentRefused("No place is on offer to you now. This page tells you when there is one.")
        own.state = State.TAKEN
        own.save(update_fields=["state"])
        return entries.enter(by, held, [by])


def leave(by: Player, tournament: Tournament) -> None:
    """Leave the waiting list, or decline an offer; then the next player gets it."""
    with transaction.atomic():
        held = locked(tournament.pk)
        own = _own(by, held)
        own.state = State.DECLINED
        own.save(update_fields=["state"])
        _offer(held, timezone.now())


def withdraw(by: Player, entrant: Entrant, reason: str = "") -> None:
    """Withdraw an entrant; before the start the place is offered at once."""
    with transaction.atomic():
        entries.withdraw(by, entrant, reason)
        _offer(locked(entrant.tournament_id), timezone.now())


def settle_offers(now: datetime) -> int:
    """Offer free places, and unanswered offers to the next player; return the number of new offers."""
    waiting = Alternate.objects.filter(tournament__state__in=BEFORE_START, state__in=Alternate.STILL_WAIT)
    return sum(_settle(each, now) for each in sorted(set(waiting.values_list("tournament", flat=True))))


def _settle(tournament_id: int, now: datetime) -> int:
    with transaction.atomic():
        return _offer(locked(tournament_id), now)


def _offer(held: Tournament, now: datetime) -> int:
    """Expire offers, then offer free places; return the number of new offers.

    Players who left the club or have entered leave the list. The caller locks the tournament.
    """
    if held.state not in BEFORE_START:
        return 0
    entries.let_wait_no_more(held)
    is_up = Q(state=State.OFFERED, offered_until__lte=now)
    has_gone = Q(state__in=Alternate.STILL_WAIT, player__left_at__isnull=False)
    for one in Alternate.objects.filter(is_up | has_gone, tournament=held):
        one.state = State.LAPSED
        one.save(update_fields=["state"])
        audit.note(held.club, None, "alternate.lapsed", held, after={"player": one.player_id})
    made = 0
    while (
        has_room(held)
        and (first := Alternate.objects.filter(tournament=held, state=State.WAITING).first()) is not None
    ):
        first.state = State.OFFERED
        first.offered_until = now + timedelta(hours=terms_of(held).offer_hours)
        first.save(update_fields=["state", "offered_until"])
        TournamentNotice.objects.create(
            player_id=first.player_id, alternate=first, about=TournamentNotice.About.OFFERED
        )
        audit.note(held.club, None, "alternate.offered", held, after={"player": first.player_id})
        made += 1
    return made


def _own(by: Player, held: Tournament) -> Alternate:
    need(by, Deed.ENTER)
    own = Alternate.objects.filter(tournament=held, player=by, state__in=Alternate.STILL_WAIT).first()
    if own is None:
        raise TournamentRefused("You are not on the waiting list.")
    if held.state not in BEFORE_START:
        raise TournamentRefused("The tournament has started. A director can still enter you.")
    return own
