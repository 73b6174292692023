"""Pages and API of maps: who sees and changes what, files both ways, real places."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from darkseas.engine.scenario.spec import MapSpec
from darkseas.engine.serialization.codec import write
from scenarios_app.drafts import store as drafts
from scenarios_app.maps.coasts import rasters
from scenarios_app.maps.store import MapPublishing, map_of, publish_new, publish_of_library, publish_revision
from scenarios_app.maps.views import card_of
from scenarios_app.models import Draft, HexMap, Scenario, Visibility
from scenarios_app.revisions.search_rows import MOST_DRAWN
from scenarios_app.revisions.store import publish
from tests.support.builders import toy_scenario
from tests.support.every_case import every_case
from tests.support.members import logged_in, member, moderator
from tests.support.one_line import one_line

KEYS = [spec.key for spec in rasters().values()]

pytestmark = pytest.mark.django_db

SOUND = MapSpec("", "A sound", 4, 3, land=("0101",), areas={"slot": ("0000",)}, edges=("0000/e",))


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    """Let no test count against another's throttle."""
    cache.clear()
    yield
    cache.clear()


def post(client: Client, path: str, body: Any) -> Any:
    """The answer to a JSON body."""
    return client.post(f"/api/v1/{path}", data=json.dumps(body), content_type="application/json")


def ones(name: str = "ada", visibility: str = "public") -> HexMap:
    """A map of a member's."""
    return publish_new(SOUND, member(name), MapPublishing("first", visibility)).hex_map


# --- pages -----------------------------------------------------------------------------------------


def test_list_shows_what_is_public_and_ones_own(client: Client) -> None:
    publish_of_library(rasters()["kula_gulf"])
    ones("ada", "private")
    assert "Kula Gulf" in client.get("/maps/").content.decode()
    assert "A sound" not in client.get("/maps/").content.decode()
    mine = logged_in("ada").get("/maps/").content.decode()
    assert "A sound" in mine
    assert 'href="/maps/new/"' in mine


def test_list_looks_for_words_and_turns_pages(client: Client) -> None:
    for spec in rasters().values():
        publish_of_library(spec)
    ones()
    found = client.get("/maps/?q=gulf+kula").content.decode()
    assert ("Kula Gulf" in found, "Badung" in found) == (True, False)
    assert "No map has this name" in client.get("/maps/?q=atlantis").content.decode()
    both = client.get("/maps/").content.decode() + client.get("/maps/?page=2").content.decode()
    assert [key for key in (*KEYS, "a-sound") if f'href="/maps/{key}/"' not in both] == []


def test_large_map_is_drawn_on_its_own_page_alone(client: Client) -> None:
    publish_new(MapSpec("", "Ocean", 100, 100), member("ada"), MapPublishing())
    assert 'id="ground-ocean"' not in client.get("/maps/").content.decode()
    assert 'id="ground"' in client.get("/maps/ocean/").content.decode()


def test_page_of_a_map_tells_what_there_is(client: Client) -> None:
    hex_map = ones()
    publish_revision(hex_map, MapSpec("", "A sound", 5, 3), hex_map.owner, MapPublishing("wider <b>"))
    page = client.get("/maps/a-sound/").content.decode()
    assert "5 by 3 hexes of 12,000 yards" in page
    assert "wider &lt;b&gt;" in page
    assert 'href="/maps/a-sound/revisions/1/map.tmj"' in page
    assert 'href="/maps/a-sound/use/"' in page
    assert 'href="/maps/a-sound/edit/"' not in page
    assert 'href="/maps/a-sound/edit/"' in logged_in("ada").get("/maps/a-sound/").content.decode()


@every_case("path", ["/maps/a-sound/", "/maps/a-sound/revisions/1/map.json", "/api/v1/maps/a-sound/"])
def test_private_map_is_there_for_its_owner_and_moderators_alone(client: Client, path: str) -> None:
    ones("ada", "private")
    assert client.get(path).status_code == 404
    assert logged_in("bob").get(path).status_code == 404
    assert logged_in("ada").get(path).status_code == 200
    assert logged_in(moderator()).get(path).status_code == 200


def test_files_hold_the_revision(client: Client) -> None:
    ones()
    own = client.get("/maps/a-sound/revisions/1/map.json")
    tiled = client.get("/maps/a-sound/revisions/1/map.tmj")
    assert own.headers["Content-Disposition"] == 'attachment; filename="a-sound-1.map.json"'
    ada = logged_in("ada")
    expected = {**write(SOUND), "key": "a-sound"}
    assert own.json()["map"] == expected
    for file in (own.json(), tiled.json()):
        assert post(ada, "maps/read-tiled/", file).json() == {"map": expected, "findings": []}
    assert client.get("/maps/a-sound/revisions/2/map.json").status_code == 404


def test_editor_is_for_members_and_ones_own_map(client: Client) -> None:
    ones()
    assert client.get("/maps/new/").headers["Location"] == "/login/?next=/maps/new/"
    assert client.get("/maps/a-sound/edit/").status_code == 302
    page = one_line(logged_in("ada").get("/maps/a-sound/edit/").content.decode())
    assert 'data-key="a-sound" data-number="1"' in page
    copied = logged_in("bob").get("/maps/a-sound/edit/", follow=True)
    assert copied.request["QUERY_STRING"] == "from=a-sound"
    assert "A sound, changed" in copied.content.decode()
    assert logged_in("bob").get("/maps/new/?from=nothing").status_code == 404


def test_scenario_begins_on_a_map(client: Client) -> None:
    hex_map = ones("ada", "unlisted")
    assert client.get("/maps/a-sound/use/").headers["Location"] == "/login/?next=/maps/a-sound/use/"
    bob = logged_in("bob")
    page = bob.get("/maps/a-sound/use/").content.decode()
    assert 'value="dark_seas"' in page
    assert 'value="fleet_battle"' not in page
    said = {"title": "Night action", "system": "dark_seas"}
    assert bob.post("/maps/a-sound/use/", {**said, "title": ""}).status_code == 200
    draft = Draft.objects.get(pk=bob.post("/maps/a-sound/use/", said).headers["Location"].split("/")[2])
    spec = drafts.document_of(draft)
    assert hex_map.current is not None
    assert (spec.title, spec.map, draft.scenario.owner) == (
        "Night action",
        map_of(hex_map.current),
        member("bob"),
    )


# --- API -------------------------------------------------------------------------------------------


def test_map_is_published_and_read_by_the_api(client: Client) -> None:
    ada = logged_in("ada")
    answer = post(ada, "maps/", {"map": write(SOUND), "note": "begun"})
    assert (answer.status_code, answer.json()) == (
        201,
        {"key": "a-sound", "number": 1, "url": "/maps/a-sound/"},
    )
    more = post(ada, "maps/", {"map": {**write(SOUND), "cols": 6}, "key": "a-sound"})
    assert more.json()["number"] == 2
    found = client.get("/api/v1/maps/a-sound/").json()
    assert (found["key"], found["number"], found["map"]["cols"], found["owner"]) == ("a-sound", 2, 6, "ada")
    (line,) = client.get("/api/v1/maps/?q=sound").json()["maps"]
    assert (line["key"], line["number"], line["url"]) == ("a-sound", 2, "/maps/a-sound/")


def test_only_members_publish_and_only_owners_revise(client: Client) -> None:
    ones()
    assert post(client, "maps/", {"map": write(SOUND)}).status_code == 403
    refused = post(logged_in("bob"), "maps/", {"map": write(SOUND), "key": "a-sound"})
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:darkseas:problem:not-yours")
    ones("eve", "private")
    assert post(logged_in("bob"), "maps/", {"map": write(SOUND), "key": "a-sound-2"}).status_code == 404


def test_library_map_is_nobodys_to_revise() -> None:
    publish_of_library(rasters()["kula_gulf"])
    assert post(logged_in("bob"), "maps/", {"map": write(SOUND), "key": "kula-gulf"}).status_code == 403


@every_case(
    ("body", "pointer"),
    [
        ({"map": {"key": "", "title": "x", "cols": 2, "rows": 2, "land": ["0900"]}}, "#/map/land/0"),
        ({"map": {"key": "", "title": "", "cols": 2, "rows": 2}}, "#/map/title"),
        ({"map": {"key": "", "title": "x", "cols": "2", "rows": 2}}, "#/map/cols"),
        ({"map": {**write(SOUND)}, "visibility": "secret"}, "#/visibility"),
        ({}, "#/map"),
    ],
)
def test_what_cannot_be_published_is_named(body: dict[str, Any], pointer: str) -> None:
    answer = post(logged_in("ada"), "maps/", body)
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == [pointer]
    assert not HexMap.objects.exists()


def test_files_are_read_and_written_for_members_alone(client: Client) -> None:
    assert post(client, "maps/read-tiled/", {}).status_code == 403
    assert post(client, "maps/write-tiled/", {}).status_code == 403
    ada = logged_in("ada")
    tiled = post(ada, "maps/write-tiled/", {"map": write(SOUND)}).json()
    assert tiled["orientation"] == "hexagonal"
    assert post(ada, "maps/read-tiled/", tiled).json()["map"] == write(SOUND)


@every_case(
    ("file", "pointer"),
    [
        ({"orientation": "isometric"}, "#/orientation"),
        ([], "#/file"),
        ({"format": "darkseas-map", "version": 2, "map": {}}, "#/version"),
        ({"format": "darkseas-map", "version": 1, "map": {}}, "#/key"),
    ],
)
def test_files_that_cannot_be_read_say_why(file: Any, pointer: str) -> None:
    answer = post(logged_in("ada"), "maps/read-tiled/", file)
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == [pointer]


def test_file_may_be_long_but_not_endless_and_no_number_may_be_nan() -> None:
    ada = logged_in("ada")

    def raw(body: bytes) -> int:
        return ada.post("/api/v1/maps/read-tiled/", data=body, content_type="application/json").status_code

    assert raw(b'{"orientation": NaN}') == 400
    assert raw(b"[" * 40 + b"]" * 40) == 413
    assert raw(b'"' + b"x" * 3_000_000 + b'"') == 422
    assert raw(b'"' + b"x" * (5 * 1024 * 1024) + b'"') == 413


def test_part_of_a_coast_by_the_api(client: Client) -> None:
    coasts = client.get("/api/v1/coasts/").json()["coasts"]
    assert len(coasts) == len(rasters()) >= 20
    part = {"coast": "kula_gulf", "col": 2, "row": 4, "cols": 5, "rows": 4}
    assert post(client, "maps/from-coast/", part).status_code == 403
    found = post(logged_in("ada"), "maps/from-coast/", part).json()["map"]
    assert (found["cols"], found["rows"], found["coast_col"], found["coast_row"]) == (5, 4, 2, 4)
    odd = post(logged_in("ada"), "maps/from-coast/", {**part, "row": 3})
    assert [one["pointer"] for one in odd.json()["errors"]] == ["#/row"]


# --- exactly so many, and seen by exactly those ------------------------------------------------------


@every_case("address", ["/maps/", "/api/v1/maps/"])
def test_unlisted_map_is_in_its_owners_lists_alone(client: Client, address: str) -> None:
    ones("ada", "unlisted")
    people = (client, logged_in("bob"), logged_in(moderator()), logged_in("ada"))
    assert ["A sound" in one.get(address).content.decode() for one in people] == [False, False, False, True]


@every_case("question", ["SOUND", "sound", "soun a", "A SoUnD", "Sóund", "sou\u0308nd!"])
def test_capitals_accents_and_signs_do_not_matter_to_who_looks_for_a_map(
    client: Client, question: str
) -> None:
    ones()
    for address in ("/maps/", "/api/v1/maps/"):
        assert "A sound" in client.get(address, {"q": question}).content.decode()
        for other in (f"{question} x", "!!!", "鳥海"):
            assert "A sound" not in client.get(address, {"q": other}).content.decode()


@every_case("number", [0, 2, 3, 4])
def test_last_page_of_maps_may_be_full(client: Client, number: int) -> None:
    keys = [ones().key for _ in range(number)]
    seen, address = [], "/api/v1/maps/?count=2"
    while address:
        answer = client.get(address).json()
        seen += [line["key"] for line in answer["maps"]]
        assert bool(answer["next"]) == (len(seen) < number)
        address = answer["next"]
    assert seen == keys


def test_line_of_a_map_tells_who_may_see_it() -> None:
    for visibility in ("public", "unlisted", "private"):
        ones("ada", visibility)
    lines = logged_in("ada").get("/api/v1/maps/").json()["maps"]
    assert [line["visibility"] for line in lines] == ["public", "unlisted", "private"]


def test_map_names_only_scenarios_that_the_reader_would_find(client: Client) -> None:
    hex_map = ones()
    assert hex_map.current is not None
    spec = map_of(hex_map.current)
    for visibility in Visibility.values:
        scenario = publish(toy_scenario(f"on-{visibility}", map=spec)).scenario
        Scenario.objects.filter(pk=scenario.pk).update(visibility=visibility, owner=member("bob"))
    shown = [
        [
            f"/library/on-{value}/" in reader.get("/maps/a-sound/").content.decode()
            for value in Visibility.values
        ]
        for reader in (client, logged_in("ada"), logged_in("bob"))
    ]
    assert shown == [[True, *[False] * 3], [True, *[False] * 3], [True] * 4]


def test_private_map_is_used_and_copied_by_its_owner_alone() -> None:
    ones("ada", "private")
    for path in ("/maps/a-sound/use/", "/maps/new/?from=a-sound"):
        answers = [logged_in(name).get(path).status_code for name in ("bob", "ada")]
        assert answers == [404, 200], path


@every_case(("rows", "is_drawn"), [(80, True), (81, False)])
def test_list_draws_maps_of_at_most_four_thousand_hexes(rows: int, is_drawn: bool) -> None:
    hex_map = publish_new(MapSpec("", "Sea", 50, rows), member("ada"), MapPublishing()).hex_map
    assert (card_of(hex_map, MOST_DRAWN).ground is not None) is is_drawn


@every_case("visibility", ["public", "unlisted", "private"])
def test_next_revision_of_a_map_is_seen_by_the_same_people(visibility: str) -> None:
    ones("ada", visibility)
    ada = logged_in("ada")
    post(ada, "maps/", {"map": {**write(SOUND), "cols": 6}, "key": "a-sound"})
    changed = HexMap.objects.get()
    assert changed.current is not None
    assert (changed.visibility, changed.current.number) == (visibility, 2)
    post(ada, "maps/", {"map": {**write(SOUND), "cols": 7}, "key": "a-sound", "visibility": "unlisted"})
    assert HexMap.objects.get().visibility == "unlisted"


def test_new_map_is_public_unless_it_is_said_otherwise() -> None:
    assert post(logged_in("ada"), "maps/", {"map": write(SOUND)}).status_code == 201
    assert HexMap.objects.get().visibility == "public"
