"""A tournament as a FIDE Tournament Report File (TRF16, handbook C.04.A, annex 2), if the format fits.

The first side of a pairing is White, the second Black. TRF has one battle of two players per round, worth 1,
½ or 0; other tournaments do not fit. Between two rounds, entrants who will miss the next one have an entry
for it, so that pairing programs leave them out.
"""

from collections.abc import Iterator

from darkseas.club.models import Entrant, Pairing, Round, Tournament
from darkseas.club.standings.outcomes import HALF
from darkseas.club.standings.ranking import Row, standings
from darkseas.club.tournaments.entries.entries import has_left
from darkseas.club.tournaments.formats.points_standings import competition_of
from darkseas.club.tournaments.regulations import KNOCK_OUTS, ROUND_ROBINS, Kind
from darkseas.club.tournaments.round_draw.pairing_input import situation_of
from darkseas.club.tournaments.round_draw.round_notes import round_notes
from darkseas.club.tournaments.tournament_so_far import Fought, key_of

End = Pairing.End
#: Columns of a player's line in TRF16: width of the name, and everything before the first round.
_NAME, _BEFORE_ROUNDS = 33, 91
_RESULTS = {2: "1", 1: "=", 0: "0"}
_BYE, _HALF_BYE, _NOT_THERE = "0000 - U", "0000 - H", "0000 - Z"


def why_not(fought: Fought) -> str:
    """Return why a tournament does not fit TRF, as a sentence; "" if it does."""
    terms = fought.terms
    if fought.tournament.kind in KNOCK_OUTS | {Kind.LADDER, Kind.LEAGUE}:
        return "TRF has no brackets, ladders or divisions. Download the JSON file instead."
    if terms.is_mirrored:
        return "TRF has one battle per round, a mirrored tournament two. Download the JSON file instead."
    if (terms.win, terms.draw) != (2, 1):
        return "TRF scores 1, ½ and 0; this tournament does not. Download the JSON file instead."
    if any(len(one.players.all()) > 1 for one in fought.entrants):
        return "TRF has no teams. Download the JSON file instead."
    return ""


def report_file(fought: Fought) -> str:
    """Return a tournament as TRF16: a line for each player, then comments (###) on how rounds were paired."""
    rows = {one.entrant: one for one in standings(competition_of(fought))}
    missing = _missing_next(fought)
    lines = [
        *_head(fought),
        *(_player(fought, one, rows[key_of(one)], missing) for one in fought.entrants),
    ]
    lines += [
        f"### Round {one.number}: {_plain(note)}"
        for one in fought.rounds
        for note in round_notes(fought, fought.of_round(one.number))
    ]
    return "\r\n".join(lines) + "\r\n"


def _head(fought: Fought) -> Iterator[str]:
    tournament = fought.tournament
    yield f"012 {_plain(tournament.title)}"
    if tournament.club.place:
        yield f"022 {_plain(tournament.club.place)}"
    began, ended = tournament.first_day or tournament.began_at, tournament.closed_at
    if began:
        yield f"042 {began:%Y/%m/%d}"
    if ended:
        yield f"052 {ended:%Y/%m/%d}"
    yield f"062 {len(fought.entrants)}"
    yield "072 0"
    yield "082 0"
    yield f"092 Individual: {tournament.get_kind_display()}"
    yield f"XXR {max(fought.terms.rounds, len(fought.rounds))}"


def _missing_next(fought: Fought) -> frozenset[str]:
    """Return the keys of entrants who will not be paired in the next round; none while a round is open."""
    is_between = fought.tournament.state == Tournament.State.RUNNING and all(
        one.state == Round.State.CLOSED for one in fought.rounds
    )
    if not is_between or fought.tournament.kind in ROUND_ROBINS or len(fought.rounds) >= fought.terms.rounds:
        return frozenset()
    next_round = situation_of(fought)
    return frozenset(one.key for one in next_round.entrants if not one.is_there(next_round.round_number))


def _player(fought: Fought, entrant: Entrant, row: Row, missing: frozenset[str]) -> str:
    name = _plain(entrant.name)[:_NAME]
    strength = entrant.strength if entrant.strength is not None and 0 <= entrant.strength <= 9999 else 0
    head = f"001 {entrant.number:>4} {'':4} {name:<{_NAME}} {strength:>4} {'':3} {0:>11} {'':10}"
    rounds = [_in_round(fought, entrant, one.number) for one in fought.rounds]
    points = row.points
    if key_of(entrant) in missing:
        is_half = len(rounds) + 1 in entrant.half_byes and not has_left(entrant)
        rounds.append(_HALF_BYE if is_half else _NOT_THERE)
        points += HALF * is_half  # pairing programs expect the points of all entries
    whole = f"{head} {float(points):>4.1f} {row.first_place:>4}"
    return whole.ljust(_BEFORE_ROUNDS) + "  ".join(rounds)


def _own(fought: Fought, entrant: Entrant, pairing: Pairing) -> int:
    first, second = fought.scores(pairing) or (0, 0)
    return first if pairing.first_id == entrant.pk else second


def _in_round(fought: Fought, entrant: Entrant, number: int) -> str:
    """Return opponent, colour and result of a round; no result while it is open."""
    tables = fought.of_round(number)
    found = next((one for one in tables if entrant.pk in (one.first_id, one.second_id)), None)
    if found is None:
        return _NOT_THERE
    if found.second is None:
        return _HALF_BYE if found.end == End.HALF_BYE else _BYE
    is_first = found.first_id == entrant.pk
    opponent = found.second if is_first else found.first
    return f"{opponent.number:>4} {'w' if is_first else 'b'} {_result(fought, entrant, found)}"


def _result(fought: Fought, entrant: Entrant, pairing: Pairing) -> str:
    if not fought.is_decided(pairing):
        return " "
    score = _own(fought, entrant, pairing)
    if pairing.end in (End.FORFEIT, End.DOUBLE_FORFEIT):
        return "+" if score else "-"
    return _RESULTS[score]


def _plain(text: str) -> str:
    return " ".join(text.split())
