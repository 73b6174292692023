"""Drafts by the API: begun, saved, never written over unseen, shared, thrown away."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from darkseas.engine.serialization.codec import write
from darkseas.members.models import Member
from darkseas.rules import registry
from scenarios_app.drafts import store as drafts
from scenarios_app.drafts.api import SaveThrottle
from scenarios_app.drafts.starting_points import STARTING_POINTS, starting_point
from scenarios_app.models import Draft, Invitation, Scenario
from scenarios_app.revisions.store import keep_trial, spec_from
from tests.support.builders import register_toy, toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db
register_toy()

API = "/api/v1/drafts/"


def begin(client: Client, **body: Any) -> str:
    """Begin a draft of six ships a side, and return its address in the API."""
    asked = {"system": "dark_seas", "title": "A night off the cape", "template": "six-a-side", **body}
    answer = client.post(API, asked, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return f"{API}{answer.json()['id']}/"


def save(client: Client, address: str, version: int, spec: dict[str, Any]) -> Any:
    """Save a draft."""
    return client.put(address, {"version": version, "spec": spec}, content_type="application/json")


def test_draft_is_begun_from_a_starting_point_and_read_back() -> None:
    client = logged_in("hipper")
    address = begin(client)
    told = client.get(address).json()
    assert told["key"] == "a-night-off-the-cape"
    assert told["version"] == 1
    assert told["edited_by"] == "hipper"
    assert told["scenario"] == {"visibility": "private", "revision": None, "url": None}
    assert told["authors"] == []
    assert told["is_owner"] is True
    assert told["spec"]["title"] == "A night off the cape"
    assert [len(side["ships"]) for side in told["spec"]["sides"]] == [6, 6]


@every_case("system", ["dark_seas", "fleet_battle"])
def test_ready_starting_points_have_no_findings_and_blank_ones_ask_for_ships(system: str) -> None:
    client = logged_in("hipper")
    for point in STARTING_POINTS:
        address = begin(client, system=system, template=point.key)
        spec = client.get(address).json()["spec"]
        spec["about"] = {**spec.get("about", {}), "notes": ["Changed."]}
        said = save(client, address, 1, spec).json()
        hinders = [one["where"] for one in said["findings"] if not one["is_advice"]]
        assert hinders == ([] if point.key != "blank" else ["sides.west.ships", "sides.east.ships"])


def test_saving_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(SaveThrottle, "rate", "2/min")
    client = logged_in("hipper")
    address = begin(client)
    assert [save(client, address, 9, {}).status_code for _ in range(3)] == [422, 422, 429]
    assert client.get(address).status_code == 200
    cache.clear()


def test_saving_makes_the_next_version_and_tells_findings_and_aims() -> None:
    client = logged_in("hipper")
    address = begin(client)
    spec = client.get(address).json()["spec"]
    spec["aims"]["turn_limit"] = 0
    said = save(client, address, 1, spec)
    assert said.status_code == 200
    assert said.json()["version"] == 2
    assert "aims.turn_limit" in [one["where"] for one in said.json()["findings"]]
    assert set(said.json()["findings"][0]) == {"where", "text", "rule", "remedy", "is_advice"}
    assert client.get(address).json()["spec"]["aims"]["turn_limit"] == 0
    spec["aims"]["turn_limit"] = 5
    mended = save(client, address, 2, spec).json()
    assert mended["version"] == 3
    assert [one for one in mended["findings"] if not one["is_advice"]] == []
    assert mended["aims"] == list(registry.system("dark_seas").aims_in_words(spec_from(spec)))


def test_saving_the_same_again_makes_no_version_even_late() -> None:
    client = logged_in("hipper")
    address = begin(client)
    spec = client.get(address).json()["spec"]
    spec["title"] = "Another title"
    assert save(client, address, 1, spec).json()["version"] == 2
    again = save(client, address, 1, spec)
    assert (again.status_code, again.json()["version"]) == (200, 2)


def test_stale_save_is_answered_with_what_there_is_and_changes_nothing() -> None:
    owner, helper = logged_in("hipper"), logged_in("kondo")
    address = begin(owner)
    Draft.objects.get().authors.add(member("kondo"))
    spec = owner.get(address).json()["spec"]
    assert save(helper, address, 1, {**spec, "title": "Kondo's"}).status_code == 200
    late = save(owner, address, 1, {**spec, "title": "Hipper's"})
    assert late.status_code == 409
    assert late.headers["Content-Type"] == "application/problem+json"
    assert late.json()["type"] == "urn:darkseas:problem:stale"
    current = late.json()["current"]
    assert (current["version"], current["edited_by"]) == (2, "kondo")
    assert current["spec"]["title"] == "Kondo's"
    assert owner.get(address).json()["spec"]["title"] == "Kondo's"


@pytest.mark.django_db(transaction=True)
def test_of_many_saves_of_one_version_at_once_one_is_kept() -> None:
    owner = member("hipper")
    draft = drafts.start(owner, starting_point("dark_seas", "six-a-side", "A night"))
    spec = drafts.document_of(draft)

    def try_to_save(number: int) -> str:
        try:
            drafts.save(draft.pk, owner, 1, replace(spec, title=f"Night {number}"))
        except drafts.VersionConflict as stale:
            return f"stale at {stale.current.version}"
        finally:
            connection.close()
        return f"Night {number}"

    with ThreadPoolExecutor(8) as threads:
        said = list(threads.map(try_to_save, range(8)))
    kept = [one for one in said if one.startswith("Night")]
    assert said.count("stale at 2") == 7
    draft.refresh_from_db()
    assert (draft.version, [drafts.document_of(draft).title]) == (2, kept)
    assert [state.version for state in drafts.states(draft)] == [2, 1]


@pytest.mark.django_db(transaction=True)
def test_two_who_save_in_turns_after_looking_again_lose_nothing() -> None:
    owner = member("hipper")
    draft = drafts.start(owner, starting_point("dark_seas", "six-a-side", "A night"))

    def add_notes(name: str) -> None:
        done = 0
        while done < 10:
            now = Draft.objects.get(pk=draft.pk)
            spec = drafts.document_of(now)
            notes = (*spec.about.notes, f"{name} {done}")
            try:
                drafts.save(
                    draft.pk, owner, now.version, replace(spec, about=replace(spec.about, notes=notes))
                )
            except drafts.VersionConflict:
                continue
            done += 1
        connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(add_notes, ["a", "b"]))
    notes = drafts.document_of(Draft.objects.get(pk=draft.pk)).about.notes
    assert sorted(notes) == sorted(f"{name} {number}" for name in "ab" for number in range(10))
    assert [note for note in notes if note[0] == "a"] == [f"a {number}" for number in range(10)]


@pytest.mark.django_db(transaction=True)
def test_scenarios_of_one_title_begun_at_once_get_keys_of_their_own() -> None:
    owner = member("hipper")
    spec = starting_point("fleet_battle", "blank", "Cards")

    def begin_one(_: int) -> str:
        try:
            return drafts.start(owner, spec).scenario.key
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        keys = list(threads.map(begin_one, range(6)))
    assert sorted(keys) == ["cards", *(f"cards-{number}" for number in range(2, 7))]


@every_case(
    ("change", "place"),
    [
        ({"key": "another-key"}, "#/spec/key"),
        ({"system": "fleet_battle"}, "#/spec/system"),
        ({"title": 7}, "#/spec/title"),
        ({"sides": [{"key": "west"}]}, "#/spec/sides/0/name"),
        ({"nonsense": 1}, "#/spec/nonsense"),
        ({"aims": {"turn_limit": 1.5}}, "#/spec/scenario"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    client = logged_in("hipper")
    address = begin(client)
    before = client.get(address).json()
    answer = save(client, address, 1, {**before["spec"], **change})
    assert answer.status_code == 422
    assert place in [one["pointer"] for one in answer.json()["errors"]]
    assert client.get(address).json() == before


def test_body_may_have_5_mib_and_no_more_and_a_draft_1() -> None:
    client = logged_in("hipper")
    address = begin(client)
    spec = client.get(address).json()["spec"]
    spec["about"]["notes"] = ["x" * 4000] * 800
    assert save(client, address, 1, spec).status_code == 422
    spec["about"]["notes"] = ["x" * 4000] * 1400
    answer = save(client, address, 1, spec)
    assert answer.status_code == 413
    assert answer.headers["Content-Type"] == "application/problem+json"


@every_case("body", [b"{", b"[]", b'{"version":1}', b'{"version":"1","spec":{}}', b"null", b""])
def test_malformed_bodies_are_refused(body: bytes) -> None:
    client = logged_in("hipper")
    address = begin(client)
    for send, place in ((client.put, address), (client.post, API), (client.put, f"{address}authors/")):
        assert send(place, body, content_type="application/json").status_code in (400, 422)


def test_keys_are_made_of_titles_and_are_unique() -> None:
    client = logged_in("hipper")
    keys = []
    for title in ("Night!", "night", "夜戦", "???", "!", "x" * 200):
        keys.append(client.get(begin(client, title=title)).json()["key"])
    assert keys == ["night", "night-2", "yezhan", "scenario", "scenario-2", "x" * 70]


@every_case(
    "body",
    [
        {"system": "dark_seas", "title": " ", "template": "blank"},
        {"system": "dark_seas", "title": "A", "template": "../../x"},
        {"system": "no-such", "title": "A", "template": "blank"},
        {"revision": 99},
        {"spec": {"key": "x"}},
        {},
    ],
)
def test_a_draft_of_nothing_is_refused(body: dict[str, Any]) -> None:
    answer = logged_in("hipper").post(API, body, content_type="application/json")
    assert answer.status_code == 422
    assert Scenario.objects.count() == 0


def test_a_whole_scenario_begins_a_draft_under_a_key_of_its_own() -> None:
    client = logged_in("hipper")
    spec = write(starting_point("fleet_battle", "six-a-side", "Cards"))
    first = client.post(API, {"spec": spec}, content_type="application/json").json()["id"]
    second = client.post(API, {"spec": spec}, content_type="application/json").json()["id"]
    told = [client.get(f"{API}{one}/").json() for one in (first, second)]
    assert [one["key"] for one in told] == [one["spec"]["key"] for one in told] == ["cards", "cards-2"]


def test_earlier_states_are_kept_and_read() -> None:
    client = logged_in("hipper")
    address = begin(client)
    spec = client.get(address).json()["spec"]
    for number in (1, 2, 3):
        save(client, address, number, {**spec, "title": f"Title {number}"})
    told = client.get(f"{address}states/").json()["states"]
    assert [one["version"] for one in told] == [4, 3, 2, 1]
    assert client.get(f"{address}states/3/").json()["spec"]["title"] == "Title 2"
    assert client.get(f"{address}states/1/").json()["spec"] == spec
    for missing in (5, 10**30):
        assert client.get(f"{address}states/{missing}/").status_code == 404


def test_old_states_are_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "DENSE", 20)
    monkeypatch.setattr(drafts, "SPARSE", 50)
    owner = member("hipper")
    draft = drafts.start(owner, starting_point("fleet_battle", "blank", "Cards"))
    spec = drafts.document_of(draft)
    for number in range(1, 180):
        drafts.save(draft.pk, owner, number, replace(spec, title=f"Title {number}"))
    versions = [state.version for state in drafts.states(draft)]
    assert versions == [*range(180, 160, -1), 160, 150, 140, 100]


def test_helpers_edit_and_only_the_owner_shares_publishes_and_deletes() -> None:
    owner, helper = logged_in("hipper"), logged_in("kondo")
    address = begin(owner)
    assert helper.get(address).status_code == 404
    asked = owner.put(f"{address}authors/", {"names": ["KONDO"]}, content_type="application/json")
    assert asked.json() == {"authors": [], "invited": ["kondo"]}
    assert helper.get(address).status_code == 404
    helper.post(f"/drafts/invitations/{Invitation.objects.get().pk}/", {"accept": "1"})
    told = helper.get(address).json()
    assert (told["is_owner"], told["owner"], told["authors"]) == (False, "hipper", ["kondo"])
    assert save(helper, address, 1, {**told["spec"], "title": "Ours"}).status_code == 200
    assert helper.put(f"{address}authors/", {"names": []}, content_type="application/json").status_code == 403
    assert helper.post(f"{address}publish/", {}, content_type="application/json").status_code == 403
    assert helper.delete(address).status_code == 403
    owner.put(f"{address}authors/", {"names": []}, content_type="application/json")
    assert helper.get(address).status_code == 404


def test_unknown_helpers_are_named_and_nothing_changes() -> None:
    owner = logged_in("hipper")
    member("kondo")
    address = begin(owner)
    names = {"names": ["kondo", "nobody", "kondo@example.org"]}
    answer = owner.put(f"{address}authors/", names, content_type="application/json")
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == ["#/names/1", "#/names/2"]
    assert owner.get(address).json()["authors"] == []


def test_scenario_is_handed_on_and_its_former_owner_goes_on_helping() -> None:
    owner, new_owner = logged_in("hipper"), logged_in("kondo")
    address = begin(owner)
    key = owner.get(address).json()["key"]
    said = owner.patch(f"/api/v1/scenarios/{key}/", {"owner": "kondo"}, content_type="application/json")
    assert said.json() == {"visibility": "private", "owner": "hipper", "offered_to": "kondo"}
    assert new_owner.get(address).status_code == 404
    new_owner.post(f"/drafts/invitations/{Invitation.objects.get().pk}/", {"accept": "1"})
    assert new_owner.get(address).json()["is_owner"] is True
    assert owner.get(address).json()["authors"] == ["hipper"]
    assert (
        owner.patch(
            f"/api/v1/scenarios/{key}/", {"owner": "hipper"}, content_type="application/json"
        ).status_code
        == 403
    )


def test_draft_that_was_never_published_is_thrown_away() -> None:
    client = logged_in("hipper")
    address = begin(client)
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404
    assert Scenario.objects.count() == 0


def test_trial_of_a_thrown_away_draft_stays_without_an_owner() -> None:
    owner = member("hipper")
    draft = drafts.start(owner, starting_point("dark_seas", "six-a-side", "A night"))
    trial = keep_trial(draft.scenario, drafts.document_of(draft), owner)
    drafts.delete(draft)
    trial.refresh_from_db()
    assert trial.scenario.owner is None
    assert not Draft.objects.exists()
    assert logged_in("hipper").get(API).json() == {"drafts": []}


def test_list_tells_own_drafts_and_those_one_helps_with() -> None:
    owner, helper = logged_in("hipper"), logged_in("kondo")
    begin(owner)
    Draft.objects.get().authors.add(member("kondo"))
    begin(logged_in("other"))
    for client in (owner, helper):
        told = client.get(API).json()["drafts"]
        assert [(one["title"], one["version"]) for one in told] == [("A night off the cape", 1)]


def test_members_have_so_many_drafts_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "MOST_DRAFTS", 1)
    client = logged_in("hipper")
    begin(client)
    body = {"system": "dark_seas", "title": "Another"}
    answer = client.post(API, body, content_type="application/json")
    assert answer.status_code == 422
    assert "Delete a draft" in answer.json()["detail"]


def test_saving_needs_the_token_against_forged_requests() -> None:
    owner = Member.objects.get(pk=member("hipper").pk)
    address = begin(logged_in("hipper"))
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    body = json.dumps({"version": 1, "spec": {}})
    assert strict.put(address, body, content_type="application/json").status_code == 403


def started(owner: str = "hipper") -> Draft:
    """A draft of this member's."""
    return drafts.start(member(owner), toy_scenario(title="A night off the cape"))


def test_draft_of_many_helpers_stands_in_a_list_once() -> None:
    draft = started()
    draft.authors.set([member(name) for name in ("kondo", "mikawa", "tanaka")])
    for name in ("hipper", "kondo"):
        assert list(drafts.drafts_of(member(name))) == [draft]
