"""Bids for the sides of a table: sealed until both are in or the time is up, then opened together.

A missing bid, and the bid of a player who left the club, is 0. If both want the same side, the higher bidder
gets it and pays the bid in points to the opponent; equal bids leave the drawn sides. If they want different
sides, nobody pays.
"""

import logging
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from darkseas.club import audit
from darkseas.club.access import Deed
from darkseas.club.membership.refusals import keep_players
from darkseas.club.models import Entrant, Pairing, Player, Round, SideBid, Tournament
from darkseas.club.tournaments.tournament_errors import TournamentRefused, locked, need, still_there
from darkseas.engine.events import BidsOpened
from replays_app.seats import bids as seat_bids
from replays_app.seats.bids import Bid

from . import emails
from .seals import bid_line, new_nonce, sealed
from .who_may_vote_and_bid import askable

log = logging.getLogger(__name__)


def own_place(by: Player | None, pairing: Pairing) -> Entrant | None:
    """Return the entrant for whom a player bids at a table, or None."""
    for entrant in (pairing.first, pairing.second):
        if by is not None and entrant is not None and entrant.players.filter(pk=by.pk).exists():
            return entrant
    return None


def bid(by: Player, pairing: Pairing, side: str, points: int) -> Pairing:
    """Bid for a side, or change a bid before the opponent's is in. Raises TournamentRefused."""
    need(by, Deed.ENTER)
    with transaction.atomic():
        held = locked(pairing.round.tournament_id)
        row = _table(pairing.pk)
        own = own_place(by, row)
        if own is None:
            raise PermissionDenied
        due = row.round.bids_by
        if not _is_open(held, row) or due is None or due <= timezone.now():
            raise TournamentRefused("You cannot bid at this table now. Reload the page.")
        try:
            seat_bids.check(Bid(side, points), (row.first_side, row.second_side))
        except seat_bids.BadBid as refusal:
            raise TournamentRefused(str(refusal), "points") from None
        nonce = new_nonce()
        seal = sealed(bid_line(nonce, points, side))
        SideBid.objects.update_or_create(
            pairing=row,
            entrant=own,
            defaults={
                "side": side, "points": points, "nonce": nonce, "digest": seal, "made_at": timezone.now(),
            },
        )  # fmt: skip
        audit.note(held.club, by, "bid.sealed", row, after={"entrant": own.number, "digest": seal})
        if not _awaited(row):
            _open_bids(held, row)
    return row


def begin(held: Tournament, row: Round) -> None:
    """Open bidding when a round starts; tables at which nobody can bid are settled at once.

    The caller locks the tournament.
    """
    if row.bid_minutes is None:
        return
    row.bids_by = _bids_by(row, row.bid_minutes)
    row.save(update_fields=["bids_by"])
    for pairing in row.pairings.filter(second__isnull=False, bids_opened_at=None):
        table = _table(pairing.pk)
        if _awaited(table):
            emails.ask_for_bids(table)
        else:
            _open_bids(held, table)


def _bids_by(row: Round, minutes: int) -> datetime:
    """Return the closing time for bids; it leaves at least half the time of the round."""
    now = timezone.now()
    due = [one for one in (row.first_move_by, row.ends_at) if one is not None]
    longest = [now + (min(due) - now) / 2] if due and min(due) > now else []
    return min([*longest, now + timedelta(minutes=minutes)])


def settle_due(now: datetime) -> int:
    """Open the bids whose time is up; return at how many tables. An error at one table does not stop the
    others.
    """
    waiting = Pairing.objects.filter(
        round__bids_by__lte=now,
        round__state=Round.State.RUNNING,
        bids_opened_at=None,
        second__isnull=False,
        end="",
    )
    return sum(_tried(pk, now) for pk in waiting.order_by("pk").values_list("pk", flat=True))


def given(pairing: Pairing) -> tuple[int, int]:
    """Return the points that each player gets from the opponent's bid."""
    return (pairing.second_bid, pairing.first_bid)


def bids_text(pairing: Pairing) -> str:
    """Return the outcome of the bids as a sentence; "" if nobody pays."""
    for giver, taker, points in (
        (pairing.first, pairing.second, pairing.first_bid),
        (pairing.second, pairing.first, pairing.second_bid),
    ):
        if points:
            return (
                f"{giver} gets the side by bid, and {taker} {points} point{'' if points == 1 else 's'} for it"
            )
    return ""


def event_of(pairing: Pairing) -> BidsOpened | None:
    """Return the event for the battle's log about the bids; None without bids."""
    by_entrant = {one.entrant_id: one for one in pairing.bids.all()}
    if not by_entrant or pairing.second_id is None:
        return None
    holders = {pairing.first_side: pairing.first_id, pairing.second_side: pairing.second_id}
    both = dict(zip(holders, _both(by_entrant, *holders.values()), strict=True))
    points = dict(zip(holders, given(pairing), strict=True))
    return BidsOpened(
        {side: one.side for side, one in both.items()},
        {side: one.points for side, one in both.items()},
        {side: number for side, number in points.items() if number},
    )


def _tried(pk: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            held = locked(_table(pk).round.tournament_id)
            row = _table(pk)
            due = row.round.bids_by
            if not _is_open(held, row) or due is None or due > now:
                return False
            _open_bids(held, row)
    except Exception:
        log.exception("could not open the bids of table %s of a tournament", pk)
        return False
    return True


def _open_bids(held: Tournament, row: Pairing) -> None:
    """Open the bids of a table; the caller locks the tournament.

    Bids of players who left the club are deleted; the audit log keeps their content.
    """
    all_bids = list(row.bids.select_related("entrant"))
    keep_players(row.bids.values_list("entrant__players", flat=True))
    gone = [one for one in all_bids if not askable(one.entrant).exists()]
    row.bids.filter(entrant__in=[one.entrant_id for one in gone]).delete()
    by_entrant = {one.entrant_id: one for one in all_bids if one not in gone}
    sides = (row.first_side, row.second_side)
    if by_entrant and row.second_id is not None:
        first, second = _both(by_entrant, row.first_id, row.second_id)
        # `opened` gives equal bids to the taker of a challenge: here, to the drawn holder of the side.
        is_firsts = first.side == sides[0]
        pair = (second, first) if is_firsts else (first, second)
        outcome = seat_bids.opened(*pair, sides)
        row.first_side = outcome.takers if is_firsts else outcome.makers
        row.second_side = sides[1] if row.first_side == sides[0] else sides[0]
        row.first_bid = outcome.event.points.get(row.second_side, 0)
        row.second_bid = outcome.event.points.get(row.first_side, 0)
    row.bids_opened_at = timezone.now()
    row.save(update_fields=["first_side", "second_side", "first_bid", "second_bid", "bids_opened_at"])
    told = [
        {"entrant": one.entrant.number, "side": one.side, "points": one.points, "nonce": one.nonce}
        for one in all_bids
    ]
    after = {
        "bids": told,
        "left": [one.entrant.number for one in gone],
        "sides": [row.first_side, row.second_side],
        "given": list(given(row)),
    }
    audit.note(held.club, None, "bids.opened", row, after=after)


def _both(by_entrant: dict[int, SideBid], *entrants: int) -> tuple[Bid, Bid]:
    """Return both bids; a missing one is 0 for the side that the other wants. At least one exists."""
    wanted = next(iter(by_entrant.values())).side
    found = [by_entrant.get(one) for one in entrants]
    first, second = (Bid(one.side, one.points) if one else Bid(wanted, 0) for one in found)
    return first, second


def _awaited(row: Pairing) -> list[Entrant]:
    """Return the entrants who can bid and have not."""
    has_bid = set(row.bids.values_list("entrant", flat=True))
    both = [one for one in (row.first, row.second) if one is not None]
    return [one for one in both if one.pk not in has_bid and askable(one).exists()]


def _is_open(held: Tournament, row: Pairing) -> bool:
    is_running = held.state == Tournament.State.RUNNING and row.round.state == Round.State.RUNNING
    return is_running and row.waits_for_bids and not row.end


def _table(pk: int) -> Pairing:
    return still_there(Pairing.objects.select_related("round", "first", "second").filter(pk=pk))
