"""The page to fight on: who may see it, and what its frame says."""

import re

import pytest
from django.test import Client

from darkseas.engine.events import BattleEnded, RulingMade
from replays_app.lobby.seat_taking import begin
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario
from scenarios_app.revisions.store import publish
from tests.replays_app.pages.play.fighting import library_fight, order_form, toy_fight
from tests.replays_app.pages.test_views import imports_of
from tests.support.builders import toy_started
from tests.support.fair_battles import fair_started
from tests.support.library.library_specs import library_spec
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def page_of(client: Client, battle: Battle) -> str:
    """The page's text."""
    answer = client.get(f"/battles/{battle.pk}/play/")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


@pytest.mark.parametrize("who", ["visitor", "member"])
def test_whoever_sits_there_gets_the_page_of_their_side(who: str) -> None:
    client = Client() if who == "visitor" else logged_in("ann")
    battle = toy_fight(client, "blue")
    text = page_of(client, battle)
    assert 'data-side="blue"' in text
    assert f'data-api="/api/v1/battles/{battle.pk}/"' in text
    assert f'href="/battles/{battle.pk}/orders/"' in text
    assert "the captain (computer opponent)" in text


@pytest.mark.parametrize("page", ["play/", "orders/"])
def test_whoever_sits_nowhere_is_led_to_the_replay(page: str) -> None:
    battle = toy_started().battle
    for client in (Client(), logged_in("ann")):
        answer = client.get(f"/battles/{battle.pk}/{page}")
        assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle.pk}/")


@pytest.mark.parametrize("page", ["play/", "orders/"])
def test_battle_that_nobody_else_may_watch_is_there_for_who_fights_it_alone(page: str) -> None:
    client = Client()
    battle = toy_fight(client)
    Scenario.objects.update(visibility="private")
    assert client.get(f"/battles/{battle.pk}/{page}").status_code == 200
    for other in (Client(), logged_in("ann")):
        assert other.get(f"/battles/{battle.pk}/{page}").status_code == 404
    assert Client().get(f"/battles/00000000-0000-4000-8000-000000000000/{page}").status_code == 404


@pytest.mark.parametrize("page", ["play/", "orders/"])
def test_names_are_text_and_nothing_else(page: str) -> None:
    client = logged_in("ann")
    battle = toy_fight(client)
    battle.title = '<script>alert("1")</script>'
    battle.save()
    text = one_line(client.get(f"/battles/{battle.pk}/{page}").content.decode())
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;" in text


def test_page_says_what_is_to_be_reached_and_leads_to_the_scenario() -> None:
    client = Client()
    text = page_of(client, library_fight(client, "first-night", "allies"))
    aim = text.partition('<details class="aim">')[2].partition("</details>")[0]
    assert "<li>The battle ends after turn" in aim
    assert 'href="/library/first-night/"' in aim
    for words in (
        "Form view",
        "Seats",
        "Text log",
        "Download",
        "Allies: you",
        "the captain",
    ):
        assert words in aim, "on a phone all of it stands here alone"
    assert "<summary>About</summary>" in page_of(client, toy_fight(client)), "a system without aims"


@pytest.mark.parametrize("key", ["first-night", "river-plate-easyships", "denmark-strait"])
def test_ids_of_rules_open_their_notes(key: str) -> None:
    client = Client()
    system = library_spec(key).system
    text = page_of(client, library_fight(client, key, library_spec(key).sides[0].key))
    assert f'data-rules="/rules/{system}/" data-rule-notes="/rules/{system}/' in text
    assert "darkseas/kit/rule_notes" in text


def test_guided_battle_leads_on_to_the_next_where_that_is_here() -> None:
    client = Client()
    alone = library_fight(client, "first-night", "allies")
    assert "data-next" not in page_of(client, alone)
    savo = publish(library_spec("savo-island"), origin="library")
    assert 'data-next="/library/savo-island/" data-next-title="Savo Island"' in page_of(client, alone)
    Scenario.objects.filter(pk=savo.scenario_id).update(visibility="private")
    assert "data-next" not in page_of(client, alone)


def test_page_is_of_this_moment_and_of_nobody_else() -> None:
    client = Client()
    answer = client.get(f"/battles/{toy_fight(client).pk}/play/")
    assert "no-store" in answer["Cache-Control"]


def test_page_loads_every_module_at_once() -> None:
    client = Client()
    preloaded = set(
        re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page_of(client, toy_fight(client)))
    )
    assert preloaded == imports_of("play/page/start.js")


def umpired(name: str = "jo", key: str = "first-night") -> Battle:
    """A battle between ann and bob, in whose umpire's seat somebody sits."""
    revision = publish(library_spec(key))
    sides = [side["key"] for side in revision.scenario.card["sides"]]
    people = dict(zip(sides, (Holder(member=member("ann")), Holder(member=member("bob"))), strict=True))
    battle = begin(revision, people, has_umpire=True)
    taking_seats.sit(battle.seats.get(side="umpire"), Holder(member=member(name)), 0)
    return battle


def test_umpire_has_a_page_on_the_whole_truth_from_which_they_rule() -> None:
    battle = umpired()
    text = page_of(logged_in("jo"), battle)
    assert 'data-side="umpire"' in text
    assert 'data-perspective="all"' in text
    assert "play/page/start_umpire.js" in text
    assert "Standing orders" not in text
    assert f'href="/battles/{battle.pk}/prose/?as=all"' in text
    assert "start_umpire.js" not in page_of(logged_in("ann"), battle)


def test_umpire_rules_on_plain_fields_with_a_reason_and_once() -> None:
    battle, jo = umpired(), logged_in("jo")
    form, reader = order_form(jo, battle, "battle_ended")
    assert sorted(reader.options["winner"]) == ["", '""', '"allies"', '"ijn"']
    where = f"/battles/{battle.pk}/orders/"
    refused = jo.post(where, {**form, "winner": '"ijn"', "reason": " "})
    assert (refused.status_code, "Enter a reason" in one_line(refused.content.decode())) == (422, True)
    assert logged_in("ann").post(where, {**form, "winner": '"ijn"', "reason": "Mine"}).status_code == 409
    answers = [jo.post(where, {**form, "winner": '"ijn"', "reason": "The tide"}) for _ in range(2)]
    assert answers[0].status_code == 302
    ruled = [
        one.event for one in log_store.read(battle.pk) if isinstance(one.event, RulingMade | BattleEnded)
    ]
    assert [type(event) for event in ruled] == [RulingMade, BattleEnded]
    assert isinstance(ruled[0], RulingMade)
    assert ruled[0].reason == "The tide"
    assert "The battle is over" in one_line(jo.get(where).content.decode())


def test_nothing_is_ruled_while_seeds_for_the_dice_are_waited_for() -> None:
    battle = fair_started(seats=["red", "blue", "umpire"])
    taking_seats.sit(battle.seats.get(side="umpire"), Holder(member=member("jo")), 0)
    text = one_line(logged_in("jo").get(f"/battles/{battle.pk}/orders/").content.decode())
    assert "You can make rulings after each side has committed its dice seed" in text
    assert logged_in("jo").get(f"/api/v1/battles/{battle.pk}/rulings").json()["forms"] == []
