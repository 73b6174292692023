"""Compute standings and places of a tournament from its results."""

from collections.abc import Iterator
from fractions import Fraction

from darkseas.club.models import Pairing, Round
from darkseas.club.pairing.league import Division
from darkseas.club.pairing.round_records import UnfitSituation
from darkseas.club.results.facts import DREW, WON
from darkseas.club.standings import knock_out, outcomes
from darkseas.club.standings.knock_out import BracketPlace, bracket_places
from darkseas.club.standings.leagues import LeagueRow, league_table
from darkseas.club.standings.numbers_in_words import places_text
from darkseas.club.standings.outcomes import Competition, Ending, Outcome, Showing, Unfought
from darkseas.club.standings.ranking import standings
from darkseas.club.standings.seasons import Finish, finished
from darkseas.club.tournaments.regulations import KNOCK_OUTS, ROUND_ROBINS, Kind
from darkseas.club.tournaments.round_draw.brackets import (
    THIRD_PLACE,
    bracket_key,
    bracket_of,
    seeds_of,
    tables_of,
    winner_by_result,
)
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, standing_result

from .ladders import order_of

End = Pairing.End
_BY_SCORE = {WON: Ending.WON, DREW: Ending.DRAWN, 0: Ending.LOST}


def competition_of(fought: Fought, division: Division | None = None) -> Competition:
    """Return a tournament, or one division, as input for standings; open pairings do not count."""
    tournament, terms = fought.tournament, fought.terms
    numbers = {key_of(one): one.number for one in fought.entrants}
    keys = tuple(numbers) if division is None else division.keys
    among = frozenset(keys)
    return Competition(
        entrants=tuple(outcomes.Entrant(key, numbers[key]) for key in keys),
        outcomes=tuple(
            one for one in _outcomes(fought) if all(half.entrant in among for half in one.showings)
        ),
        tie_breaks=terms.tie_breaks,
        points=terms.points,
        unfought=Unfought.ROUND_ROBIN if tournament.kind in ROUND_ROBINS else Unfought.SWISS,
        battles_a_round=terms.battles_a_round,
        lot_seed=bytes(tournament.lot_seed),
    )


def places_in_bracket(fought: Fought) -> tuple[BracketPlace, ...]:
    """Return the places in a knock-out by who advanced; without a valid bracket, by results alone."""
    try:
        went = {key: one.winner for key, one in bracket_of(fought).filled.items()}
    except UnfitSituation:
        went = {}
    tables, fights = tables_of(fought), []
    for pairing in fought.pairings:
        key = bracket_key(pairing)
        # Replays of a drawn battle count once; battles outside the bracket do not count.
        if pairing.second is None or (tables and tables.get(key) is not pairing):
            continue
        winner = went[key] if key in went else winner_by_result(fought, pairing)
        pair = (key_of(pairing.first), key_of(pairing.second))
        for_place = 3 if key == THIRD_PLACE else None
        fights.append(knock_out.BracketPairing(pairing.round.number, *pair, winner, for_place))
    lives = 2 if fought.tournament.kind == Kind.DOUBLE_ELIMINATION else 1
    return bracket_places(seeds_of(fought), fights, lives)


def league_tables(fought: Fought) -> tuple[tuple[Division, tuple[LeagueRow, ...]], ...]:
    """Return the standings of each division, highest first, with promotion and relegation."""
    last, moves, found = len(fought.divisions) - 1, fought.terms.moves, []
    for place, division in enumerate(fought.divisions):
        size = len(division.keys)
        up = min(moves, size) if place else 0
        down = min(moves, size - up) if place < last else 0
        found.append((division, league_table(competition_of(fought, division), up, down)))
    return tuple(found)


def finishes(fought: Fought) -> list[Finish]:
    """Return the place of every entrant. In a league, lower divisions follow higher ones."""
    if fought.tournament.kind in KNOCK_OUTS:
        rows = places_in_bracket(fought)
        return [Finish(one.entrant, one.first_place, one.last_place) for one in rows]
    if fought.tournament.kind == Kind.LADDER:
        return [Finish(key, place, place) for place, key in enumerate(order_of(fought), start=1)]
    if fought.tournament.kind != Kind.LEAGUE:
        return list(finished("", standings(competition_of(fought))).finishes)
    found: list[Finish] = []
    for _, table in league_tables(fought):
        above = len(found)
        each = finished("", (one.row for one in table)).finishes
        found += [Finish(one.who, above + one.first_place, above + one.last_place) for one in each]
    return found


def places(fought: Fought) -> list[tuple[str, str]]:
    """Return the place and the key of each entrant, in order."""
    return [(places_text(one.first_place, one.last_place), one.who) for one in finishes(fought)]


def _outcomes(fought: Fought) -> Iterator[Outcome]:
    for pairing in fought.pairings:
        if pairing.round.state == Round.State.DRAWN:
            continue
        if pairing.second is None:
            ending = Ending.HALF_BYE if pairing.end == End.HALF_BYE else Ending.BYE
            bye = Outcome(pairing.round.number, Showing(key_of(pairing.first), ending))
            yield from [bye] * fought.terms.battles_a_round
        else:
            yield _outcome(fought, pairing)


def _outcome(fought: Fought, pairing: Pairing) -> Outcome:
    """Return the outcome of a pairing; an open one is a draw that does not count."""
    first, second = fought.scores(pairing) or (DREW, DREW)
    number = pairing.round.number
    if pairing.end in (End.FORFEIT, End.DOUBLE_FORFEIT):
        one, other = (Ending.WON_BY_FORFEIT if score else Ending.FORFEITED for score in (first, second))
        return Outcome(number, _plain(pairing, 0, one), _plain(pairing, 1, other))
    if standing_result(pairing) is None:
        plain = (_plain(pairing, 0, _BY_SCORE[first]), _plain(pairing, 1, _BY_SCORE[second]))
        return Outcome(number, *plain, is_ratified=bool(pairing.end))
    own, theirs = (_of_result(fought, pairing, place) for place in (0, 1))
    return Outcome(number, own, theirs, is_ratified=fought.is_decided(pairing))


def _plain(pairing: Pairing, place: int, ending: Ending) -> Showing:
    return Showing(_key(pairing, place), ending, (pairing.first_side, pairing.second_side)[place])


def _of_result(fought: Fought, pairing: Pairing, place: int) -> Showing:
    side = fought.side(pairing, place)
    return Showing(
        _key(pairing, place),
        _BY_SCORE[side.score],
        (pairing.first_side, pairing.second_side)[place],
        Fraction(side.points) if side.points is not None else Fraction(0),
        side.losses or 0,
    )


def _key(pairing: Pairing, place: int) -> str:
    entrant = (pairing.first, pairing.second)[place]
    assert entrant is not None  # noqa: S101 - asked only of pairings of two
    return key_of(entrant)
