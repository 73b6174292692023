"""A battle that is over is told whole, once, for who watches it: as step by step, and never stale."""

import json
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from darkseas.engine.events import Fact, TableWitnessed, may_know
from darkseas.web.sending.compression import unpacked
from replays_app.export import battle_files, prerendered_replays
from replays_app.log import store as log_store
from replays_app.models import Battle, Reel
from replays_app.replay import perspectives
from replays_app.replay.battle_context import BattleContext
from replays_app.replay.lines import lines_json, step_json
from replays_app.replay.outline import outline
from replays_app.simulation import tasks
from scenarios_app.models import Scenario
from tests.support.builders import forms_of, give, plot, seats_of, toy_battle, toy_started
from tests.support.every_case import every_case
from tests.support.members import logged_in, member

pytestmark = pytest.mark.django_db

LIBRARY = Path(battle_files.__file__).parents[1] / "simulation" / "library"
ALL = perspectives.ALL


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Let no test have what another one's process remembers: battles from files are the same in all."""
    prerendered_replays._remembered.cache_clear()


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that workers were told of."""
    names: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_: names.append(name))
    return names


def fought(name: str) -> Battle:
    """A battle that is over: the toy's, or one of the library's with blocks or cards."""
    if name == "toy":
        return toy_battle()
    return battle_files.import_battle(
        (LIBRARY / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    ).battle


def address(battle: Battle, perspective: str = ALL, mark: str = "") -> str:
    """Where a reel is asked for."""
    return (
        f"/api/v1/battles/{battle.pk.hex}/reels/{mark or prerendered_replays.mark_of(battle)}/{perspective}"
    )


def plain(data: bytes) -> Any:
    """What a reel says."""
    return json.loads(unpacked(data))


@every_case("name", ["toy", "denmark-strait", "first-salvoes"])
def test_reel_says_what_is_told_step_by_step_and_nothing_else(name: str) -> None:
    battle = fought(name)
    context, open_to = BattleContext.of(battle), perspectives.open_to(battle)
    assert prerendered_replays.tell_ahead(battle) == len(open_to) == battle.reels.count()
    entries = log_store.read(battle.pk)
    for perspective in open_to:
        reel = plain(bytes(battle.reels.get(perspective=perspective).data))
        assert set(reel) == {"outline", "lines", "charts", "chart_of"}
        assert reel["outline"] == json.loads(json.dumps(outline(context, perspective, open_to)))
        assert reel["lines"] == json.loads(json.dumps(lines_json(context, perspective, 0, 1000)))
        for n, line in enumerate(reel["lines"]):
            step = json.loads(json.dumps(step_json(context, perspective, n)))
            assert step == {"n": n, "line": line, "chart": reel["charts"][reel["chart_of"][n]]}
        side = None if perspective == perspectives.OBSERVER else perspective
        known = [one for one in entries if perspective == ALL or may_know(one.audience, side)]
        assert len(reel["lines"]) == len(known)
    assert {reel.mark for reel in battle.reels.all()} == {prerendered_replays.mark_of(battle)}


def test_reels_are_told_once_however_often_workers_are_asked() -> None:
    battle = toy_battle()
    assert [prerendered_replays.tell_ahead(battle), prerendered_replays.tell_ahead(battle)] == [4, 0]
    before = set(battle.reels.values_list("pk", "perspective"))
    battle.reels.filter(perspective="red").delete()
    tasks.tell_ahead(battle.pk.hex)
    tasks.tell_ahead(battle.pk.hex)
    assert len(before & set(battle.reels.values_list("pk", "perspective"))) == 3
    assert battle.reels.count() == 4


def test_copies_of_a_reel_are_asked_for_again_within_a_minute() -> None:
    battle, asker = toy_battle(), Client()
    assert asker.get(address(battle)).status_code == 404
    prerendered_replays.tell_ahead(battle)
    packed = asker.get(address(battle), headers={"Accept-Encoding": "gzip"})
    told = asker.get(address(battle))
    assert packed.headers["Cache-Control"] == "public, max-age=60"
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert plain(packed.content) == told.json()
    known = asker.get(address(battle), headers={"If-None-Match": told.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    for perspective, mark in (("nobody", ""), (ALL, "0" * 32), ("red", "x")):
        assert asker.get(address(battle, perspective, mark)).status_code == 404


def test_withdrawn_battle_is_shown_by_no_copy_that_is_asked_about_again() -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    known = Client().get(address(battle)).headers["ETag"]
    Scenario.objects.update(visibility="private")
    cache.clear()  # as after ten seconds: openness is remembered so long
    asked = Client().get(address(battle), headers={"If-None-Match": known})
    assert (asked.status_code, "max-age" in asked.headers.get("Cache-Control", "")) == (404, False)


@pytest.mark.parametrize(("visibility", "is_open"), [("unlisted", True), ("private", False)])
def test_reel_of_another_battle_is_asked_for_again_each_time(visibility: str, *, is_open: bool) -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    Scenario.objects.update(visibility=visibility, owner=member("ada"))
    stranger, owner = Client().get(address(battle)), logged_in("ada").get(address(battle))
    assert (stranger.status_code, owner.status_code) == (200 if is_open else 404, 200)
    assert owner.headers["Cache-Control"] == "private, no-cache"
    assert Client().get(address(battle), headers={"If-None-Match": owner.headers["ETag"]}).status_code == (
        304 if is_open else 404
    )


def test_trial_is_shown_to_its_writers_alone() -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    Battle.objects.update(origin="trial")
    Scenario.objects.update(owner=member("ada"))
    assert [one.get(address(battle)).status_code for one in (Client(), logged_in("ada"))] == [404, 200]


def test_running_battle_has_none_and_its_end_rings_for_them(
    rung: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    battle = toy_started().battle
    assert (
        prerendered_replays.mark_of(battle),
        prerendered_replays.tell_ahead(battle),
        Reel.objects.count(),
    ) == ("", 0, 0)
    with django_capture_on_commit_callbacks(execute=True):
        plot(seats_of(battle)["red"])
    assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        give(seats_of(battle)["blue"], "resign", {}, expected=forms_of(seats_of(battle)["blue"])[0])
    battle.refresh_from_db()
    assert (battle.is_over, rung, len(prerendered_replays.mark_of(battle))) == (
        True,
        [prerendered_replays.TASK],
        32,
    )


def test_who_asks_first_rings_once_and_who_asks_for_what_is_not_never_does(rung: list[str]) -> None:
    battle = toy_battle()
    Client().get(address(battle, mark="0" * 32))
    assert rung == []
    for _ in range(3):
        assert Client().get(address(battle)).status_code == 404
    assert rung == [prerendered_replays.TASK]


def changed(battle: Battle, **columns: Any) -> str:
    """The mark of a battle whose row says something else."""
    Battle.objects.filter(pk=battle.pk).update(**columns)
    battle.refresh_from_db()
    return prerendered_replays.mark_of(battle)


def test_nothing_that_was_told_before_is_taken_for_what_stands_now(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    seen = {
        prerendered_replays.mark_of(battle),
        changed(battle, title="Another"),
        changed(battle, status="broken-off"),
    }
    last = log_store.last(battle.pk)
    assert last is not None
    log_store.append(battle.pk, last.seq + 1, last.step + 1, [Fact(TableWitnessed(("red",)))])
    seen.add(prerendered_replays.mark_of(battle))
    monkeypatch.setattr(prerendered_replays, "code_version", lambda: "f" * 16)
    seen.add(prerendered_replays.mark_of(battle))
    assert len(seen) == 5
    assert Client().get(address(battle)).status_code == 404
    assert changed(battle, broken_at=3) == ""


def test_page_leads_to_the_reels_that_hold_now_and_the_others_go() -> None:
    battle = toy_battle()
    prerendered_replays.tell_ahead(battle)
    page = Client().get(f"/battles/{battle.pk}/").content.decode()
    assert f'data-reels="{address(battle, "").replace(battle.pk.hex, str(battle.pk))}"' in page
    running = toy_started(title="Still fought").battle
    assert "data-reels" not in Client().get(f"/battles/{running.pk}/").content.decode()
    Reel.objects.filter(perspective="red").update(mark="0" * 32)
    prerendered_replays.forget_stale(battle)
    assert set(Reel.objects.values_list("perspective", flat=True)) == {ALL, "blue", "observer"}


def test_reel_that_is_too_large_is_told_once_and_sent_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = toy_battle()
    monkeypatch.setattr(prerendered_replays, "MOST_BYTES", 100)
    assert [prerendered_replays.tell_ahead(battle), prerendered_replays.tell_ahead(battle)] == [4, 0]
    assert {bytes(reel.data) for reel in battle.reels.all()} == {b""}
    assert not prerendered_replays.are_all_stored(battle, prerendered_replays.mark_of(battle))
    assert "data-reels" not in Client().get(f"/battles/{battle.pk}/").content.decode()
    assert Client().get(address(battle)).status_code == 404


def test_page_leads_to_no_reel_that_is_not_there_and_asks_for_them(rung: list[str]) -> None:
    battle = toy_battle()
    assert "data-reels" not in Client().get(f"/battles/{battle.pk}/").content.decode()
    assert rung == [prerendered_replays.TASK]
    prerendered_replays.tell_ahead(battle)
    Reel.objects.filter(perspective="red").delete()
    assert "data-reels" not in Client().get(f"/battles/{battle.pk}/").content.decode()


def test_what_was_told_of_a_battle_that_has_changed_meanwhile_is_not_kept() -> None:
    battle = toy_battle()
    context = BattleContext.of(battle)
    Battle.objects.update(title="Another")
    assert prerendered_replays.tell_ahead(context.battle) == 0
    assert Reel.objects.count() == 0
