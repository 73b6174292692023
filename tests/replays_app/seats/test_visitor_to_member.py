"""A visitor's battles become a member's, and a member who leaves is in none any more."""

import json

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from replays_app.lobby import account_section
from replays_app.models import Battle, Challenge, Holding
from replays_app.seats import viewer_seat
from tests.support.builders import forms_of, give, seats_of, toy_revision
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def coves() -> None:
    """A scenario to fight, and nothing counted yet."""
    cache.clear()
    toy_revision()


def played_as_visitor() -> Client:
    """A browser in which a visitor has fought and challenged, and in which Ann has logged in since."""
    client = Client()
    client.post("/scenarios/coves/fight/", {"side": "red"})
    client.post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
    client.force_login(member("ann"))
    return client


def test_member_takes_what_they_fought_as_a_visitor_with_one_click() -> None:
    client = played_as_visitor()
    assert "A visitor has fought 1 battle in this browser." in one_line(
        client.get("/about/").content.decode()
    )
    answer = client.post("/play/claim/", follow=True)
    assert "Added 1 battle to your account." in one_line(answer.content.decode())
    battle = Battle.objects.get()
    assert viewer_seat.names_of(battle)["red"] == "ann"
    assert Challenge.objects.get().member == member("ann")
    assert not client.cookies[settings.VISITOR_COOKIE_NAME].value
    assert "A visitor has fought" not in one_line(client.get("/about/").content.decode())
    assert battle.title in one_line(logged_in("ann").get("/play/").content.decode())


def test_who_takes_battles_comes_back_to_the_page_they_were_on_and_to_no_other_site() -> None:
    client = played_as_visitor()
    battle = Battle.objects.get()
    page = f"/battles/{battle.pk}/?n=1"
    assert f'<input type="hidden" name="next" value="{page}">' in one_line(client.get(page).content.decode())
    assert client.post("/play/claim/", {"next": page}).headers["Location"] == page
    for other in ("https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", "\\\\x"):
        assert client.post("/play/claim/", {"next": other}).headers["Location"] == "/play/"


def test_own_page_counts_what_waits_to_be_taken_in() -> None:
    text = one_line(played_as_visitor().get("/members/me/").content.decode())
    assert "You played 1 battle as a guest. Claim it above to add it to your account." in text
    assert "You have not played a battle yet" not in text


def test_member_may_say_that_it_was_somebody_else() -> None:
    client = played_as_visitor()
    asked = one_line(client.get("/about/").content.decode())
    assert "<details><summary>No, somebody else</summary>" in asked
    assert "Nobody, including you, can then add that battle to an account." in asked
    answer = client.post("/play/claim/", {"leave": "1"}, follow=True)
    assert "This browser no longer remembers the guest’s battles." in one_line(answer.content.decode())
    assert not client.cookies[settings.VISITOR_COOKIE_NAME].value
    assert Holding.objects.exclude(visitor=None).exists()


def test_battle_in_which_the_member_sits_on_the_other_side_stays_the_visitors() -> None:
    client = Client()
    client.post("/challenges/make/", {"scenario": "coves", "side": "red", "open": "lobby"})
    logged_in("ann").post(f"/challenges/{Challenge.objects.get().token}/accept/")
    client.force_login(member("ann"))
    assert "A visitor has fought" not in one_line(client.get("/about/").content.decode())  # nor is it asked
    client.post("/play/claim/")
    assert viewer_seat.names_of(Battle.objects.get()) == {"red": "a visitor", "blue": "ann"}


def test_nobody_claims_without_an_account_or_a_form_of_ours() -> None:
    visitor = Client()
    visitor.post("/scenarios/coves/fight/")
    visitor.post("/play/claim/", {})
    assert visitor.get("/play/claim/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member("ann"))
    assert strict.post("/play/claim/").status_code == 403
    assert not Holding.objects.exclude(member=None).exists()


def test_who_leaves_locks_their_battles_in_the_order_in_which_claims_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else one who claims and one who goes each hold what the other waits for."""
    ann, left = logged_in("ann"), []
    for _ in range(5):
        ann.post("/scenarios/coves/fight/", {"side": "red"})
    monkeypatch.setattr(account_section, "leave_seat", lambda one: left.append(one.seat.battle_id))
    account_section.leave_all(member("ann"))
    assert (len(left), left) == (5, sorted(left))


def delete_account(client: Client) -> None:
    """Delete Ann's account by its page."""
    answer = client.post("/members/me/delete/", {"password": "a good long password"})
    assert answer.status_code == 302


def test_deleted_member_is_in_no_seat_and_the_captain_goes_on() -> None:
    ann = logged_in("ann")
    ann.post("/scenarios/coves/fight/", {"side": "red"})
    ann.post("/challenges/make/", {"scenario": "coves", "side": "red", "open": "lobby"})
    logged_in("bob").post(f"/challenges/{Challenge.objects.get().token}/accept/")
    ann.post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
    delete_account(ann)
    assert not Holding.objects.filter(member__username__startswith="Deleted").exists()
    assert set(Challenge.objects.values_list("state", flat=True)) == {"accepted", "withdrawn"}
    assert not Challenge.objects.exclude(member=None).exists()
    battle = Challenge.objects.get(state="accepted").battle
    assert battle is not None
    assert viewer_seat.names_of(battle) == {"red": "the captain (computer opponent)", "blue": "bob"}
    page = one_line(logged_in("bob").get(f"/battles/{battle.pk}/seats/").content.decode())
    assert "a deleted member" in page
    assert ">ann<" not in page


def test_data_of_a_member_say_where_they_sat() -> None:
    ann = logged_in("ann")
    ann.post("/scenarios/coves/fight/", {"side": "red"})
    ann.post("/challenges/make/", {"scenario": "coves", "open": "lobby"})
    battles = json.loads(ann.get("/members/me/data/").content)["battles"]
    seat = battles["seats"][0]
    assert (seat["side"], "from_entry" in seat) == ("red", False)
    assert seat["address"] == f"/battles/{Battle.objects.get().pk}/"
    assert battles["challenges"][0]["state"] == "open"
    assert "1 battle</a>you have played or are playing" in one_line(ann.get("/members/me/").content.decode())


def test_battle_file_is_the_same_whoever_sat_there() -> None:
    """Byte for byte: as a visitor's, as a member's, and when the member has gone."""
    client = Client()
    client.post("/scenarios/coves/fight/", {"side": "red"})
    battle = Battle.objects.get()
    red = seats_of(battle)["red"]
    give(red, "strike", {}, expected=forms_of(red)[0])
    files = [client.get(f"/api/v1/battles/{battle.pk.hex}/export").content]
    client.force_login(member("ann"))
    client.post("/play/claim/")
    files.append(client.get(f"/api/v1/battles/{battle.pk.hex}/export").content)
    delete_account(client)
    files.append(client.get(f"/api/v1/battles/{battle.pk.hex}/export").content)
    Holding.objects.all().delete()
    files.append(client.get(f"/api/v1/battles/{battle.pk.hex}/export").content)
    assert len(files[0].splitlines()) > 3
    assert len(set(files)) == 1
