"""From a draft to a revision, and from a revision to somebody else's draft."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from darkseas.engine.scenario.spec import About, BadScenario, ScenarioSpec, Source
from scenarios_app.checks.all_checks import findings
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.publishing import fork
from scenarios_app.drafts.starting_points import starting_point
from scenarios_app.file_format.files import read_scenario
from scenarios_app.library.scenario_actions import attribution
from scenarios_app.models import Draft, Revision, Scenario
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.licences import LICENCES, fits_after, may_be_forked
from scenarios_app.revisions.store import publish, spec_of
from tests.support.builders import register_toy, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db
register_toy()

API = "/api/v1/drafts/"
READY = {"sources": [{"title": "Own invention"}], "licence": "CC BY 4.0"}


def ready_draft(client: Client, **about: Any) -> str:
    """Begin a draft that may be published, and return its address in the API."""
    body = {"system": "dark_seas", "title": "A night", "template": "six-a-side"}
    address = f"{API}{client.post(API, body, content_type='application/json').json()['id']}/"
    change(client, address, about={**READY, **about})
    return address


def change(client: Client, address: str, **changes: Any) -> dict[str, Any]:
    """Save a draft with some of its parts changed, and return the answer."""
    told = client.get(address).json()
    spec = told["spec"]
    for part, values in changes.items():
        spec[part] = {**spec[part], **values} if isinstance(values, dict) else values
    answer = client.put(address, {"version": told["version"], "spec": spec}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    saved: dict[str, Any] = answer.json()
    return saved


def send(client: Client, address: str, **body: Any) -> Any:
    """Ask to publish a draft."""
    return client.post(f"{address}publish/", body, content_type="application/json")


def published(client: Client, **about: Any) -> Revision:
    """A scenario of this member's, published as revision 1."""
    address = ready_draft(client, **about)
    assert send(client, address).status_code == 201
    revision = Draft.objects.get(pk=address.split("/")[-2]).scenario.current
    assert revision is not None
    return revision


def test_draft_becomes_revision_1_and_stands_in_the_library() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    answer = send(client, address)
    assert (answer.status_code, answer.json()) == (201, {"url": "/library/a-night/", "number": 1})
    scenario = Scenario.objects.get()
    assert scenario.owner is not None
    assert (scenario.visibility, scenario.owner.username) == ("public", "hipper")
    assert scenario.current is not None
    assert scenario.current.author is not None
    assert (scenario.current.author.username, scenario.current.origin) == ("hipper", "site")
    assert scenario.ships == 12
    assert Client().get("/library/a-night/").status_code == 200
    assert client.get(address).json()["scenario"] == {
        "visibility": "public",
        "revision": 1,
        "url": "/library/a-night/",
    }


def test_second_revision_needs_a_note_and_the_first_stays() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address)
    first = Scenario.objects.get().current
    assert first is not None
    change(client, address, title="A darker night", about={"place": "off the cape"})
    silent = send(client, address)
    assert silent.status_code == 422
    assert "what changed" in silent.json()["detail"]
    assert send(client, address, note="It is darker.").json()["number"] == 2
    scenario = Scenario.objects.get()
    assert [(revision.number, revision.note) for revision in scenario.revisions.all()] == [
        (1, ""),
        (2, "It is darker."),
    ]
    assert (scenario.key, scenario.title) == ("a-night", "A darker night")
    assert spec_of(first).title == "A night"


def test_nothing_changed_is_refused_in_words() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address)
    answer = send(client, address, note="Again.")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "Nothing has changed since revision 1."
    assert Revision.objects.count() == 1


def test_who_may_see_it_is_changed_alone_and_makes_no_revision() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address)
    answer = send(client, address, visibility="private")
    assert (answer.json()["number"], Revision.objects.count()) == (1, 1)
    assert Scenario.objects.get().visibility == "private"
    again = send(client, address, visibility="private")
    assert again.json()["detail"] == "Nothing has changed since revision 1."
    wrong = send(client, address, visibility="everybody")
    assert "Choose who can see it." in wrong.json()["detail"]
    assert Scenario.objects.get().visibility == "private"


def test_findings_hinder_publishing_and_come_along() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    change(client, address, aims={"turn_limit": 0})
    answer = send(client, address)
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:darkseas:problem:unpublishable"
    (finding,) = answer.json()["findings"]
    assert (finding["where"], finding["is_advice"]) == ("aims.turn_limit", False)
    assert answer.json()["errors"][0]["pointer"] == "#/aims/turn_limit"
    assert Revision.objects.count() == 0


@every_case(
    ("about", "where"),
    [
        ({"licence": ""}, "about.licence"),
        ({"licence": "Ask me"}, "about.licence"),
    ],
)
def test_a_licence_is_asked_for(about: dict[str, Any], where: str) -> None:
    client = logged_in("hipper")
    answer = send(client, ready_draft(client, **about))
    assert answer.status_code == 422
    assert [one["where"] for one in answer.json()["findings"]] == [where]
    assert answer.json()["findings"][0]["remedy"]


def test_licence_may_be_given_when_publishing_and_goes_into_the_draft() -> None:
    client = logged_in("hipper")
    address = ready_draft(client, licence="")
    assert send(client, address, licence="CC0 1.0").status_code == 201
    told = client.get(address).json()
    assert (told["version"], told["spec"]["about"]["licence"]) == (3, "CC0 1.0")
    assert spec_of(Revision.objects.get()).about.licence == "CC0 1.0"


def test_stale_version_is_not_published() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    seen = client.get(address).json()["version"]
    change(client, address, about={"place": "elsewhere"})
    late = send(client, address, version=seen)
    assert late.status_code == 409
    assert late.json()["current"]["version"] == seen + 1
    assert Revision.objects.count() == 0
    assert send(client, address, version=seen + 1).status_code == 201


@every_case("visibility", ["public", "unlisted", "private"])
def test_visibility_is_chosen_when_publishing_and_changed_later(visibility: str) -> None:
    client = logged_in("hipper")
    send(client, ready_draft(client), visibility=visibility)
    stranger = logged_in("kondo")
    assert stranger.get("/library/a-night/").status_code == (404 if visibility == "private" else 200)
    assert ("a-night" in stranger.get("/library/").content.decode()) is (visibility == "public")
    later = client.patch(
        "/api/v1/scenarios/a-night/", {"visibility": "public"}, content_type="application/json"
    )
    assert later.json() == {"visibility": "public", "owner": "hipper", "offered_to": None}
    assert "a-night" in stranger.get("/library/").content.decode()


def test_next_revision_of_a_private_scenario_stays_private() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address, visibility="private")
    change(client, address, title="Another")
    send(client, address, note="A title.")
    assert Scenario.objects.get().visibility == "private"


def test_library_does_not_publish_into_a_member_s_scenario() -> None:
    published(logged_in("hipper"))
    with pytest.raises(BadScenario, match="belongs to a member"):
        publish(replace(starting_point("dark_seas", "six-a-side", "Ours"), key="a-night"), origin="library")
    assert Revision.objects.count() == 1


def test_a_member_publishes_so_often_within_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(member_limits, "MOST_PUBLISHED", 2)
    client = logged_in("hipper")
    first, second, third = (ready_draft(client) for _ in range(3))
    assert [send(client, address).status_code for address in (first, second)] == [201, 201]
    refused = send(client, third)
    assert (refused.status_code, refused.json()["type"]) == (429, "urn:darkseas:problem:throttled")
    assert refused.json()["detail"] == "You have published 2 times within an hour. Try again in 60 minutes."
    assert 3500 < int(refused.headers["Retry-After"]) <= 3600
    page = f"/drafts/{third.split('/')[-2]}/difference/"
    form = {"version": 2, "visibility": "public", "licence": "CC BY 4.0"}
    shown = client.post(page, form)
    assert (shown.status_code, "Try again in 60 minutes." in shown.content.decode()) == (429, True)
    other = logged_in("spee")
    assert send(other, ready_draft(other)).status_code == 201
    later = timezone.now() + member_limits.PUBLISHED_WITHIN
    member_limits.check_publishing(member("hipper"), later)


def test_a_member_adds_so_many_bytes_within_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    change(client, address, title="Longer")
    monkeypatch.setattr(member_limits, "MOST_BYTES", 100)
    told = client.get(address).json()
    body = {"version": told["version"], "spec": told["spec"]}
    map_body = {"map": {"title": "Sea", "cols": 5, "rows": 5}}
    asked: list[Any] = [
        client.put(address, body, content_type="application/json"),
        send(client, address),
        client.post(f"{address}fight/", {"battles": 1}, content_type="application/json"),
        client.post("/api/v1/maps/", map_body, content_type="application/json"),
    ]
    assert [answer.status_code for answer in asked] == [429] * 4
    states = f"/drafts/{address.split('/')[-2]}/states/"
    back = client.post(states, {"version": 1, "known": told["version"]}, follow=True).content.decode()
    assert "of scenarios and maps within a day." in back
    assert client.get(address).json()["version"] == told["version"]
    member_limits.check_bytes(member("hipper"), timezone.now() + member_limits.BYTES_WITHIN)


def test_unknown_visibility_is_refused() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    assert send(client, address, visibility="secret").status_code == 422
    send(client, address)
    answer = client.patch("/api/v1/scenarios/a-night/", {"visibility": "x"}, content_type="application/json")
    assert answer.status_code == 422
    assert Scenario.objects.get().visibility == "public"


def test_published_draft_is_not_thrown_away() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address)
    assert client.delete(address).status_code == 409
    assert client.get(address).status_code == 200


# --- forks -------------------------------------------------------------------------------------------


def test_fork_is_private_and_says_what_it_goes_on_from() -> None:
    published(logged_in("hipper"))
    other = logged_in("kondo")
    revision = Revision.objects.get()
    answer = other.post(API, {"revision": revision.pk}, content_type="application/json")
    assert answer.status_code == 201
    address = f"{API}{answer.json()['id']}/"
    told = other.get(address).json()
    assert (told["key"], told["owner"]) == ("a-night-2", "kondo")
    assert told["scenario"]["visibility"] == "private"
    forked = Scenario.objects.get(key="a-night-2")
    assert forked.forked_from == revision
    change(other, address, title="Another night")
    assert send(other, address).status_code == 201
    page = one_line(Client().get("/library/a-night-2/").content.decode())
    assert '<a href="/library/a-night/revisions/1/">A night</a>, revision 1, by hipper' in page


def test_fork_of_what_not_everybody_finds_begins_private() -> None:
    owner, other = logged_in("hipper"), logged_in("kondo")
    send(owner, ready_draft(owner), visibility="unlisted")
    answer = other.post(API, {"revision": Revision.objects.get().pk}, content_type="application/json")
    number = answer.json()["id"]
    change(other, f"{API}{number}/", title="Another night")
    page = other.get(f"/drafts/{number}/difference/").content.decode()
    assert '<option value="private" selected>' in page
    assert send(other, f"{API}{number}/").status_code == 201
    assert Scenario.objects.get(key="a-night-2").visibility == "private"


def test_what_was_said_to_be_private_is_published_so() -> None:
    owner = logged_in("hipper")
    address = ready_draft(owner)
    said = owner.patch(
        "/api/v1/scenarios/a-night/", {"visibility": "private"}, content_type="application/json"
    )
    assert said.status_code == 200
    page = owner.get(f"/drafts/{address.removeprefix(API)}difference/").content.decode()
    assert '<option value="private" selected>' in page
    assert send(owner, address).status_code == 201
    assert Scenario.objects.get().visibility == "private"


def test_who_wrote_what_a_fork_goes_on_from_stays_with_that() -> None:
    revision = published(logged_in("hipper"), author="F. Hipper")
    forked = fork(member("kondo"), revision)
    assert drafts.document_of(forked).about.author == ""
    assert drafts.document_of(fork(member("hipper"), revision)).about.author == "F. Hipper"
    after = attribution(forked.scenario, member("kondo"))
    assert after is not None
    assert after.author == "F. Hipper (hipper)"


def test_fork_of_the_library_is_by_the_library_and_under_its_licence() -> None:
    spec = replace(starting_point("dark_seas", "six-a-side", "Savo Island"), key="savo-island")
    revision = publish(spec, origin="library")
    draft = fork(member("hipper"), revision)
    assert drafts.document_of(draft).about.licence == "CC BY 4.0"
    page = logged_in("hipper")
    change(page, f"{API}{draft.pk}/", about={"sources": [{"title": "Book"}]})
    assert send(page, f"{API}{draft.pk}/").status_code == 201
    assert "by the library" in Client().get(f"/library/{draft.scenario.key}/").content.decode()


def test_reserved_work_is_not_forked_by_others_but_by_its_owner() -> None:
    owner = logged_in("hipper")
    revision = published(owner, licence="All rights reserved")
    body = {"revision": revision.pk, "fork": True}
    answer = logged_in("kondo").post(API, body, content_type="application/json")
    assert answer.status_code == 422
    assert "does not allow forks" in answer.json()["detail"]
    assert owner.post(API, body, content_type="application/json").status_code == 201
    assert Scenario.objects.count() == 2


def test_own_revision_opens_its_draft_as_it_is() -> None:
    owner = logged_in("hipper")
    address = ready_draft(owner)
    send(owner, address)
    change(owner, address, title="Not yet published")
    answer = owner.post(API, {"revision": Revision.objects.get().pk}, content_type="application/json")
    assert (answer.status_code, f"{API}{answer.json()['id']}/") == (200, address)
    assert owner.get(address).json()["spec"]["title"] == "Not yet published"


def test_private_scenario_is_not_forked_and_not_known_to_others() -> None:
    owner = logged_in("hipper")
    send(owner, ready_draft(owner), visibility="private")
    revision = Revision.objects.get()
    answer = logged_in("kondo").post(API, {"revision": revision.pk}, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["detail"] == "There is no such revision."


def test_share_alike_binds_the_fork() -> None:
    revision = published(logged_in("hipper"), licence="CC BY-SA 4.0")
    draft = fork(member("kondo"), revision)
    client, address = logged_in("kondo"), f"{API}{draft.pk}/"
    change(client, address, title="Mine")
    refused = send(client, address, licence="CC BY 4.0")
    assert refused.status_code == 422
    assert "CC BY-SA 4.0" in refused.json()["findings"][0]["text"]
    assert send(client, address, licence="CC BY-SA 4.0").status_code == 201


@every_case(
    ("licence", "may"),
    [
        ("CC BY 4.0", True),
        ("CC BY-SA 4.0", True),
        ("CC0 1.0", True),
        ("public domain", True),
        ("Public Domain Mark", True),
        ("CC BY-NC 4.0", True),
        ("CC BY-ND 4.0", False),
        ("CC BY-NC-ND 4.0", False),
        ("All rights reserved", False),
        ("", False),
        ("ask me", False),
    ],
)
def test_licences_that_let_others_go_on(licence: str, may: bool) -> None:
    assert may_be_forked(licence) is may


def test_every_licence_on_offer_fits_after_those_that_do_not_bind() -> None:
    free: ScenarioSpec = toy_scenario(about=About(licence="CC BY 4.0", sources=(Source("x"),)))
    assert all(fits_after(licence, free) for licence in LICENCES)


# --- pages -------------------------------------------------------------------------------------------


def test_publishing_by_the_page_tells_what_changed_and_asks_what_changed() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    page = address.removeprefix("/api/v1")
    first = client.get(f"{page}difference/").content.decode()
    assert "Never published" in first
    form = {"version": 2, "visibility": "public", "licence": "CC BY 4.0"}
    assert client.post(f"{page}difference/", form).headers["Location"] == "/library/a-night/"
    change(client, address, aims={"turn_limit": 9})
    second = client.get(f"{page}difference/").content.decode()
    assert "Changes since revision 1" in second
    assert "9" in second
    missing = client.post(f"{page}difference/", {**form, "version": 3})
    assert missing.status_code == 200
    assert "This field is required." in missing.content.decode()
    stale = client.post(f"{page}difference/", {**form, "version": 2, "note": "Longer."}).content.decode()
    assert "Somebody has changed the draft since you opened it." in stale
    assert 'name="version" value="3"' in stale
    done = client.post(f"{page}difference/", {**form, "version": 3, "note": "Longer."})
    assert done.headers["Location"] == "/library/a-night/"
    current = Scenario.objects.get().current
    assert current is not None
    assert current.number == 2


def test_page_names_what_hinders_publishing() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    change(client, address, aims={"turn_limit": 0})
    page = address.removeprefix("/api/v1")
    form = {"version": 3, "visibility": "public", "licence": "CC BY 4.0"}
    text = client.post(f"{page}difference/", form).content.decode()
    assert "It cannot be published yet." in text


def test_advice_hinders_nobody_from_publishing() -> None:
    client = logged_in("hipper")
    address = ready_draft(client, sources=[], date="")
    answer = send(client, address)
    assert answer.status_code == 201
    revision = Revision.objects.get()
    advised = {finding.where for finding in findings(spec_of(revision)) if finding.is_advice}
    assert {"about.sources", "about.date"} <= advised


def test_a_scenario_without_a_length_is_as_long_as_its_last_turn() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    change(client, address, aims={"turn_limit": 9})
    send(client, address)
    assert Scenario.objects.get().card["length"] == "9 turns"


def test_revisions_have_pages_differences_and_files() -> None:
    client = logged_in("hipper")
    address = ready_draft(client)
    send(client, address)
    change(client, address, title="A darker night")
    send(client, address, note="It is darker.")
    anyone = Client()
    old = anyone.get("/library/a-night/revisions/1/").content.decode()
    assert "This is revision 1" in old
    new = one_line(anyone.get("/library/a-night/").content.decode())
    assert "It is darker." in new
    assert '<a href="/library/a-night/difference/?from=1&amp;to=2"' in new.replace('class="small" ', "")
    for question in ("", "?from=1&to=2"):
        told = anyone.get(f"/library/a-night/difference/{question}").content.decode()
        assert "Title: “A darker night” instead of “A night”." in told
    back = anyone.get("/library/a-night/difference/?from=2&to=1").content.decode()
    assert "Title: “A night” instead of “A darker night”." in back
    for place, number in (("scenario.json", 2), ("revisions/1/scenario.json", 1)):
        file = anyone.get(f"/library/a-night/{place}")
        assert file.headers["Content-Disposition"] == f'attachment; filename="a-night-{number}.json"'
        assert read_scenario(file.content) == spec_of(Revision.objects.get(number=number))
    for missing in (
        "revisions/3/",
        "revisions/99999999999/",
        "difference/?from=x",
        "revisions/0/scenario.json",
    ):
        assert anyone.get(f"/library/a-night/{missing}").status_code == 404


def test_downloaded_file_begins_a_draft_that_says_the_same() -> None:
    published(logged_in("hipper"))
    file = Client().get("/library/a-night/scenario.json")
    other = logged_in("kondo")
    answer = other.post(API, b'{"spec":%b}' % file.content, content_type="application/json")
    draft = Draft.objects.get(pk=answer.json()["id"])
    assert replace(drafts.document_of(draft), key="a-night") == spec_of(Revision.objects.get())


def test_a_trial_revision_has_no_page() -> None:
    draft = drafts.start(member("hipper"), starting_point("dark_seas", "six-a-side", "A night"))
    assert logged_in("hipper").get("/library/a-night/").status_code == 404
    assert draft.scenario.revisions.count() == 0


def test_a_fork_tells_what_is_different_from_what_it_goes_on_from() -> None:
    ann, bob, guest = logged_in("ann"), logged_in("bob"), Client()
    revision = published(ann)
    Scenario.objects.filter(pk=revision.scenario_id).update(visibility="public")
    draft = fork(member("bob"), revision)
    page, address = f"/drafts/{draft.pk}/difference/", f"{API}{draft.pk}/"
    before = bob.get(page).content.decode()
    assert "Differences from A night, revision 1" in before
    assert "No differences yet." in before
    change(bob, address, about={**READY, "place": "Off Tulagi", "licence": "CC BY 4.0"})
    assert "Off Tulagi" in bob.get(page).content.decode()
    assert send(bob, address, visibility="public").status_code == 201
    key = Scenario.objects.get(pk=draft.scenario_id).key
    link = f"/library/{key}/difference/?from=parent&amp;to=1"
    assert link in guest.get(f"/library/{key}/").content.decode()
    told = guest.get(f"/library/{key}/difference/?from=parent").content.decode()
    assert "Place: “Off Tulagi”" in told
    assert f'<a href="/library/{revision.scenario.key}/revisions/1/">A night</a>' in told
    assert guest.get(f"/library/{revision.scenario.key}/difference/?from=parent").status_code == 404
    Scenario.objects.filter(pk=revision.scenario_id).update(visibility="private")
    assert link not in guest.get(f"/library/{key}/").content.decode()
    assert guest.get(f"/library/{key}/difference/?from=parent").status_code == 404
