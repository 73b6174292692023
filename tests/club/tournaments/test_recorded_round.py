"""A round of a tournament whose battles are recorded here, from first orders to standings and ratings."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.club.models import Club, Pairing, Player, Result, Right, Round
from darkseas.club.records import recomputation
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.results.confirmed_results import ratified
from darkseas.club.results.files import importing
from darkseas.club.results.files.csv_files import write_csv
from darkseas.club.results.files.export import records_of
from darkseas.club.results.recorded.table_battles import is_against_log
from darkseas.club.standings.ranking import standings
from darkseas.club.tournaments import reports, rounds, tournament_states
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.formats.points_standings import competition_of
from darkseas.club.tournaments.reports import FIRST, Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle
from replays_app.lobby import seat_taking
from replays_app.models import Battle, Summary
from replays_app.seats.viewer_seat import Holder
from scenarios_app.revisions.store import publish
from tests.club.rebuild_results import rebuild
from tests.club.records.books import documents, follow
from tests.club.results import club_events
from tests.club.results.club_events import joined, new_club
from tests.replays_app.recording.table_battles import fight_on, table_battle
from tests.support.builders import forms_of, give, seats_of
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in

from .events import State, director_of, drawn, open_pairings, peopled, planned

pytestmark = pytest.mark.django_db

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
    tournament_states.move(director_of(club), made, State.OPEN)
    for player in people.values():
        entries.enter(director_of(club), made, [player])
    tournament_states.move(director_of(club), made, State.RUNNING)
    dora = logged_in("dora")
    assert dora.post(f"{BASE}rounds/new/", {"scenario": KEY}).status_code == 302
    assert dora.post(f"{BASE}rounds/1/", {"deed": "begin"}).status_code == 302
    return Round.objects.get(), people


def test_round_is_fought_on_the_scenario_as_it_stood_when_it_was_laid_out() -> None:
    """Whoever owns it could else publish another one for the moment in which they begin."""
    spec = library_spec(KEY)
    kept = publish(spec, origin="library")
    found, people = begun(new_club())
    publish(replace(spec, sides=(replace(spec.sides[0], key="zz"), *spec.sides[1:])), origin="library")
    (pairing, *_) = open_pairings(found)
    page = text_of(Client(), f"{BASE}tables/{pairing.pk}/")
    assert f'<a href="/library/{KEY}/revisions/{kept.number}/">revision {kept.number}</a>' in page
    sits_down = next(one for one in people.values() if one in pairing.first.players.all())
    battle = Battle.objects.get(pk=begin_battle.begin(sits_down, pairing, "sha256-1"))
    assert battle.revision == kept
    assert battle.seats.filter(holdings__member=sits_down.member).exists()


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


@pytest.mark.slow
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
    assert "This battle does not show that" in asked.content.decode()
    other = dora.get(table[first.pk], {"address": f"https://sea.example/battles/{battles[second.pk].pk}/"})
    assert "This battle does not show that" in other.content.decode()
    assert dora.post(table[first.pk], {"battle": battles[second.pk].pk.hex}).status_code == 422
    assert not Result.objects.exists()

    for pairing in (first, second):
        battle = battles[pairing.pk]
        plain = text_of(dora, table[pairing.pk])
        assert 'name="winner"' in plain
        assert f'value="{battle.pk}"' in plain
        filled = text_of(dora, f"{table[pairing.pk]}?battle={battle.pk}")
        assert "Winner, points and losses come from the log of" in filled
        assert ('name="winner"' in filled, "Points of" in filled) == (False, False)
        reported = dora.post(table[pairing.pk], {"battle": battle.pk.hex}, follow=True)
        assert "Result saved. It counts." in reported.content.decode()
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


def drawn_here(count: int = 2) -> tuple[Pairing, Player, Player]:
    """A table of a round about a scenario of the library, with its two."""
    scenario = publish(library_spec(KEY), origin="library").scenario
    first_side, second_side = [side.key for side in library_spec(KEY).sides]
    made, _ = peopled(count)
    found = rounds.draw(director_of(made.club), made, Setting(scenario, "", first_side, second_side))
    rounds.begin(director_of(made.club), found)
    pairing = Pairing.objects.select_related("round", "first", "second").order_by("table")[0]
    assert pairing.second is not None
    return pairing, pairing.first.players.get(), pairing.second.players.get()


def lost_by_first(count: int = 2) -> tuple[Pairing, Player, Player, Battle]:
    """A table whose battle was begun here, to be resigned by the first: with both, and the battle."""
    pairing, loser, winner = drawn_here(count)
    battle = Battle.objects.get(pk=begin_battle.begin(loser, pairing, "sha256-1"))
    pairing.refresh_from_db()
    return pairing, loser, winner, battle


def resign(battle: Battle, side: str) -> None:
    """Let a side give up."""
    seat = seats_of(battle)[side]
    give(seat, "resign", {}, expected=forms_of(seat)[0])


def test_player_reports_the_battle_of_the_table_by_its_log_alone() -> None:
    pairing, loser, winner, battle = lost_by_first()
    resign(battle, pairing.first_side)
    client, address = logged_in(str(loser)), f"{BASE}tables/{pairing.pk}/"
    for body in ({"winner": "first"}, {"winner": "first", "battle": "none"}):
        answer = client.post(address, body)
        assert answer.status_code == 422
        page = " ".join(answer.content.decode().split())
        assert "its log has the result. Report it from the log." in page
        assert f'value="{battle.pk}"' in page
    assert "Report without the log" not in text_of(client, f"{address}?battle=none")
    with pytest.raises(TournamentRefused, match="ask a director"):
        reports.report(loser, pairing, Reported(FIRST))
    assert not Result.objects.exists()
    said = client.post(address, {"battle": battle.pk.hex}, follow=True).content.decode()
    assert "Your opponent can now confirm or dispute it." in said
    result = Result.objects.get()
    store.confirm(result, winner)
    assert {side.side: side.score for side in result.sides.all()}[pairing.second_side] == 2


def test_no_player_reports_a_table_while_its_own_battle_goes_on() -> None:
    pairing, loser, winner, battle = lost_by_first()
    client, address = logged_in(str(loser)), f"{BASE}tables/{pairing.pk}/"
    plain = text_of(client, address)
    assert (reports.GOES_ON in plain, 'name="winner"' in plain) == (True, False)
    answer = client.post(address, {"winner": "first"})
    assert answer.status_code == 422
    assert reports.GOES_ON in answer.content.decode()
    umpire = joined(loser.club, "umpire", Right.Kind.UMPIRE)
    for by in (loser, winner, umpire):
        with pytest.raises(TournamentRefused, match="an umpire or a director decides the table"):
            reports.report(by, pairing, Reported(FIRST))
    assert not Result.objects.exists()
    assert 'name="winner"' in text_of(logged_in("dora"), address)
    resign(battle, pairing.first_side)
    result = reports.report(loser, pairing, Reported(FIRST, battle=battle.pk))
    assert {side.side: side.score for side in result.sides.all()}[pairing.second_side] == 2


@pytest.mark.parametrize(
    "changes",
    [{"status": Battle.Status.BROKEN_OFF}, {"broken_at": 1}, {"put_away_at": timezone.now()}],
)
def test_battle_that_nobody_fights_on_does_not_keep_its_table_from_being_reported(changes: Any) -> None:
    pairing, loser, winner, battle = lost_by_first()
    Battle.objects.filter(pk=battle.pk).update(**changes)
    assert 'name="winner"' in text_of(logged_in(str(loser)), f"{BASE}tables/{pairing.pk}/")
    assert not is_against_log(reports.report(loser, pairing, Reported(FIRST)))
    store.confirm(Result.objects.get(), winner)
    assert Result.objects.get().is_ratified


def test_director_says_otherwise_than_the_log_with_a_remark_that_stands() -> None:
    pairing, _, _, battle = lost_by_first()
    resign(battle, pairing.first_side)
    dora, address = logged_in("dora"), f"{BASE}tables/{pairing.pk}/"
    assert "Give your reason in the remarks" in text_of(dora, f"{address}?battle=none")
    refused = dora.post(address, {"winner": "first"})
    assert (refused.status_code, Result.objects.exists()) == (422, False)
    assert reports.LOG_SAYS_TO_DIRECTORS in refused.content.decode()
    said = dora.post(address, {"winner": "first", "remarks": "He touched the dice."}, follow=True)
    assert "It counts." in said.content.decode()
    [line] = record_of(read(pairing.round.tournament))
    assert (line.words, line.reason) == (
        "Round 1, table 1, was reported with a result other than in the log of its battle.",
        "He touched the dice.",
    )
    assert "He touched the dice." in text_of(logged_in("bob"), address)


def test_what_was_reported_before_the_battle_ended_otherwise_counts_by_nobodys_silence() -> None:
    pairing, loser, _, battle = lost_by_first()
    result = store.report(loser.club, loser, reports._facts(pairing, Reported(FIRST)), pairing)
    Pairing.objects.update(result=result)
    assert is_against_log(result)
    assert reports.accept_reported(director_of(result.club), pairing.round) == 0
    resign(battle, pairing.first_side)
    assert reports.accept_reported(director_of(result.club), pairing.round) == 0
    said = logged_in("dora").post(f"{BASE}rounds/1/", {"deed": "accept"}, follow=True).content.decode()
    assert reports.NONE_TAKEN in said
    store.lapse(result.pk, timezone.now() + timedelta(days=999))
    assert Result.objects.get().state == Result.State.UNANSWERED


def test_report_by_the_log_of_an_older_battle_leaves_nothing_at_its_table_once_it_is_void() -> None:
    pairing, first, second = drawn_here()
    address = f"{BASE}tables/{pairing.pk}/"
    older = table_battle(KEY, str(first), str(second))
    resign(older, pairing.first_side)
    result = reports.report(first, pairing, Reported(FIRST, battle=older.pk, is_theirs=True))
    assert Pairing.objects.get().battle == older
    store.void(result, first, "Another evening.")
    assert Pairing.objects.get().battle is None
    assert "Start battle here" in text_of(logged_in(str(first)), address)
    store.decide(result, director_of(first.club), "It was this evening.")
    assert Pairing.objects.get().battle == older
    store.void(result, director_of(first.club), "It was not.")
    begun_here = begin_battle.begin(first, pairing, "sha256-1")
    store.decide(result, director_of(first.club), "It was.")
    store.void(result, director_of(first.club), "No.")
    assert Pairing.objects.get().battle_id == begun_here


def test_sides_of_a_battle_leave_its_table_with_a_report_that_is_void() -> None:
    made, (ann, bob) = peopled(2)
    table, revision = open_pairings(drawn(made))[0], publish(library_spec(KEY), origin="library")
    sides = [side.key for side in library_spec(KEY).sides]
    holders = {sides[1]: Holder(member=ann.member), sides[0]: Holder(member=bob.member)}
    older = seat_taking.begin(revision, holders, "sha256-1")
    resign(older, sides[0])
    by_first = ann if table.first.players.get() == ann else bob
    result = reports.report(by_first, table, Reported(FIRST, battle=older.pk))
    theirs = Pairing.objects.get()
    assert {theirs.first_side, theirs.second_side} == set(sides)
    store.void(result, by_first, "Another evening.")
    drawn_sides = Pairing.objects.get()
    assert (drawn_sides.first_side, drawn_sides.second_side) == (table.first_side, table.second_side)
    store.decide(result, director_of(made.club), "It was this evening.")
    again = Pairing.objects.get()
    assert (again.first_side, again.second_side) == (theirs.first_side, theirs.second_side)
    winner = read(made).scores(read(made).pairings[0])
    assert winner == ((2, 0) if by_first == ann else (0, 2))


def test_umpire_ends_no_table_of_their_own_and_none_whose_log_says_how() -> None:
    pairing, loser, _, battle = lost_by_first(4)
    other = joined(pairing.round.tournament.club, "umpire", Right.Kind.UMPIRE)
    Right.objects.create(player=loser, kind=Right.Kind.UMPIRE)
    address = f"{BASE}tables/{pairing.pk}/"
    body = {"what": "won-first", "reason": "So it is."}
    assert reports.OWN_END in text_of(logged_in(str(loser)), address)
    said = logged_in(str(loser)).post(f"{address}decide/", body, follow=True).content.decode()
    assert reports.OWN_END in said
    assert "Adjudicated: a draw" in text_of(logged_in("umpire"), address)
    resign(battle, pairing.first_side)
    said = logged_in("umpire").post(f"{address}decide/", body, follow=True).content.decode()
    assert reports.LOG_SAYS_TO_PLAYERS in said
    assert "Adjudicated: a draw" not in text_of(logged_in("umpire"), address)
    with pytest.raises(TournamentRefused, match="Report it from the log"):
        reports.adjudicate(other, pairing, FIRST, "So it is.")
    unfinished = Pairing.objects.exclude(pk=pairing.pk).get()
    reports.adjudicate(other, unfinished, FIRST, "It was late.")
    reports.adjudicate(director_of(other.club), pairing, FIRST, "He touched the dice.")
    ends = set(Pairing.objects.values_list("end", flat=True))
    assert ends == {Pairing.End.ADJUDICATED}


def test_battle_of_a_table_is_reported_there_alone_and_counts_once() -> None:
    pairing, loser, winner, battle = lost_by_first(4)
    resign(battle, pairing.first_side)
    client, address = logged_in(str(loser)), f"{BASE}tables/{pairing.pk}/"
    ordinary = f"/clubs/ironclads/results/new/?battle={battle.pk}"
    assert f"{battle.pk}" not in client.get("/clubs/ironclads/results/new/").content.decode()
    for answer in (client.get(ordinary), client.post(ordinary, {"battle": battle.pk.hex, "winner": "0"})):
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "Report it at that table." in page
        assert f'<a href="{address}">' in page
    elsewhere = Pairing.objects.exclude(pk=pairing.pk).get()
    Pairing.objects.filter(pk=elsewhere.pk).update(first=pairing.first, second=pairing.second)
    for table in (elsewhere, None):
        facts = reports._facts(pairing, Reported(FIRST, battle=battle.pk))
        with pytest.raises(ResultRefused, match="Report it at that table"):
            store.report(pairing.round.tournament.club, loser, facts, table)
    first = reports.report(winner, pairing, Reported(FIRST, battle=battle.pk))
    dora = director_of(first.club)
    store.confirm(first, loser)
    book = write_csv(records_of(first.club))
    store.void(first, dora, "The wrong evening.")
    file = importing.old_file("book.csv", "The book", book.encode())
    faults = importing.preview(first.club, dora, file).faults
    assert ["Report it at that table" in fault.reason for fault in faults] == [True]
    other = club_events.reported(loser, winner)
    store.confirm(other, winner)
    with pytest.raises(ResultRefused, match="Report it at that table"):
        store.correct(other, dora, "By its log.", store.last_facts(first))
    store.void(other, dora, "A slip.")
    reports.report(dora, pairing, Reported(FIRST, remarks="He touched the dice."))
    with pytest.raises(ResultRefused, match="Report it at that table"):
        store.decide(first, dora, "It was right.", store.last_facts(first))
    with pytest.raises(ResultRefused, match="Report it at that table"):
        reports.report(dora, elsewhere, Reported(FIRST, battle=battle.pk))
    assert Pairing.objects.get(pk=pairing.pk).battle == battle
    assert len(ratified(first.club)) == 1
