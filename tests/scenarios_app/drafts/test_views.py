"""Pages of drafts: the list, beginning one, earlier states, who works on it, throwing it away."""

import json
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from darkseas.engine.serialization.codec import write
from darkseas.members.account_sections import delete_account
from darkseas.members.models import Member
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.publishing import Publishing, fork, publish_draft
from scenarios_app.drafts.starting_points import starting_point
from scenarios_app.models import Draft, Revision, Scenario
from scenarios_app.revisions.store import publish
from tests.support.builders import register_toy, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db
register_toy()

NEW = "/drafts/new/"


def a_draft(owner: str = "hipper", title: str = "A night") -> Draft:
    """A draft of this member's."""
    return drafts.start(member(owner), starting_point("dark_seas", "six-a-side", title))


def begin(client: Client, **form: Any) -> Any:
    """Send one of the forms that begin a draft."""
    return client.post(NEW, form)


def test_list_without_drafts_says_what_to_do() -> None:
    text = logged_in("hipper").get("/drafts/").content.decode()
    assert "You have no scenarios yet." in text
    assert f'href="{NEW}"' in text


def test_list_tells_how_far_each_scenario_is() -> None:
    owner = member("hipper")
    a_draft(title="Only begun")
    draft = drafts.start(owner, toy_scenario(title="Coves"))
    about = {"licence": "CC0 1.0", "sources": [{"title": "Own"}]}
    spec = {**write(drafts.document_of(draft)), "about": about}
    client = logged_in("hipper")
    address = f"/api/v1/drafts/{draft.pk}/"
    client.put(address, {"version": 1, "spec": spec}, content_type="application/json")
    publish_draft(draft.pk, owner, Publishing(visibility="unlisted"))
    text = client.get("/drafts/").content.decode()
    assert "never published" in text
    assert "revision 1, unlisted" in text
    assert "changed since" not in text
    client.put(address, {"version": 2, "spec": {**spec, "title": "Caves"}}, content_type="application/json")
    assert "changed since" in client.get("/drafts/").content.decode()


def test_list_costs_the_same_for_one_draft_and_for_many(django_assert_max_num_queries: Any) -> None:
    client = logged_in("hipper")
    a_draft()
    with django_assert_max_num_queries(20) as one:
        client.get("/drafts/")
    for number in range(5):
        a_draft(title=f"Night {number}")
    with django_assert_max_num_queries(len(one.captured_queries)):
        client.get("/drafts/")


@every_case("system", ["dark_seas", "fleet_battle"])
@every_case("template", ["blank", "six-a-side"])
def test_draft_is_begun_afresh(system: str, template: str) -> None:
    form = {"from": "begin", "begin-title": "A night", "begin-system": system, "begin-template": template}
    answer = begin(logged_in("hipper"), **form)
    draft = Draft.objects.get()
    assert answer.headers["Location"] == f"/drafts/{draft.pk}/"
    assert (draft.scenario.system, draft.scenario.title) == (system, "A night")


def test_draft_without_a_title_is_asked_again() -> None:
    form = {"from": "begin", "begin-title": "", "begin-system": "dark_seas", "begin-template": "blank"}
    answer = begin(logged_in("hipper"), **form)
    assert answer.status_code == 200
    assert "Not yet" in answer.content.decode()
    assert not Draft.objects.exists()


@every_case("said", ["coves", "The Coves"])
def test_draft_goes_on_from_a_scenario_by_key_or_title(said: str) -> None:
    revision = publish(toy_scenario(title="The coves"), origin="library")
    answer = begin(logged_in("hipper"), **{"from": "fork", "fork-scenario": said})
    draft = Draft.objects.get()
    assert answer.headers["Location"] == f"/drafts/{draft.pk}/"
    assert draft.scenario.forked_from == revision


def test_scenario_that_is_not_there_is_told() -> None:
    Scenario.objects.filter(pk=publish(toy_scenario()).scenario_id).update(visibility="private")
    text = begin(logged_in("hipper"), **{"from": "fork", "fork-scenario": "coves"}).content.decode()
    assert "There is no such scenario." in text


def test_field_is_filled_where_the_address_names_a_scenario() -> None:
    assert 'value="coves"' in logged_in("hipper").get(f"{NEW}?scenario=coves").content.decode()


def test_draft_is_begun_with_a_file() -> None:
    spec = write(starting_point("fleet_battle", "six-a-side", "Cards"))
    file = SimpleUploadedFile("cards.json", json.dumps(spec).encode())
    answer = begin(logged_in("hipper"), **{"from": "file", "file-file": file})
    draft = Draft.objects.get()
    assert answer.headers["Location"] == f"/drafts/{draft.pk}/"
    assert draft.scenario.key == "cards"


@every_case("data", [b"", b"{", b"\xff\xfe", b"[]", b'{"title": "x"}', b"x" * (5 * 1024 * 1024 + 1)])
def test_file_that_is_no_scenario_is_refused(data: bytes) -> None:
    file = SimpleUploadedFile("x.json", data)
    answer = begin(logged_in("hipper"), **{"from": "file", "file-file": file})
    assert answer.status_code == 200
    assert "Not yet" in answer.content.decode()
    assert not Draft.objects.exists()


def test_fault_in_a_file_is_told_with_its_line() -> None:
    file = SimpleUploadedFile("x.json", b'{\n"key": "x", "system": "dark_seas", "sides": [],\n"title": 7\n}')
    text = begin(logged_in("hipper"), **{"from": "file", "file-file": file}).content.decode()
    assert "Line 3, title" in text


def test_fork_button_makes_a_draft_and_looking_in_leads_back() -> None:
    publish(toy_scenario(), origin="library")
    client = logged_in("hipper")
    address = "/library/coves/revisions/1/fork/"
    assert client.get(address).headers["Location"] == "/library/coves/revisions/1/"
    assert not Draft.objects.exists()
    assert client.post(address).headers["Location"] == f"/drafts/{Draft.objects.get().pk}/"


def test_fork_that_the_licence_forbids_is_refused_in_words() -> None:
    Scenario.objects.filter(pk=publish(toy_scenario()).scenario_id).update(owner=member("kondo"))
    client = logged_in("hipper")
    text = client.post("/library/coves/revisions/1/fork/", follow=True).content.decode()
    assert "does not allow forks" in text
    assert not Draft.objects.exists()


def test_state_is_brought_back_as_the_newest_version() -> None:
    draft = a_draft()
    spec = drafts.document_of(draft)
    client, api = logged_in("hipper"), f"/api/v1/drafts/{draft.pk}/"
    client.put(api, {"version": 1, "spec": {**write(spec), "title": "Day"}}, content_type="application/json")
    page = f"/drafts/{draft.pk}/states/"
    listed = client.get(page).content.decode()
    assert "Restore" in listed
    assert "“Day”" in listed
    assert "the oldest stored version" in listed
    answer = client.post(page, {"version": 1, "known": 2})
    assert answer.headers["Location"] == f"/drafts/{draft.pk}/"
    told = client.get(api).json()
    assert (told["version"], told["spec"]["title"]) == (3, "A night")


def test_state_is_not_brought_back_over_what_was_not_seen() -> None:
    draft = a_draft()
    spec = write(drafts.document_of(draft))
    client, api = logged_in("hipper"), f"/api/v1/drafts/{draft.pk}/"
    for version in (1, 2):
        spec = {**spec, "title": f"Title {version}"}
        client.put(api, {"version": version, "spec": spec}, content_type="application/json")
    page = f"/drafts/{draft.pk}/states/"
    text = client.post(page, {"version": 1, "known": 2}, follow=True).content.decode()
    assert "Somebody has changed the draft" in text
    assert client.get(api).json()["spec"]["title"] == "Title 2"
    for form in ({}, {"version": "x", "known": 3}, {"version": 99, "known": 3}):
        assert client.post(page, form).status_code == 404


def test_owner_names_helpers_and_hands_the_scenario_on() -> None:
    draft = a_draft()
    member("kondo")
    client, page = logged_in("hipper"), f"/drafts/{draft.pk}/sharing/"
    wrong = client.post(page, {"names": "kondo\nnobody"}).content.decode()
    assert "There is no member called nobody." in wrong
    client.post(page, {"names": " kondo \n\n"})
    assert not draft.authors.exists()
    assert "Invited, no answer yet: kondo." in one_line(client.get(page).content.decode())
    assert "no member of this name" in client.post(page, {"hand-on": 1, "owner": "x"}).content.decode()
    assert client.post(page, {"hand-on": 1, "owner": "kondo"}).headers["Location"] == page
    assert "Offered to kondo; no answer yet." in client.get(page).content.decode()
    draft.scenario.refresh_from_db()
    assert draft.scenario.owner == member("hipper")


def test_deleting_asks_first() -> None:
    draft = a_draft()
    client, page = logged_in("hipper"), f"/drafts/{draft.pk}/delete/"
    assert "permanently deletes" in client.get(page).content.decode()
    assert Draft.objects.exists()
    text = client.post(page, follow=True).content.decode()
    assert "is gone." in text
    assert not Scenario.objects.exists()


def test_titles_are_shown_as_text() -> None:
    draft = a_draft(title="<script>alert(1)</script>")
    client = logged_in("hipper")
    for page in ("", f"{draft.pk}/difference/", f"{draft.pk}/states/", f"{draft.pk}/delete/"):
        assert "<script>alert" not in client.get(f"/drafts/{page}").content.decode()


def test_own_page_and_export_tell_of_drafts() -> None:
    a_draft()
    client = logged_in("hipper")
    assert "1 scenario</a>" in client.get("/members/me/").content.decode()
    data = client.get("/members/me/data/").json()["scenarios"]
    assert [(one["key"], one["scenario"]["title"]) for one in data["drafts"]] == [("a-night", "A night")]


def test_what_a_draft_begins_with_is_chosen_by_its_author() -> None:
    client = logged_in("hipper")
    page = client.get(NEW).content.decode()
    assert '<option value="" selected>Choose</option>' in page
    assert "Choose Blank for your own battle" in page
    form = {"from": "begin", "begin-title": "A night", "begin-system": "dark_seas", "begin-template": ""}
    assert "This field is required." in begin(client, **form).content.decode()
    assert not Draft.objects.exists()


def test_nothing_begins_for_who_leaves_the_site_this_moment() -> None:
    """Their account is deleted while their browser asks: it was let in before."""
    owner, draft = member("hipper"), a_draft()
    revision = Revision.objects.create(
        scenario=draft.scenario, number=1, digest="d", spec=bytes(draft.document), author=owner, origin="site"
    )
    draft.delete()
    Member.objects.update(is_active=False)
    deeds: list[Callable[[], object]] = [
        lambda: drafts.start(owner, toy_scenario()),
        lambda: fork(owner, revision),
        lambda: drafts.draft_for(owner, revision),
    ]
    for deed in deeds:
        with pytest.raises(drafts.DraftRefused, match="account is closed"):
            deed()
    assert (Draft.objects.count(), Scenario.objects.count()) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_draft_begins_before_its_owner_leaves_the_site_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, is_held, order = member("hipper"), Event(), list[str]()
    make = drafts._new_scenario

    def slow(*given: Any) -> Scenario:
        is_held.set()
        leaving.join(timeout=1)
        order.append("begun")
        return make(*given)

    def leave() -> None:
        is_held.wait(timeout=30)
        try:
            delete_account(owner)
            order.append("left")
        finally:
            connection.close()

    monkeypatch.setattr(drafts, "_new_scenario", slow)
    leaving = Thread(target=leave)
    leaving.start()
    drafts.start(member("hipper"), toy_scenario())
    leaving.join(timeout=60)
    assert order == ["begun", "left"]
    with pytest.raises(drafts.DraftRefused):
        drafts.start(owner, toy_scenario(title="Later"))
