"""A password forgotten, and a password changed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError
from pytest_django import Settings

from darkseas.celery import app
from darkseas.club.feeds.feed_keys import key_of, player_with
from darkseas.club.feeds.webhooks import store as hooks
from darkseas.club.membership import invitations
from darkseas.club.models import AuditLine, ClubWebhook, Invitation, Player, Right
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.codec import write
from darkseas.members import account_emails
from darkseas.members.email_addresses import signed_links
from darkseas.members.forms import PasswordAdvice
from darkseas.members.models import Member, PersonalToken
from darkseas.members.personal_tokens import store
from replays_app.models import Challenge, Handover, Holding, Wish
from replays_app.seats import handovers
from scenarios_app.drafts.people import invitations as asking
from scenarios_app.models import Draft, Scenario
from scenarios_app.models import Invitation as Asked
from tests.club.results.club_events import joined, new_club
from tests.members.accounts import (
    OTHER_PASSWORD,
    PASSWORD,
    Answer,
    errors_of,
    is_in,
    linked_path,
    log_in,
    logged_in,
    person,
    register,
    set_password,
)
from tests.support.builders import register_toy, toy_revision, toy_scenario

pytestmark = pytest.mark.django_db


def ask(client: Client, email: str) -> Answer:
    """Send the form that asks for the link."""
    return client.post("/password/", {"email": email})


def change(client: Client, old: str = PASSWORD, new: str = OTHER_PASSWORD) -> Answer:
    """Send the form that changes the password."""
    form = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post("/members/me/password/", form)


def test_forgotten_password_is_set_by_the_link(ada: Member, client: Client) -> None:
    assert ask(client, "ADA@example.org")["Location"] == "/password/sent/"
    (letter,) = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert letter.subject == "darkseas: choose a new password"
    answer = set_password(client, linked_path(letter))
    assert answer["Location"] == "/login/"
    assert "Your password is set." in client.get("/login/").content.decode()
    assert log_in(client, "ada").status_code == 200
    assert log_in(client, "ada", OTHER_PASSWORD).status_code == 302


def test_link_sets_a_password_once(ada: Member, client: Client) -> None:
    ask(client, ada.email)
    path = linked_path(mail.outbox[0])
    set_password(client, path)
    assert "This link no longer works" in set_password(Client(), path).content.decode()
    assert "This link no longer works" in client.get(path).content.decode()


def overtaken(monkeypatch: pytest.MonkeyPatch, by: Callable[[], object]) -> None:
    """Let something happen between the check of the next form and the storing of its password."""
    store_it = PasswordAdvice.set_password_and_save

    def late(form: Any, *args: Any, **kwargs: Any) -> Member:
        monkeypatch.setattr(PasswordAdvice, "set_password_and_save", store_it)
        by()
        return store_it(form, *args, **kwargs)

    monkeypatch.setattr(PasswordAdvice, "set_password_and_save", late)


def test_link_used_twice_at_once_sets_one_password(
    ada: Member, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = signed_links.password_path(ada)
    overtaken(monkeypatch, lambda: set_password(Client(), path, "the quicker of both"))
    answer = set_password(client, path)
    assert (answer.status_code, "This link no longer works" in answer.content.decode()) == (410, True)
    ada.refresh_from_db()
    assert ada.check_password("the quicker of both")


def test_who_is_shut_out_while_setting_a_password_stays_out(
    ada: Member, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    overtaken(monkeypatch, lambda: Member.objects.filter(pk=ada.pk).update(is_active=False))
    assert set_password(client, signed_links.password_path(ada)).status_code == 410
    ada.refresh_from_db()
    assert (ada.is_active, ada.check_password(PASSWORD)) == (False, True)


@pytest.mark.parametrize("by_link", [True, False])
def test_address_that_is_confirmed_meanwhile_stays(
    ada: Member, client: Client, monkeypatch: pytest.MonkeyPatch, *, by_link: bool
) -> None:
    again = Member.objects.get(pk=ada.pk)
    overtaken(monkeypatch, lambda: again.confirm_email("new@example.org"))
    if by_link:
        set_password(client, signed_links.password_path(ada))
    else:
        log_in(client, "ada")
        change(client)
    ada.refresh_from_db()
    assert (ada.email, ada.check_password(OTHER_PASSWORD)) == ("new@example.org", True)


def test_password_that_was_changed_meanwhile_is_not_changed_over(
    ada: Member, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, "ada")
    path = signed_links.password_path(Member.objects.get(pk=ada.pk))
    overtaken(monkeypatch, lambda: set_password(Client(), path, "quicker by letter"))
    assert "Your password has changed." in change(client).content.decode()
    ada.refresh_from_db()
    assert ada.check_password("quicker by letter")


@pytest.mark.parametrize("path", ["/password/MQ/x-y/", "/password/!!/set-password/", "/password/OTk5/a-b/"])
def test_invented_link_sets_no_password(ada: Member, client: Client, path: str) -> None:
    answer = client.post(path, {"new_password1": OTHER_PASSWORD, "new_password2": OTHER_PASSWORD})
    assert "This link no longer works" in answer.content.decode()
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_link_of_one_member_does_not_serve_for_another(ada: Member, grace: Member, client: Client) -> None:
    mine, hers = signed_links.password_path(ada).split("/"), signed_links.password_path(grace).split("/")
    swapped = "/".join([*mine[:3], hers[3], ""])
    assert "This link no longer works" in client.get(swapped).content.decode()


def test_link_dies_with_the_address(ada: Member, client: Client) -> None:
    path = signed_links.password_path(ada)
    ada.confirm_email("new@example.org")
    assert "This link no longer works" in client.get(path).content.decode()


def test_answer_is_the_same_for_every_address(ada: Member) -> None:
    answers = []
    for address in ("ada@example.org", "nobody@example.org"):
        client = Client()
        sent = ask(client, address)
        answers.append((sent.status_code, sent["Location"], client.get(sent["Location"]).content))
    assert answers[0] == answers[1]
    assert len(mail.outbox) == 1


def test_answer_is_the_same_when_no_letter_can_be_sent(
    ada: Member, client: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert ask(client, ada.email)["Location"] == "/password/sent/"


def test_setting_a_password_by_mail_confirms_the_address(client: Client) -> None:
    person("bea", email_confirmed_at=None)
    ask(client, "bea@example.org")
    set_password(client, linked_path(mail.outbox[0]))
    assert log_in(client, "bea", OTHER_PASSWORD).status_code == 302


def test_bad_password_is_refused_at_the_field(ada: Member, client: Client) -> None:
    opened = client.get(signed_links.password_path(ada))["Location"]
    answer = client.post(opened, {"new_password1": "ada", "new_password2": "ada"})
    assert list(errors_of(answer)) == ["new_password1"]
    answer = client.post(opened, {"new_password1": PASSWORD, "new_password2": OTHER_PASSWORD})
    assert errors_of(answer) == {"new_password2": ["The passwords do not match. Enter them again."]}
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_shut_out_member_gets_no_link(ada: Member, client: Client) -> None:
    Member.objects.update(is_active=False)
    ask(client, ada.email)
    assert mail.outbox == []


# --- changed by the member -----------------------------------------------------------------


def test_other_sessions_end_when_the_password_changes(ada: Member, hers: Client) -> None:
    elsewhere = logged_in(ada)
    before = hers.session.session_key
    assert change(hers)["Location"] == "/members/me/"
    assert is_in(hers)
    assert hers.session.session_key != before
    assert not is_in(elsewhere)
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["ada@example.org"], "darkseas: your password was changed")


def test_sessions_end_when_the_password_is_set_by_mail(ada: Member, hers: Client, client: Client) -> None:
    ada.refresh_from_db()
    PersonalToken.objects.create(member=ada, name="a bot", scopes="play", token_hash="0" * 64)
    set_password(client, signed_links.password_path(ada))
    assert not is_in(hers)
    assert not PersonalToken.objects.exists()
    assert log_in(client, "ada", OTHER_PASSWORD).status_code == 302


def test_password_changes_only_for_who_knows_it(ada: Member, hers: Client) -> None:
    answer = change(hers, old="wrong")
    assert errors_of(answer) == {"old_password": ["Wrong password. Try again."]}
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    assert mail.outbox == []


def test_setting_a_password_confirms_no_address_where_there_is_none(client: Client) -> None:
    bea = person("bea", email="", email_confirmed_at=None)
    set_password(client, signed_links.password_path(bea))
    assert "Confirm your e-mail address first" in log_in(client, "bea", OTHER_PASSWORD).content.decode()


# --- written by a worker ---------------------------------------------------------------------


def asked_of_workers() -> list[tuple[str, list[Any]]]:
    """Take what stands in the queue of letters: the task and what it is given."""
    with app.connection_for_write() as connection, connection.SimpleQueue("out") as queue:
        taken = [queue.get(block=False) for _ in range(queue.qsize())]
        for message in taken:
            message.ack()
        return [(message.headers["task"], message.payload[0]) for message in taken]


def test_page_asks_workers_the_same_for_every_address_and_sends_nothing_itself(
    ada: Member, settings: Settings
) -> None:
    settings.HAS_WORKERS = True
    # Whoever asked the mail server here would fail.
    settings.EMAIL_BACKEND = "nobody.knows.this.Backend"
    asked_of_workers()
    for address in (ada.email, "nobody@example.org"):
        assert ask(Client(), address)["Location"] == "/password/sent/"
        assert asked_of_workers() == [("ds.out.write_password_link", [address, "http://testserver"])]
    before: list[str] = []
    for number, address in enumerate((ada.email, "nobody@example.org")):
        with CaptureQueriesContext(connection) as queries:
            assert register(Client(), f"new{number}", address)["Location"] == "/register/sent/"
        ((task, given),) = asked_of_workers()
        assert (task, given[1:]) == ("ds.out.write_to_address", [address, "http://testserver", ""])
        kinds = [query["sql"].split()[0] for query in queries]
        assert before in ([], kinds)
        before = kinds


def test_workers_write_to_who_has_the_address(ada: Member) -> None:
    account_emails.write_password_link("nobody@example.org", "https://sea.example")
    assert mail.outbox == []
    account_emails.write_password_link("Ada@example.org", "https://sea.example")
    assert mail.outbox[0].to == [ada.email]
    assert "https://sea.example/password/" in str(mail.outbox[0].body)
    newcomer = person("bea", email_confirmed_at=None)
    account_emails.write_to_address(newcomer.pk, newcomer.email, "https://sea.example", "/clubs/")
    account_emails.write_to_address(newcomer.pk, ada.email, "https://sea.example", "")
    assert [letter.to for letter in mail.outbox[1:]] == [[newcomer.email], [ada.email]]
    assert "?next=%2Fclubs%2F" in str(mail.outbox[1].body)


def test_letter_goes_out_from_the_page_where_no_worker_can_be_asked(
    ada: Member, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: Any) -> None:
        raise OperationalError

    settings.HAS_WORKERS = True
    monkeypatch.setattr(account_emails.write_password_link, "delay", refuse)
    ask(client, ada.email)
    assert len(mail.outbox) == 1


def test_programs_go_on_after_a_change_unless_they_are_to_stop(ada: Member, hers: Client) -> None:
    token = store.make(ada, "Logbook", [])
    assert "the token “Logbook”" in hers.get("/members/me/password/").content.decode()
    change(hers)
    assert store.known(token) is not None
    form = {"old_password": OTHER_PASSWORD, "new_password1": PASSWORD, "new_password2": PASSWORD}
    hers.post("/members/me/password/", {**form, "shut-out": "1"})
    assert store.known(token) is None


def test_who_sets_a_forgotten_password_shuts_all_programs_out(ada: Member, client: Client) -> None:
    """A key that somebody else left behind must not outlive the way back into the account."""
    token, player = store.make(ada, "Logbook", []), joined(new_club("silent", is_closed=True), "ada")
    key = key_of(player)
    ada.refresh_from_db()
    set_password(client, signed_links.password_path(ada))
    assert store.known(token) is None
    assert player_with(key) is None
    assert player_with(key_of(player)) == player


def leave_keys_behind(ada: Member) -> None:
    """Set up in ada's name all that acts, tells or lets in without her password."""
    owner = joined(new_club("silent", is_closed=True), "ada", Right.Kind.OWNER)
    hooks.add(owner, "https://hook.example/club")
    invitations.make(owner, days=30, uses=9)
    Wish.objects.create(member=ada, webhook_url="https://hook.example/calls")
    register_toy()
    toy_revision()
    hers = logged_in(ada)
    hers.post("/scenarios/coves/fight/", {"side": "red"})
    handovers.offer(Holding.objects.get(member=ada))
    hers.post("/challenges/make/", {"scenario": "coves", "side": "red", "open": "link", "umpire": "on"})
    scenario = Scenario.objects.create(key="hers", title="The bay", system="toy", owner=ada)
    draft = Draft.objects.create(scenario=scenario, document=canonical_json.encode(write(toy_scenario())))
    asking.set_helpers(draft, [person("thief").username])
    asking.offer_ownership(scenario, "thief")


def left_of_keys() -> list[object]:
    """Webhooks and links of clubs, the member's webhook, the offered seat, the challenge, who is asked."""
    return [
        ClubWebhook.objects.count(), Invitation.objects.count(), Wish.objects.get().webhook_url,
        Handover.objects.get().state, Challenge.objects.get().state, Asked.objects.count(),
    ]  # fmt: skip


SHUT_OUT = {"old_password": PASSWORD, "new_password1": OTHER_PASSWORD, "new_password2": OTHER_PASSWORD,
            "shut-out": "1"}  # fmt: skip


@pytest.mark.parametrize("is_forgotten", [True, False])
def test_whoever_was_in_an_account_leaves_no_way_in_behind(ada: Member, is_forgotten: bool) -> None:
    leave_keys_behind(ada)
    hers = logged_in(ada)
    page = hers.get("/members/me/password/").content.decode()
    assert all(
        words in page
        for words in (
            "webhook of Silent at hook.example", "your webhook at hook.example",
            "a link that lets others into Silent", "your seat in “The coves”, offered to somebody else",
            "your challenge on “The coves”", "“The bay”, offered to thief",
            "“The bay”, your invitation to help, sent to thief",
        )
    )  # fmt: skip
    if is_forgotten:
        ada.refresh_from_db()
        set_password(Client(), signed_links.password_path(ada))
    else:
        hers.post("/members/me/password/", SHUT_OUT)
    assert left_of_keys() == [0, 0, "", "withdrawn", "withdrawn", 0]
    assert AuditLine.objects.get(deed="webhook.removed").by == Player.objects.get(member=ada)
