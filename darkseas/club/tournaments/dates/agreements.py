"""Two who meet agree on when to fight: one proposes moments, the other takes one; and more time for a table.

An agreed moment lies within the time of the table, an hour before its end at the latest. More time comes out
of the days that the terms give each entrant for the whole tournament.
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
#: Moments that one of a pairing may have open at once.
MOST_OPEN = 5
#: Moments that one of a pairing proposes within a day: each may be a letter, and its taking back another.
MOST_A_DAY = 10


def own_entrant(by: Player, pairing: Pairing) -> Entrant | None:
    """Return in whose name a player speaks at a table; none where they do not fight there."""
    for entrant in (pairing.first, pairing.second):
        if entrant is not None and entrant.players.filter(pk=by.pk).exists():
            return entrant
    return None


def choose_zone(by: Player, zone: str) -> None:
    """Remember in which time zone a player wants times in their club."""
    if zone not in available_timezones():
        raise TournamentRefused("Choose one of the time zones that are offered.", "zone")
    by.time_zone = zone
    by.save(update_fields=["time_zone"])


def propose(by: Player, pairing: Pairing, at: datetime) -> TimeProposal:
    """Propose a moment to the other side. Raises TournamentRefused."""
    with transaction.atomic():
        row, own = _own_table(by, pairing)
        end = time_of(row)
        if at <= timezone.now():
            raise TournamentRefused("This moment is behind us: propose one to come.", "at")
        if end is not None and at > end - SITTING_DOWN:
            raise TournamentRefused(
                "Within an hour of that the time of the table is up: take more time first, or come sooner."
            )
        opened = row.proposals.filter(by=own, state=State.OPEN)
        if opened.filter(at=at).exists() or opened.count() >= MOST_OPEN:
            raise TournamentRefused(f"At most {MOST_OPEN} different moments at once: take one back first.")
        lately = row.proposals.filter(by=own, made_at__gt=timezone.now() - timedelta(days=1))
        if lately.count() >= MOST_A_DAY:
            raise TournamentRefused(f"You have proposed {MOST_A_DAY} moments within a day: go on tomorrow.")
        made = TimeProposal.objects.create(pairing=row, by=own, at=at)
        emails.ask(made, _other(row, own), About.PROPOSED)
        return made


def answer(by: Player, proposal: TimeProposal, *, takes: bool) -> None:
    """Take a moment that the other side has proposed, or say that it does not suit."""
    with transaction.atomic():
        row, own = _own_table(by, proposal.pairing)
        held = still_there(TimeProposal.objects.filter(pk=proposal.pk))
        if held.state != State.OPEN or held.by_id == own.pk:
            raise TournamentRefused("There is nothing here to answer: look at the times as they stand now.")
        held.state = State.AGREED if takes else State.REFUSED
        if takes and held.at <= timezone.now():
            raise TournamentRefused("This moment has gone by: propose another.")
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
    """Take one's own proposal back, as long as nobody has taken it."""
    with transaction.atomic():
        row, own = _own_table(by, proposal.pairing)
        if not row.proposals.filter(pk=proposal.pk, by=own, state=State.OPEN).update(state=State.WITHDRAWN):
            raise TournamentRefused("This cannot be taken back: propose another moment instead.")
        emails.ask(proposal, _other(row, own), About.TAKEN_BACK)


def days_left(entrant: Entrant) -> int:
    """Return how many days more somebody may take in their tournament."""
    return max(0, terms_of(entrant.tournament).extension_days - entrant.extension_days)


def extend(by: Player, pairing: Pairing, days: int) -> None:
    """Give a table so many days more, out of one's own. Raises TournamentRefused."""
    with transaction.atomic():
        row, own = _own_table(by, pairing)
        end, left = ends_by(row), days_left(own)
        if end is None or end <= timezone.now():
            raise TournamentRefused("More time is taken before the time of a table is up.")
        if not 1 <= days <= left:
            raise TournamentRefused(f"You have {left} days of more time left in this tournament.", "days")
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
    """Return an open table, locked with its tournament, and who asks at it."""
    need(by, Deed.ENTER)
    held = locked(pairing.round.tournament_id)
    near = ("round__tournament__club", "first", "second", "result")
    row = still_there(Pairing.objects.select_related(*near).filter(pk=pairing.pk))
    own = own_entrant(by, row)
    if own is None:
        raise PermissionDenied
    is_on = held.state == Tournament.State.RUNNING and row.round.state != Round.State.CLOSED
    if not is_on or row.end or row.second is None or standing_result(row) is not None:
        raise TournamentRefused("There is nothing left to agree on at this table.")
    return row, own
