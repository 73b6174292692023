"""Convert a tournament into input for the pairing package."""

from collections.abc import Iterable
from dataclasses import replace

from darkseas.club.models import Entrant, Pairing, PairRule
from darkseas.club.pairing import round_records
from darkseas.club.pairing.round_records import (
    WIN,
    ForcedPairing,
    PastBye,
    PastPairing,
    PastRound,
    Rules,
    Situation,
)
from darkseas.club.tournaments.regulations import Terms
from darkseas.club.tournaments.tournament_so_far import Fought, key_of

End = Pairing.End
#: Scores of a battle.
_LOST, _DREW, _WON = 0, 1, 2


def situation_of(fought: Fought, *, sides_are_bid: bool = False) -> Situation:
    """Return the input for the next round, including pairs that a director forces or forbids.

    If ``sides_are_bid`` for, pairing does not balance sides, nor count those of earlier rounds with bids.
    """
    tournament = fought.tournament
    entrants = tuple(_entrant(one) for one in fought.entrants)
    past = tuple(_past(fought, one.number) for one in fought.rounds)
    rules = replace(_rules(fought), sides_are_bid=sides_are_bid)
    return Situation(entrants, past, rules, bytes(tournament.lot_seed))


def _entrant(entrant: Entrant) -> round_records.Entrant:
    leaves = next((first for first, last in entrant.absences if last is None), None)
    stretches = [(first, last) for first, last in entrant.absences if last is not None]
    return round_records.Entrant(
        key_of(entrant),
        entrant.strength,
        entrant.group or None,
        entrant.from_round,
        leaves,
        (*(number for first, last in stretches for number in range(first, last + 1)), *entrant.half_byes),
    )


def _past(fought: Fought, number: int) -> PastRound:
    pairings = fought.of_round(number)
    met = [one for one in pairings if one.second is not None and one.leg == 1]
    byes = [one for one in pairings if one.second is None]
    return PastRound(
        number,
        tuple(_past_pairing(fought, one, pairings) for one in met),
        tuple(_past_bye(fought, one) for one in byes),
        is_mirrored=any(one.leg > 1 for one in pairings),
        sides_are_bid=any(one.round.bid_minutes is not None for one in pairings),
    )


def _past_bye(fought: Fought, pairing: Pairing) -> PastBye:
    terms, is_half = fought.terms, pairing.end == End.HALF_BYE
    points = terms.battles_a_round * (terms.draw if is_half else terms.win)
    return PastBye(key_of(pairing.first), points, was_asked_for=is_half)


def _past_pairing(fought: Fought, pairing: Pairing, of_round: Iterable[Pairing]) -> PastPairing:
    """Return a past pairing; both battles of a mirrored one are combined."""
    legs = [one for one in of_round if one.table == pairing.table]
    first = second = 0
    for leg in legs:
        own, other = fought.scores(leg) or (0, 0)
        is_turned = leg.first_id != pairing.first_id
        own, other = (other, own) if is_turned else (own, other)
        first += worth(fought.terms, own)
        second += worth(fought.terms, other)
    assert pairing.second is not None  # noqa: S101 - byes are sorted out before
    return PastPairing(
        key_of(pairing.first), key_of(pairing.second), first, second, _forfeited_by(fought, legs)
    )


def worth(terms: Terms, score: int) -> int:
    """Return the half points that regulations give for a win, draw or loss."""
    return {_WON: terms.win, _DREW: terms.draw, _LOST: 0}[score]


def _forfeited_by(fought: Fought, legs: Iterable[Pairing]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for leg in legs:
        if leg.end not in (End.FORFEIT, End.DOUBLE_FORFEIT) or leg.second is None:
            continue
        for entrant, score in ((leg.first, leg.first_score), (leg.second, leg.second_score)):
            if not score:
                found[key_of(entrant)] = None
    return tuple(found)


def _rules(fought: Fought) -> Rules:
    terms, said = fought.terms, list(fought.tournament.pair_rules.all())
    forbidden = [
        (str(one.first_id), str(one.second_id)) for one in said if one.kind == PairRule.Kind.FORBIDDEN
    ]
    forced = [
        ForcedPairing(one.round_number, str(one.first_id), str(one.second_id))
        for one in said
        if one.kind == PairRule.Kind.FORCED and one.round_number is not None
    ]
    return Rules(
        rounds=max(terms.rounds, len(fought.rounds) + 1),
        forbidden=tuple(forbidden),
        forced=tuple(forced),
        groups_apart_through=terms.groups_apart_through,
        is_mirrored=terms.is_mirrored,
        within=terms.within,
        win=terms.round_win or WIN,
    )
