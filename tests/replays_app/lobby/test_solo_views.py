"""One click to a battle against bots."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from replays_app import projections
from replays_app.models import Battle, Holding
from replays_app.replay.battle_context import BattleContext
from replays_app.seats.tokens import token_hash
from replays_app.simulation import tasks
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.support.builders import toy_revision
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db

FIGHT = "/scenarios/coves/fight/"


@pytest.fixture(autouse=True)
def coves() -> None:
    """A scenario to fight, and nothing counted yet."""
    cache.clear()
    toy_revision()


def holdings_of(battle: Battle) -> dict[str, Holding]:
    """Who sits where."""
    return {holding.seat.side: holding for holding in Holding.objects.filter(seat__battle=battle)}


def test_visitor_fights_the_captain_with_one_click() -> None:
    client = Client()
    answer = client.post(FIGHT, {"side": "red"})
    battle = Battle.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle.pk}/play/")
    cookie = answer.cookies[settings.VISITOR_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    seats = holdings_of(battle)
    assert (seats["red"].visitor, seats["red"].member, seats["red"].bot) == (
        token_hash(cookie.value),
        None,
        "",
    )
    assert (seats["blue"].visitor, seats["blue"].bot) == (None, "captain")
    assert not battle.seats.exclude(token_hash=None).exists()
    forms = client.get(f"/api/v1/battles/{battle.pk.hex}/forms").json()
    assert (forms["side"], bool(forms["forms"])) == ("red", True)
    assert client.get(answer["Location"]).status_code == 200


def test_visitor_who_is_known_keeps_their_key() -> None:
    client = Client()
    client.post(FIGHT)
    again = client.post(FIGHT)
    assert settings.VISITOR_COOKIE_NAME not in again.cookies
    assert Holding.objects.exclude(visitor=None).values("visitor").distinct().count() == 1
    assert Battle.objects.count() == 2


def test_member_fights_as_themselves_and_gets_no_cookie() -> None:
    answer = logged_in("ann").post(FIGHT, {"side": "blue", "opponent": "random"})
    assert settings.VISITOR_COOKIE_NAME not in answer.cookies
    seats = holdings_of(Battle.objects.get())
    assert (seats["blue"].member, seats["blue"].visitor) == (member("ann"), None)
    assert seats["red"].bot == "random"


def test_page_of_a_scenario_offers_each_bot_as_what_it_is() -> None:
    text = one_line(Client().get("/library/coves/").content.decode())
    assert '<option value="captain">the captain (computer opponent)</option>' in text
    assert '<option value="random">a bot that gives random orders</option>' in text
    client = Client()
    answer = client.post(FIGHT, {"side": "red", "opponent": "random"})
    assert "a bot that gives random orders" in one_line(client.get(answer["Location"]).content.decode())


def test_bot_gives_its_first_order_before_the_page_is_there() -> None:
    Client().post(FIGHT, {"side": "red"})
    givers = Battle.objects.get().entries.filter(kind="order_given").values_list("audience", flat=True)
    assert list(givers) == ["blue"]


def test_what_there_is_not_cannot_be_chosen(subtests: pytest.Subtests) -> None:
    for body in [{"side": "green"}, {"side": "umpire"}, {"opponent": "deep thought"}]:
        with subtests.test(body=body):
            assert Client().post(FIGHT, body).status_code == 404
            assert not Battle.objects.exists()


def test_scenario_that_one_may_not_see_cannot_be_fought() -> None:
    Scenario.objects.update(visibility="private")
    assert Client().post(FIGHT).status_code == 404
    assert Client().post("/scenarios/atlantis/fight/").status_code == 404


def test_s9_looking_begins_nothing() -> None:
    assert Client().get(FIGHT).status_code == 405
    assert Client(enforce_csrf_checks=True).post(FIGHT).status_code == 403
    assert not Battle.objects.exists()


def test_battles_that_one_address_begins_are_bounded(settings: object) -> None:
    settings.MEMBER_LIMITS = {"battle": {"address": (2, 3600)}}  # type: ignore[attr-defined]
    assert [Client().post(FIGHT).status_code for _ in range(3)] == [302, 302, 429]


def test_members_let_captains_fight_and_a_worker_plays_it() -> None:
    assert Client().post("/scenarios/coves/bots/")["Location"].startswith("/login/")
    answer = logged_in("ann").post("/scenarios/coves/bots/")
    battle = Battle.objects.get()
    assert (answer["Location"], battle.origin) == (f"/battles/{battle.pk}/", "bots")
    assert {holding.bot for holding in holdings_of(battle).values()} == {"captain"}
    assert battle.status == Battle.Status.RUNNING
    tasks.play_bots(battle.pk.hex)
    battle.refresh_from_db()
    assert battle.status == Battle.Status.FINISHED
    assert Client().get(answer["Location"]).status_code == 200


def test_battles_of_captains_that_one_member_lets_begin_are_bounded(settings: object) -> None:
    limits = {"battle": {"address": (60, 3600)}, "captains": {"name": (2, 3600)}}
    settings.MEMBER_LIMITS = limits  # type: ignore[attr-defined]
    ann = logged_in("ann")
    assert [ann.post("/scenarios/coves/bots/").status_code for _ in range(3)] == [302, 302, 429]
    assert logged_in("bob").post("/scenarios/coves/bots/").status_code == 302


def test_battle_against_a_bot_is_in_the_lists_of_others_when_it_is_over() -> None:
    client = Client()
    client.post(FIGHT, {"side": "red"})
    battle = Battle.objects.get()
    pages = ("/battles/", "/library/coves/")
    address = f"/battles/{battle.pk}/"
    assert [address in one_line(Client().get(page).content.decode()) for page in pages] == [False, False]
    assert address in one_line(client.get("/battles/").content.decode())
    Battle.objects.update(status="finished")
    projections.project(BattleContext.of(Battle.objects.get()))
    assert [address in one_line(Client().get(page).content.decode()) for page in pages] == [True, True]


def test_page_of_the_scenario_has_a_button_for_each_side() -> None:
    page = one_line(Client().get("/library/coves/").content.decode())
    assert f'action="{FIGHT}"' in page
    assert 'name="side" value="red"' in page
    assert "Fight as Blue" in page
    assert "/challenges/new/?scenario=coves" in page
    assert "Run a bot battle" not in page
    assert "Run a bot battle" in one_line(logged_in("ann").get("/library/coves/").content.decode())


def test_lobby_begins_a_battle_on_the_scenario_that_was_chosen() -> None:
    client = Client()
    page = one_line(client.get("/play/").content.decode())
    assert page.index("Play the captain (computer opponent) now") < page.index("My battles")
    answer = client.post("/play/fight/", {"scenario": "coves"})
    battle = Battle.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle.pk}/play/")
    assert {holding.bot for holding in holdings_of(battle).values()} == {"", "captain"}
    page = one_line(client.get("/play/").content.decode())
    assert page.index("My battles") < page.index("Play the captain (computer opponent) now")
    assert client.post("/play/fight/").status_code == 404


def test_lobby_leads_newcomers_to_the_guided_battles() -> None:
    publish(read_file(LIBRARY / "first-night.toml"), origin="library")
    page = one_line(Client().get("/play/").content.decode())
    assert 'action="/scenarios/first-night/fight/"' in page
    assert page.count("Fight as ") == 2
    Client().post("/scenarios/first-night/fight/", {"side": "ijn"})
    assert Battle.objects.get().revision.scenario.key == "first-night"
