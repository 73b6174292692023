"""Opponents agree on a time for their table: one proposes times, the other accepts one. Also extensions.

An agreed time is at least an hour before the deadline of the table. Extensions use up the days that the
regulations give each entrant for the whole tournament.
"""

from datetime import datetime, timedelta
from zoneinfo import available_timezones

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.models import Entrant, Pairing, Player, Round, TimeProposal, Tournament
from darkseas.club.tournaments.regulations import terms_of
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, still_there
from darkseas.club.tournaments.tournament_so_far import standing_result

from . import emails
from .deadlines import SITTING_DOWN, ends_by, time_of

State = TimeProposal.State
About = emails.About
#: Open proposals of one entrant at a table.
MOST_OPEN = 5
#: Proposals of one entrant at a table within a day: each may send an e-mail, and its withdrawal another.
MOST_A_DAY = 10


def own_entrant(by: Player, pairing: Pairing) -> Entrant | None:
    """Return the entrant whom a player represents at a table, or None."""
    for entrant in (pairing.first, pairing.second):
        if entrant is not None and entrant.players.filter(pk=by.pk).exists():
            return entrant
    return None


def choose_zone(by: Player, zone: str) -> None:
    """Store the time zone in which a player wants to see times in their club."""
    if zone not in available_timezones():
        raise TournamentRefused("Choose one of the time zones in the list.", "zone")
    by.time_zone = zone
    by.save(update_fields=["time_zone"])


def propose(by: Player, pairing: Pairing, at: datetime) -> TimeProposal:
    """Propose a time to the opponent. Raises TournamentRefused."""
    with transaction.atomic():
        row, own = _own_table(by, pairing)
        end = time_of(row)
        if at <= timezone.now():
            raise TournamentRefused("This time is in the past. Propose a later one.", "at")
        if end is not None and at > end - SITTING_DOWN:
            raise TournamentRefused(
                "Propose a time at least an hour before the deadline, or extend it first."
            )
        opened = row.proposals.filter(by=own, state=State.OPEN)
        if opened.filter(at=at).exists() or opened.count() >= MOST_OPEN:
            raise TournamentRefused(f"You can have at most {MOST_OPEN} open proposals. Withdraw one first.")
        lately = row.proposals.filter(by=own, made_at__gt=timezone.now() - timedelta(days=1))
        if lately.count() >= MOST_A_DAY:
            raise TournamentRefused(f"You have made {MOST_A_DAY} proposals within a day. Try again tomorrow.")
        made = TimeProposal.objects.create(pairing=row, by=own, at=at)
        emails.ask(made, _other(row, own), About.PROPOSED)
        return made


def answer(by: Player, proposal: TimeProposal, *, takes: bool) -> None:
    """Accept or decline a time that the opponent proposed."""
    with transaction.atomic():
        row, own = _own_table(by, proposal.pairing)
        held = still_there(TimeProposal.objects.filter(pk=proposal.pk))
        if held.state != State.OPEN or held.by_id == own.pk:
            raise TournamentRefused(
                "This proposal is no longer open. Reload the page to see the current ones."
            )
        held.state = State.AGREED if takes else State.REFUSED
        if takes and held.at <= timezone.now():
            raise TournamentRefused("This time has passed. Propose another.")
        held.save(update_fields=["state"])
        if takes:
            row.proposals.filter(state=State.OPEN).update(state=State.WITHDRAWN)
            row.proposals.filter(state=State.AGREED).exclude(pk=held.pk).update(state=State.WITHDRAWN)
            row.agreed_at = held.at
            row.save(update_fields=["agreed_at"])
            emails.ask(held, held.by, About.AGREED)
            club = row.round.tournament.club
            audit.note(club, by, "pairing.agreed", row, after={"at": held.at.isoformat()})


def take_back(by: Player, proposal: TimeProposal) -> None:
    """Withdraw one's own proposal before it is accepted."""
    with transaction.atomic():
        row, own = _own_table(by, proposal.pairing)
        if not row.proposals.filter(pk=proposal.pk, by=own, state=State.OPEN).update(state=State.WITHDRAWN):
            raise TournamentRefused("You cannot withdraw this proposal. Propose another time instead.")
        emails.ask(proposal, _other(row, own), About.TAKEN_BACK)


def days_left(entrant: Entrant) -> int:
    """Return how many days of extension an entrant has left in their tournament."""
    return max(0, terms_of(entrant.tournament).extension_days - entrant.extension_days)


def extend(by: Player, pairing: Pairing, days: int) -> None:
    """Extend the deadline of a table, using up the player's own days. Raises TournamentRefused."""
    with transaction.atomic():
        row, own = _own_table(by, pairing)
        end, left = ends_by(row), days_left(own)
        if end is None or end <= timezone.now():
            raise TournamentRefused("You can only extend a deadline that has not passed.")
        if not 1 <= days <= left:
            raise TournamentRefused(f"You have {left} days of extension left in this tournament.", "days")
        row.extended_days += days
        own.extension_days += days
        row.save(update_fields=["extended_days"])
        own.save(update_fields=["extension_days"])
        club = row.round.tournament.club
        audit.note(club, by, "pairing.extended", row, reason=f"{own} took {days} more.", after={"days": days})


def _other(row: Pairing, own: Entrant) -> Entrant:
    assert row.second is not None  # noqa: S101 (an open table has two)
    return row.second if own.pk == row.first_id else row.first


def _own_table(by: Player, pairing: Pairing) -> tuple[Pairing, Entrant]:
    """Return an open table, locked with its tournament, and the player's entrant at it."""
    need(by, Deed.ENTER)
    held = locked(pairing.round.tournament_id)
    near = ("round__tournament__club", "first", "second", "result")
    row = still_there(Pairing.objects.select_related(*near).filter(pk=pairing.pk))
    own = own_entrant(by, row)
    if own is None:
        raise PermissionDenied
    is_on = held.state == Tournament.State.RUNNING and row.round.state != Round.State.CLOSED
    if not is_on or row.end or row.second is None or standing_result(row) is not None:
        raise TournamentRefused("This table no longer needs a time.")
    return row, own
