"""Pair the next round by the kind of a tournament."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import zip_longest

from darkseas.club.models import Tournament
from darkseas.club.pairing.dutch import pair_round_by_dutch
from darkseas.club.pairing.knock_out.rounds import next_pairings
from darkseas.club.pairing.league import Season, schedules
from darkseas.club.pairing.reasons import Reason
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.pairing.round_records import Plan, UnfitSituation
from darkseas.club.pairing.round_robin import round_robin
from darkseas.club.pairing.swiss.pair_round import pair_round
from darkseas.club.tournaments.regulations import DUTCH, KNOCK_OUTS, ROUND_ROBINS
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import Fought, key_of

from .brackets import Pair, bracket_of, keys_by_hand
from .pairing_input import situation_of
from .round_rows import Row

Kind = Tournament.Kind


def next_plan(fought: Fought, *, sides_are_bid: bool = False) -> Plan:
    """Return the pairings of the next round. Raises TournamentRefused if there is none."""
    try:
        if fought.tournament.kind in ROUND_ROBINS:
            return _of_tables(fought)
        if fought.tournament.kind in KNOCK_OUTS:
            return _of_bracket(fought)
        if fought.tournament.kind == Kind.CAMPAIGN:
            return Plan(len(fought.rounds) + 1, ())
        return _of_points(fought, sides_are_bid=sides_are_bid)
    except UnfitSituation as fault:
        raise TournamentRefused(str(fault)) from None


def rows_by_hand(fought: Fought, draft: Sequence[DraftPairing]) -> list[Row]:
    """Return a director's pairings as rows; in a knock-out with their places in the bracket."""
    keys: dict[Pair, str] = {}
    if fought.tournament.kind in KNOCK_OUTS:
        with suppress(UnfitSituation):
            keys = keys_by_hand(fought, draft)
    rows: list[Row] = []
    for first, second in draft:
        key = keys.get((first, second))
        reasons = (Reason("by_bracket", (first, second or "", key)),) if key else ()
        rows.append((first, second, tuple(asdict(one) for one in reasons), True))
    return rows


def rounds_in_all(fought: Fought) -> int:
    """Return the number of rounds, 0 if it depends on results."""
    if fought.tournament.kind in ROUND_ROBINS:
        return len(_tables(fought))
    return 0 if fought.tournament.kind in KNOCK_OUTS else fought.terms.rounds


def _of_points(fought: Fought, *, sides_are_bid: bool) -> Plan:
    if len(fought.rounds) >= fought.terms.rounds:
        raise TournamentRefused("All rounds are already paired.")
    situation = situation_of(fought, sides_are_bid=sides_are_bid)
    return pair_round_by_dutch(situation) if fought.terms.paired_by == DUTCH else pair_round(situation)


def _of_tables(fought: Fought) -> Plan:
    plans = _tables(fought)
    if len(fought.rounds) >= len(plans):
        raise TournamentRefused("Everybody has met everybody, so there are no further rounds.")
    return plans[len(fought.rounds)]


def _tables(fought: Fought) -> tuple[Plan, ...]:
    if fought.tournament.kind == Kind.LEAGUE:
        return _of_divisions(fought)
    cycles = 2 if fought.tournament.kind == Kind.DOUBLE_ROUND_ROBIN else 1
    seed = bytes(fought.tournament.lot_seed)
    return round_robin([key_of(one) for one in fought.entrants], cycles=cycles, seed=seed)


def _of_divisions(fought: Fought) -> tuple[Plan, ...]:
    """Return the rounds of all divisions combined; smaller divisions finish earlier."""
    seed = bytes(fought.tournament.lot_seed)
    each = schedules(Season(fought.divisions, ()), cycles=fought.terms.cycles, seed=seed).values()
    return tuple(
        Plan(
            number,
            tuple(pairing for plan in plans if plan for pairing in plan.pairings),
            tuple(bye for plan in plans if plan for bye in plan.byes),
        )
        for number, plans in enumerate(zip_longest(*each), start=1)
    )


def _of_bracket(fought: Fought) -> Plan:
    drawn = bracket_of(fought)
    plan = next_pairings(drawn.tree, drawn.winners, drawn.met, situation_of(fought))
    if not plan.pairings:
        raise TournamentRefused("The bracket is complete.")
    return plan
