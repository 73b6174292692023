"""Challenges: made, seen, accepted by one person, withdrawn; and the rematch."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from replays_app.lobby import challenges
from replays_app.lobby.challenges import ChallengeRefused
from replays_app.lobby.seat_taking import begin
from replays_app.models import Battle, Challenge, Holding
from replays_app.seats import taking_seats, visitor_to_member, visitors
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Draft, Scenario, Visibility
from tests.support.builders import toy_revision
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def coves() -> None:
    """A scenario to fight, and nothing counted yet."""
    cache.clear()
    toy_revision()


def visitor() -> Client:
    """A client with a visitor's key."""
    client = Client()
    client.cookies[settings.VISITOR_COOKIE_NAME] = visitors.new_key()
    return client


def challenge_of(client: Client, **form: str) -> Challenge:
    """Make a challenge by the form."""
    body = {"scenario": "coves", "side": "red", "open": "lobby", "dice": "sha256-1", **form}
    answer = client.post("/challenges/make/", body)
    made = Challenge.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/challenges/{made.token}/")
    return made


def accept(client: Client, challenge: Challenge) -> Any:
    """Accept a challenge."""
    return client.post(f"/challenges/{challenge.token}/accept/")


def holders_of(battle: Battle) -> dict[str, Holding]:
    """Who sits where now."""
    return {one.seat.side: one for one in Holding.objects.filter(seat__battle=battle, to_entry=None)}


def test_two_people_come_together_by_a_challenge() -> None:
    challenge = challenge_of(logged_in("ann"))
    other = visitor()
    page = other.get("/play/").content.decode()
    assert f"/challenges/{challenge.token}/" in page
    assert "Your side" in page
    answer = accept(other, challenge)
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/play/"
    seats = holders_of(battle)
    assert seats["red"].member == member("ann")
    assert seats["blue"].visitor is not None
    assert other.get(f"/api/v1/battles/{battle.pk.hex}/forms").json()["side"] == "blue"
    challenge.refresh_from_db()
    assert (challenge.state, challenge.battle) == ("accepted", battle)
    assert challenge.token not in other.get("/play/").content.decode()


def test_page_of_a_challenge_says_what_has_become_of_it_and_looks_again_while_it_is_open() -> None:
    maker = logged_in("ann")
    challenge = challenge_of(maker)
    page = maker.get(f"/challenges/{challenge.token}/").content.decode()
    assert 'data-challenge="open"' in page
    assert "lobby/waiting.js" in page
    accept(visitor(), challenge)
    page = maker.get(f"/challenges/{challenge.token}/").content.decode()
    assert 'data-challenge="open"' not in page
    assert "Open your battle" in page
    assert "lobby/waiting.js" not in page


def test_lot_decides_where_the_maker_left_it_open() -> None:
    challenge = challenge_of(logged_in("ann"), side="any")
    assert challenge.side == ""
    accept(logged_in("bob"), challenge)
    seats = holders_of(Battle.objects.get())
    assert {one.member for one in seats.values()} == {member("ann"), member("bob")}


def test_challenge_by_link_stands_in_no_list() -> None:
    challenge = challenge_of(logged_in("ann"), open="link")
    assert challenge.token not in visitor().get("/play/").content.decode()
    assert challenge.token in logged_in("ann").get("/play/").content.decode()
    assert visitor().get(f"/challenges/{challenge.token}/").status_code == 200


def test_open_challenges_are_filtered() -> None:
    challenge_of(logged_in("ann"), side="red")
    client = visitor()
    for query, rows in (("", 1), ("?side=Blue", 1), ("?side=Red", 0), ("?system=toy", 1), ("?system=fb", 0),
                        ("?scenario=coves", 1), ("?scenario=atlantis", 0)):  # fmt: skip
        assert len(client.get(f"/play/{query}").context["rows"]) == rows, query


def test_challenge_on_a_scenario_that_is_not_listed_is_not_listed_either() -> None:
    challenge_of(logged_in("ann"))
    Scenario.objects.update(visibility="unlisted")
    assert visitor().get("/play/").context["number"] == 0


def test_own_challenge_cannot_be_accepted() -> None:
    ann = logged_in("ann")
    challenge = challenge_of(ann)
    assert accept(ann, challenge)["Location"] == f"/challenges/{challenge.token}/"
    assert "Accept challenge" not in ann.get(f"/challenges/{challenge.token}/").content.decode()
    assert not Battle.objects.exists()


def test_withdrawn_challenge_cannot_be_accepted_and_only_its_maker_withdraws_it() -> None:
    challenge = challenge_of(logged_in("ann"))
    assert logged_in("bob").post(f"/challenges/{challenge.token}/withdraw/").status_code == 404
    logged_in("ann").post(f"/challenges/{challenge.token}/withdraw/")
    accept(logged_in("bob"), challenge)
    assert not Battle.objects.exists()
    assert "was withdrawn" in logged_in("bob").get(f"/challenges/{challenge.token}/").content.decode()


def test_second_who_accepts_is_told_that_it_was_too_late() -> None:
    challenge = challenge_of(logged_in("ann"))
    accept(logged_in("bob"), challenge)
    answer = logged_in("eve").post(f"/challenges/{challenge.token}/accept/", follow=True)
    assert "This challenge was already accepted" in answer.content.decode()
    assert Battle.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_who_accept_at_once_one_gets_the_battle() -> None:
    challenge = challenge_of(logged_in("ann"))
    people = [Holder(member=member(name)) for name in ("bob", "eve", "mia", "tom")]

    def try_it(person: Holder) -> bool:
        try:
            challenges.accept(
                Challenge.objects.select_related("revision", "member").get(pk=challenge.pk), person
            )
        except challenges.ChallengeRefused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(try_it, people)) == [False, False, False, True]
    assert Battle.objects.count() == 1


def visitors_challenge() -> tuple[str, Challenge]:
    """A visitor's key as it is stored, and a challenge of theirs."""
    challenge = challenge_of(visitor())
    assert challenge.visitor is not None
    return challenge.visitor, challenge


def test_challenge_that_was_claimed_since_it_was_read_seats_the_member() -> None:
    key, challenge = visitors_challenge()
    visitor_to_member.claim(member("hal"), key)
    with pytest.raises(ChallengeRefused, match="your own"):
        challenges.accept(challenge, Holder(member=member("hal")))
    battle = challenges.accept(challenge, Holder(member=member("bob")))
    seats = holders_of(battle)
    assert (seats["red"].member, seats["red"].visitor) == (member("hal"), None)


@pytest.mark.django_db(transaction=True)
def test_claim_while_somebody_accepts_leaves_no_seat_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    key, challenge = visitors_challenge()
    hal, bob = member("hal"), member("bob")
    begun = Event()

    def begin_slowly(*arguments: Any, **more: Any) -> Battle:
        battle = begin(*arguments, **more)
        begun.set()
        time.sleep(0.5)  # the claim runs into what is not kept yet
        return battle

    def claim() -> None:
        assert begun.wait(timeout=10)
        try:
            visitor_to_member.claim(hal, key)
        finally:
            connection.close()

    monkeypatch.setattr("replays_app.lobby.challenges.begin", begin_slowly)
    with ThreadPoolExecutor(1) as pool:
        claimed = pool.submit(claim)
        battle = challenges.accept(challenge, Holder(member=bob))
        claimed.result()
    assert holders_of(battle)["red"].member == hal
    assert not Holding.objects.exclude(visitor=None).exists()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"side": "green"}, "Choose one of the scenario’s sides."),
        ({"dice": "coin"}, "Choose a kind of dice."),
    ],
)
def test_challenge_that_cannot_be_is_refused_with_a_sentence(form: dict[str, str], words: str) -> None:
    body = {"scenario": "coves", "side": "red", "open": "lobby", "dice": "sha256-1", **form}
    answer = logged_in("ann").post("/challenges/make/", body, follow=True)
    assert words in answer.content.decode()
    assert not Challenge.objects.exists()


def test_number_of_open_challenges_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPEN", 1)
    challenge_of(logged_in("ann"))
    body = {"scenario": "coves", "open": "lobby"}
    answer = logged_in("ann").post("/challenges/make/", body, follow=True)
    assert "many open challenges" in answer.content.decode()
    assert Challenge.objects.count() == 1


def test_link_to_a_challenge_on_what_one_may_not_see_tells_no_title() -> None:
    made = challenge_of(logged_in("ann"))
    scenario = made.revision.scenario
    scenario.owner, scenario.visibility = member("ann"), Visibility.PRIVATE
    scenario.save()
    for client in (Client(), logged_in("bob")):
        page = client.get(f"/challenges/{made.token}/")
        assert (page.status_code, scenario.title in page.content.decode()) == (403, False)
    assert scenario.title in logged_in("ann").get(f"/challenges/{made.token}/").content.decode()


def test_guessed_link_opens_nothing() -> None:
    for address in ("", "accept/", "withdraw/", "umpire/"):
        for ask in (Client().get, Client().post):
            assert ask(f"/challenges/{'x' * 32}/{address}").status_code in (404, 405)


# --- once more -----------------------------------------------------------------------------------------


def ended(**holders: Client) -> Battle:
    """A battle between two clients that has ended."""
    maker, other = holders.values()
    accept(other, challenge_of(maker, side=next(iter(holders))))
    battle = Battle.objects.get()
    Battle.objects.filter(pk=battle.pk).update(status="finished")
    return battle


def test_rematch_is_a_challenge_with_sides_changed_for_the_same_two() -> None:
    ann, bob = logged_in("ann"), logged_in("bob")
    battle = ended(red=ann, blue=bob)
    answer = ann.post(f"/battles/{battle.pk}/rematch/")
    again = Challenge.objects.get(rematch_of=battle)
    assert answer["Location"] == f"/challenges/{again.token}/"
    assert (again.side, again.is_listed) == ("blue", False)
    assert again.token in bob.get("/play/").content.decode()
    assert again.token not in logged_in("eve").get("/play/").content.decode()
    assert bob.post(f"/battles/{battle.pk}/rematch/")["Location"] == f"/challenges/{again.token}/"
    assert Challenge.objects.filter(rematch_of=battle).count() == 1
    accept(bob, again)
    assert holders_of(Battle.objects.exclude(pk=battle.pk).get())["red"].member == member("bob")


def test_rematch_is_not_for_the_umpire() -> None:
    ann, bob, umpire = logged_in("ann"), logged_in("bob"), logged_in("jo")
    challenge = challenge_of(ann, umpire="on")
    accept(bob, challenge)
    taking_seats.sit(Battle.objects.get().seats.get(side="umpire"), Holder(member=member("jo")), 0)
    Battle.objects.update(status="finished")
    ann.post(f"/battles/{Battle.objects.get().pk}/rematch/")
    again = Challenge.objects.exclude(rematch_of=None).get()
    assert [again.token in client.get("/play/").content.decode() for client in (bob, umpire)] == [True, False]
    assert umpire.post(f"/battles/{again.rematch_of_id}/rematch/").status_code == 404


def test_rematch_against_a_bot_begins_at_once() -> None:
    client = visitor()
    client.post("/scenarios/coves/fight/", {"side": "red"})
    battle = Battle.objects.get()
    assert client.post(f"/battles/{battle.pk}/rematch/").status_code == 404
    Battle.objects.update(status="finished")
    client.post(f"/battles/{battle.pk}/rematch/")
    seats = holders_of(Battle.objects.exclude(pk=battle.pk).get())
    assert (seats["red"].bot, seats["blue"].bot) == ("captain", "")


def test_nobody_else_asks_for_a_rematch() -> None:
    battle = ended(red=logged_in("ann"), blue=logged_in("bob"))
    assert logged_in("eve").post(f"/battles/{battle.pk}/rematch/").status_code == 403
    assert not Challenge.objects.exclude(rematch_of=None).exists()


# --- on what may be seen no more -----------------------------------------------------------------------

#: What becomes of a scenario once there is a challenge on it: nobody sees it, or bob alone does.
CLOSED: dict[str, Callable[[], dict[str, Any]]] = {
    "private": lambda: {"visibility": "private"},
    "taken down": lambda: {"taken_down_at": timezone.now()},
    "private, of who accepts": lambda: {"visibility": "private", "owner": member("bob")},
}


@pytest.mark.parametrize("how", CLOSED)
def test_challenge_on_what_not_both_may_see_any_more_begins_nothing(how: str) -> None:
    challenge = challenge_of(logged_in("ann"))
    Scenario.objects.update(**CLOSED[how]())
    for client in (logged_in("bob"), visitor()):
        page = client.post(f"/challenges/{challenge.token}/accept/", follow=True).content.decode()
        assert "Not every player can see it" in page
    challenge.refresh_from_db()
    assert (challenge.state, Battle.objects.count()) == ("open", 0)


@pytest.mark.parametrize("how", ["private", "taken down"])
def test_rematch_on_what_may_be_seen_no_more_is_refused(how: str) -> None:
    ann, alone = logged_in("ann"), visitor()
    between = ended(red=ann, blue=logged_in("bob"))
    alone.post("/scenarios/coves/fight/", {"side": "red"})
    Battle.objects.update(status="finished")
    Scenario.objects.update(**CLOSED[how]())
    told = ann.post(f"/battles/{between.pk}/rematch/", follow=True).content.decode()
    assert "You can no longer see this scenario" in told
    against_bot = Battle.objects.exclude(pk=between.pk).get()
    told = alone.post(f"/battles/{against_bot.pk}/rematch/", follow=True).content.decode()
    assert "Not every player can see it" in told
    assert (Battle.objects.count(), Challenge.objects.filter(state="open").count()) == (2, 0)


def test_umpire_who_may_see_the_scenario_no_more_is_not_seated() -> None:
    challenge = challenge_of(logged_in("ann"), umpire="on")
    logged_in("jo").post(f"/challenges/{challenge.umpire_token}/umpire/")
    Scenario.objects.update(visibility="private", owner=member("ann"))
    Draft.objects.create(scenario=Scenario.objects.get(), document=b"{}").authors.add(member("bob"))
    logged_in("bob").post(f"/challenges/{challenge.token}/accept/", {"umpire": "jo"})
    assert set(holders_of(Battle.objects.get())) == {"red", "blue"}


# --- looking -------------------------------------------------------------------------------------------


def test_s9_looking_changes_nothing() -> None:
    ann = logged_in("ann")
    challenge = challenge_of(ann, umpire="on")
    before = [*Challenge.objects.values(), *Holding.objects.values()]
    pages = ("/play/", "/challenges/new/?scenario=coves", f"/challenges/{challenge.token}/",
             f"/challenges/{challenge.umpire_token}/umpire/")  # fmt: skip
    for page in pages:
        for client in (ann, visitor(), Client()):
            answer = client.get(page)
            assert (answer.status_code, settings.VISITOR_COOKIE_NAME in answer.cookies) == (200, False)
            assert "no-store" in answer["Cache-Control"]
    for action in ("accept", "withdraw"):
        assert logged_in("bob").get(f"/challenges/{challenge.token}/{action}/").status_code == 405
    assert ann.get("/challenges/make/").status_code == 405
    assert [*Challenge.objects.values(), *Holding.objects.values()] == before


@pytest.mark.parametrize("action", ["accept", "withdraw", "umpire"])
def test_forms_of_challenges_need_the_csrf_token(action: str) -> None:
    challenge = challenge_of(logged_in("ann"), umpire="on")
    token = challenge.umpire_token if action == "umpire" else challenge.token
    client = Client(enforce_csrf_checks=True)
    client.force_login(member("ann"))
    assert client.post(f"/challenges/{token}/{action}/").status_code == 403
    challenge.refresh_from_db()
    assert challenge.state == "open"
