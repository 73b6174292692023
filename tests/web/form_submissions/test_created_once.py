"""Every form that creates something creates one thing: sent twice, twice at once, or again after a while."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.db.models import F
from django.test import Client
from django.urls import get_resolver

from darkseas.club.models import Meeting
from darkseas.members.models import PersonalToken
from darkseas.web.form_submissions import store
from darkseas.web.form_submissions.creates_once import SENT_BEFORE
from darkseas.web.form_submissions.models import FormSubmission
from tests.support.builders import register_toy
from tests.support.members import logged_in
from tests.web.routes.site_routes import site_routes
from tests.web.routes.world import World, world

from .creating_forms import CHANGING, SHOWING, UNIQUE, CreatingForm, creating_forms

pytestmark = pytest.mark.django_db
#: Two numbers of forms, as the pages make them.
ROLES_TABLE = Path(__file__).parents[1] / "routes" / "roles.txt"
NUMBER, OTHER_NUMBER = "n" * 64, "m" * 64
#: How long the site takes the same content for the same form; `conftest` sets it to nothing.
QUICKLY = timedelta(minutes=2)
#: Forms that people send again on purpose, from a page loaded again.
DELIBERATE = {"fight", "fight-chosen", "let-bots-fight", "club-invite"}


@pytest.fixture
def site() -> World:
    register_toy()
    return world()


def copied(value: Any) -> Any:
    """The value of a field; a file anew, so that each request reads one of its own."""
    if not isinstance(value, SimpleUploadedFile):
        return value
    value.seek(0)
    return SimpleUploadedFile(str(value.name), value.read())


def send(
    site: World, name: str, form: CreatingForm, number: str = NUMBER, browser: str = "", **changes: Any
) -> Any:
    """The answer to a filled form; ``browser`` is the secret of its cookie."""
    route = next(route for route in site_routes() if route.name == name)
    known = {**site.values, **site.by_route.get(name, {}), **form.values}
    if form.by == "visitor":
        known["battle_id"] = site.visitors_battle
    client = Client()
    client.cookies.load(site.cookies[form.by])
    if browser:
        client.cookies[settings.CSRF_COOKIE_NAME] = browser
    body = (
        {name: copied(value) for name, value in form.body.items()}
        | changes
        | ({"csrfmiddlewaretoken": number} if number else {})
    )
    return client.post(route.address(known) + form.query, body)


def test_every_address_that_takes_a_form_is_listed(site: World) -> None:
    rows = [line.split() for line in ROLES_TABLE.read_text(encoding="utf-8").splitlines()[1:]]
    takes_forms = {
        name
        for method, name, *answers in rows
        if method == "POST" and ":" not in name and set(answers) - {"405", "-"} and name != "chat"
    }
    creating = set(creating_forms(site))
    assert takes_forms == creating | UNIQUE | CHANGING | SHOWING
    decorated = {name for name, view in views().items() if is_once(view)}
    # What is unique by its nature needs no number, and `fight_chosen` ends in `fight`.
    unique = {"seat-offer", "club-apply", "club-event-alternates", "draft-sharing", "fight-chosen"}
    assert creating - decorated == unique


def views() -> dict[str, Any]:
    """The views of the site by the names of their addresses."""

    def found(patterns: list[Any]) -> Iterator[tuple[str, Any]]:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                yield from found(pattern.url_patterns)
            else:
                yield pattern.name, pattern.callback

    return dict(found(get_resolver().url_patterns))


def is_once(view: Any) -> bool:
    """Whether a view, or the method of its class, creates once."""
    return hasattr(getattr(getattr(view, "view_class", None), "post", view), "creates_once")


def test_sent_again_every_form_creates_one_thing(site: World) -> None:
    faults = []
    for name, form in creating_forms(site).items():
        before = form.number()
        first, created = send(site, name, form), form.number() - before
        second = send(site, name, form)
        if (created, form.number() - before) != (1, 1) or first.status_code != second.status_code:
            faults.append((name, created, form.number() - before, first.status_code, second.status_code))
    assert faults == []


def test_from_a_page_loaded_again_every_form_creates_one_thing_for_two_minutes(
    site: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "REMEMBERED_WITHOUT_NUMBER", QUICKLY)
    faults = []
    for name, form in creating_forms(site).items():
        before = form.number()
        for number in (NUMBER, OTHER_NUMBER, OTHER_NUMBER):
            send(site, name, form, number, browser="b" * 32)
        if form.number() - before != (2 if name in DELIBERATE else 1):
            faults.append((name, form.number() - before))
    assert faults == []


def test_a_repetition_gets_the_first_answer_and_a_refused_form_none(
    site: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "REMEMBERED_WITHOUT_NUMBER", QUICKLY)
    forms = creating_forms(site)
    for _ in range(2):
        assert send(site, MEETING, forms[MEETING], title="").status_code == 200
    assert FormSubmission.objects.count() == 0
    first, again = (send(site, MEETING, forms[MEETING], number) for number in (NUMBER, OTHER_NUMBER))
    assert first["Location"] == again["Location"]
    assert SENT_BEFORE in [one.message for one in get_messages(again.wsgi_request)]
    earlier(QUICKLY + timedelta(seconds=1))
    send(site, MEETING, forms[MEETING], OTHER_NUMBER)  # the page of the repetition is still known
    assert Meeting.objects.count() == 1
    send(site, MEETING, forms[MEETING], "k" * 64)
    assert Meeting.objects.count() == 2
    shown = [send(site, "token_make", forms["token_make"], one).content for one in (NUMBER, OTHER_NUMBER)]
    keys = [re.findall(r"darkseas_[\w-]{43}", one.decode()) for one in shown]
    assert keys[0]
    assert keys[0] == keys[1]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_once_every_form_creates_one_thing(site: World) -> None:
    faults = []
    with ThreadPoolExecutor(2) as threads:
        for name, form in creating_forms(site).items():
            before, barrier = form.number(), Barrier(2)

            def send_now(name: str = name, form: CreatingForm = form, barrier: Barrier = barrier) -> Any:
                barrier.wait()
                try:
                    return send(site, name, form)
                finally:
                    connections.close_all()

            answers = [one.result() for one in [threads.submit(send_now) for _ in range(2)]]
            if form.number() != before + 1:
                faults.append((name, form.number() - before, [one.status_code for one in answers]))
    assert faults == []


MEETING = "club-meeting-new"


def test_other_content_another_page_or_a_later_day_creates_another_thing(site: World) -> None:
    form = creating_forms(site)[MEETING]
    sent = [
        ({}, 1),
        ({"title": "Friday"}, 2),  # gone back, and written another
        ({"number": OTHER_NUMBER}, 3),  # the form was opened again
        ({}, 3),
        ({"title": "Friday"}, 3),
    ]
    for changes, number in sent:
        send(site, MEETING, form, **changes)
        assert (changes, Meeting.objects.count()) == (changes, number)
    earlier(timedelta(days=1, minutes=1))
    send(site, MEETING, form)
    assert Meeting.objects.count() == 4
    assert FormSubmission.objects.count() == 2  # by its number and by its content


@pytest.mark.parametrize("number", ["", "s" * 32])
def test_without_a_number_the_same_content_is_one_thing_for_two_minutes(
    site: World, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is the bare secret of the cookie, as programs send it."""
    monkeypatch.setattr(store, "REMEMBERED_WITHOUT_NUMBER", QUICKLY)
    form = creating_forms(site)[MEETING]
    for _ in range(3):
        assert send(site, MEETING, form, number).status_code == 302
    assert Meeting.objects.count() == 1
    earlier(QUICKLY + timedelta(seconds=1))
    send(site, MEETING, form, number)
    assert Meeting.objects.count() == 2


def test_refused_form_can_be_sent_again(site: World) -> None:
    forms = creating_forms(site)
    for title, number in (("", 0), ("", 0), ("Thursday", 1), ("", 1)):
        answer = send(site, MEETING, forms[MEETING], title=title)
        assert (answer.status_code, Meeting.objects.count()) == (302 if title else 200, number)
    for _ in range(2):  # refused by a message, not by a page
        answer = send(site, "challenge-make", forms["challenge-make"], dice="loaded")
        assert "challenges/new" in answer["Location"]
    assert {row.leads_to for row in FormSubmission.objects.all()} == {
        f"/clubs/{site.values['slug']}/calendar/"
    }


def test_form_whose_view_fails_or_died_can_be_sent_again(
    site: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = creating_forms(site)[MEETING]
    with monkeypatch.context() as broken:
        broken.setattr("darkseas.club.membership.calendar.plan_meeting", None)
        with pytest.raises(TypeError):
            send(site, MEETING, form)
    send(site, MEETING, form)
    assert Meeting.objects.count() == 1
    FormSubmission.objects.update(ended_at=None)  # as when the process was killed in the view
    monkeypatch.setattr(store, "LONGEST_WAIT_S", 0.1)
    assert send(site, MEETING, form).status_code == 409
    earlier(store.GIVEN_UP_AFTER)
    assert send(site, MEETING, form).status_code == 302
    assert Meeting.objects.count() == 2


def test_new_guest_and_new_secret_are_the_same_again(site: World) -> None:
    forms = creating_forms(site)
    first, second = (send(site, "fight-chosen", forms["fight-chosen"]) for _ in range(2))
    assert first["Location"] == second["Location"]
    guests = [one.cookies[settings.VISITOR_COOKIE_NAME].value for one in (first, second)]
    assert guests[0] == guests[1]
    client = Client()
    client.cookies[settings.VISITOR_COOKIE_NAME] = guests[1]
    assert client.get(second["Location"]).status_code == 200
    for name, pattern in (("token_make", r"darkseas_[\w-]{43}"), ("club-invite", r"/clubs/join/[\w-]+")):
        shown = [re.findall(pattern, send(site, name, forms[name]).content.decode()) for _ in range(2)]
        assert shown[0], name
        assert shown[0] == shown[1], name
    PersonalToken.objects.all().delete()
    assert send(site, "token_make", forms["token_make"]).status_code == 302
    assert not PersonalToken.objects.exists()


def test_strangers_whose_forms_say_the_same_are_two(site: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "REMEMBERED_WITHOUT_NUMBER", QUICKLY)
    form = creating_forms(site)["fight-chosen"]
    battles = {send(site, "fight-chosen", form, number="")["Location"] for _ in range(2)}
    battles |= {send(site, "fight-chosen", form, number)["Location"] for number in (NUMBER, OTHER_NUMBER)}
    assert len(battles) == 4


def test_pages_carry_a_new_number_each_time(site: World) -> None:
    client = logged_in("holder")
    address = f"/clubs/{site.values['slug']}/calendar/new/"
    numbers = {
        number
        for _ in range(2)
        for number in re.findall(
            r'name="csrfmiddlewaretoken" value="(\w{64})"', client.get(address).content.decode()
        )
    }
    assert len(numbers) == 2


def earlier(than: timedelta) -> None:
    """Let all forms have been sent so much earlier."""
    FormSubmission.objects.update(began_at=F("began_at") - than)
