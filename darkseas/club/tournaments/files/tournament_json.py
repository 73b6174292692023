"""A whole tournament as JSON: regulations, entrants, rounds with results, places."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from darkseas.club.models import Entrant, Pairing, Round, ScenarioChoice, SideBid, Tournament, Vote
from darkseas.club.standings.ranking import Row, standings
from darkseas.club.tournaments.formats.points_standings import competition_of, league_tables, places
from darkseas.club.tournaments.regulations import KNOCK_OUTS, Kind, to_json
from darkseas.club.tournaments.tournament_so_far import Fought, key_of, standing_result
from darkseas.club.tournaments.votes_and_bids.dice import secret_of

#: Name and version of the format.
FORMAT = "darkseas-tournament/1"


def whole(fought: Fought) -> dict[str, Any]:
    """Return a tournament as a JSON value. Entrants are numbers; scores are half points."""
    held, bids = fought.tournament, _by_table(fought.tournament)
    return {
        "format": FORMAT,
        "club": held.club.name,
        "title": held.title,
        "kind": held.kind,
        "system": held.system,
        "state": held.state,
        "first_day": held.first_day.isoformat() if held.first_day else None,
        "terms": to_json(fought.terms),
        "lot_hash": held.lot_hash,
        "lot_seed": bytes(held.lot_seed).hex() if held.state == held.State.CLOSED else None,
        "entrants": [_entrant(one) for one in fought.entrants],
        "choices": [_choice(fought, one) for one in fought.choices],
        "rounds": [_round(fought, one, bids) for one in fought.rounds],
        "places": _places(fought),
    }


def _entrant(entrant: Entrant) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "name": entrant.name,
        "players": [str(one) for one in entrant.players.all()],
        "strength": entrant.strength,
        "group": entrant.group,
        "from_round": entrant.from_round,
        "absences": entrant.absences,
        "half_byes": entrant.half_byes,
    }


def _choice(fought: Fought, choice: ScenarioChoice) -> dict[str, Any]:
    """Return how a scenario was chosen; only the seals while the choice is open."""
    is_decided = choice.picked is not None
    told: dict[str, Any] = {
        "round": choice.number,
        "attempt": choice.attempt,
        "way": choice.way,
        "state": choice.state,
        "candidates": [one.text for one in choice.candidates.all()],
        "secret_hash": choice.digest,
        "ends_at": choice.ends_at.isoformat() if choice.ends_at else None,
        "votes": [
            _vote(one, is_decided=is_decided) for one in choice.votes.select_related("entrant", "candidate")
        ],
    }
    if is_decided:
        secret = secret_of(fought.tournament, choice.number, choice.attempt)
        told |= {"picked": choice.picked, "tied": choice.tied, "words": choice.words, "secret": secret}
    return told


def _vote(vote: Vote, *, is_decided: bool) -> dict[str, Any]:
    opened = {"nonce": vote.nonce, "candidate": vote.candidate.place} if is_decided else {}
    return {"entrant": vote.entrant.number, "hash": vote.digest, **opened}


def _bid(bid: SideBid, *, is_open: bool) -> dict[str, Any]:
    opened = {"nonce": bid.nonce, "side": bid.side, "points": bid.points} if is_open else {}
    return {"entrant": bid.entrant.number, "hash": bid.digest, **opened}


def _by_table(tournament: Tournament) -> Mapping[int, list[SideBid]]:
    found: dict[int, list[SideBid]] = defaultdict(list)
    for one in SideBid.objects.filter(pairing__round__tournament=tournament).select_related("entrant"):
        found[one.pairing_id].append(one)
    return found


def _round(fought: Fought, found: Round, bids: Mapping[int, list[SideBid]]) -> dict[str, Any]:
    return {
        "number": found.number,
        "state": found.state,
        "scenario": found.scenario.key if found.scenario else None,
        "scenario_text": found.scenario_text,
        "bid_minutes": found.bid_minutes,
        "bids_by": found.bids_by.isoformat() if found.bids_by else None,
        "pairings": [_pairing(fought, one, bids.get(one.pk, [])) for one in fought.of_round(found.number)],
    }


def _pairing(fought: Fought, pairing: Pairing, bids: Iterable[SideBid]) -> dict[str, Any]:
    scores = fought.scores(pairing)
    told: dict[str, Any] = {
        "table": pairing.table,
        "leg": pairing.leg,
        "entrants": [pairing.first.number, pairing.second.number if pairing.second else None],
        "sides": [pairing.first_side, pairing.second_side],
        "scores": list(scores) if scores else None,
        "end": pairing.end,
        "counts": fought.is_decided(pairing),
        "is_manual": pairing.is_manual,
        "battle": str(pairing.battle_id) if pairing.battle_id else None,
    }
    if pairing.round.bid_minutes is not None:
        is_open = pairing.bids_opened_at is not None
        told["bids"] = [_bid(one, is_open=is_open) for one in bids]
        told["given"] = [pairing.first_bid, pairing.second_bid] if is_open else None
    if standing_result(pairing) is not None:
        sides = [fought.side(pairing, place) for place in (0, 1)]
        told["points"] = [None if side.points is None else str(side.points) for side in sides]
        told["losses"] = [side.losses for side in sides]
    return told


def _places(fought: Fought) -> list[dict[str, Any]]:
    numbers = {key_of(one): one.number for one in fought.entrants}
    if fought.tournament.kind in KNOCK_OUTS | {Kind.LADDER}:
        return [{"place": place, "entrant": numbers[key]} for place, key in places(fought)]
    if fought.tournament.kind == Kind.LEAGUE:
        return [
            {"division": division.name, **_place(one.row, numbers), "passage": one.passage.value}
            for division, table in league_tables(fought)
            for one in table
        ]
    return [_place(row, numbers) for row in standings(competition_of(fought))]


def _place(row: Row, numbers: Mapping[str, int]) -> dict[str, Any]:
    return {
        "place": row.place_text,
        "entrant": numbers[row.entrant],
        "tie_breaks": {one.tie_break: one.text for one in row.numbers},
    }
