"""What members show of themselves: their page, what they choose of it, their name under scenarios."""

import pytest
from django.test import Client

from darkseas.members.models import Member
from replays_app.models import Battle
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.support.every_case import every_case
from tests.support.library.library_battles import library_battle
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def scenario() -> Scenario:
    """A public scenario of a member's, whose author's name nobody typed."""
    found = publish(read_file(LIBRARY / "cape-spada.toml")).scenario
    found.owner = member("hipper")
    found.save()
    return found


def fought_by(owner: Member) -> Battle:
    """A battle that this member fought to its end."""
    battle = library_battle("cape-bon")
    seat = battle.seats.exclude(side="umpire").first()
    assert seat is not None
    taking_seats.sit(seat, Holder(member=owner), 0)
    return battle


def test_a_scenario_names_its_member_and_leads_to_their_page(scenario: Scenario, client: Client) -> None:
    page = client.get("/library/cape-spada/").content.decode()
    assert '<a href="/members/hipper/">hipper</a>' in page
    shown = client.get("/members/Hipper/").content.decode()
    assert '<a href="/library/cape-spada/">' in shown
    assert "Show battles" not in shown


@every_case("address", ["/library/?q=spada", "/ships/rn-perth/sydney/"])
def test_lists_say_whose_a_scenario_is_that_is_not_the_librarys(
    scenario: Scenario, client: Client, address: str
) -> None:
    hers = '· by<a href="/members/hipper/">hipper</a>'
    assert hers in one_line(client.get(address).content.decode())
    Member.objects.update(is_active=False)
    assert "· by a former member" in one_line(client.get(address).content.decode())
    Scenario.objects.update(owner=None)
    assert "· by" not in client.get(address).content.decode()


def test_private_scenarios_are_on_nobodys_page(scenario: Scenario, client: Client) -> None:
    Scenario.objects.filter(pk=scenario.pk).update(visibility="private")
    assert "/library/cape-spada/" not in client.get("/members/hipper/").content.decode()


def test_a_member_chooses_what_is_shown(scenario: Scenario, client: Client) -> None:
    battle = fought_by(member("hipper"))
    hers, address = logged_in("hipper"), f"/battles/{battle.pk}/"
    assert address not in client.get("/members/hipper/").content.decode()
    assert hers.post("/members/me/page/", {"shows_battles": "on"}).headers["Location"] == "/members/hipper/"
    shown = client.get("/members/hipper/").content.decode()
    assert address in shown
    assert "/library/cape-spada/" not in shown


@every_case("name", ["nobody", "Deleted member 1", "x" * 300])
def test_of_who_is_no_member_there_is_no_page(name: str, client: Client) -> None:
    assert client.get(f"/members/{name}/").status_code == 404


def test_who_has_left_has_no_page_and_no_name(scenario: Scenario, client: Client) -> None:
    owner = member("hipper")
    owner.leave()
    assert (
        client.get("/members/hipper/").status_code
        == client.get(f"/members/{owner.username}/").status_code
        == 404
    )
    page = client.get("/library/cape-spada/").content.decode()
    assert "a former member" in page
    assert "Deleted member" not in page


def test_ones_own_page_is_the_home_after_login(scenario: Scenario) -> None:
    page = logged_in("tanaka").get("/members/me/").content.decode()
    assert "Welcome, tanaka" in page
    assert "New from others" in page
    assert '<a href="/library/cape-spada/">' in page
    assert '<a href="/members/tanaka/">' in page
