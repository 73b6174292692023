"""On a scenario's page: results of clubs that one may see, and the word of those who fought it."""

from dataclasses import replace

import pytest
from django.test import Client

from darkseas.club.models import Club, Opinion, Player, Right
from darkseas.club.records import scenario_ratings
from darkseas.club.results import store
from darkseas.members.account_sections import delete_account
from replays_app.models import Battle
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario, Visibility
from tests.club.results.club_events import facts, joined, new_club
from tests.support.builders import register_toy, seats_of, toy_revision, toy_started
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db
PAGE, SAY = "/library/coves/", "/library/coves/opinion/"


@pytest.fixture
def scenario() -> Scenario:
    register_toy()
    found = toy_revision().scenario
    found.visibility = Visibility.PUBLIC
    found.save()
    return found


def fought(red: Player, blue: Player) -> None:
    """A result of the scenario that counts; red won."""
    plain = facts(red, blue, 0, scenario="coves", scenario_text="", system="toy")
    sides = [replace(side, side=key) for side, key in zip(plain.sides, ("red", "blue"), strict=True)]
    store.confirm(store.report(red.club, red, replace(plain, sides=tuple(sides))), blue)


def pair(club: Club) -> tuple[Player, Player]:
    return joined(club, f"ann-{club.slug}"), joined(club, f"bob-{club.slug}")


def text(client: Client) -> str:
    return one_line(client.get(PAGE).content.decode())


def test_results_of_a_closed_club_are_shown_to_its_players_alone(scenario: Scenario) -> None:
    opened, closed = new_club("ironclads"), new_club("silent", is_closed=True)
    assert "No club results for this scenario" in text(Client())
    fought(*pair(opened))
    fought(*pair(closed))
    for client in (Client(), logged_in("ann-ironclads")):
        shown = text(client)
        assert '<th scope="row">Red</th><td class="number">1</td><td class="number">0</td>' in shown
        assert "Silent" not in shown
        assert "silent" not in shown
    shown = text(logged_in("ann-silent"))
    assert '<th scope="row">Red</th><td class="number">2</td>' in shown
    assert "/clubs/silent/results/" in shown


def test_only_who_fought_it_says_what_they_think_and_once(scenario: Scenario) -> None:
    ann, bob = pair(new_club())
    fought(ann, bob)
    member("outsider")
    for client in (Client(), logged_in("outsider")):
        assert "Rate it:" not in text(client)
        assert client.post(SAY, {"points": "5"}).status_code == 403
    client = logged_in("ann-ironclads")
    assert "Rate it:" in text(client)
    for points in ("5", "2", "6", "-1", "", "²", "11"):
        assert client.post(SAY, {"points": points}).headers["Location"] == PAGE
    assert [one.points for one in Opinion.objects.all()] == [2]
    assert 'value="2" aria-pressed="true"' in text(client)
    client.post(SAY, {"points": "0"})
    assert not Opinion.objects.exists()


def test_who_fought_it_on_the_site_may_say_so_too_once_it_is_over(scenario: Scenario) -> None:
    battle = toy_started(seats=()).battle
    taking_seats.sit(seats_of(battle)["red"], Holder(member=member("cat")), 0)
    assert not scenario_ratings.has_fought(member("cat"), battle.revision.scenario)
    Battle.objects.update(status=Battle.Status.FINISHED)
    assert scenario_ratings.has_fought(member("cat"), battle.revision.scenario)
    assert not scenario_ratings.has_fought(member("dan"), battle.revision.scenario)


def test_few_words_have_no_mean_and_nobody_is_named(scenario: Scenario) -> None:
    club = new_club()
    players = [joined(club, name) for name in ("ann", "bob", "cat")]
    fought(players[0], players[1])
    fought(players[2], players[1])
    for player, points in zip(players, (5, 4, 2), strict=True):
        assert "of 5</strong>" not in text(Client())
        assert player.member is not None
        scenario_ratings.give(player.member, scenario, points)
    shown = text(Client())
    assert "<strong>3.7 of 5</strong>" in shown
    assert "mean of 3 ratings" in shown
    assert "ann" not in shown.split("In clubs")[1].split("</section>")[0]


def test_what_counts_no_more_lets_nobody_speak(scenario: Scenario) -> None:
    ann, bob = pair(new_club())
    fought(ann, bob)
    store.void(ann.club.results.get(), joined(ann.club, "dora", Right.Kind.DIRECTOR), "Wrong.")
    assert logged_in("ann-ironclads").post(SAY, {"points": "5"}).status_code == 403


def test_opinion_goes_with_the_account_that_gave_it(scenario: Scenario) -> None:
    ann, bob = pair(new_club())
    fought(ann, bob)
    for player in (ann, bob):
        assert player.member is not None
        scenario_ratings.give(player.member, scenario, 4)
    delete_account(member("ann-ironclads"))
    assert [one.member.username for one in Opinion.objects.all()] == ["bob-ironclads"]
    assert scenario_ratings.opinions_on(scenario).count == 1
