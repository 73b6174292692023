"""How often something may be tried."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from pytest_django import Settings
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

from darkseas.members import rate_limits
from darkseas.members.email_addresses import signed_links
from darkseas.members.models import Member
from darkseas.members.rate_limited_views import too_many
from tests.members.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    Answer,
    is_in,
    linked_path,
    log_in,
    logged_in,
    register,
    set_password,
)


@pytest.fixture
def few(settings: Settings) -> None:
    """Three tries a name and five an address, four letters, in an hour that has just begun."""
    three_or_five = {"address": (5, 3600), "both": (3, 3600)}
    settings.MEMBER_LIMITS = {
        "login": {"address": (5, 3600), "name": (3, 3600), "browser": (3, 3600)},
        "register": three_or_five,
        "password_reset": three_or_five,
        "letter": {"register": (4, 3600), "password_reset": (4, 3600), "change_email": (4, 3600)},
        "own_password": {"name": (3, 3600)},
    }


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still at the first second of an hour."""
    now = [3600.0 * 500_000]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def assert_too_many(answer: Answer, wait: int = 3600) -> None:
    """The answer asks for patience, in a sentence and in a header."""
    assert answer.status_code == 429
    assert answer["Retry-After"] == str(wait)
    assert f"Wait {wait // 60} minutes, then try again." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_password_of_one_name_is_not_guessed_from_many_addresses(ada: Member, clock: list[float]) -> None:
    for number in range(3):
        assert Client(REMOTE_ADDR=f"10.0.0.{number}").post("/login/", {"username": "ada"}).status_code == 200
    late = Client(REMOTE_ADDR="10.0.0.9")
    assert_too_many(log_in(late, "ADA"))
    assert not is_in(late)
    assert log_in(late, "grace").status_code == 200
    clock[0] += 3600
    assert log_in(late, "ada").status_code == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_many_names_are_not_tried_from_one_address(ada: Member, client: Client) -> None:
    for number in range(5):
        assert log_in(client, f"name-{number}", "guess").status_code == 200
    assert_too_many(log_in(client, "ada"))
    assert log_in(Client(REMOTE_ADDR="10.0.0.2"), "ada").status_code == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_spaces_before_a_name_do_not_hide_it(ada: Member) -> None:
    for number in range(3):
        assert log_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), " " * 254 + "ada", "guess").status_code == 200
    assert_too_many(log_in(Client(REMOTE_ADDR="10.0.0.9"), "ada"))


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_tries_without_a_name_are_counted_by_address(client: Client) -> None:
    for _ in range(5):
        assert log_in(client, "  ", "guess").status_code == 200
    assert_too_many(log_in(client, "  "))


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_letters_to_one_address_are_counted(client: Client) -> None:
    for number in range(3):
        register(client, f"bea{number}", "bea@example.org")
    assert_too_many(register(client, "bea9", "Bea@example.org"))
    assert len(mail.outbox) == 3
    assert not Member.objects.filter(username="bea9").exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_links_to_one_address_are_counted(ada: Member, client: Client) -> None:
    for _ in range(3):
        assert client.post("/password/", {"email": ada.email}).status_code == 302
    assert_too_many(client.post("/password/", {"email": ada.email.upper()}))
    assert len(mail.outbox) == 3


def ask_from(network: str, email: str) -> Answer:
    """Send the form that asks for the link, from a network address."""
    return Client(REMOTE_ADDR=network).post("/password/", {"email": email})


@pytest.mark.django_db
@pytest.mark.usefixtures("few")
def test_tries_of_a_stranger_keep_no_link_from_a_member(ada: Member, clock: list[float]) -> None:
    tries = [ask_from("10.0.0.1", ada.email) for _ in range(4)]
    assert [answer.status_code for answer in tries] == [302, 302, 302, 429]
    # Who asks from elsewhere is not the stranger, and is written to.
    assert (ask_from("10.0.0.2", ada.email).status_code, len(mail.outbox)) == (302, 4)
    # No mailbox is filled: the answer stays the same, and a link of before stays good.
    assert (ask_from("10.0.0.3", ada.email)["Location"], len(mail.outbox)) == ("/password/sent/", 4)
    sent = Client().get("/password/sent/").content.decode()
    assert "A link from the last hour still works" in sent
    assert set_password(Client(), linked_path(mail.outbox[0])).status_code == 302
    clock[0] += 3600
    assert (ask_from("10.0.0.3", ada.email).status_code, len(mail.outbox)) == (302, 5)


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_answer_does_not_tell_whether_letters_to_an_address_are_used_up(ada: Member) -> None:
    for email in (ada.email, "nobody@example.org"):
        answers = [ask_from(f"10.0.1.{number}", email) for number in range(6)]
        assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/password/sent/")}


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_tries_of_a_stranger_keep_nobody_from_registering() -> None:
    stranger = Client(REMOTE_ADDR="10.0.0.1")
    tries = [register(stranger, f"bea{number}", "bea@example.org") for number in range(4)]
    assert [answer.status_code for answer in tries] == [302, 302, 302, 429]
    assert register(Client(REMOTE_ADDR="10.0.0.2"), "bea", "bea@example.org").status_code == 302
    assert "Hello bea," in str(mail.outbox[3].body)
    assert register(Client(REMOTE_ADDR="10.0.0.3"), "beatrix", "bea@example.org").status_code == 302
    assert len(mail.outbox) == 4


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
@pytest.mark.parametrize("page", ["password/", "email/", "delete/"])
def test_password_is_not_guessed_from_within(ada: Member, hers: Client, page: str) -> None:
    for _ in range(3):
        assert hers.post(f"/members/me/{page}", {"password": "guess"}).status_code == 200
    assert_too_many(logged_in(ada).post("/members/me/delete/", {"password": PASSWORD}))
    ada.refresh_from_db()
    assert ada.is_active


@pytest.mark.usefixtures("few")
def test_wait_ends_with_the_stretch(clock: list[float]) -> None:
    clock[0] += 3570
    waits = [rate_limits.wait_after("login", name="ada") for _ in range(5)]
    assert waits == [0, 0, 0, 30, 30]
    clock[0] += 30
    assert rate_limits.wait_after("login", name="ada") == 0


@pytest.mark.usefixtures("few", "clock")
def test_tries_at_once_are_all_counted() -> None:
    with ThreadPoolExecutor(8) as threads:
        waits = list(threads.map(lambda _: rate_limits.wait_after("login", name="ada"), range(40)))
    assert waits.count(0) == 3


@pytest.mark.usefixtures("few", "clock")
def test_actions_and_kinds_are_counted_apart() -> None:
    for _ in range(3):
        rate_limits.wait_after("login", name="ada")
    assert rate_limits.wait_after("register", name="ada") == 0
    assert rate_limits.wait_after("login", address="ada") == 0
    assert rate_limits.wait_after("login", name="") == 0


@pytest.mark.parametrize(
    ("seen", "claimed", "is_behind_proxy", "counted"),
    [
        ("10.0.0.1", "", False, "10.0.0.1"),
        ("10.0.0.1", "6.6.6.6", False, "10.0.0.1"),
        ("127.0.0.1", "6.6.6.6, 10.0.0.1", True, "10.0.0.1"),
        ("127.0.0.1", "", True, "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "", False, "2001:db8:1:2::/64"),
        ("", "", False, "unknown"),
        ("127.0.0.1", "nonsense", True, "unknown"),
    ],
)
def test_address_is_what_the_caller_cannot_choose(
    settings: Settings, seen: str, claimed: str, is_behind_proxy: bool, counted: str
) -> None:
    settings.IS_BEHIND_PROXY = is_behind_proxy
    headers = {"X-Forwarded-For": claimed} if claimed else {}
    assert rate_limits.address_of(RequestFactory(REMOTE_ADDR=seen).get("/", headers=headers)) == counted


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_one_member_does_not_use_up_the_tries_of_another(ada: Member, grace: Member) -> None:
    client = logged_in(ada)
    for _ in range(4):
        last = client.post("/members/me/delete/", {"password": "guess"})
    assert_too_many(last)
    assert logged_in(grace).post("/members/me/delete/", {"password": "guess"}).status_code == 200


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("past", "words"), [(3539, "Wait 2 minutes"), (3540, "Wait 1 minute,"), (3599, "Wait 1 minute,")]
)
def test_wait_is_said_in_whole_minutes(clock: list[float], past: int, words: str) -> None:
    clock[0] += past
    wait = [rate_limits.wait_after("login", name="ada") for _ in range(4)][-1]
    assert words in too_many(RequestFactory().get("/"), wait).content.decode()


def test_limits_of_the_framework_count_by_the_address_seen(settings: Settings) -> None:
    """It would else take whatever a caller claims, proxy or not."""
    assert settings.REST_FRAMEWORK["NUM_PROXIES"] == 0
    seen = RequestFactory(REMOTE_ADDR="9.9.9.9")
    request = seen.get("/", headers={"X-Forwarded-For": "6.6.6.1, 6.6.6.2"})
    assert UserRateThrottle().get_ident(Request(request)) == "9.9.9.9"


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_nobody_shuts_a_member_out_by_name(ada: Member) -> None:
    home = Client(REMOTE_ADDR="10.0.0.1")
    assert log_in(home, "ada").status_code == 302
    home.cookies.pop("sessionid")
    for number in range(9):
        stranger = Client(REMOTE_ADDR=f"10.0.1.{number}")
        assert log_in(stranger, "ada" if number % 2 else ada.email, "guess").status_code in (200, 429)
    assert_too_many(log_in(Client(REMOTE_ADDR="10.0.0.7"), "ada"))
    assert log_in(home, "ada").status_code == 302
    # Who has lost the browser opens the link that sets a password.
    away = Client(REMOTE_ADDR="10.0.0.8")
    ada.refresh_from_db()
    assert set_password(away, signed_links.password_path(ada)).status_code == 302
    assert log_in(away, "ada", OTHER_PASSWORD).status_code == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_known_browser_is_known_for_its_member_alone_and_guesses_no_more(ada: Member, grace: Member) -> None:
    browser = Client(REMOTE_ADDR="10.0.0.1")
    log_in(browser, "grace")
    browser.cookies.pop("sessionid")
    for number in range(3):
        log_in(Client(REMOTE_ADDR=f"10.0.1.{number}"), "ada", "guess")
    assert_too_many(log_in(browser, "ada"))
    log_in(browser, "grace")
    browser.cookies.pop("sessionid")
    assert [log_in(browser, "grace", "guess").status_code for _ in range(2)] == [200, 200]
    assert_too_many(log_in(browser, "grace"))


@pytest.mark.django_db
@pytest.mark.usefixtures("few", "clock")
def test_name_and_address_of_a_member_are_one_count(ada: Member) -> None:
    for number, name in enumerate((ada.email, "ADA", " ada")):
        assert log_in(Client(REMOTE_ADDR=f"10.0.0.{number}"), name, "guess").status_code == 200
    assert_too_many(log_in(Client(REMOTE_ADDR="10.0.0.9"), ada.email.upper()))
