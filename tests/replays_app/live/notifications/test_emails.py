"""Who is called and away gets one letter: when, what stands in it, and how it is stopped."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from replays_app.live.notifications import deliveries, due_notifications, send_attempts, tasks
from replays_app.models import Battle, Holding, Notice, Wish
from replays_app.seats import presence, taking_seats
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import plot, seats_of
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

from .members_to_move import battle_between, note_later, red_of

pytestmark = pytest.mark.django_db


def tell() -> int:
    """Send all that is due; return how many letters went out for it."""
    before = len(mail.outbox)
    for notice in note_later():
        deliveries.deliver(notice.pk.hex)
    return len(mail.outbox) - before


def test_letter_comes_once_a_call() -> None:
    battle = battle_between("ann", "bob")
    red, blue = seats_of(battle).values()
    assert (tell(), tell()) == (1, 0)
    plot(red)
    assert tell() == 0
    plot(blue)
    assert (tell(), tell()) == (1, 0)
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]] * 2


def test_letter_waits_for_a_page_that_may_be_about_to_open() -> None:
    battle_between("ann", "bob")
    due_notifications.note(timezone.now())
    assert not Notice.objects.exists()
    due_notifications.note(timezone.now() + due_notifications.GRACE + timedelta(seconds=1))
    assert Notice.objects.count() == 1


def test_letter_says_where_and_nothing_of_what_happened() -> None:
    battle = battle_between("ann", "bob")
    tell()
    (letter,) = mail.outbox
    assert letter.subject == f'darkseas: your orders are due in "{battle.title}"'
    assert f"http://localhost/battles/{battle.pk}/play/" in letter.body
    plot(red_of(battle), 1, 1)
    plot(seats_of(battle)["blue"], 2, 2)
    tell()
    first, second = (re.sub(r"/stop/\S+", "", str(sent.body)) for sent in mail.outbox)
    assert first == second


def test_hidden_deeds_of_others_send_no_letter() -> None:
    """H-1 for letters: a sealed plot of the enemy changes neither that one is sent nor when."""
    battle = battle_between("ann", "bob")
    tell()
    due = Notice.objects.get().answered
    plot(seats_of(battle)["blue"])
    assert tell() == 0
    assert Notice.objects.get().answered == due


def test_who_has_the_page_open_gets_none_for_that_call() -> None:
    battle = battle_between("ann", "bob")
    presence.note(red_of(battle).pk)
    assert tell() == 0
    presence.forget(red_of(battle).pk)
    assert tell() == 0
    assert Notice.objects.get().state == Notice.State.HEARD
    plot(red_of(battle))
    plot(seats_of(battle)["blue"])
    assert tell() == 1


def test_nobody_waits_in_a_battle_against_a_bot() -> None:
    battle_between("ann", "captain")
    assert tell() == 0


@pytest.mark.parametrize(
    "changes",
    [{"email_confirmed_at": None}, {"email": ""}, {"is_active": False}],
    ids=lambda c: next(iter(c)),
)
def test_only_members_with_a_confirmed_address_are_written_to(changes: dict[str, object]) -> None:
    battle_between("ann", "bob")
    type(member("ann")).objects.filter(username="ann").update(**changes)
    assert tell() == 0


def test_nobody_is_written_to_who_has_not_asked_for_it() -> None:
    battle_between("ann", "bob", letters=Wish.Letters.NEVER)
    assert tell() == 0


def test_call_that_passes_before_the_letter_goes_out_sends_none() -> None:
    battle = battle_between("ann", "bob")
    (notice,) = note_later()
    plot(red_of(battle))
    deliveries.deliver(notice.pk.hex)
    notice.refresh_from_db()
    assert (notice.state, len(mail.outbox)) == (Notice.State.PASSED, 0)


def test_substitute_is_told_of_the_call_that_they_take_over() -> None:
    battle = battle_between("ann", "bob")
    assert tell() == 1
    Wish.objects.create(member=member("eve"), letters=Wish.Letters.AT_ONCE)
    taking_seats.change(Holding.objects.get(member=member("ann")), Holder(member=member("eve")), 1)
    assert tell() == 1
    assert mail.outbox[-1].to == ["eve@example.org"]
    assert red_of(battle).notices.count() == 2


def test_nothing_is_sent_when_the_battle_is_over() -> None:
    battle = battle_between("ann", "bob")
    (notice,) = note_later()
    Battle.objects.update(status=Battle.Status.BROKEN_OFF)
    deliveries.deliver(notice.pk.hex)
    assert len(mail.outbox) == 0
    assert red_of(battle).notices.get().state == Notice.State.PASSED


def test_letter_that_the_mail_server_refuses_is_tried_again_and_given_up(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 1
    battle_between("ann", "bob")
    (notice,) = note_later()
    for wait in send_attempts.WAITS:
        Notice.objects.update(due_at=timezone.now())
        deliveries.deliver(notice.pk.hex)
        notice.refresh_from_db()
        assert notice.state == Notice.State.WAITING
        assert abs(notice.due_at - timezone.now() - wait) < timedelta(seconds=30)
        deliveries.deliver(notice.pk.hex)
    Notice.objects.update(due_at=timezone.now())
    deliveries.deliver(notice.pk.hex)
    notice.refresh_from_db()
    assert (notice.state, notice.attempts) == (Notice.State.FAILED, len(send_attempts.WAITS) + 1)


def test_sweep_hands_out_what_is_due(settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    battle_between("ann", "bob")
    (notice,) = note_later()
    Notice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert deliveries.due(timezone.now()) == [notice]
    tasks.deliver(notice.pk.hex)
    assert deliveries.due(timezone.now()) == []


def test_link_in_the_letter_stops_the_letters() -> None:
    battle_between("ann", "bob")
    tell()
    link = re.search(r"http://localhost(/notices/stop/\S+)", str(mail.outbox[0].body))
    assert link is not None
    assert mail.outbox[0].extra_headers["List-Unsubscribe"] == f"<http://localhost{link[1]}>"
    nobody = Client(enforce_csrf_checks=True)
    assert b"Stop e-mails" in nobody.get(link[1]).content
    assert Wish.objects.get().letters == Wish.Letters.AT_ONCE
    assert nobody.post(link[1]).status_code == 200
    assert Wish.objects.get().letters == Wish.Letters.NEVER
    assert nobody.get(link[1][:-3] + "x/").status_code == 404


def test_member_says_how_to_be_told() -> None:
    ann = logged_in("ann")
    assert "You get no e-mails about your battles." in one_line(ann.get("/members/me/").content.decode())
    answer = ann.post("/members/me/notices/", {"letters": "at-once", "webhook_url": "https://ann.example/x"})
    assert answer.status_code == 302
    page = one_line(ann.get("/members/me/notices/").content.decode())
    wish = Wish.objects.get(member=member("ann"))
    assert wish.webhook_secret in page
    ann.post(
        "/members/me/notices/", {"letters": "never", "webhook_url": wish.webhook_url, "new_secret": "on"}
    )
    assert Wish.objects.get(member=member("ann")).webhook_secret not in page
    refused = ann.post("/members/me/notices/", {"letters": "never", "webhook_url": "http://ann.example"})
    assert b"Use https://" in refused.content
    assert Client().get("/members/me/notices/").status_code == 302


def test_who_leaves_takes_wishes_and_notices_along() -> None:
    battle_between("ann", "bob")
    tell()
    told = logged_in("ann").get("/members/me/data/").json()["notices"]
    assert (told["letters"], [notice["state"] for notice in told["notices"]]) == ("at-once", ["sent"])
    assert "secret" not in str(told)
    answer = logged_in("ann").post("/members/me/delete/", {"password": "a good long password"})
    assert answer.status_code == 302
    assert not Wish.objects.exists()
    assert not Notice.objects.exists()
