"""How somebody becomes a member."""

from datetime import timedelta
from importlib import import_module
from urllib.parse import quote, urlencode

import pytest
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from darkseas.members import account_emails
from darkseas.members.email_addresses import signed_links
from darkseas.members.models import Member
from tests.members.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    errors_of,
    is_in,
    linked_path,
    log_in,
    person,
    register,
    set_password,
)

pytestmark = pytest.mark.django_db


def test_newcomer_confirms_the_address_and_logs_in(client: Client) -> None:
    answer = register(client)
    assert (answer.status_code, answer["Location"]) == (302, "/register/sent/")
    (letter,) = mail.outbox
    assert letter.to == ["bea@example.org"]
    assert letter.subject == "darkseas: confirm your e-mail address"
    assert "http://testserver/confirm/" in letter.body
    assert "&#" not in letter.body

    refused = log_in(client, "bea")
    assert "Confirm your e-mail address first" in refused.content.decode()
    assert not is_in(client)

    shown = client.get(linked_path(letter)).content.decode()
    assert "bea@example.org" in shown
    assert not Member.objects.get(username="bea").email_confirmed_at
    elsewhere = Client()
    assert elsewhere.get(linked_path(letter)).status_code == 200
    assert client.post(linked_path(letter))["Location"] == "/members/me/"
    assert is_in(client)
    assert log_in(elsewhere, "bea")["Location"] == "/members/me/"


def test_who_confirms_in_another_browser_logs_in_there(client: Client) -> None:
    register(client)
    (letter,) = mail.outbox
    elsewhere = Client()
    register(elsewhere, "ann", "ann@example.org")
    path = linked_path(letter)
    assert 'name="password"' in elsewhere.get(path).content.decode()
    assert 'name="password"' not in client.get(path).content.decode()
    refused = elsewhere.post(path, {"password": OTHER_PASSWORD})
    assert refused.status_code == 422
    assert "somebody else has registered with your address: register again" in refused.content.decode()
    assert not Member.objects.get(username="bea").email_confirmed_at
    assert elsewhere.post(path, {"password": PASSWORD})["Location"] == "/members/me/"
    assert is_in(elsewhere)
    assert not is_in(client)


def test_registration_by_somebody_else_under_name_and_address_gives_them_no_account(client: Client) -> None:
    """Its letter reads as the holder's own: nobody confirms with it what they did not register."""
    register(client)
    stranger = Client()
    register(stranger, password1=OTHER_PASSWORD, password2=OTHER_PASSWORD)
    own, other = (linked_path(letter) for letter in mail.outbox)
    assert client.get(own).status_code == 410
    assert client.post(other, {"password": PASSWORD}).status_code == 422
    assert not is_in(stranger)
    register(client)
    assert client.post(linked_path(mail.outbox[2]))["Location"] == "/members/me/"
    assert log_in(stranger, "bea", OTHER_PASSWORD).status_code == 200
    assert log_in(Client(), "bea").status_code == 302


def test_passwords_are_not_tried_without_end_by_a_link(client: Client) -> None:
    register(client)
    path, elsewhere = linked_path(mail.outbox[0]), Client()
    for _ in range(settings.MEMBER_LIMITS["own_password"]["name"][0]):
        assert elsewhere.post(path, {"password": OTHER_PASSWORD}).status_code == 422
    assert elsewhere.post(path, {"password": PASSWORD}).status_code == 429


def test_what_was_forgotten_while_its_link_was_opened_is_confirmed_by_nobody(client: Client) -> None:
    register(client)
    claim = signed_links.claim_of(linked_path(mail.outbox[0]).split("/")[2])
    assert claim is not None
    Member.objects.get().delete()
    assert not account_emails.confirm(claim)


@pytest.mark.parametrize(("wanted", "led"), [("/library/?q=a%26b", True), ("https://evil.example/", False)])
def test_newcomer_comes_back_to_where_they_came_from(client: Client, wanted: str, led: bool) -> None:
    on = f"?{urlencode({'next': wanted})}" if led else ""
    door = client.get(f"/login/?{urlencode({'next': wanted})}").content.decode()
    assert (f'<a href="/register/?next={quote(wanted)}">Register</a>' in door) is led
    form = client.get(f"/register/?{urlencode({'next': wanted})}").content.decode()
    assert ('<input type="hidden" name="next"' in form) is led
    register(client, next=wanted)
    path = linked_path(mail.outbox[0])
    assert path.endswith(f"/{on}")
    led_to = Client().post(path, {"password": PASSWORD, **({"next": wanted} if led else {})})["Location"]
    assert led_to == (wanted if led else "/members/me/")
    assert log_in(client, "bea", next=wanted)["Location"] == (wanted if led else "/members/me/")
    assert client.get("/register/", {"next": wanted})["Location"] == (wanted if led else "/members/me/")


def test_link_confirms_once(client: Client) -> None:
    register(client)
    path = linked_path(mail.outbox[0])
    client.post(path)
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 410
        assert "This link no longer works" in answer.content.decode()


def test_link_grows_old(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    register(client)
    path = linked_path(mail.outbox[0])
    now = __import__("time").time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + settings.PASSWORD_RESET_TIMEOUT + 2)
    assert client.get(path).status_code == 410


@pytest.mark.parametrize("token", ["x", "WzEsImEiXQ:1abcde:signature", "0" * 3000])
def test_invented_link_confirms_nothing(client: Client, token: str) -> None:
    assert client.post(f"/confirm/{token}/").status_code == 410


def test_confirming_asks_for_a_form_of_ours() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get("/register/")
    token = page.context["csrf_token"]
    register(client, csrfmiddlewaretoken=str(token))
    assert client.post(linked_path(mail.outbox[0])).status_code == 403
    assert Member.objects.get(username="bea").email_confirmed_at is None


# --- an address that has an account -------------------------------------------------------


def pages_after(client: Client, email: str) -> list[tuple[int, str]]:
    """What somebody sees who registers with an address, tries again, and tries to log in."""
    seen = []
    for answer in (
        register(client, email=email),
        client.get("/register/sent/"),
        register(client, name="BEA", email="quite-other@example.org"),
        log_in(client, "bea"),
        log_in(client, "bea", "wrong"),
    ):
        page = answer.content.decode().replace(email, "ADDRESS")
        token = answer.context and str(answer.context.get("csrf_token", ""))
        seen.append((answer.status_code, page.replace(token, "") if token else page))
    return seen


@pytest.mark.parametrize("known", ["ada@example.org", "ADA@EXAMPLE.ORG"])
def test_nobody_learns_which_addresses_have_accounts(ada: Member, known: str) -> None:
    seen_of_known = pages_after(Client(), known)
    Member.objects.exclude(pk=ada.pk).delete()
    assert seen_of_known == pages_after(Client(), "nobody@example.org")


def test_holder_of_the_address_is_told(ada: Member, client: Client) -> None:
    register(client, email="ADA@example.org")
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "Hello ada" in letter.body
    assert set_password(client, linked_path(letter)).status_code == 302
    ada.refresh_from_db()
    assert not ada.check_password(PASSWORD)


def test_double_of_a_holder_can_never_log_in(ada: Member, client: Client) -> None:
    register(client, email=ada.email)
    double = Member.objects.get(username="bea")
    assert double.email == ""
    assert double.email_confirmed_at is None


def test_registration_that_nobody_confirmed_frees_name_and_address(client: Client) -> None:
    register(client)
    Member.objects.update(date_joined=timezone.now() - timedelta(days=4))
    assert register(client).status_code == 302
    assert Member.objects.get(username="bea").date_joined > timezone.now() - timedelta(hours=1)
    assert [letter.subject for letter in mail.outbox] == 2 * ["darkseas: confirm your e-mail address"]


@pytest.mark.parametrize("name", ["squatter", "bea"])
def test_registration_that_nobody_confirmed_binds_nobody(client: Client, name: str) -> None:
    register(Client(), name, "Bea@example.org")
    assert register(client).status_code == 302
    before, letter = mail.outbox
    assert letter.subject == "darkseas: confirm your e-mail address"
    assert "Hello bea," in letter.body
    assert client.post(linked_path(letter))["Location"] == "/members/me/"
    assert is_in(client)
    # The address is somebody's now, and the name that was asked for first is not theirs.
    assert client.post(linked_path(before), {"password": PASSWORD}).status_code == 410
    assert Member.objects.with_address("bea@example.org").get().username == "bea"
    assert not Member.objects.exclude(username="bea").exclude(email="").exists()


def test_first_of_two_who_gave_one_address_is_confirmed_by_their_own_letter(client: Client) -> None:
    register(client)
    register(Client(), "squatter", "bea@example.org")
    assert client.post(linked_path(mail.outbox[0]))["Location"] == "/members/me/"
    assert client.post(linked_path(mail.outbox[1]), {"password": PASSWORD}).status_code == 410


def test_name_is_held_for_an_hour_until_it_is_confirmed(client: Client) -> None:
    register(Client(), "bea", "other@example.org")
    Member.objects.update(date_joined=timezone.now() - timedelta(minutes=59))
    assert errors_of(register(client)) == {"username": ["This name is taken. Choose another."]}
    assert list(errors_of(register(client, "beɑ"))) == ["username"]
    Member.objects.update(date_joined=timezone.now() - timedelta(minutes=61))
    assert register(client, "beɑ").status_code == 302
    assert [member.username for member in Member.objects.all()] == ["beɑ"]
    assert client.get(linked_path(mail.outbox[0])).status_code == 410


def test_name_of_a_member_who_has_confirmed_is_held_for_good(client: Client) -> None:
    register(client)
    client.post(linked_path(mail.outbox[0]))
    Member.objects.update(date_joined=timezone.now() - timedelta(days=400))
    assert list(errors_of(register(Client(), "bea", "bea@example.org"))) == ["username"]


def test_form_that_is_refused_forgets_nobody(client: Client) -> None:
    register(client)
    assert list(errors_of(register(Client(), password2="something else"))) == ["password2"]
    assert client.post(linked_path(mail.outbox[0])).status_code == 302


def test_password_link_goes_to_no_address_that_nobody_confirmed(client: Client) -> None:
    register(client, "squatter", "bea@example.org")
    client.post("/password/", {"email": "bea@example.org"})
    assert [letter.subject for letter in mail.outbox] == ["darkseas: confirm your e-mail address"]


@pytest.mark.parametrize(
    "fields", [{}, {"email_confirmed_at": None, "last_login": timezone.now()}, {"is_active": False}]
)
def test_old_account_is_not_taken_for_abandoned(client: Client, fields: dict[str, object]) -> None:
    member = person("bea", date_joined=timezone.now() - timedelta(days=400), **fields)
    assert errors_of(register(client)) == {"username": ["This name is taken. Choose another."]}
    assert Member.objects.get() == member


# --- what the form refuses ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "place", "sentence"),
    [
        ({"username": "ADA"}, "username", "This name is taken. Choose another."),
        ({"username": "ａｄａ"}, "username", "This name is taken. Choose another."),
        ({"username": "ɑda"}, "username", "This name looks like another member's. Choose another."),
        # All of it Cyrillic.
        ({"username": "аԁа"}, "username", "This name looks like another member's. Choose another."),
        # All of it Lisu.
        ({"username": "ꓮꓓꓮ"}, "username", "This name looks like another member's. Choose another."),
        ({"username": "ꓦꓰꓣꓮ"}, "username", "Use an alphabet that most people can read."),
        ({"username": "sea.example"}, "username", "This looks like a web address."),
        ({"username": "admın"}, "username", "This name is reserved for the site."),
        ({"username": "a b"}, "username", "Use letters, digits and . + - _ only"),
        ({"email": "nowhere"}, "email", "Enter a valid email address."),
        ({"email": "a@b.org\nBcc: all@example.org"}, "email", "Enter a valid email address."),
        ({"email": "a" * 250 + "@example.org"}, "email", "at most 254 characters"),
        ({"password2": "something else"}, "password2", "The passwords do not match."),
        ({"password1": "short", "password2": "short"}, "password1", "at least 8 characters"),
        ({"password1": "48151623421", "password2": "48151623421"}, "password1", "entirely numeric"),
        ({"password1": "password1", "password2": "password1"}, "password1", "too common"),
        (
            {"password1": "beatrice1", "password2": "beatrice1", "username": "beatrice"},
            "password1",
            "similar",
        ),
        (
            {"password1": "carthago99", "password2": "carthago99", "email": "carthago@b.org"},
            "password1",
            "similar",
        ),
    ],
)
def test_form_says_what_is_wrong_at_the_field(
    ada: Member, client: Client, fields: dict[str, str], place: str, sentence: str
) -> None:
    answer = register(client, fields.pop("username", "bea"), fields.pop("email", "b@example.org"), **fields)
    assert answer.status_code == 200
    errors = errors_of(answer)
    assert list(errors) == [place]
    assert sentence in errors[place][0]
    page = answer.content.decode()
    assert f'id="id_{place}_error"' in page
    assert f'aria-invalid="true" aria-describedby="id_{place}_' in page.replace("required ", "")
    assert Member.objects.count() == 1
    assert mail.outbox == []


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "bell\x07", "a" * 100_000, "\u202eada"])
def test_hostile_name_comes_back_as_text(client: Client, name: str) -> None:
    answer = register(client, name)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.content.decode()
    assert Member.objects.count() == 0


def test_letter_that_cannot_be_sent_leaves_nothing_behind(client: Client, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = register(client)
    assert "could not send" in errors_of(answer)["email"][0]
    assert Member.objects.count() == 0


def test_member_of_before_whose_name_is_refused_by_now_comes_in(client: Client) -> None:
    person("sea.example")
    assert log_in(client, "sea.example").status_code == 302
    assert client.get("/members/me/").status_code == 200


def test_member_does_not_register_again(hers: Client) -> None:
    assert hers.get("/register/")["Location"] == "/members/me/"


# --- who never came, and who was added or shut out ------------------------------------------


def added_long_ago(name: str = "bea") -> Member:
    """A member whom the operator added, who has not yet set a password."""
    bea = person(name, email_confirmed_at=None, date_joined=timezone.now() - timedelta(days=400))
    bea.set_unusable_password()
    bea.save()
    return bea


def test_name_of_a_member_whom_the_operator_added_is_not_free(client: Client) -> None:
    bea = added_long_ago()
    answer = register(client, email="other@example.org")
    assert errors_of(answer) == {"username": ["This name is taken. Choose another."]}
    assert Member.objects.get() == bea


def test_address_of_a_member_whom_the_operator_added_is_not_free(client: Client) -> None:
    bea = added_long_ago()
    assert register(client, name="beatrix", email="Bea@example.org").status_code == 302
    assert Member.objects.with_address("bea@example.org").get() == bea
    assert [letter.to for letter in mail.outbox] == [["bea@example.org"]]
    assert "Hello bea," in mail.outbox[0].body


def test_member_who_is_shut_out_confirms_nothing(client: Client) -> None:
    register(client)
    path = linked_path(mail.outbox[0])
    Member.objects.update(is_active=False)
    assert (client.get(path).status_code, client.post(path).status_code) == (410, 410)
    assert Member.objects.get().email_confirmed_at is None


def test_registration_of_today_is_not_taken_for_abandoned(client: Client) -> None:
    register(client)
    bea = Member.objects.get()
    assert errors_of(register(client, email="other@example.org")) == {
        "username": ["This name is taken. Choose another."]
    }
    register(client, name="beatrix")
    assert Member.objects.get(username="bea") == bea


def test_newcomer_who_is_shut_out_before_confirming_is_not_taken_for_abandoned(client: Client) -> None:
    shut_out = {"email": "", "unconfirmed_email": "bea@example.org", "is_active": False}
    person("bea", email_confirmed_at=None, date_joined=timezone.now() - timedelta(days=400), **shut_out)
    assert errors_of(register(client)) == {"username": ["This name is taken. Choose another."]}


def test_registration_is_forgotten_once_its_link_is_old(client: Client) -> None:
    person(
        "old",
        email="",
        unconfirmed_email="Bea@Example.org",
        email_confirmed_at=None,
        date_joined=timezone.now() - timedelta(days=4),
    )
    register(client, email="bea@example.org")
    assert [one.username for one in Member.objects.all()] == ["bea"]
    assert mail.outbox[0].subject == "darkseas: confirm your e-mail address"


def test_address_that_was_given_before_and_never_confirmed_is_freed_by_the_migration() -> None:
    person("ada")
    person("bea", email_confirmed_at=None)
    added_long_ago("cat")
    import_module("darkseas.members.migrations.0003_unconfirmed_email").unbind(apps, None)
    assert list(Member.objects.order_by("username").values_list("email", "unconfirmed_email")) == [
        ("ada@example.org", ""),
        ("", "bea@example.org"),
        ("cat@example.org", ""),
    ]


def test_confirming_the_first_address_writes_no_letter_about_a_change(client: Client) -> None:
    register(client)
    client.post(linked_path(mail.outbox[0]))
    assert Member.objects.get().email_confirmed_at is not None
    assert len(mail.outbox) == 1
