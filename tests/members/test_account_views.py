"""Who may see and change what of a member's own."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.core.management import call_command
from django.test import Client

from darkseas.members import account_sections
from darkseas.members.account_sections import AccountPart, AccountSection
from darkseas.members.email_addresses import signed_links
from darkseas.members.models import Member
from tests.members.accounts import (
    PASSWORD,
    Answer,
    errors_of,
    is_in,
    linked_path,
    log_in,
    logged_in,
    person,
    register,
)

pytestmark = pytest.mark.django_db

OWN = ["", "data/", "password/", "email/", "delete/"]


def ask_for(client: Client, email: str, password: str = PASSWORD) -> Answer:
    """Send the form that changes the address."""
    return client.post("/members/me/email/", {"email": email, "password": password})


@pytest.mark.parametrize("page", OWN)
def test_nobody_sees_a_page_of_a_members_own_without_logging_in(client: Client, page: str) -> None:
    for answer in (client.get(f"/members/me/{page}"), client.post(f"/members/me/{page}")):
        assert answer["Location"] == f"/login/?next=/members/me/{page}"


@pytest.mark.parametrize("page", OWN)
def test_each_member_sees_their_own(ada: Member, grace: Member, page: str) -> None:
    for one, other in ((ada, grace), (grace, ada)):
        answer = logged_in(one).get(f"/members/me/{page}")
        assert answer.status_code == 200
        # Whole words: a nonce may hold any letters.
        words = set(re.findall(r"\w+", answer.content.decode()))
        assert (one.username in words, other.username in words) == (True, False)
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("page", ["password/", "email/", "delete/"])
def test_change_takes_only_forms_of_ours(ada: Member, page: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    form = {"password": PASSWORD, "email": "evil@example.org", "old_password": PASSWORD}
    assert client.post(f"/members/me/{page}", form).status_code == 403
    ada.refresh_from_db()
    assert ada.is_active
    assert mail.outbox == []


@pytest.mark.parametrize("page", ["", "data/"])
def test_page_that_changes_nothing_takes_no_form(hers: Client, page: str) -> None:
    assert hers.post(f"/members/me/{page}").status_code == 405


# --- the address ---------------------------------------------------------------------------


def test_address_changes_when_the_new_one_is_confirmed(ada: Member, hers: Client) -> None:
    assert ask_for(hers, "new@example.org")["Location"] == "/members/me/"
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    (letter,) = mail.outbox
    assert letter.to == ["new@example.org"]

    assert Client().post(linked_path(letter))["Location"] == "/login/"
    ada.refresh_from_db()
    assert ada.email == "new@example.org"
    assert (mail.outbox[1].to, mail.outbox[1].subject) == (
        ["ada@example.org"],
        "darkseas: your e-mail address was changed",
    )
    assert log_in(Client(), "new@example.org").status_code == 302
    assert log_in(Client(), "ada@example.org").status_code == 200


def test_link_to_an_older_address_does_not_come_back_to_life(ada: Member, hers: Client) -> None:
    first = signed_links.confirm_path(ada, "one@example.org")
    hers.post(first)
    ada.refresh_from_db()
    hers.post(signed_links.confirm_path(ada, "ada@example.org"))
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    assert hers.post(first).status_code == 410


def test_link_dies_with_the_password(ada: Member, client: Client) -> None:
    path = signed_links.confirm_path(ada, "thief@example.org")
    ada.set_password("another one entirely")
    ada.save()
    assert client.post(path).status_code == 410


def test_address_of_another_member_answers_the_same(ada: Member, grace: Member) -> None:
    pages = []
    for address in ("grace@example.org", "free@example.org"):
        client = logged_in(ada)
        assert ask_for(client, address).status_code == 302
        pages.append(client.get("/members/me/").content.decode().replace(address, "ADDRESS"))
    tokens = [page.partition('name="csrfmiddlewaretoken" value="')[2][:64] for page in pages]
    assert pages[0].replace(tokens[0], "") == pages[1].replace(tokens[1], "")
    assert [letter.to for letter in mail.outbox] == [["grace@example.org"], ["free@example.org"]]
    assert mail.outbox[0].subject == "darkseas: you already have an account"


def test_address_taken_meanwhile_stays_with_who_has_it(ada: Member, client: Client) -> None:
    path = signed_links.confirm_path(ada, "new@example.org")
    person("bea", email="new@example.org")
    assert client.post(path).status_code == 410
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"


@pytest.mark.parametrize(
    ("email", "password", "place"),
    [
        ("ada@example.org", PASSWORD, "email"),
        ("nowhere", PASSWORD, "email"),
        ("new@example.org", "wrong", "password"),
    ],
)
def test_change_of_address_is_refused_at_the_field(
    hers: Client, email: str, password: str, place: str
) -> None:
    assert list(errors_of(ask_for(hers, email, password))) == [place]
    assert mail.outbox == []


# --- leaving -------------------------------------------------------------------------------


def test_deleted_account_keeps_nothing_of_the_person(
    ada: Member, hers: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = logged_in(ada)
    path, confirming = signed_links.password_path(ada), signed_links.confirm_path(ada, "x@example.org")
    assert hers.post("/members/me/delete/", {"password": PASSWORD})["Location"] == "/"
    assert "Your account has been deleted." in hers.get("/about/").content.decode()

    ada.refresh_from_db()
    assert ada.username == f"Deleted member {ada.pk}"
    assert (ada.email, ada.is_active, ada.has_usable_password()) == ("", False, False)
    assert ada.deleted_at is not None
    call_command("dumpdata", "members", "scenarios_app", "replays_app")
    dumped = capsys.readouterr().out.lower()
    assert "deleted member" in dumped
    assert '"ada' not in dumped

    assert not is_in(hers)
    assert not is_in(elsewhere)
    client = Client()
    for given in ("ada", "ada@example.org", ada.username):
        assert log_in(client, given).status_code == 200
    assert "This link no longer works" in client.get(path).content.decode()
    assert client.post(confirming).status_code == 410
    client.post("/password/", {"email": "ada@example.org"})
    assert mail.outbox == []


def test_name_of_a_deleted_account_may_be_taken(ada: Member, client: Client) -> None:
    ada.leave()
    assert register(client, "ada", "ada@example.org").status_code == 302
    assert Member.objects.get(username="ada").pk != ada.pk


def test_two_deleted_members_are_told_apart(ada: Member, grace: Member) -> None:
    ada.leave()
    grace.leave()
    assert ada.username != grace.username


def test_operator_who_leaves_is_none_any_more() -> None:
    operator = person("ada", is_staff=True, is_superuser=True)
    operator.leave()
    operator.refresh_from_db()
    assert not operator.is_staff
    assert not operator.is_superuser


def test_account_is_deleted_only_by_who_knows_the_password(ada: Member, hers: Client) -> None:
    answer = hers.post("/members/me/delete/", {"password": "wrong"})
    assert errors_of(answer) == {"password": ["Wrong password. Try again."]}
    ada.refresh_from_db()
    assert ada.is_active


# --- what the site keeps -------------------------------------------------------------------


def given_sections(monkeypatch: pytest.MonkeyPatch, *makers: Callable[[Member], AccountSection]) -> None:
    """Let account pages show these sections alone."""
    parts = [AccountPart(position, maker) for position, maker in enumerate(makers)]
    monkeypatch.setattr(account_sections, "extensions", lambda kind: parts)


def fleet_section(member: Member) -> AccountSection:
    """A part that another app might add."""
    context = {"title": "title <b>"}
    return AccountSection("fleets", "error.html", context, data=[f"fleet of {member.username}"])


def silent_section(member: Member) -> AccountSection:
    """A part that shows something but keeps nothing."""
    return replace(fleet_section(member), key="silent", data=None)


def test_member_takes_their_data(ada: Member, hers: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given_sections(monkeypatch, fleet_section, silent_section)
    answer = hers.get("/members/me/data/")
    assert answer["Content-Disposition"] == 'attachment; filename="darkseas-member.json"'
    ada.refresh_from_db()
    told = json.loads(answer.content)
    assert set(told) == {"account", "fleets"}
    assert told["fleets"] == ["fleet of ada"]
    assert told["account"]["name"] == "ada"
    assert told["account"]["email"] == "ada@example.org"
    assert told["account"]["member_since"][:19] == ada.date_joined.isoformat()[:19]
    assert "password" not in answer.content.decode()


def test_every_field_of_a_member_is_in_the_data_or_left_out_on_purpose() -> None:
    told = {"username", "email", "email_confirmed_at", "date_joined", "last_login", "is_staff"}
    left_out = {"id", "password", "name_key", "is_superuser", "is_active", "deleted_at"}
    # Empty for everybody who can log in.
    left_out |= {"unconfirmed_email"}
    assert {field.name for field in Member._meta.fields} == told | left_out


def test_own_page_shows_sections_of_other_apps(hers: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    given_sections(monkeypatch, fleet_section)
    answer = hers.get("/members/me/")
    assert [section.key for section in answer.context["sections"]] == ["fleets"]


def test_own_address_may_be_written_in_another_case(ada: Member, hers: Client) -> None:
    ask_for(hers, "Ada@example.org")
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["Ada@example.org"], "darkseas: confirm your e-mail address")
    hers.post(linked_path(letter))
    ada.refresh_from_db()
    assert ada.email == "Ada@example.org"


def test_moderator_who_leaves_has_no_rights_any_more(ada: Member) -> None:
    right = Permission.objects.get(codename="change_report")
    ada.user_permissions.add(right)
    ada.groups.add(Group.objects.create(name="moderators"))
    ada.leave()
    assert (ada.user_permissions.count(), ada.groups.count()) == (0, 0)


def test_when_a_member_was_here_is_forgotten_when_they_leave(ada: Member, hers: Client) -> None:
    ada.refresh_from_db()
    assert ada.last_login is not None
    ada.leave()
    left = Member.objects.get(pk=ada.pk)
    assert (left.last_login, left.email_confirmed_at) == (None, None)
