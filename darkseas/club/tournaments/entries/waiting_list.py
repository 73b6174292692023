"""Alternates: who waits for a place in a tournament that is full, asked in order, each until a deadline.

Before the start every free place is offered to who has waited longest. A place that is offered is kept free,
and who is asked hears of it by letter (`dates/emails.py`).
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
    """Wait for a place. Raises TournamentRefused where one is free, or somebody is in it already."""
    need(by, Deed.ENTER)
    with transaction.atomic():
        held = locked(tournament.pk)
        if held.state != Tournament.State.OPEN or has_room(held):
            raise TournamentRefused("People wait while it is open and full: enter it instead.")
        mine = Alternate.objects.filter(tournament=held, player=by, state__in=Alternate.STILL_WAIT)
        if mine.exists() or Entrant.objects.filter(tournament=held, players=by).exists():
            raise TournamentRefused("You have entered, or wait already.")
        return Alternate.objects.create(tournament=held, player=by)


def take(by: Player, tournament: Tournament) -> Entrant:
    """Take the place that is offered. Raises TournamentRefused where it is offered no more."""
    with transaction.atomic():
        held = locked(tournament.pk)
        own = _own(by, held)
        until = own.offered_until
        if own.state != State.OFFERED or until is None or until <= timezone.now():
            raise TournamentRefused("No place is offered to you now: you hear of it here when one is.")
        own.state = State.TAKEN
        own.save(update_fields=["state"])
        return entries.enter(by, held, [by])


def leave(by: Player, tournament: Tournament) -> None:
    """Wait no more, or decline the place that is offered; then the next is asked."""
    with transaction.atomic():
        held = locked(tournament.pk)
        own = _own(by, held)
        own.state = State.DECLINED
        own.save(update_fields=["state"])
        _offer(held, timezone.now())


def withdraw(by: Player, entrant: Entrant, reason: str = "") -> None:
    """Let somebody leave; before the start their place is offered at once."""
    with transaction.atomic():
        entries.withdraw(by, entrant, reason)
        _offer(locked(entrant.tournament_id), timezone.now())


def settle_offers(now: datetime) -> int:
    """Offer every free place, and what nobody answered in time to the next; return how many offers began."""
    waiting = Alternate.objects.filter(tournament__state__in=BEFORE_START, state__in=Alternate.STILL_WAIT)
    return sum(_settle(each, now) for each in sorted(set(waiting.values_list("tournament", flat=True))))


def _settle(tournament_id: int, now: datetime) -> int:
    with transaction.atomic():
        return _offer(locked(tournament_id), now)


def _offer(held: Tournament, now: datetime) -> int:
    """Let offers lapse that are up, then offer what is free; return how many offers began.

    Who has left the club, or is in by now, waits no more, and keeps no place from others. The tournament is
    locked by the caller.
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
        raise TournamentRefused("You do not wait for a place here.")
    if held.state not in BEFORE_START:
        raise TournamentRefused("It has begun: a director may still enter you.")
    return own
