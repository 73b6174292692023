"""Who is let in, where they are led, and how they leave."""

import re

import pytest
from django.conf import settings
from django.test import Client

from darkseas.members.models import Member
from tests.members.accounts import PASSWORD, is_in, log_in, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("given", ["ada", "ADA", "ａｄａ", " ada ", "ada@example.org", "Ada@EXAMPLE.org"])
def test_member_gives_name_or_address(ada: Member, client: Client, given: str) -> None:
    assert log_in(client, given).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize(
    ("given", "password"),
    [
        ("ada", "wrong"),
        ("ada", PASSWORD.upper()),
        ("nobody", PASSWORD),
        ("x@example.org", PASSWORD),
        ("@", "@"),
    ],
)
def test_refusal_does_not_say_what_was_wrong(ada: Member, client: Client, given: str, password: str) -> None:
    answer = log_in(client, given, password)
    assert answer.status_code == 200
    assert "Name, address or password is wrong." in answer.content.decode()
    assert not is_in(client)


@pytest.mark.parametrize("given", ["", "a" * 100_000, "<script>alert(1)</script>", "\ud800"])
def test_hostile_name_is_refused(ada: Member, client: Client, given: str) -> None:
    answer = log_in(client, given.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()
    assert not is_in(client)


def test_unconfirmed_member_stays_out(client: Client) -> None:
    person("bea", email_confirmed_at=None)
    assert "Confirm your e-mail address first" in log_in(client, "bea").content.decode()
    assert "Confirm" not in log_in(client, "bea", "wrong").content.decode()
    assert not is_in(client)


def test_member_who_is_shut_out_stays_out(ada: Member, client: Client) -> None:
    Member.objects.update(is_active=False)
    assert log_in(client, "ada").status_code == 200
    assert not is_in(client)


def test_session_is_new_after_logging_in(ada: Member, client: Client) -> None:
    client.get("/login/")
    session = client.session
    session["before"] = "planted"
    session.save()
    assert session.session_key is not None
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    log_in(client, "ada")
    assert client.session.session_key != session.session_key
    assert not client.session.__class__(session.session_key).load()


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/library/", "/library/"),
        ("http://testserver/about/", "http://testserver/about/"),
        ("https://evil.example/", "/members/me/"),
        ("//evil.example/", "/members/me/"),
        ("/\\evil.example", "/members/me/"),
        ("///evil.example", "/members/me/"),
        ("\x08//evil.example", "/members/me/"),
        ("javascript:alert(1)", "/members/me/"),
        ("http:///evil.example", "/members/me/"),
        ("/login/?next=/login/", "/members/me/"),
    ],
)
def test_log_in_leads_on_within_the_site_alone(ada: Member, client: Client, asked: str, led: str) -> None:
    assert log_in(client, "ada", next=asked)["Location"] == led
    assert client.get("/login/", {"next": asked})["Location"] == led


def test_page_of_a_members_own_leads_to_log_in_and_back(ada: Member, client: Client) -> None:
    door = client.get("/members/me/email/")["Location"]
    assert door == "/login/?next=/members/me/email/"
    assert 'name="next" value="/members/me/email/"' in client.get(door).content.decode()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("/drafts/new/", "Your scenarios are stored in your account"),
        ("/maps/new/", "Your maps are stored in your account"),
        ("/clubs/new/", "A club needs an owner with an account"),
        ("/members/me/", "This page is about your account"),
        ("/play/holidays/", "This page is about your account"),
        ("/sources/new/", "Your notes on a source appear under your name"),
        ("/reports/", "This page is for moderators"),
    ],
)
def test_page_that_asks_who_one_is_has_a_reason(client: Client, address: str, why: str) -> None:
    assert why in client.get(client.get(address)["Location"]).content.decode()


@pytest.mark.parametrize("address", ["/login/", "/login/?next=/library/", "/login/?next=//drafts/new/"])
def test_who_comes_of_their_own_is_told_no_reason(client: Client, address: str) -> None:
    assert 'class="notice"' not in client.get(address).content.decode()


def test_log_out_is_asked_for_by_post_alone(hers: Client) -> None:
    assert hers.get("/logout/").status_code == 405
    assert is_in(hers)
    assert hers.post("/logout/")["Location"] == "/"
    assert not is_in(hers)


@pytest.mark.parametrize("address", ["/login/", "/logout/", "/register/", "/password/"])
def test_door_takes_only_forms_of_ours(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(address, {"username": "ada", "password": PASSWORD, "email": "ada@example.org"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()


def test_header_shows_who_is_in(ada: Member, hers: Client, client: Client) -> None:
    mine, nobodys = hers.get("/about/").content.decode(), client.get("/about/").content.decode()
    assert '<a class="member-link" href="/members/me/"' in mine
    assert '<form method="post" action="/logout/">' in mine
    assert "Log in" not in mine
    assert '<a href="/login/?next=%2Fabout%2F">Log in</a>' in nobodys
    assert '<a href="/register/">Register</a>' in nobodys
    assert "Log out" not in nobodys


def test_header_leads_back_to_where_one_was_wholly(client: Client) -> None:
    page = client.get("/library/", {"q": "a&b"}).content.decode()
    assert 'href="/login/?next=%2Flibrary%2F%3Fq%3Da%2526b"' in page
    assert 'href="/login/"' in client.get("/password/").content.decode()


def test_page_tells_scripts_by_a_key_whose_browser_storage_it_is(ada: Member, client: Client) -> None:
    """What one account keeps in a browser is not the next one's: `account_storage.js`."""
    assert "data-account" not in client.get("/about/").content.decode()
    keys = []
    for who in (ada, person("bob"), ada):
        client.force_login(who)
        page = client.get("/about/").content.decode()
        keys += re.findall(r'<html lang="en" data-account="([0-9a-f]{32})">', page)
        client.logout()
    assert keys == [ada.browser_key, keys[1], ada.browser_key]
    assert keys[1] != ada.browser_key
