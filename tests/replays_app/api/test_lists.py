"""Lists by cursor, entity tags, and streams."""

import json
from itertools import chain
from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from darkseas.members.personal_tokens import store as tokens
from replays_app.models import Battle, Listing
from replays_app.recording import start
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from scenarios_app.models import Scenario, Visibility
from tests.support.builders import seats_of, toy_battle, toy_revision, toy_started
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

NDJSON = "application/x-ndjson"


def pages(client: Client, address: str, name: str) -> list[list[str]]:
    """The keys of each page of a list, until there is no next one."""
    seen = []
    while address:
        answer = client.get(address).json()
        seen.append([line.get("battle") or line["key"] for line in answer[name]])
        address = answer["next"]
    return seen


def begun(number: int) -> list[str]:
    """So many battles in which somebody sits, the newest first."""
    battles = [toy_started().battle for _ in range(number)]
    for battle in battles:
        taking_seats.sit(seats_of(battle)["red"], Holder(visitor="0" * 64), 0)
    return [battle.pk.hex for battle in battles][::-1]


@pytest.mark.parametrize(("number", "sizes"), [(0, [0]), (2, [2]), (3, [2, 1]), (4, [2, 2])])
def test_battles_come_page_by_page(client: Client, number: int, sizes: list[int]) -> None:
    wanted = begun(number)
    seen = pages(client, "/api/v1/battles?count=2", "battles")
    assert [len(page) for page in seen] == sizes
    assert list(chain(*seen)) == wanted


def test_page_goes_on_where_the_last_ended_though_the_list_grows(client: Client) -> None:
    wanted = begun(4)
    first = client.get("/api/v1/battles?count=2").json()
    begun(3)
    second = client.get(first["next"]).json()
    assert [line["battle"] for line in first["battles"] + second["battles"]] == wanted


def test_battles_begun_at_one_moment_are_all_listed(client: Client) -> None:
    wanted = begun(5)
    Battle.objects.update(created_at=Battle.objects.all()[0].created_at)
    seen = list(chain(*pages(client, "/api/v1/battles?count=2", "battles")))
    assert (len(seen), set(seen)) == (5, set(wanted))


def test_battles_are_narrowed_and_sorted_as_on_their_page(client: Client) -> None:
    first, second, third = begun(3)
    ended = {"winner": "red", "how": "aim", "turns": 3, "length": "short", "margin": 400}
    Listing.objects.filter(battle_id=UUID(first)).update(**ended)
    ended = {"winner": "blue", "how": "time", "turns": 9, "length": "long", "margin": 20}
    Listing.objects.filter(battle_id=UUID(second)).update(**ended)

    def keys_for(query: str) -> list[str]:
        return list(chain(*pages(client, f"/api/v1/battles?count=2&{query}", "battles")))

    assert keys_for("") == [first, second, third]
    assert (keys_for("won=red"), keys_for("how=time"), keys_for("length=short")) == (
        [first],
        [second],
        [first],
    )
    assert keys_for("system=toy&won=blue") == [second]
    assert (keys_for("sort=closest"), keys_for("sort=shortest")) == ([second, first], [first, second])
    assert (keys_for("scenario=nowhere"), keys_for("system=dark_lakes")) == ([], [])


def test_what_cannot_be_asked_of_battles_is_a_problem_with_its_field(
    client: Client, subtests: pytest.Subtests
) -> None:
    for query in ["how=won", "length=9", "sort=margin", "sort="]:
        with subtests.test(query=query):
            answer = client.get(f"/api/v1/battles?{query}")
            (fault,) = answer.json()["errors"]
            assert (answer.status_code, fault["pointer"]) == (422, f"#/{query.partition('=')[0]}")
            assert "must be one of" in fault["detail"]


def test_list_shows_no_battle_that_who_asks_may_not_see() -> None:
    toy_started()
    Scenario.objects.update(visibility=Visibility.PRIVATE, owner=member("ada"))
    counts = [len(one.get("/api/v1/battles").json()["battles"]) for one in (Client(), logged_in("ada"))]
    assert counts == [0, 1]


def test_odd_cursor_is_a_problem(client: Client, subtests: pytest.Subtests) -> None:
    for query in [
        "cursor=x",
        "cursor=W10",
        "cursor=WyJhIiwiYiJd",
        "cursor=" + "A" * 2000,
        "count=0",
        "count=101",
        "count=x",
        "count=1e2",
        "cursor=WyIyMDI2IiwiXHUwMDAwIl0",
        "cursor=ü",
    ]:
        with subtests.test(query=query):
            begun(1)
            answer = client.get(f"/api/v1/battles?{query}")
            assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
            assert answer.json()["errors"][0]["pointer"] in ("#/cursor", "#/count")


def test_scenarios_come_by_key_and_by_system(client: Client) -> None:
    keys = [toy_revision(f"cove-{number}").scenario.key for number in range(3)]
    assert pages(client, "/api/v1/scenarios/?count=2", "scenarios") == [keys[:2], keys[2:]]
    assert pages(client, "/api/v1/scenarios/?system=dark_seas", "scenarios") == [[]]
    line = client.get("/api/v1/scenarios/").json()["scenarios"][0]
    assert [side["key"] for side in line["sides"]] == ["red", "blue"]


@pytest.mark.parametrize("address", ["/api/v1/battles", "/api/v1/scenarios/", "/api/v1/maps/", ""])
def test_answer_that_still_holds_is_not_sent_again(client: Client, address: str) -> None:
    one = begun(1)[0]
    address = address or f"/api/v1/battles/{one}"
    first = client.get(address)
    known = {"If-None-Match": first.headers["ETag"]}
    again = client.get(address, headers=known)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    Battle.objects.update(title="Another")
    toy_revision("another")
    changed = client.get(address, headers=known)
    assert changed.status_code == (304 if "maps" in address else 200)


def own_battles(name: str, number: int) -> list[str]:
    """So many battles in which a member has a seat, the newest first."""
    mine = []
    for _ in range(number):
        battle = toy_started().battle
        taking_seats.sit(seats_of(battle)["red"], Holder(member=member(name)), 0)
        mine.append(battle.pk.hex)
    return mine[::-1]


def test_own_battles_are_those_of_the_token_page_by_page_and_as_a_stream(client: Client) -> None:
    mine, _ = own_battles("ada", 3), own_battles("bob", 1)
    headers = {"Authorization": f"Bearer {tokens.make(member('ada'), 'robot', [])}"}
    bearing = Client(headers=headers)
    assert pages(bearing, "/api/v1/me/battles?count=2", "battles") == [mine[:2], mine[2:]]
    lines = bearing.get("/api/v1/me/battles").json()["battles"]
    assert {(line["side"], line["is_called"]) for line in lines} <= {("red", True), ("red", False)}
    stream = bearing.get("/api/v1/me/battles?format=ndjson")
    assert stream.headers["Content-Type"] == NDJSON
    assert [json.loads(line) for line in stream.getvalue().splitlines()] == lines
    assert client.get("/api/v1/me/battles").status_code == 401


@pytest.mark.parametrize("is_over", [True, False])
def test_stream_of_entries_is_what_the_answer_at_once_says(client: Client, is_over: bool) -> None:
    if is_over:
        battle, keys = toy_battle(), [""]
    else:
        started = toy_started()
        battle, keys = started.battle, ["", started.tokens["red"]]
    base = f"/api/v1/battles/{battle.pk.hex}/events"
    for headers in ({"Authorization": f"Seat {key}"} if key else {} for key in keys):
        at_once = client.get(f"{base}?count=1000", headers=headers).json()["entries"]
        for stream in (
            client.get(f"{base}?format=ndjson", headers=headers),
            client.get(base, headers={**headers, "Accept": NDJSON}),
        ):
            assert stream.headers["Content-Type"] == NDJSON
            assert [json.loads(line) for line in stream.getvalue().splitlines()] == at_once
        rest = client.get(f"{base}?format=ndjson&after=2", headers=headers).getvalue()
        assert len(rest.splitlines()) == max(len(at_once) - 3, 0)
    assert client.get(f"{base}?format=csv").status_code == 422


@override_settings(API_LIMITS={"token": (9, 60), "member": (9, 60), "address": (9, 60), "stream": (2, 60)})
def test_streams_have_a_limit_of_their_own(client: Client) -> None:
    base = f"/api/v1/battles/{begun(1)[0]}/events"
    answers = [client.get(f"{base}?format=ndjson") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["Retry-After"]) > 0
    assert client.get(base).status_code == 200


def test_no_claimed_address_begins_more_battles(client: Client, settings: Any) -> None:
    cache.clear()
    settings.MEMBER_LIMITS = {"battle": {"address": (2, 3600)}}
    claimed = [{"X-Forwarded-For": f"6.6.6.{number}"} for number in range(3)]
    answers = [client.post("/api/v1/battles", headers=headers) for headers in claimed]
    assert [answer.status_code for answer in answers] == [415, 415, 429]
    cache.clear()


def test_battle_of_a_large_scenario_counts_as_many(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs are kept, and entry 0 holds the scenario: beginning battles fills the disk by its size."""
    cache.clear()
    settings.MEMBER_LIMITS = {"battle": {"address": (4, 3600)}, "captains": {"name": (9, 3600)}}
    revision = toy_revision()
    asked = {"scenario": "coves"}

    def begin() -> int:
        status: int = client.post("/api/v1/battles", asked, content_type="application/json").status_code
        return status

    assert begin() == 201
    monkeypatch.setattr(start, "BYTES_OF_A_BATTLE", len(revision.spec) // 2)
    assert [begin(), begin()] == [201, 429]
    cache.clear()
    assert [client.post("/scenarios/coves/fight/").status_code for _ in range(3)] == [302, 302, 429]
    cache.clear()


def test_captains_fight_the_sides_that_are_theirs(client: Client) -> None:
    toy_revision()
    asked = {"scenario": "coves", "captains": ["blue"]}
    answer = client.post("/api/v1/battles", asked, content_type="application/json")
    assert (answer.status_code, list(answer.json()["seats"])) == (201, ["red"])
    battle = Battle.objects.get()
    assert seats_of(battle)["blue"].holdings.get().bot == "captain"
    for captains in (["green"], ["blue", "blue"]):
        wrong = client.post(
            "/api/v1/battles", {**asked, "captains": captains}, content_type="application/json"
        )
        assert wrong.status_code == 422
        assert wrong.json()["errors"][0]["pointer"].startswith("#/captains/")
    among_themselves = {**asked, "captains": ["blue", "red"]}
    refused = client.post("/api/v1/battles", among_themselves, content_type="application/json")
    assert refused.json()["errors"][0]["pointer"] == "#/captains"
    refused = client.post("/api/v1/battles", {**asked, "dice": "table"}, content_type="application/json")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/captains")
    assert Battle.objects.count() == 1
