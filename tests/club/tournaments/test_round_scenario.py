"""What a round is fought on stays as it was laid out, whatever the owner of its scenario does meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.club.models import Entrant, Pairing, Player, Result, Round, Share
from darkseas.club.results import store
from darkseas.club.tournaments import reports, rounds
from darkseas.club.tournaments.reports import DRAW, FIRST, SECOND, Reported
from darkseas.club.tournaments.round_draw.round_rows import Setting
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from darkseas.club.tournaments.tournament_so_far import read
from darkseas.club.tournaments.votes_and_bids import begin_battle, scenario_votes
from darkseas.engine.scenario.spec import ScenarioSpec
from replays_app.lobby import seat_taking
from replays_app.models import Battle, Seat
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Revision, Scenario, Visibility
from scenarios_app.revisions.store import publish
from tests.club.results.club_events import guest
from tests.support.builders import forms_of, give
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member

from .events import SETTING, director_of, open_pairings, peopled

pytestmark = pytest.mark.django_db
BASE = "/clubs/ironclads/tournaments/autumn-salvo/"
SPEC = library_spec("first-salvoes")
KEYS = tuple(side.key for side in SPEC.sides)


def owned(by: str) -> Scenario:
    """A public scenario of somebody's own."""
    scenario = publish(SPEC).scenario
    Scenario.objects.filter(pk=scenario.pk).update(visibility=Visibility.PUBLIC, owner=member(by))
    scenario.refresh_from_db()
    return scenario


def goes_on(keys: tuple[str, str], names: tuple[str, str]) -> Revision:
    """Its next revision, in which its sides have these keys and names."""
    sides = (
        replace(side, key=key, name=name) for side, key, name in zip(SPEC.sides, keys, names, strict=True)
    )
    return publish(replace(SPEC, sides=tuple(sides)))


def seated(*, is_turned: bool = False) -> tuple[Pairing, Player, Player]:
    """The table of a round on a scenario that ann owns, who has its first side, or its second; and both."""
    made, (ann, bob) = peopled(2, late="forfeit")
    scenario = owned("ann")
    first, second = reversed(KEYS) if is_turned else KEYS
    by = director_of(made.club)
    rounds.begin(by, rounds.draw(by, made, Setting(scenario, "", first, second)))
    (table,) = open_pairings(Round.objects.get())
    return table, ann, bob


def lost_by(player: Player, table: Pairing) -> UUID:
    """The battle of a table, which somebody has begun and given up."""
    battle = begin_battle.begin(player, table, "sha256-1")
    seat = Seat.objects.get(battle=battle, holdings__member=player.member)
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    return battle


def of_table() -> Pairing:
    """The only table as it stands."""
    return Pairing.objects.select_related("round__scenario", "first", "second", "result").get()


def scores(table: Pairing) -> tuple[int, int] | None:
    """Half points of its two."""
    return read(table.round.tournament).scores(of_table())


@pytest.mark.parametrize("by_log", [True, False])
@pytest.mark.parametrize("is_turned", [True, False])
def test_decision_about_a_table_turns_no_winner_round_when_sides_have_other_names(
    *, by_log: bool, is_turned: bool
) -> None:
    table, ann, bob = seated(is_turned=is_turned)
    battle = lost_by(ann, table) if by_log else None
    is_first = table.first.players.get() == ann
    said = Reported(DRAW, battle=battle) if by_log else Reported(SECOND if is_first else FIRST)
    result = reports.report(bob, of_table(), said)
    store.dispute(result, ann, "It was otherwise.")
    goes_on(("aa", "bb"), (KEYS[0].upper(), KEYS[1].upper()))
    director, facts = director_of(table.round.tournament.club), store.last_facts(result)
    store.decide(result, director, "As the log says.", facts)
    store.correct(result, director, "Another place.", replace(facts, place="Kiel"))
    assert scores(table) == ((0, 2) if is_first else (2, 0))
    assert sorted(side.side for side in store.last_facts(result).sides) == sorted(KEYS)


def test_director_who_puts_the_two_on_the_other_sides_turns_what_the_table_says() -> None:
    table, ann, bob = seated()
    is_first = table.first.players.get() == ann
    result = reports.report(bob, table, Reported(SECOND if is_first else FIRST))
    one, two = store.last_facts(result).sides
    facts = replace(
        store.last_facts(result), sides=(replace(one, players=two.players), replace(two, players=one.players))
    )
    store.decide(result, director_of(table.round.tournament.club), "They had changed sides.", facts)
    assert scores(table) == ((2, 0) if is_first else (0, 2))
    assert (of_table().first_side, of_table().second_side) == KEYS[::-1]
    store.void(result, director_of(table.round.tournament.club), "It was none.")
    store.decide(result, director_of(table.round.tournament.club), "It was, after all.")
    assert scores(table) == ((2, 0) if is_first else (0, 2))


@pytest.mark.parametrize("by_log", [True, False])
def test_sides_that_cross_in_a_later_revision_keep_nobody_from_reporting(*, by_log: bool) -> None:
    table, ann, bob = seated()
    battle = lost_by(ann, table) if by_log else None
    goes_on((KEYS[1], "others"), (KEYS[0], "Others"))
    is_first = table.first.players.get() == ann
    said = Reported(DRAW, battle=battle) if by_log else Reported(SECOND if is_first else FIRST)
    reports.report(bob, of_table(), said)
    assert scores(table) == ((0, 2) if is_first else (2, 0))


def test_owner_who_hides_the_scenario_keeps_nobody_from_the_battle_and_a_moderator_does() -> None:
    table, _, bob = seated()
    Scenario.objects.update(visibility=Visibility.PRIVATE, taken_down_at=timezone.now())
    with pytest.raises(TournamentRefused, match="access to the scenario"):
        begin_battle.begin(bob, of_table(), "sha256-1")
    Scenario.objects.update(taken_down_at=None)
    assert "Start battle here" in logged_in("bob").get(f"{BASE}tables/{table.pk}/").content.decode()
    battle = begin_battle.begin(bob, of_table(), "sha256-1")
    assert Battle.objects.get(pk=battle).revision == table.round.revision
    assert logged_in("bob").get(f"/battles/{battle}/play/").status_code == 200


def test_what_not_all_could_open_when_it_was_laid_out_is_still_asked_of_each() -> None:
    made, (ann, bob) = peopled(2)
    scenario = owned("ann")
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    by = director_of(made.club)
    rounds.begin(by, rounds.draw(by, made, Setting(scenario, "", KEYS[0], KEYS[1])))
    assert not Round.objects.get().is_open
    with pytest.raises(TournamentRefused, match="access to the scenario"):
        begin_battle.begin(ann, of_table(), "sha256-1")
    Scenario.objects.update(visibility=Visibility.UNLISTED)
    assert begin_battle.begin(bob, of_table(), "sha256-1")


def test_guest_in_a_round_takes_its_scenario_from_nobody() -> None:
    """Who has no account sits down to nothing here."""
    made, _ = peopled(4)
    Entrant.objects.get(number=4).players.set([guest(made.club, "Gast")])
    scenario, ann = owned("ann"), Player.objects.get(member__username="ann")
    Scenario.objects.update(visibility=Visibility.CLUB)
    Share.objects.create(club=made.club, scenario=scenario, by=ann)
    by = director_of(made.club)
    rounds.draw(by, made, Setting(scenario, "", KEYS[0], KEYS[1]))
    assert Round.objects.get().is_open


def pages_of(table: Pairing) -> Iterator[str]:
    """What everybody reads of a table."""
    for address in (BASE, f"{BASE}tables/{table.pk}/", f"{BASE}tournament.json"):
        yield Client().get(address).content.decode()


def test_names_of_sides_are_those_of_the_revision_that_is_fought() -> None:
    table, *_ = seated()
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    goes_on((KEYS[0], KEYS[1]), ("Convoy HX", "Hunters"))
    assert not any("Convoy HX" in page for page in pages_of(table))
    assert SPEC.sides[0].name in next(pages_of(table))


def elsewhere(revision: Revision, loser: Player) -> Battle:
    """A battle of ann and bob in the lobby, that one of them has given up."""
    battle = seat_taking.begin(
        revision, dict(zip(KEYS, (Holder(member=member("ann")), Holder(member=member("bob"))), strict=True))
    )
    seat = Seat.objects.get(battle=battle, holdings__member=loser.member)
    give(seat, "resign", {}, expected=forms_of(seat)[0])
    return battle


def test_battle_on_another_revision_or_older_than_the_round_is_no_log_of_its_table() -> None:
    _, ann, bob = seated()
    Pairing.objects.filter(first__players=bob).update(first_side=KEYS[1], second_side=KEYS[0])
    known, later = of_table().round.revision, goes_on((KEYS[0], KEYS[1]), ("One", "Two"))
    assert known is not None
    other = elsewhere(later, bob)
    with pytest.raises(TournamentRefused, match="another revision"):
        reports.report(ann, of_table(), Reported(DRAW, battle=other.pk))
    older = elsewhere(known, bob)
    Battle.objects.filter(pk=older.pk).update(created_at=timezone.now() - timedelta(days=400))
    with pytest.raises(TournamentRefused, match="before the round began"):
        reports.report(ann, of_table(), Reported(DRAW, battle=older.pk))
    assert not Result.objects.exists()
    assert reports.report(director_of(ann.club), of_table(), Reported(DRAW, battle=older.pk)).is_ratified


def test_what_was_offered_to_vote_on_is_fought_as_it_stood_then() -> None:
    made, (ann, bob) = peopled(2)
    by, scenario = director_of(made.club), owned("ann")
    choice = scenario_votes.ask(by, made, "voted", (Setting(scenario, "", KEYS[0], KEYS[1]), SETTING), 60)
    for player in (ann, bob):
        scenario_votes.vote(player, choice, 1)
    offered = scenario.current
    goes_on(("aa", "bb"), ("One", "Two"))
    scenario_votes.close_early(by, choice, "All have voted.")
    found = rounds.draw(by, made, Setting())
    rounds.begin(by, found)
    assert found.revision == offered
    assert Battle.objects.get(pk=begin_battle.begin(bob, of_table(), "sha256-1")).revision == offered


def test_what_was_offered_is_called_as_then_and_fought_though_it_is_hidden_before_the_draw() -> None:
    made, (ann, bob) = peopled(2)
    by, scenario = director_of(made.club), owned("ann")
    choice = scenario_votes.ask(by, made, "voted", (Setting(scenario, "", KEYS[0], KEYS[1]), SETTING), 60)
    scenario_votes.vote(ann, choice, 1)
    scenario_votes.close_early(by, choice, "All have voted.")
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    publish(replace(SPEC, title="Hidden plan"))
    rounds.begin(by, rounds.draw(by, made, Setting()))
    assert Round.objects.get().scenario_text == SPEC.title
    assert begin_battle.begin(bob, of_table(), "sha256-1")


def test_round_of_guests_alone_opens_no_scenario_to_whom_they_become() -> None:
    made, _ = peopled(2)
    for number in (1, 2):
        Entrant.objects.get(number=number).players.set([guest(made.club, f"Gast {number}")])
    scenario = owned("ann")
    Scenario.objects.update(visibility=Visibility.PRIVATE)
    by = director_of(made.club)
    rounds.draw(by, made, Setting(scenario, "", KEYS[0], KEYS[1]))
    assert not Round.objects.get().is_open


def test_sides_of_one_name_are_refused() -> None:
    """Nobody could say who had which."""
    made, _ = peopled(2)
    with pytest.raises(TournamentRefused, match="Both sides have the same name"):
        rounds.draw(director_of(made.club), made, replace(SETTING, first_side="Red", second_side="red "))


def twin_of(spec: ScenarioSpec, by: str) -> Scenario:
    """A public scenario of somebody's, with the title of another one."""
    twin = publish(replace(spec, key=f"twin-of-{by}")).scenario
    Scenario.objects.filter(pk=twin.pk).update(owner=member(by), visibility=Visibility.PUBLIC)
    return twin


def test_scenario_that_somebody_publishes_under_a_title_of_the_library_is_not_meant() -> None:
    made, _ = peopled(2)
    type(made).objects.update(system=SPEC.system)
    library = publish(SPEC, origin="library").scenario
    Scenario.objects.update(visibility=Visibility.PUBLIC)
    twin_of(SPEC, "eve")
    dora = logged_in("dora")
    assert dora.post(f"{BASE}rounds/new/", {"scenario": SPEC.title}).status_code == 302
    assert Round.objects.get().scenario == library


def test_of_two_scenarios_with_one_title_it_is_asked_which() -> None:
    made, _ = peopled(2)
    type(made).objects.update(system=SPEC.system)
    for name in ("eve", "fay"):
        twin_of(SPEC, name)
    page = (
        logged_in("dora").post(f"{BASE}rounds/new/", {"scenario": SPEC.title}, follow=True).content.decode()
    )
    assert "Several scenarios are called" in page
    assert "(twin-of-eve, twin-of-fay)" in page
    assert not Round.objects.exists()
    assert logged_in("dora").post(f"{BASE}rounds/new/", {"scenario": "twin-of-fay"}).status_code == 302
    assert Round.objects.filter(scenario__owner=member("fay")).exists()
