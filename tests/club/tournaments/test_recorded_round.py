"""A round of a tournament whose battles are recorded here, from first orders to standings and ratings."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from darkseas.club.models import Club, Pairing, Player, Result, Round
from darkseas.club.records import recomputation
from darkseas.club.results.ratified import ratified
from darkseas.club.results.rebuild import rebuild
from darkseas.club.standings.ranking import standings
from darkseas.club.tournaments import machine
from darkseas.club.tournaments.entering import entries
from darkseas.club.tournaments.formats.scores import competition_of
from darkseas.club.tournaments.fought import read
from replays_app.models import Battle, Summary
from scenarios_app.revisions.store import publish
from tests.club.records.books import documents, follow
from tests.club.results.evenings import joined, new_club
from tests.replays_app.recording.table_battles import fight_on, table_battle
from tests.support.builders import forms_of, give, seats_of
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in

from .events import State, director_of, planned

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KEY = "first-salvoes"
BASE = "/clubs/ironclads/tournaments/autumn-salvo/"


def text_of(client: Client, address: str) -> str:
    """What a page says."""
    answer = client.get(address)
    assert answer.status_code in (200, 422), answer.status_code
    return " ".join(answer.content.decode().split())


def begun(club: Club) -> tuple[Round, dict[str, Player]]:
    """A round of four members that a director has drawn and begun on the pages."""
    made = planned(club=club, rounds=2)
    people = {name: joined(club, name) for name in ("ann", "bob", "cat", "dan")}
    machine.move(director_of(club), made, State.OPEN)
    for player in people.values():
        entries.enter(director_of(club), made, [player])
    machine.move(director_of(club), made, State.RUNNING)
    dora = logged_in("dora")
    assert dora.post(f"{BASE}rounds/new/", {"scenario": KEY}).status_code == 302
    assert dora.post(f"{BASE}rounds/1/", {"deed": "begin"}).status_code == 302
    return Round.objects.get(), people


def fighters(pairing: Pairing) -> dict[str, str]:
    """Who has which side of a table, by their names."""
    assert pairing.second is not None
    names = [str(one.players.get()) for one in (pairing.first, pairing.second)]
    return dict(zip((pairing.first_side, pairing.second_side), names, strict=True))


def fought_with_dice(pairing: Pairing) -> Battle:
    """The battle of a table, typed in by one of the two to its end, both named."""
    names = fighters(pairing)
    fields = {f"name-{side}": name for side, name in names.items()}
    client = logged_in(names[pairing.first_side])
    answer = client.post(f"/scenarios/{KEY}/table/", {"recorder": "both", "seen": "all", **fields})
    battle = Battle.objects.get(pk=re.findall(r"[0-9a-f-]{36}", answer["Location"])[0])
    assert fight_on(client, battle, 500) < 500
    return battle


def resigned(pairing: Pairing) -> Battle:
    """The battle of a table, typed in by both, in which the second side has given up."""
    names = fighters(pairing)
    battle = table_battle(KEY, *(names[side.key] for side in library_spec(KEY).sides))
    seat = seats_of(battle)[pairing.second_side]
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    return battle


def test_battles_recorded_here_flow_into_results_standings_and_ratings() -> None:
    publish(library_spec(KEY), origin="library")
    club = new_club(rated_from=1)
    found, _ = begun(club)
    first, second = found.pairings.select_related("round", "first", "second")
    battles = {first.pk: fought_with_dice(first), second.pk: resigned(second)}
    dora, table = logged_in("dora"), {one.pk: f"{BASE}tables/{one.pk}/" for one in (first, second)}

    strange = table_battle(KEY, "zoe")
    seat = next(iter(seats_of(strange).values()))
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    asked = dora.post(table[first.pk], {"battle": strange.pk.hex})
    assert asked.status_code == 422
    assert "Nothing in this battle says that" in asked.content.decode()
    other = dora.get(table[first.pk], {"address": f"https://sea.example/battles/{battles[second.pk].pk}/"})
    assert "Nothing in this battle says that" in other.content.decode()
    assert dora.post(table[first.pk], {"battle": battles[second.pk].pk.hex}).status_code == 422
    assert not Result.objects.exists()

    for pairing in (first, second):
        battle = battles[pairing.pk]
        plain = text_of(dora, table[pairing.pk])
        assert "Who won?" in plain
        assert f'value="{battle.pk}"' in plain
        filled = text_of(dora, f"{table[pairing.pk]}?battle={battle.pk}")
        assert "Winner, points and losses come from the log of" in filled
        assert ("Who won?" in filled, "Points of" in filled) == (False, False)
        reported = dora.post(table[pairing.pk], {"battle": battle.pk.hex}, follow=True)
        assert "Reported. It counts." in reported.content.decode()
        result = Result.objects.get(battle=battle)
        summary, sides = Summary.objects.get(battle=battle), fighters(pairing)
        for side in result.sides.all():
            assert [str(one.player) for one in side.players.all()] == [sides[side.side]]
            assert side.score == (1 if summary.winner is None else 2 * (summary.winner == side.side))
            assert side.losses == summary.losses[side.side]
            assert float(side.points or 0) == pytest.approx(
                float(Fraction(summary.scores[side.side])), abs=0.01
            )
    assert Summary.objects.get(battle=battles[second.pk]).winner == second.first_side

    assert dora.post(f"{BASE}rounds/1/", {"deed": "close"}).status_code == 302
    rows = {row.entrant: row for row in standings(competition_of(read(found.tournament)))}
    assert rows[str(second.first_id)].points == 1
    assert rows[str(second.second_id)].points == 0
    assert sum(row.points for row in rows.values()) == 2
    follow(club)
    assert len(documents(club)["fleet_battle"].body["ratings"]) == 4
    assert documents(club) == recomputation.documents_of(ratified(club), recomputation.terms_of(club))
    assert rebuild(club) == 0
    assert second.first.name in text_of(dora, "/clubs/ironclads/records/")
