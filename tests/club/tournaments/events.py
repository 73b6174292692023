"""Tournaments with their people, fought as a test says: what the tests of this room begin with."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from darkseas.club.models import Club, Pairing, Player, Right, Round, ScenarioChoice, Tournament
from darkseas.club.tournaments import create_and_change, reports, rounds, tournament_states
from darkseas.club.tournaments.create_and_change import Plan
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.regulations import Terms, usual_tie_breaks
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.votes_and_bids import scenario_votes
from tests.club.results.club_events import guest, joined, new_club
from tests.support.members import logged_in

State = Tournament.State
SETTING = Setting(text="The coves", first_side="Red", second_side="Blue")


def director_of(club: Club) -> Player:
    """The club's director, who is made where there is none."""
    found = Player.objects.filter(club=club, rights__kind=Right.Kind.DIRECTOR).first()
    return found or joined(club, "dora", Right.Kind.MEMBER, Right.Kind.DIRECTOR)


def planned(kind: str = Tournament.Kind.SWISS, club: Club | None = None, **terms: Any) -> Tournament:
    """A tournament that nobody has entered."""
    club = club or Club.objects.first() or new_club()
    wanted: dict[str, Any] = {"rounds": 3, "tie_breaks": usual_tie_breaks(kind), **terms}
    plan = Plan("Autumn salvo", kind, "fleet_battle", Terms(**wanted))
    return create_and_change.plan(club, director_of(club), plan)


def running(count: int, kind: str = Tournament.Kind.SWISS, **terms: Any) -> Tournament:
    """A tournament of so many guests, the strongest first, that has begun."""
    made = planned(kind, **terms)
    by = director_of(made.club)
    tournament_states.move(by, made, State.OPEN)
    for number in range(count):
        entries.enter(by, made, [guest(made.club, f"guest {number}")], strength=2000 - number)
    return tournament_states.move(by, made, State.RUNNING)


def drawn(tournament: Tournament) -> Round:
    """The next round, drawn and begun."""
    by = director_of(tournament.club)
    found = rounds.draw(by, tournament, SETTING)
    rounds.begin(by, found)
    found.refresh_from_db()
    return found


def stronger(pairing: Pairing) -> str:
    """The stronger of the two wins."""
    assert pairing.second is not None
    return reports.FIRST if (pairing.first.strength or 0) > (pairing.second.strength or 0) else reports.SECOND


def fought(found: Round, winner: Callable[[Pairing], str] = stronger) -> None:
    """Report all pairings of a round as its director, and close it."""
    by = director_of(found.tournament.club)
    for pairing in open_pairings(found):
        reports.report(by, pairing, Reported(winner(pairing)))
    rounds.close(by, found)


def open_pairings(found: Round) -> Sequence[Pairing]:
    """The pairings of a round of which nothing is known."""
    return list(found.pairings.filter(end="", result=None).select_related("round", "first", "second"))


CANDIDATES = (
    SETTING,
    Setting(text="The narrows", first_side="North", second_side="South"),
    Setting(text="The roads", first_side="East", second_side="West"),
)


def peopled(
    count: int, names: Sequence[str] = ("ann", "bob", "cat", "dan", "eve", "fay"), **terms: Any
) -> tuple[Tournament, list[Player]]:
    """A tournament that has begun, of members of the site; with who they are, by number."""
    made = running(count, **terms)
    players = [joined(made.club, name) for name in names[:count]]
    for entrant, player in zip(made.entrants.all(), players, strict=True):
        entrant.players.set([player])
    return made, players


def asked_for_votes(tournament: Tournament, minutes: int = 60) -> ScenarioChoice:
    """The scenario of the next round, left to votes."""
    way = ScenarioChoice.Way.VOTED
    return scenario_votes.ask(director_of(tournament.club), tournament, way, CANDIDATES, minutes)


def bid_round(tournament: Tournament, minutes: int = 60) -> Round:
    """A round whose sides are bid for, begun."""
    by = director_of(tournament.club)
    found = rounds.draw(by, tournament, replace(SETTING, bid_minutes=minutes))
    rounds.begin(by, found)
    found.refresh_from_db()
    return found


def ordered(name: str, battle: UUID) -> None:
    """Somebody gives the order that the captain would, over the API."""
    client, address = logged_in(name), f"/api/v1/battles/{battle.hex}"
    advice = client.get(f"{address}/suggestion").json()
    sent = {"order": advice["order"], "blanks": advice["blanks"], "expected": advice["length"]}
    key = {"Idempotency-Key": f"{name}-{advice['length']}"}
    answer = client.post(f"{address}/orders", sent, content_type="application/json", headers=key)
    assert answer.status_code == 201, answer.content
