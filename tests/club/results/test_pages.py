"""Pages of results: the form, one result, what may be done there, lists; in words and statuses."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from darkseas.club.models import Club, Player, Result, Right, Season, Tournament
from darkseas.club.results import store
from darkseas.club.results.naming.people import names_in
from darkseas.club.tournaments.entries.entry_lines import enter_lines
from darkseas.club.tournaments.tournament_errors import TournamentRefused
from replays_app.models import Summary
from tests.support.builders import register_toy, toy_battle, toy_file, toy_revision
from tests.support.members import logged_in
from tests.support.one_line import one_line

from .club_events import DAY, facts, guest, joined, new_club, reported

pytestmark = pytest.mark.django_db
RESULTS = "/clubs/ironclads/results/"


@pytest.fixture
def club() -> Club:
    register_toy()
    return new_club()


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {
        "ann": joined(club, "ann"),
        "bob": joined(club, "bob"),
        "dora": joined(club, "dora", Right.Kind.DIRECTOR),
    }


def typed(**changes: Any) -> dict[str, Any]:
    """A filled form."""
    return {
        "scenario": "The coves", "system": "Fleet Battle", "winner": "0", "day": DAY.isoformat(),
        "side_0": "Red", "players_0": ["ann", ""], "points_0": "12.5", "losses_0": "1",
        "side_1": "Blue", "players_1": ["Bob"], "points_1": "", "losses_1": "", **changes,
    }  # fmt: skip


def page(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def test_a_result_is_reported_in_one_form(people: dict[str, Player]) -> None:
    answer = logged_in("ann").post(f"{RESULTS}new/", typed())
    result = Result.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"{RESULTS}{result.pk}/")
    said = store.last_facts(result)
    assert (said.system, said.scenario, said.scenario_text, said.day) == (
        "fleet_battle",
        "",
        "The coves",
        DAY,
    )
    assert [(side.side, side.score, side.players, side.losses) for side in said.sides] == [
        ("Red", 2, (people["ann"].pk,), 1),
        ("Blue", 0, (people["bob"].pk,), None),
    ]
    text = page(logged_in("bob").get(f"{RESULTS}{result.pk}/"))
    assert "Confirm the result" in text
    assert "without a log" in text
    assert "12.5" in text


@pytest.mark.parametrize(
    ("opponent", "said"), [("bob", "has 7 days to answer"), ("Nelson", "a director decides")]
)
def test_who_is_to_answer_is_said_as_it_is(people: dict[str, Player], opponent: str, said: str) -> None:
    """Guests have no account to answer with."""
    guest(people["ann"].club, "Nelson")
    answer = logged_in("ann").post(f"{RESULTS}new/", typed(players_1=[opponent]), follow=True)
    assert said in page(answer)


def test_the_form_begins_with_today_oneself_and_the_clubs_last_rules(people: dict[str, Player]) -> None:
    reported(people["bob"], people["ann"], system="General Quarters")
    text = page(logged_in("ann").get(f"{RESULTS}new/"))
    assert f'value="{timezone.now().date().isoformat()}"' in text
    assert 'name="players_0" value="ann"' in one_line(text)
    assert 'value="General Quarters"' in text


def test_a_known_scenario_gives_rules_and_sides(people: dict[str, Player]) -> None:
    revision = toy_revision()
    text = page(logged_in("ann").get(f"{RESULTS}new/?scenario=coves"))
    assert 'value="Red"' in text
    found = logged_in("ann").get(f"{RESULTS}new/scenarios/?q=cov").json()
    (offered,) = found["scenarios"]
    assert (offered["key"], offered["title"], offered["sides"]) == ("coves", "The coves", ["Red", "Blue"])
    logged_in("ann").post(f"{RESULTS}new/", typed(side_0="red", side_1="Blue", system=""))
    result = Result.objects.get()
    assert (result.scenario, result.system) == (revision.scenario, "toy")
    assert [side.side for side in result.sides.all()] == ["red", "blue"]
    refused = logged_in("ann").post(f"{RESULTS}new/", typed(side_0="Green"))
    assert refused.status_code == 422
    assert "The sides of this scenario are Red and Blue." in page(refused)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"winner": ""}, "Choose a winner"),
        ({"winner": "7"}, "Choose a winner"),
        ({"players_1": [""]}, "Name 1 to 12 players"),
        ({"players_1": ["ann"]}, "A player appears twice"),
        ({"players_1": ["Nelson"]}, "The club has no players with these names: Nelson."),
        ({"scenario": ""}, "Enter a scenario"),
        ({"system": ""}, "Enter the rules system"),
        ({"day": "yesterday"}, "valid date"),
        ({"day": "1066-10-14"}, "between 1850 and today"),
        ({"day": "9999-12-31"}, "between 1850 and today"),
        ({"side_1": "Red"}, "same name"),
        ({"points_0": "lots"}, "Enter a number"),
        ({"points_0": "1e9"}, "no more than"),
        ({"points_0": "NaN"}, "Enter a number"),
        ({"losses_0": "-1"}, "greater than or equal to 0"),
        ({"losses_0": "99999999999999999999"}, "0 to 10000 ships"),
        ({"place": "x" * 121}, "at most 120"),
        ({"side_0": "x" * 81}, "at most 80"),
    ],
)
def test_what_cannot_be_kept_is_said_where_it_stands(
    people: dict[str, Player], changes: dict[str, Any], sentence: str
) -> None:
    answer = logged_in("ann").post(f"{RESULTS}new/", typed(**changes))
    assert answer.status_code == 422
    assert sentence in page(answer)
    assert not Result.objects.exists()


def test_a_name_of_several_is_asked_about_with_what_each_of_them_is(
    club: Club, people: dict[str, Player]
) -> None:
    """Whether guests may be entered or not, in a report and in the lines of a tournament."""
    twin, bob = guest(club, "Bob"), people["bob"]
    both = f"Bob (no. {twin.pk}), a guest; bob (no. {bob.pk}), a member"
    asked = f"2 players are called “Bob”. Enter the one you mean: {both}."
    for changes in ({}, {"guests": "on"}):
        answer = logged_in("dora").post(f"{RESULTS}new/", typed(players_0=["dora"], **changes))
        assert (answer.status_code, asked in one_line(page(answer))) == (422, True)
    held = Tournament.objects.create(
        club=club, slug="cup", title="Cup", kind="swiss", system="toy", lot_seed=b"", lot_hash=""
    )
    for makes_guests in (False, True):
        with pytest.raises(TournamentRefused, match=re.escape(asked)):
            enter_lines(people["dora"], held, "Bob", makes_guests=makes_guests)
    assert Player.objects.filter(club=club, name="Bob").count() == 1
    chosen = typed(players_0=["dora"], players_1=[f"Bob (no. {twin.pk})"])
    assert logged_in("dora").post(f"{RESULTS}new/", chosen).status_code == 302


def test_only_who_may_enter_guests_enters_them_with_a_result(club: Club, people: dict[str, Player]) -> None:
    for name in ("ann", "dora"):
        sent = typed(players_0=[name], players_1=["Horatio  Nelson"], guests="on")
        answer = logged_in(name).post(f"{RESULTS}new/", sent)
        assert answer.status_code == (302 if name == "dora" else 422)
    nelson = Player.objects.get(name="Horatio Nelson")
    assert nelson.member is None
    assert club.audit_lines.filter(deed="guest.entered", by=people["dora"]).count() == 1
    refused = logged_in("dora").post(
        f"{RESULTS}new/", typed(players_0=["dora"], players_1=["Rodney"], winner="", guests="on")
    )
    assert refused.status_code == 422
    assert not Player.objects.filter(name="Rodney").exists()


def test_two_of_one_name_are_told_apart(club: Club, people: dict[str, Player]) -> None:
    guests = [guest(club, "Nelson"), guest(club, "nelson")]
    assert logged_in("ann").post(f"{RESULTS}new/", typed(players_1=["Nelson"])).status_code == 422
    sent = typed(players_1=[f"Nelson (no. {guests[0].pk})"])
    assert logged_in("ann").post(f"{RESULTS}new/", sent).status_code == 302


def test_guest_whose_name_looks_like_a_number_is_not_taken_for_another(
    club: Club, people: dict[str, Player]
) -> None:
    first, second = guest(club, "Nelson"), guest(club, "Nelson")
    third = guest(club, f"nelson (no. {first.pk})")
    neill = guest(club, "Frank O’Neill")
    names = names_in(club)
    assert names.find("frank o'neill") == neill.pk
    for one in (first, second, third):
        assert names.find(names.of[one.pk]) == one.pk


def test_a_recorded_battle_fills_the_form_and_nobody_types_over_it(people: dict[str, Player]) -> None:
    battle = toy_battle()
    Summary.objects.update(winner="blue", scores={"red": "1", "blue": "9/2"}, losses={"red": 2, "blue": 0})
    ann = logged_in("ann")
    for sent in (
        {"battle": str(battle.pk)},
        {"address": f"https://example.org/battles/{battle.pk}/?as=red#e3"},
        {"address": battle.pk.hex},
    ):
        answer = ann.post(f"{RESULTS}new/battle/", sent)
        assert answer["Location"] == f"{RESULTS}new/?battle={battle.pk.hex}"
    text = page(ann.get(answer["Location"]))
    assert "Won, 4.5 points, 0 ships lost" in text
    assert 'name="points_0"' not in text
    ann.post(f"{RESULTS}new/", typed(battle=str(battle.pk), winner="0", points_0="99", is_theirs="on"))
    result = Result.objects.get()
    assert [(side.score, str(side.points)) for side in store.last_facts(result).sides] == [
        (0, "1.00"),
        (2, "4.50"),
    ]
    shown = page(ann.get(f"{RESULTS}{result.pk}/"))
    assert f"/battles/{battle.pk}/" in shown
    assert "without a log" not in shown
    second = ann.post(f"{RESULTS}new/", typed(battle=str(battle.pk), is_theirs="on"))
    assert (second.status_code, "has a result in this club" in page(second)) == (409, True)


def test_a_battle_file_is_taken_in_and_a_broken_one_refused(people: dict[str, Player], tmp_path: Any) -> None:
    file = tmp_path / "battle.jsonl"
    file.write_bytes(b"".join(toy_file("7")))
    with file.open("rb") as sent:
        answer = logged_in("ann").post(f"{RESULTS}new/battle/", {"file": sent})
    assert "new/?battle=" in answer["Location"]
    file.write_bytes(b"\xef\xbb\xbf" + b"".join(toy_file("7")).replace(b"\n", b"\r\n"))
    with file.open("rb") as resaved:
        again = logged_in("ann").post(f"{RESULTS}new/battle/", {"file": resaved})
    assert again["Location"] == answer["Location"]
    file.write_bytes(b"{}\n")
    with file.open("rb") as sent:
        answer = logged_in("ann").post(f"{RESULTS}new/battle/", {"file": sent}, follow=True)
    assert "This battle file cannot be imported: line 1" in page(answer)
    wrong = logged_in("ann").post(f"{RESULTS}new/battle/", {"address": "no battle"}, follow=True)
    assert "This is not the address of a battle" in page(wrong)


def test_dispute_decision_and_correction_are_told_in_words(people: dict[str, Player]) -> None:
    result = reported(people["ann"], people["bob"])
    here = f"{RESULTS}{result.pk}/"
    assert logged_in("bob").post(f"{here}dispute/", {"seen": "1", "reason": " "}).status_code == 422
    logged_in("bob").post(f"{here}dispute/", {"seen": "1", "reason": "We drew."})
    dora = logged_in("dora")
    assert "The coves" in page(dora.get(f"{RESULTS}disputes/"))
    assert 'value="ann"' in page(dora.get(f"{here}decide/"))
    sent = typed(winner="draw", reason="The slip says so.", seen="2", points_1="7")
    assert dora.post(f"{here}decide/", {**sent, "reason": ""}).status_code == 422
    assert dora.post(f"{here}decide/", sent).status_code == 302
    sent = typed(winner="draw", reason="Typo.", seen="3", points_0="12", points_1="7", losses_1="3")
    assert dora.post(f"{here}correct/", sent).status_code == 302
    text = page(dora.get(here))
    for sentence in (
        "<strong>bob</strong> disputed it", "We drew.", "<strong>dora</strong> decided", "The slip says so.",
        "Winner: nobody, before Red.", "<strong>dora</strong> corrected it",
        "Points of Red: 12, before 12.5.",
    ):  # fmt: skip
        assert sentence in text
    assert "This result counts." in text


def test_who_was_too_slow_is_told_how_it_stands(people: dict[str, Player]) -> None:
    result = reported(people["ann"], people["bob"])
    here = f"{RESULTS}{result.pk}/"
    assert logged_in("bob").post(f"{here}confirm/", {"seen": "1"}).status_code == 302
    again = logged_in("bob").post(f"{here}confirm/", {"seen": "1"})
    assert (again.status_code, "The result has changed: it is confirmed" in page(again)) == (409, True)
    late = logged_in("dora").post(f"{here}decide/", typed(reason="So.", seen="1"))
    assert (late.status_code, "The result has changed" in page(late)) == (409, True)
    assert logged_in("bob").post(f"{here}confirm/", {}).status_code == 403


def test_a_battle_is_let_go_in_two_steps(people: dict[str, Player]) -> None:
    battle = toy_battle()
    logged_in("ann").post(f"{RESULTS}new/", typed(battle=str(battle.pk), is_theirs="on"))
    result = Result.objects.get()
    here, dora = f"{RESULTS}{result.pk}/decide/", logged_in("dora")
    linked = typed(reason="Why.", seen="1")
    del linked["winner"]
    shown = dora.post(here, {**linked, "unlink": "on"})
    assert (shown.status_code, 'name="points_0"' in page(shown)) == (200, True)
    sent = typed(reason="It was another battle.", seen="1", unlink="1", side_0="Red", side_1="Blue")
    assert dora.post(here, sent).status_code == 302
    result.refresh_from_db()
    assert result.battle is None


def test_a_battle_is_linked_by_correction_and_the_rest_stays_as_it_stood(people: dict[str, Player]) -> None:
    result, battle = reported(people["ann"], people["bob"], remarks="A calm night."), toy_battle()
    Summary.objects.update(winner="blue", scores={"red": "1", "blue": "4"}, losses={"red": 2, "blue": 0})
    store.confirm(result, people["bob"])
    here, dora = f"{RESULTS}{result.pk}/correct/", logged_in("dora")
    plain = page(dora.get(here))
    assert all(part in plain for part in ("Link a recorded battle", 'value="12.5"', "A calm night."))
    wrong = dora.get(here, {"address": "no battle"})
    assert (wrong.status_code, "not the address of a battle" in page(wrong)) == (422, True)
    filled = dora.get(here, {"address": f"https://example.org/battles/{battle.pk}/"})
    shown = filled.context["form"]
    assert 'name="points_0"' not in page(filled)
    sent = {"battle": str(battle.pk), "reason": "It was recorded.", "seen": shown.initial["seen"]}
    sent |= {f"players_{side.place}": side.players for side in shown.sides}
    sent |= {name: shown.initial[name] for name in ("day", "place", "remarks")}
    asked = dora.post(here, sent)
    question = "This battle does not show that ann or bob fought it"
    assert (asked.status_code, question in page(asked)) == (422, True)
    sent["is_theirs"] = "on"
    assert dora.post(here, {**sent, "reason": ""}).status_code == 422
    assert dora.post(here, sent).status_code == 302
    result.refresh_from_db()
    red, blue = store.last_facts(result).sides
    assert (result.battle, result.remarks, result.is_ratified) == (battle, "A calm night.", True)
    assert (red.players, red.score, red.losses) == ((people["ann"].pk,), 0, 2)
    assert (blue.players, blue.score, str(blue.points)) == ((people["bob"].pk,), 2, "4.00")


def test_number_of_queries_does_not_hang_on_the_number_of_results(people: dict[str, Player]) -> None:
    first = reported(people["ann"], people["bob"])
    client = logged_in("dora")
    pages = [
        RESULTS,
        f"{RESULTS}?player=ann",
        f"{RESULTS}{first.pk}/",
        f"{RESULTS}disputes/",
        "/clubs/ironclads/",
    ]

    def queries() -> list[int]:
        counts = []
        for address in pages:
            with CaptureQueriesContext(connection) as asked:
                assert client.get(address).status_code == 200
            counts.append(len(asked))
        return counts

    store.dispute(first, people["bob"], "No.")
    few = queries()
    for number in range(4):
        other = joined(people["ann"].club, f"sailor-{number}")
        store.dispute(reported(other, people["bob"]), people["bob"], "No.")
    assert queries() == few


def test_lists_are_narrowed_and_paged(club: Club, people: dict[str, Player]) -> None:
    cat = joined(club, "cat")
    for number in range(3):
        reported(people["ann"], people["bob"], scenario_text=f"Battle {number}")
    store.void(reported(people["ann"], cat, scenario_text="Void one"), people["dora"], "No.")
    store.confirm(reported(people["ann"], cat, system="gq", scenario_text="Other rules"), cat)
    season = Season.objects.create(club=club, name="Now", first_day=DAY, last_day=DAY)
    client = Client()

    def shown(query: str) -> list[str]:
        text = page(client.get(f"{RESULTS}?{query}"))
        names = ("Battle 0", "Battle 1", "Battle 2", "Void one", "Other rules")
        return [name for name in names if name in text]

    assert shown("") == ["Battle 0", "Battle 1", "Battle 2", "Other rules"]
    assert shown("player=CAT") == ["Other rules"]
    assert shown("player=nobody") == []
    assert shown("system=gq") == ["Other rules"]
    assert shown("state=void") == ["Void one"]
    assert shown("state=confirmed") == ["Other rules"]
    assert shown(f"season={season.pk}") == ["Battle 0", "Battle 1", "Battle 2", "Other rules"]
    assert shown("season=99") == []
    assert shown("count=1") == ["Other rules"]
    assert "Older results" in page(client.get(f"{RESULTS}?count=1"))
    assert client.get(f"{RESULTS}?cursor=nonsense").status_code == 404


def test_pages_ask_the_same_number_of_questions_however_many_results(
    club: Club, people: dict[str, Player], django_assert_max_num_queries: Any
) -> None:
    for number in range(40):
        store.confirm(reported(people["ann"], people["bob"], scenario_text=f"Battle {number}"), people["bob"])
    client = logged_in("ann")
    for address in (RESULTS, f"{RESULTS}waiting/", f"{RESULTS}{Result.objects.all()[0].pk}/"):
        with django_assert_max_num_queries(20):  # what waits is two lists
            assert client.get(address).status_code == 200


def test_what_waits_for_oneself_stands_on_a_page_of_its_own(people: dict[str, Player]) -> None:
    reported(people["ann"], people["bob"])
    assert "1 waiting for your answer" in page(logged_in("bob").get(RESULTS))
    assert "The coves" in page(logged_in("bob").get(f"{RESULTS}waiting/"))
    assert "No results are waiting for your answer" in page(logged_in("ann").get(f"{RESULTS}waiting/"))


def test_a_players_facts_may_name_a_team(club: Club, people: dict[str, Player]) -> None:
    cat = joined(club, "cat")
    logged_in("ann").post(f"{RESULTS}new/", typed(players_0=["ann", "cat"]))
    assert store.last_facts(Result.objects.get()).sides[0].players == (people["ann"].pk, cat.pk)
    assert facts(people["ann"], cat).players == (people["ann"].pk, cat.pk)
