"""The API of battles: what it answers, to whom, and how it refuses."""

import io
import json
import subprocess
import sys
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from darkseas.engine.log import battle_file
from darkseas.engine.serialization import canonical_json
from replays_app.log import store as log_store
from replays_app.models import Battle, Seat
from replays_app.replay import outline, perspectives, response_cache
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json, step_json
from replays_app.seats import taking_seats
from replays_app.seats.viewer_seat import Holder
from tests.support.builders import fight_turns, plot, seats_of, toy_battle, toy_revision, toy_started
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

BATTLES = "/api/v1/battles"


def address(battle: Battle, rest: str = "") -> str:
    """An address of a battle."""
    return f"{BATTLES}/{battle.pk.hex}{rest}"


def post(path: str, body: Any, **headers: str) -> Any:
    """Send JSON."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Client().post(path, json.dumps(body), content_type="application/json", headers=named)


def get(path: str, token: str = "") -> Any:
    """Ask, with a seat's token or without."""
    return Client().get(path, headers={"Authorization": f"Seat {token}"} if token else {})


def problem(answer: Any, status: int, name: str) -> Any:
    """Check that the answer is this problem, and return it."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body = json.loads(answer.content)
    assert body["type"] == f"urn:darkseas:problem:{name}"
    return body


def give(battle: Battle, token: str, key: str = "k", **body: Any) -> Any:
    """Give the toy's plot."""
    order = {"order": "plot", "blanks": {"hide": 1, "shell": 2}, "expected": 1, **body}
    return post(address(battle, "/orders"), order, Authorization=f"Seat {token}", Idempotency_Key=key)


# --- beginning a battle --------------------------------------------------------------------


def test_battle_begins_and_its_tokens_open_its_seats() -> None:
    toy_revision()
    answer = post(BATTLES, {"scenario": "coves"})
    body = answer.json()
    assert answer.status_code == 201
    assert (body["status"], body["scenario"], body["dice"]) == ("running", "coves", "sha256-1")
    assert body["sides"] == ["red", "blue"]
    assert answer["Location"] == f"{BATTLES}/{body['battle']}"
    assert answer["Cache-Control"] == "private, no-store"
    for side, token in body["seats"].items():
        forms = get(f"{answer['Location']}/forms", token).json()
        assert (forms["side"], forms["length"]) == (side, 1)
    assert "seats" not in get(answer["Location"]).json()


def test_battle_has_the_address_of_its_page_wherever_it_is_listed() -> None:
    toy_revision()
    client = logged_in("togo")
    begun = client.post("/api/v1/battles", {"scenario": "coves"}, content_type="application/json").json()
    page = f"/battles/{uuid.UUID(begun['battle'])}/"
    taking_seats.sit(Battle.objects.get().seats.get(side="red"), Holder(member=member("togo")), 0)
    listed, own = (client.get(f"/api/v1/{path}").json()["battles"] for path in ("battles", "me/battles"))
    alone = client.get(f"/api/v1/battles/{begun['battle']}").json()
    assert [one["url"] for one in (begun, alone, *listed, *own)] == [page] * 4
    assert client.get(page).status_code == 200
    for query in ("", "?as=red"):
        short = client.get(f"/battles/{begun['battle']}/{query}")
        assert (short.status_code, short["Location"]) == (302, f"{page}{query}")
    assert client.get(f"/battles/{'0' * 32}/", follow=True).status_code == 404


def test_only_the_seats_asked_for_get_a_token() -> None:
    toy_revision()
    body = post(BATTLES, {"scenario": "coves", "dice": "table", "seats": ["blue", "umpire"]}).json()
    assert set(body["seats"]) == {"blue", "umpire"}
    assert body["dice"] == "table"


def test_request_for_no_possible_battle_names_the_place(subtests: pytest.Subtests) -> None:
    for body, pointer in [
        ({"scenario": "atlantis"}, "#/scenario"),
        ({"scenario": "coves", "dice": "coin"}, "#/dice"),
        ({"scenario": "coves", "seats": ["green"]}, "#/seats"),
        ({"scenario": "coves", "seats": "red"}, "#/seats"),
        ({"scenario": "coves", "seed": "00"}, "#/seed"),
        ({"scenario": 3}, "#/scenario"),
        ({}, "#/scenario"),
        ([], "#"),
        (None, "#"),
    ]:
        with subtests.test(body=body, pointer=pointer):
            toy_revision()
            refusal = problem(post(BATTLES, body), 422, "invalid")
            assert [place["pointer"] for place in refusal["errors"]] == [pointer]
            assert not Battle.objects.exists()


def test_unknown_battle_is_not_found() -> None:
    for rest in ("", "/outline", "/lines", "/steps/0", "/events", "/export", "/forms"):
        answer = get(f"{BATTLES}/{uuid.uuid4().hex}{rest}")
        problem(answer, 401 if rest == "/forms" else 404, "seat-needed" if rest == "/forms" else "not-found")


# --- orders --------------------------------------------------------------------------------


def test_forms_say_what_may_be_filled_and_how() -> None:
    started = toy_started()
    body = get(address(started.battle, "/forms"), started.tokens["red"]).json()
    assert [form["order"] for form in body["forms"]] == ["plot", "strike", "offer_draw", "resign"]
    assert body["forms"][0]["pressing"] is True
    assert body["forms"][0]["blanks"][0] == {
        "blank": "number", "name": "hide", "title": "Hide in cove", "subject": "word", "least": 1, "most": 3,
    }  # fmt: skip
    assert body["forms"][0]["because"] == "A turn begins: each squadron hides and shells at once."
    assert set(body["standing"]["scores"]) == {"red", "blue"}
    assert {"ship", "side", "name", "fate", "worth"} == set(body["standing"]["ships"][0])


def test_order_is_answered_with_what_the_seat_may_know() -> None:
    started = toy_started()
    answer = give(started.battle, started.tokens["red"])
    body = answer.json()
    assert answer.status_code == 201
    assert "Idempotent-Replay" not in answer
    assert body["length"] == 3
    assert [line["kind"] for line in body["entries"]] == ["order_given", "toy.plotted"]


def test_a2_same_request_again_gives_the_same_bytes() -> None:
    started = toy_started()
    first = give(started.battle, started.tokens["red"], "key-1")
    give(started.battle, started.tokens["blue"], "key-2")
    again = give(started.battle, started.tokens["red"], "key-1")
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Idempotent-Replay"] == "true"
    other = give(started.battle, started.tokens["red"], "key-1", blanks={"hide": 2, "shell": 2})
    problem(other, 422, "key-used")


def test_order_needs_a_sound_key(subtests: pytest.Subtests) -> None:
    for key in ["", "a b", "é", "x" * 201]:
        with subtests.test(key=key):
            started = toy_started()
            problem(give(started.battle, started.tokens["red"], key), 400, "key-needed")
            assert log_store.length(started.battle.pk) == 1


def test_order_on_a_position_not_seen_names_the_own_length() -> None:
    started = toy_started()
    fight_turns(started.battle, 1)
    body = problem(give(started.battle, started.tokens["red"]), 409, "look-again")
    known = get(address(started.battle, "/forms"), started.tokens["red"]).json()["length"]
    assert body["length"] == known < log_store.length(started.battle.pk)


def test_refused_order_names_the_place_and_leaves_no_trace(subtests: pytest.Subtests) -> None:
    refused: list[tuple[dict[str, Any], int, str, str | None]] = [
        ({"blanks": {"hide": 7, "shell": 1}}, 422, "illegal-order", "#/blanks/hide"),
        ({"blanks": {"hide": 1.5, "shell": 1}}, 422, "illegal-order", "#/blanks/hide"),
        ({"blanks": {"shell": 1}}, 422, "illegal-order", "#/blanks/hide"),
        ({"blanks": []}, 422, "invalid", "#/blanks"),
        ({"order": "fly"}, 422, "illegal-order", "#/order"),
        ({"order": None}, 422, "invalid", "#/order"),
        ({"expected": "1"}, 422, "invalid", "#/expected"),
        ({"expected": True}, 422, "invalid", "#/expected"),
        ({"expected": 2**53 - 1}, 409, "look-again", None),
        ({"expected": 2**53}, 400, "parse-error", None),
        ({"side": "blue"}, 422, "invalid", "#/side"),
        ({"dice": [[1]]}, 422, "illegal-order", "#/dice"),
        ({"dice": [1]}, 422, "invalid", "#/dice/0"),
        ({"dice": [[1]] * 501}, 422, "invalid", "#/dice"),
        ({"expected": -1}, 409, "look-again", None),
    ]
    for changes, status, name, pointer in refused:
        with subtests.test(changes=changes, status=status, name=name, pointer=pointer):
            started = toy_started()
            body = problem(give(started.battle, started.tokens["red"], **changes), status, name)
            assert [place["pointer"] for place in body.get("errors", [])] == ([pointer] if pointer else [])
            assert log_store.length(started.battle.pk) == 1
            assert give(started.battle, started.tokens["red"]).status_code == 201


def test_seat_is_asked_for_and_is_of_this_battle() -> None:
    started, other = toy_started(), toy_started()
    for token, status, name in (("", 401, "seat-needed"), ("x", 401, "seat-needed")):
        answer = give(started.battle, token)
        problem(answer, status, name)
        assert answer["WWW-Authenticate"] == "Seat"
    problem(give(started.battle, other.tokens["red"]), 404, "not-found")
    problem(get(address(started.battle, "/forms"), other.tokens["red"]), 404, "not-found")
    assert log_store.length(started.battle.pk) == 1


def test_table_dice_are_asked_for_and_their_purpose_told_only_if_it_is_no_secret() -> None:
    started = toy_started(scheme="table")
    give(started.battle, started.tokens["red"])
    blue = started.tokens["blue"]
    needed = []
    for dice in ([], [[2]], [[2], [5]]):
        body = problem(give(started.battle, blue, dice=dice), 422, "dice-needed")
        needed.append(body["needed"])
    assert needed == [
        {"count": 1, "sides": 6},
        {"count": 1, "sides": 6, "purpose": "t1/scouting/blue"},
        {"count": 1, "sides": 6},
    ]
    body = problem(give(started.battle, blue, dice=[[2], [9]]), 422, "invalid")
    assert body["errors"][0]["pointer"] == "#/dice/1"
    assert give(started.battle, blue, dice=[[2], [5], [1]]).status_code == 201


def test_order_after_the_end_is_refused() -> None:
    started = toy_started()
    fight_turns(started.battle, 6)
    length = get(address(started.battle, "/forms"), started.tokens["red"]).json()
    assert length["forms"] == []
    problem(give(started.battle, started.tokens["red"], expected=length["length"]), 409, "battle-over")


# --- entries -------------------------------------------------------------------------------


def test_entries_of_a_battle_that_is_over_are_the_stored_bytes() -> None:
    battle = toy_battle()
    rows = log_store.rows(battle.pk)
    answer = get(address(battle, f"/events?count={len(rows)}"))
    for row in rows:
        assert row.data in answer.content
    body = json.loads(answer.content)["entries"]
    assert [canonical_json.encode(line["entry"]) for line in body] == [row.data for row in rows]
    assert [(line["leaf"], line["link"], line["salt"]) for line in body] == [
        (row.leaf.hex(), row.link.hex(), row.salt.hex()) for row in rows
    ]


def test_entries_come_in_parts() -> None:
    battle = toy_battle()
    full = json.loads(get(address(battle, "/events?count=1000")).content)["entries"]
    assert json.loads(get(address(battle, "/events")).content)["entries"] == full[:100]
    assert json.loads(get(address(battle, "/events?after=9&count=3")).content)["entries"] == full[10:13]
    assert json.loads(get(address(battle, "/events?after=5000")).content)["entries"] == []


def test_entries_of_a_running_battle_are_the_seats_own_view() -> None:
    started = toy_started(seats=["red", "blue", "umpire"])
    fight_turns(started.battle, 2)
    plot(seats_of(started.battle)["red"], 3, 3)
    for side in ("red", "blue", "umpire", ""):
        answer = get(address(started.battle, "/events"), started.tokens.get(side, ""))
        lines = answer.json()["entries"]
        perspective = {"umpire": "all", "": "observer"}.get(side, side)
        known = [
            e for e in log_store.read(started.battle.pk) if perspectives.may_see(perspective, e.audience)
        ]
        assert [line["n"] for line in lines] == list(range(len(known)))
        assert all(set(line) == {"n", "step", "kind", "shape", "payload"} for line in lines)
        assert answer["Cache-Control"] == "private, no-store"
        assert "ETag" not in answer


def test_a5_nothing_is_changed_by_other_methods(subtests: pytest.Subtests) -> None:
    for method in ["put", "patch", "delete", "post"]:
        for rest in ["", "/events", "/outline", "/lines", "/steps/3", "/export", "/forms", "/orders"]:
            with subtests.test(method=method, rest=rest):
                battle = toy_battle()
                before = log_store.rows(battle.pk)
                answer = getattr(Client(), method)(
                    address(battle, rest), "{}", content_type="application/json"
                )
                if (rest, method) == ("/orders", "post"):
                    problem(answer, 401, "seat-needed")
                else:
                    problem(answer, 405, "method-not-allowed")
                assert log_store.rows(battle.pk) == before


# --- the replay ----------------------------------------------------------------------------


def test_replay_of_a_battle_that_is_over_is_told_from_every_perspective(subtests: pytest.Subtests) -> None:
    for perspective in ["all", "red", "blue", "observer"]:
        with subtests.test(perspective=perspective):
            battle = toy_battle()
            query = f"?as={perspective}"
            body = get(address(battle, f"/outline{query}")).json()
            assert body == json.loads(
                json.dumps(
                    outline.outline(BattleContext.of(battle), perspective, perspectives.open_to(battle))
                )
            )
            lines = get(address(battle, f"/lines{query}&from=4&count=9")).json()["lines"]
            assert lines == lines_json(BattleContext.of(battle), perspective, 4, 9)
            step = get(address(battle, f"/steps/7{query}")).json()
            assert step == json.loads(json.dumps(step_json(BattleContext.of(battle), perspective, 7)))


def test_perspective_left_out_is_the_widest_that_is_open() -> None:
    assert get(address(toy_battle(), "/outline")).json()["perspective"] == "all"
    started = toy_started(seats=["red", "umpire"])
    for token, perspective in (("", "observer"), ("red", "red"), ("umpire", "all")):
        body = get(address(started.battle, "/outline"), started.tokens.get(token, "")).json()
        assert body["perspective"] == perspective


def test_perspective_that_is_not_open_is_not_found(subtests: pytest.Subtests) -> None:
    for perspective in ["all", "blue", "umpire", "everyone", "green", "RED", "a/b", "é"]:
        with subtests.test(perspective=perspective):
            started = toy_started()
            for rest in ("/outline", "/lines", "/steps/0"):
                answer = get(f"{address(started.battle, rest)}?as={perspective}", started.tokens["red"])
                problem(answer, 404, "not-found")
            if perspective not in ("all", "blue"):
                problem(get(f"{address(toy_battle(), '/outline')}?as={perspective}"), 404, "not-found")


def test_number_that_is_none_is_refused(subtests: pytest.Subtests) -> None:
    for rest in ["/lines?from=-1", "/lines?count=x", "/lines?from=1.5", "/events?after=²"]:
        with subtests.test(rest=rest):
            problem(get(address(toy_battle(), rest)), 422, "invalid")


def test_entry_that_is_not_there_is_not_found(subtests: pytest.Subtests) -> None:
    for number in ["9999", "99999999999999999999"]:
        with subtests.test(number=number):
            problem(get(address(toy_battle(), f"/steps/{number}")), 404, "not-found")


def test_id_with_hyphens_is_the_same_battle() -> None:
    battle = toy_battle()
    assert get(f"{BATTLES}/{battle.pk}/outline").content == get(address(battle, "/outline")).content


@pytest.mark.parametrize("rest", ["/outline?as=red", "/lines?as=red", "/steps/3?as=red", "/events?count=100"])
def test_p7_answer_of_a_battle_that_is_over_is_kept_and_tagged(rest: str) -> None:
    battle = toy_battle()
    first = get(address(battle, rest))
    with CaptureQueriesContext(connection) as queries:
        second = get(address(battle, rest))
    assert len(queries) == 0
    assert second.content == first.content
    assert second["ETag"] == first["ETag"]
    assert first["ETag"].startswith('"')
    assert second["Cache-Control"] == "public, max-age=60"
    known = Client().get(address(battle, rest), headers={"If-None-Match": f'"x", {first["ETag"]}'})
    assert (known.status_code, known.content) == (304, b"")
    other = Client().get(address(battle, rest), headers={"If-None-Match": '"x"'})
    assert other.status_code == 200


@pytest.mark.parametrize(
    "rest", ["/events?after=%d", "/events?count=%d", "/lines?from=%d", "/lines?count=%d"]
)
def test_a_battle_cut_as_somebody_likes_is_kept_in_no_part(
    rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = toy_battle()
    kept: list[str] = []
    place = "replays_app.replay.response_cache.cache.set"
    monkeypatch.setattr(place, lambda key, *_, **__: kept.append(key))
    for number in range(1, 6):
        assert get(address(battle, rest % number)).status_code == 200
    assert [key for key in kept if key.startswith("response:")] == []


@pytest.mark.parametrize("rest", ["/events?after=99999", "/lines?as=red&from=100000"])
def test_nothing_that_begins_behind_the_end_is_kept(rest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_battle()
    kept: list[str] = []
    place = "replays_app.replay.response_cache.cache.set"
    monkeypatch.setattr(place, lambda key, *_, **__: kept.append(key))
    assert get(address(battle, rest)).status_code == 200
    assert [key for key in kept if key.startswith("response:")] == []


def test_a_very_long_answer_is_kept_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_battle()
    monkeypatch.setattr(response_cache, "MOST_KEPT", 10)
    assert get(address(battle, "/outline")).status_code == 200
    assert response_cache.cached(battle.pk, "/outline") is None


def test_nothing_of_a_running_battle_is_kept_for_others() -> None:
    started = toy_started()
    plot(seats_of(started.battle)["red"], 3, 3)
    token = started.tokens["red"]
    for rest in ("/outline?as=red", "/lines?as=red", "/steps/2?as=red"):
        mine = get(address(started.battle, rest), token)
        assert mine["Cache-Control"] == "private, no-store"
        problem(get(address(started.battle, rest)), 404, "not-found")
        problem(get(address(started.battle, rest), started.tokens["blue"]), 404, "not-found")


# --- handing out ---------------------------------------------------------------------------


def test_export_is_the_battle_file_of_the_stored_bytes() -> None:
    battle = toy_battle()
    answer = get(address(battle, "/export"))
    file = battle_file.read(io.BytesIO(answer.content))
    assert file.battle == battle.pk.hex
    assert [row.data for row in file.rows] == [row.data for row in log_store.rows(battle.pk)]
    assert f"coves-{battle.pk.hex[:8]}.jsonl" in answer["Content-Disposition"]


def test_running_battle_is_not_handed_out() -> None:
    started = toy_started()
    for token in ("", started.tokens["red"]):
        problem(get(address(started.battle, "/export"), token), 409, "still-running")


def test_export_with_verifier_proves_itself(tmp_path: Path) -> None:
    battle = toy_battle()
    answer = get(address(battle, "/export?with=verifier"))
    assert answer.content == get(address(battle, "/export?with=verifier")).content
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    archive.extractall(tmp_path)
    name = next(name for name in archive.namelist() if name.endswith(".jsonl"))
    head = log_store.rows(battle.pk)[-1].link.hex()
    words = (tmp_path / "READ-ME.txt").read_text()
    assert head in words
    assert "“The head of this log”" in words
    call = [sys.executable, "verify_battle.py", name]
    sound = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert sound.returncode == 0
    assert head in sound.stdout
    data = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(data.replace(b'"hide":1', b'"hide":2', 1))
    forged = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert forged.returncode != 0


def test_seat_belongs_to_its_side_in_every_answer() -> None:
    """A side comes from the seat, never from the request."""
    started = toy_started()
    answer = give(started.battle, started.tokens["blue"])
    assert answer.json()["entries"][0]["payload"]["side"] == "blue"
    assert Seat.objects.get(battle=started.battle, side="blue").receipts.count() == 1
