"""Bids for the sides of a table, as its page shows them."""

from typing import Any

from django.utils import timezone

from darkseas.club.models import Entrant, Pairing, Player, SideBid
from darkseas.club.tournaments.round_draw.round_scenario import side_names
from darkseas.club.tournaments.votes_and_bids import bids
from darkseas.club.tournaments.votes_and_bids.seals import bid_line
from replays_app.seats.bids import MOST_POINTS


def bids_of(pairing: Pairing, player: Player | None) -> dict[str, Any]:
    """Return the bids of a table: only seals until they open, except the viewer's own bid."""
    if pairing.round.bid_minutes is None or pairing.second is None:
        return {}
    names = side_names(pairing.round)
    own, is_open = bids.own_place(player, pairing), pairing.bids_opened_at is not None
    rows = list(pairing.bids.select_related("entrant"))
    mine = next((one for one in rows if own is not None and one.entrant_id == own.pk), None)
    due = pairing.round.bids_by
    may = own is not None and pairing.waits_for_bids and due is not None and due > timezone.now()
    return {
        "is_open": is_open,
        "due": due,
        "sides": [(key, names.get(key, key)) for key in (pairing.first_side, pairing.second_side)],
        "mine": mine,
        "mine_side": names.get(mine.side, mine.side) if mine else "",
        "may": may and not pairing.end and pairing.round.state == pairing.round.State.RUNNING,
        "most": MOST_POINTS,
        "silent": _silent(pairing, rows) if is_open and rows else [],
        "rows": [
            (one.entrant, one.digest, *_opened(one, names.get(one.side, one.side), is_open=is_open))
            for one in rows
        ],
        "text": bids.bids_text(pairing) if is_open else "",
    }


def _silent(pairing: Pairing, rows: list[SideBid]) -> list[Entrant]:
    """Return who did not bid. Only for open bids: knowing it earlier would allow a bid against 0."""
    has_bid = {one.entrant_id for one in rows}
    both = (one for one in (pairing.first, pairing.second) if one is not None)
    return [one for one in both if one.pk not in has_bid]


def _opened(one: SideBid, side: str, *, is_open: bool) -> tuple[str, str]:
    if not is_open:
        return "", ""
    return f"{one.points} for {side}", bid_line(one.nonce, one.points, one.side)
