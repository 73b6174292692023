"""A tournament from its plan to its end, of each kind; who may do what, and what does not fit is refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from darkseas.club.membership.account_section import forget
from darkseas.club.models import AuditLine, Pairing, Result, Round, Tournament
from darkseas.club.pairing.round_by_hand import DraftPairing
from darkseas.club.results import store
from darkseas.club.results.checks import ResultRefused
from darkseas.club.standings.numbers_in_words import number_text
from darkseas.club.standings.ranking import standings
from darkseas.club.tournaments import create_and_change, reports, rounds, tournament_states
from darkseas.club.tournaments.decisions_from_audit import record_of
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.files.standings_rows import standings_rows
from darkseas.club.tournaments.formats.points_standings import competition_of, places_in_bracket
from darkseas.club.tournaments.reports import Reported
from darkseas.club.tournaments.round_draw.pairing_input import situation_of
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from replays_app.models import Summary
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import guest, joined, new_club
from tests.support.builders import register_toy, toy_battle
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

from .events import SETTING, director_of, drawn, fought, open_pairings, peopled, planned, running

pytestmark = pytest.mark.django_db
Kind, State = Tournament.Kind, Tournament.State


def order_of(tournament: Tournament) -> list[str]:
    """Who stands where, the first first."""
    found = read(tournament)
    return [found.name(row.entrant) for row in standings(competition_of(found))]


def test_swiss_of_eight_from_plan_to_end() -> None:
    made = running(8)
    by = director_of(made.club)
    met: set[frozenset[int]] = set()
    for number in (1, 2, 3):
        found = drawn(made)
        pairs = [frozenset((one.first_id, one.second_id or 0)) for one in open_pairings(found)]
        assert (found.number, len(pairs)) == (number, 4)
        assert not met.intersection(pairs)
        met.update(pairs)
        fought(found)
    with pytest.raises(TournamentRefused, match="All rounds are already paired"):
        rounds.draw(by, made, SETTING)
    tournament_states.move(by, made, State.CLOSING)
    tournament_states.move(by, made, State.CLOSED)
    strongest = made.entrants.get(number=1)
    assert points_of(made)[str(strongest.pk)] == 3
    assert Result.objects.filter(club=made.club, is_ratified=True).count() == 12
    firsts = [Pairing.objects.filter(first=one).count() for one in made.entrants.all()]
    assert all(1 <= one <= 2 for one in firsts)


OTHERS = [
    (Kind.ROUND_ROBIN, 4, 3),
    (Kind.DOUBLE_ROUND_ROBIN, 4, 6),
    (Kind.KNOCK_OUT, 6, 3),
    (Kind.DOUBLE_ELIMINATION, 4, 4),
]


@pytest.mark.parametrize(("kind", "count", "expected"), OTHERS)
def test_other_kinds_end_by_themselves(kind: str, count: int, expected: int) -> None:
    made = running(count, kind)
    by, number = director_of(made.club), 0
    while number < 20:
        try:
            found = drawn(made)
        except TournamentRefused:
            break
        fought(found)
        number += 1
    assert number == expected
    tournament_states.move(by, made, State.CLOSING)
    if kind in (Kind.KNOCK_OUT, Kind.DOUBLE_ELIMINATION):
        found_places = places_in_bracket(read(made))
        assert (read(made).name(found_places[0].entrant), found_places[0].place_text) == ("guest 0", "1")
        assert {one.entrant for one in found_places} == {str(one.pk) for one in made.entrants.all()}
    else:
        assert order_of(made) == [f"guest {place}" for place in range(count)]


def test_mirrored_round_is_fought_from_both_sides() -> None:
    made = running(4, is_mirrored=True)
    found = drawn(made)
    assert sorted((one.table, one.leg) for one in open_pairings(found)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    fought(found, lambda pairing: reports.FIRST)
    rows = standings(competition_of(read(made)))
    assert {row.points for row in rows} == {1}
    fought(drawn(made))


def test_mirrored_bye_is_worth_as_much_as_winning_both_battles() -> None:
    """Everybody loses to the stronger; points and Buchholz are those of a round won, on all papers."""
    made = running(5, is_mirrored=True, tie_breaks=("points", "buchholz", "sonneborn-berger"))
    won_both, by_bye = Fraction(0), Fraction(0)
    for _ in range(3):
        before = points_of(made)
        found = drawn(made)
        bye = found.pairings.get(end=Pairing.End.BYE).first_id
        best = found.pairings.filter(leg=1, second__isnull=False).first()
        fought(found)
        after = points_of(made)
        assert best is not None
        winner = max((best.first_id, best.second_id or 0), key=lambda key: after[str(key)] - before[str(key)])
        won_both, by_bye = (after[str(key)] - before[str(key)] for key in (winner, bye))
        assert {won_both, by_bye} == {Fraction(2)}
    so_far = read(made)
    assert sum(points_of(made).values()) == 3 * (2 * 2 + 2)
    rows = list(standings_rows(so_far, so_far.name))[1:]
    assert {row[1]: row[2] for row in rows} == {
        so_far.name(key): number_text(points) for key, points in points_of(made).items()
    }
    assert {past.byes[0].points for past in situation_of(so_far).past} == {4}


def test_odd_number_sits_out_once_each() -> None:
    made = running(5)
    for _ in range(3):
        fought(drawn(made))
    byes = Pairing.objects.filter(end=Pairing.End.BYE).values_list("first", flat=True)
    assert len(set(byes)) == 3


def test_who_comes_late_leaves_and_comes_back() -> None:
    made = running(6)
    by = director_of(made.club)
    fought(drawn(made))
    late = entries.enter(by, made, [guest(made.club, "latecomer")])
    leaver = made.entrants.get(number=1)
    entries.withdraw(by, leaver, "The last bus.")
    second = drawn(made)
    there = {key for one in second.pairings.all() for key in (one.first_id, one.second_id)}
    assert late.pk in there
    assert leaver.pk not in there
    fought(second)
    leaver.refresh_from_db()
    entries.come_back(by, leaver)
    assert leaver.absences == [[2, 2]]
    third = drawn(made)
    assert leaver.pk in {key for one in third.pairings.all() for key in (one.first_id, one.second_id)}
    fought(third)
    row = next(row for row in standings(competition_of(read(made))) if row.entrant == str(leaver.pk))
    assert row.points == 2
    with pytest.raises(TournamentRefused, match="is there"):
        entries.come_back(by, leaver)


def test_players_report_and_the_director_takes_what_nobody_answered() -> None:
    made = planned(rounds=1)
    by, ann, bob = director_of(made.club), joined(made.club, "ann"), joined(made.club, "bob")
    with pytest.raises(TournamentRefused, match="Entries are not possible"):
        entries.enter(ann, made, [ann])
    tournament_states.move(by, made, State.OPEN)
    entries.enter(ann, made, [ann])
    with pytest.raises(PermissionDenied):
        entries.enter(ann, made, [bob])
    with pytest.raises(TournamentRefused, match="already entered"):
        entries.enter(by, made, [ann, bob], name="Both")
    entries.enter(bob, made, [bob])
    made = tournament_states.move(by, made, State.RUNNING)
    found = drawn(made)
    [pairing] = open_pairings(found)
    assert [reports.may_report(one, pairing) for one in (ann, bob, by, None)] == [True, True, True, False]
    result = reports.report(ann, pairing, Reported(reports.DRAW))
    assert result.state == Result.State.REPORTED
    with pytest.raises(TournamentRefused, match="already has a result"):
        reports.report(bob, pairing, Reported(reports.DRAW))
    with pytest.raises(TournamentRefused, match="You cannot close the round: table 1 is open"):
        rounds.close(by, found)
    assert [row.points for row in standings(competition_of(read(made)))] == [0, 0]
    page, offered = f"/clubs/ironclads/tournaments/{made.slug}/", "Accept 1 reported result"
    assert offered in page_of("dora", page)
    Result.objects.update(state=Result.State.DISPUTED)
    assert "reported result" not in page_of("dora", page)
    assert reports.accept_reported(by, found) == 0
    Result.objects.update(state=Result.State.REPORTED)
    assert reports.accept_reported(by, found) == 1
    rounds.close(by, found)
    assert [str(row.points) for row in standings(competition_of(read(made)))] == ["1/2", "1/2"]


def test_what_is_disputed_waits_for_the_director_on_the_page_and_is_marked_on_the_projector() -> None:
    made = running(2)
    ann, bob = joined(made.club, "ann"), joined(made.club, "bob")
    for number, player in ((1, ann), (2, bob)):
        made.entrants.get(number=number).players.set([player])
    [pairing] = open_pairings(drawn(made))
    result = reports.report(ann, pairing, Reported(reports.FIRST))
    address = f"/clubs/ironclads/tournaments/{made.slug}/"
    assert "Confirm or dispute the result of round 1, table 1" in page_of("bob", address)
    assert "Confirm or dispute" not in page_of("ann", address)
    store.dispute(result, bob, "It was the other way round.", result.steps_taken)
    assert "Decide the result of round 1, table 1" in page_of("dora", address)
    assert "Decide the result" not in page_of("ann", address)
    assert "1 result waits for a director" in page_of("dora", "/clubs/ironclads/")
    decide = page_of("dora", f"/clubs/ironclads/results/{result.pk}/decide/")
    assert "bob disputed it: <q>It was the other way round.</q>" in decide
    board = page_of("dora", f"{address}?board")
    assert '<span class="event-unsettled">disputed' in board
    assert "has-won" not in board


def page_of(name: str, address: str) -> str:
    """What a member is shown at an address."""
    return " ".join(logged_in(name).get(address).content.decode().split())


def test_correction_after_the_round_changes_the_standings() -> None:
    made = running(4)
    by = director_of(made.club)
    fought(drawn(made))
    fought(drawn(made))
    before = points_of(made)
    pairing = Pairing.objects.exclude(result=None).select_related("result").order_by("pk")[0]
    assert pairing.result is not None
    assert pairing.second_id is not None
    facts = store.last_facts(pairing.result)
    sides = tuple(replace(side, score=2 - side.score) for side in facts.sides)
    store.correct(pairing.result, by, "The slip was read upside down.", replace(facts, sides=sides))
    won, lost = str(pairing.first_id), str(pairing.second_id)
    if facts.sides[0].score == 0:
        won, lost = lost, won
    assert points_of(made) == {**before, won: before[won] - 1, lost: before[lost] + 1}
    [line] = record_of(read(made))
    assert line.words == f"Round 1, table {pairing.table}, its result was corrected."
    assert line.reason == "The slip was read upside down."


def points_of(tournament: Tournament) -> dict[str, Fraction]:
    """What everybody has."""
    return {row.entrant: row.points for row in standings(competition_of(read(tournament)))}


def test_forfeit_and_word_of_the_director_can_be_taken_back() -> None:
    made = running(4)
    by = director_of(made.club)
    found = drawn(made)
    one, other = open_pairings(found)
    with pytest.raises(TournamentRefused, match="Give a reason"):
        reports.forfeit(by, one, reports.FIRST, " ")
    reports.forfeit(by, one, reports.FIRST, "Did not come.")
    reports.adjudicate(by, other, reports.DRAW, "The pub closed.")
    assert [str(row.points) for row in standings(competition_of(read(made)))] == ["1", "1/2", "1/2", "0"]
    reports.take_back_end(by, one, "He came after all.")
    reports.report(by, open_pairings(found)[0], Reported(reports.FIRST))
    rounds.close(by, found)
    other.refresh_from_db()
    reports.change_end(by, other, Pairing.End.ADJUDICATED, reports.marks_of(reports.FIRST), "Counted anew.")
    assert points_of(made)[str(other.first_id)] == 1
    told = [(line.words, line.reason) for line in record_of(read(made))]
    assert told[0] == ("Round 1, table 2, ended otherwise.", "Counted anew.")
    assert ("Round 1, table 1, was forfeited.", "Did not come.") in told
    deeds = set(AuditLine.objects.filter(subject__startswith="pairing").values_list("deed", flat=True))
    assert {"pairing.forfeit", "pairing.adjudicated", "pairing.opened", "pairing.reported"} <= deeds
    Tournament.objects.update(state=State.CLOSED)
    with pytest.raises(TournamentRefused, match="no decision here that you can withdraw"):
        reports.take_back_end(by, other, "Too late.")
    with pytest.raises(TournamentRefused, match="tournament is closed"):
        entries.substitute(by, other.first, [guest(made.club, "somebody")], "Too late.")


def test_round_is_taken_back_drawn_by_hand_and_stays_once_it_has_begun() -> None:
    made = running(4)
    by = director_of(made.club)
    found = rounds.draw(by, made, SETTING)
    keys = [str(one.pk) for one in made.entrants.order_by("number")]
    draft = [DraftPairing(keys[1], keys[0]), DraftPairing(keys[2], keys[3])]
    assert rounds.findings(made, draft) == ()
    with pytest.raises(TournamentRefused, match="Pair every entrant exactly once"):
        rounds.draw_by_hand(by, made, SETTING, [DraftPairing(keys[1], keys[1])], "For fun.")
    found = rounds.draw_by_hand(by, made, SETTING, draft, "Old rivals.")
    assert [(str(one.first_id), str(one.second_id)) for one in found.pairings.all()] == draft
    rounds.begin(by, found)
    with pytest.raises(TournamentRefused, match="has started"):
        rounds.take_back(by, found, "Again.")
    with pytest.raises(TournamentRefused, match="changed in the meantime"):
        rounds.begin(by, found)


def test_round_that_was_taken_back_meanwhile_is_neither_begun_nor_taken_back() -> None:
    made = running(4)
    by = director_of(made.club)
    found = rounds.draw(by, made, SETTING)
    rounds.take_back(by, Round.objects.get(pk=found.pk), "Somebody is late.")
    with pytest.raises(TournamentRefused, match="changed in the meantime"):
        rounds.begin(by, found)
    with pytest.raises(TournamentRefused, match="removed in the meantime"):
        rounds.take_back(by, found, "Somebody is late.")


def test_ways_of_a_tournament() -> None:
    made = planned()
    by = director_of(made.club)
    with pytest.raises(TournamentRefused, match="Reload the page"):
        tournament_states.move(by, made, State.CLOSING)
    tournament_states.move(by, made, State.OPEN)
    with pytest.raises(TournamentRefused, match="at least two entrants"):
        tournament_states.move(by, made, State.RUNNING)
    with pytest.raises(TournamentRefused, match="Give a reason"):
        tournament_states.move(by, made, State.PLANNED)
    for name in ("guest a", "guest b"):
        entries.enter(by, made, [guest(made.club, name)])
    made = tournament_states.move(by, made, State.RUNNING)
    found = drawn(made)
    with pytest.raises(TournamentRefused, match="still open"):
        tournament_states.move(by, made, State.CLOSING)
    with pytest.raises(TournamentRefused, match="still open"):
        rounds.draw(by, made, SETTING)
    fought(found)
    rounds.reopen(by, Round.objects.get(), "A slip was found.")
    rounds.close(by, Round.objects.get())
    tournament_states.move(by, made, State.CLOSING)
    made = tournament_states.move(by, made, State.CLOSED)
    assert made.closed_at is not None
    with pytest.raises(TournamentRefused, match="tournament is closed"):
        create_and_change.change(by, made, create_and_change.plan_of(made))
    assert tournament_states.move(by, made, State.CLOSING, "A result was wrong.").closed_at is None
    with pytest.raises(TournamentRefused, match="published its seed"):
        tournament_states.move(by, made, State.RUNNING, "One more round.")
    assert tournament_states.move(by, made, State.CLOSED).closed_at is not None


def test_report_that_was_taken_back_keeps_nothing_open_where_the_table_ended_otherwise() -> None:
    made, (ann, *_) = peopled(2)
    by, found = director_of(made.club), drawn(made)
    table = open_pairings(found)[0]
    store.void(reports.report(ann, table, Reported(reports.FIRST)), ann, "A slip.")
    with pytest.raises(TournamentRefused) as refused:
        rounds.close(by, found)
    assert str(refused.value) == "You cannot close the round: table 1 is open."
    reports.forfeit(by, table, reports.FIRST, "Never came.")
    rounds.close(by, found)
    tournament_states.move(by, made, State.CLOSING)
    assert tournament_states.move(by, made, State.CLOSED).state == State.CLOSED


def test_result_that_is_void_since_its_round_was_closed_keeps_the_tournament_open() -> None:
    made = running(2)
    by, found = director_of(made.club), drawn(made)
    fought(found)
    tournament_states.move(by, made, State.CLOSING)
    store.void(Result.objects.get(), by, "The wrong evening.")
    with pytest.raises(TournamentRefused, match="Decide it first"):
        tournament_states.move(by, made, State.CLOSED)


def test_tournament_that_was_not_closed_yet_may_go_on() -> None:
    made = planned()
    by = director_of(made.club)
    for name in ("guest a", "guest b"):
        entries.enter(by, made, [guest(made.club, name)])
    for state in (State.RUNNING, State.CLOSING):
        made = tournament_states.move(by, made, state)
    assert tournament_states.moves_from(made) == (State.CLOSED, State.RUNNING)
    assert tournament_states.move(by, made, State.RUNNING, "One more round.").state == State.RUNNING


def test_terms_that_do_not_go_together_are_refused() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"rounds": 0}, "1 to 30 rounds"),
        ({"win": 1, "draw": 2}, "at least as much as a draw"),
        ({"tie_breaks": ("buchholz",)}, "Points come first"),
        ({"tie_breaks": ("points", "points")}, "Choose each tie-break only once"),
    ]
    club = new_club()
    for terms, sentence in cases:
        with pytest.raises(TournamentRefused, match=sentence):
            planned(club=club, **terms)
    with pytest.raises(TournamentRefused, match="one winner"):
        planned(Kind.KNOCK_OUT, club, is_mirrored=True)
    with pytest.raises(TournamentRefused, match="kinds in the list"):
        planned("regatta", club)
    assert Tournament.objects.count() == 0


def test_who_deletes_their_account_stays_in_tournaments_under_a_neutral_name() -> None:
    made = planned()
    by, zoe = director_of(made.club), joined(made.club, "zoe")
    entries.enter(by, made, [zoe])
    cousin = f"Former member {zoe.pk}"
    entries.enter(by, made, [guest(made.club, cousin)])
    drawn(tournament_states.move(by, made, State.RUNNING))
    forget(member("zoe"))
    assert sorted(made.entrants.values_list("name", flat=True)) == [cousin, f"{cousin} (1)"]
    kept = [str((line.subject, line.before, line.after)) for line in AuditLine.objects.all()]
    assert [line for line in kept if "zoe" in line] == []


def test_recorded_battle_gives_its_winner_to_who_had_that_side_whatever_its_order() -> None:
    register_toy()
    battle = toy_battle()
    Summary.objects.update(winner="red", scores={"red": "7", "blue": "4"}, losses={"red": 1, "blue": 2})
    made = running(2, rounds=2)
    by = director_of(made.club)
    turned = Setting(battle.revision.scenario, "", "blue", "red")
    found = rounds.draw(by, made, turned)
    rounds.begin(by, found)
    [pairing] = open_pairings(found)
    reports.report(by, pairing, Reported(reports.FIRST, battle=battle.pk, is_theirs=True))
    read_again = read(made)
    assert read_again.scores(read_again.pairings[0]) == (0, 2)
    rounds.close(by, found)
    row = next(one for one in standings(competition_of(read(made))) if one.entrant == str(pairing.second_id))
    assert (row.points, row.victory_points, row.losses) == (Fraction(1), Fraction(7), 1)


def test_recorded_battle_of_another_scenario_is_refused_and_nothing_is_kept() -> None:
    register_toy()
    battle = toy_battle()
    made = running(2)
    by = director_of(made.club)
    other = publish(library_spec("denmark-strait"), origin="library").scenario
    found = rounds.draw(by, made, Setting(other, "", "rn", "km"))
    rounds.begin(by, found)
    with pytest.raises((TournamentRefused, ResultRefused)):
        reports.report(by, open_pairings(found)[0], Reported(reports.FIRST, battle=battle.pk))
    assert not Result.objects.exists()
    assert len(open_pairings(found)) == 1


# --- two who change an entry at the same time ---------------------------------------------


def test_what_somebody_else_wrote_meanwhile_is_not_lost() -> None:
    made = running(6)
    by = director_of(made.club)
    stale, fresh = made.entrants.get(number=1), made.entrants.get(number=1)
    entries.stay_away(by, fresh, 2)
    entries.stay_away(by, stale, 1)
    assert made.entrants.get(number=1).absences == [[2, 2], [1, 1]]
    stale = made.entrants.get(number=1)
    entries.withdraw(by, fresh, "They are ill.")
    with pytest.raises(TournamentRefused, match="has already withdrawn"):
        entries.withdraw(by, stale, "They are ill.")
    rounds.draw(by, made, SETTING)


def test_entry_that_is_gone_is_refused_with_a_sentence() -> None:
    made = planned()
    by = director_of(made.club)
    tournament_states.move(by, made, State.OPEN)
    entries.enter(by, made, [guest(made.club, "bob")])
    stale, fresh = made.entrants.get(), made.entrants.get()
    entries.withdraw(by, fresh)
    with pytest.raises(TournamentRefused, match="was removed in the meantime"):
        entries.withdraw(by, stale)
