"""The analysis of a battle: who may start it, and what its page and the API say once the battle is over."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from replays_app.models import Battle, BattleAnalysis, Job
from replays_app.pages.analysis.analysis_words import AnalysisShown
from replays_app.pages.analysis.chance_curve import chance_curve, curve_points
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import jobs
from replays_app.simulation.analysis import battle_analysis
from tests.replays_app.pages.play.fighting import toy_fight
from tests.support.library.library_battles import library_battle
from tests.support.members import logged_in, member
from tests.support.one_line import one_line

pytestmark = pytest.mark.django_db


def page_of(client: Client, battle: Battle) -> str:
    answer = client.get(f"/battles/{battle.pk}/analysis/")
    assert answer.status_code == 200
    return one_line(answer.content.decode())


def told_by_api(battle: Battle, client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).get(f"/api/v1/battles/{battle.pk.hex}/analysis")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def work_off(battle: Battle) -> Job:
    job = battle_analysis.last_job(battle)
    assert job is not None
    taken = jobs.take(job.pk.hex)
    assert taken is not None
    battle_analysis.work(taken)
    taken.refresh_from_db()
    return taken


def test_running_battle_is_never_analysed() -> None:
    client = logged_in("ann")
    battle = toy_fight(client, "blue")
    assert "when it is over" in page_of(client, battle)
    client.post(f"/battles/{battle.pk}/analysis/start/")
    assert not Job.objects.exists()
    BattleAnalysis.objects.create(battle=battle, release=battle.release, content={"secret": 1})
    assert told_by_api(battle, client)["analysis"] is None
    assert "when it is over" in page_of(client, battle)


def test_member_starts_an_analysis_once_and_everybody_reads_it() -> None:
    battle = library_battle("denmark-strait")
    visitor, ann, bob = Client(), logged_in("ann"), logged_in("bob")
    assert "Log in to analyse this battle" in page_of(visitor, battle)
    visitor.post(f"/battles/{battle.pk}/analysis/start/")
    assert not Job.objects.exists()
    for client in (ann, ann, bob):
        client.post(f"/battles/{battle.pk}/analysis/start/")
    assert Job.objects.get().owner == member("ann")
    assert "<progress" in page_of(visitor, battle)
    assert told_by_api(battle) == {"state": "waiting", "percent": 0, "error": "", "analysis": None}
    assert work_off(battle).state == Job.State.DONE
    told = told_by_api(battle)
    assert (told["state"], told["percent"]) == ("done", 100)
    sums, start, end = (told["analysis"][key] for key in ("sums", "start", "end"))
    first, other = told["analysis"]["sides"]
    changes = sums["luck"] + sums["judgement"][first] - sums["judgement"][other]
    assert start + changes == pytest.approx(end["win"], abs=1e-5)
    text = page_of(visitor, battle)
    assert "Turning points" in text
    assert "Analyse this battle" not in text


def test_shown_figures_add_up_and_the_winner_ends_at_a_hundred() -> None:
    for scenario, seed in (("denmark-strait", "a"), ("denmark-strait", "c"), ("first-salvoes", "b")):
        battle = library_battle(scenario, seed)
        content = battle_analysis.analyse(battle, lambda _: None)
        winner = battle.summary.winner or ""
        told = AnalysisShown(BattleContext.of(battle), content, winner)
        summary = told.summary(winner)
        moved = [summary.luck, *(value for _, value in summary.orders)]
        total = summary.start + sum(int(Decimal(value.replace("−", "-"))) for value in moved)
        assert total == summary.end == (100 if winner else 50)
        curve = chance_curve(content, told.sign)
        assert curve.rows[-1].chance == summary.end
        points = curve_points(content)
        assert points == sorted(points, key=lambda point: point[0])
        assert points[-1][1] == content["end"]["win"]
        assert {mark.seq for mark in curve.marks} == {point.seq for point in told.turning_points()}
        for point in told.turning_points():
            assert point.sentences
            assert not any(re.match(r"Turn \d+:", sentence) for sentence in point.sentences)


def test_analysis_is_cancelled_by_its_owner_only() -> None:
    battle = library_battle("denmark-strait")
    ann, bob = logged_in("ann"), logged_in("bob")
    ann.post(f"/battles/{battle.pk}/analysis/start/")
    assert "Cancel the analysis" not in page_of(bob, battle)
    bob.post(f"/battles/{battle.pk}/analysis/cancel/")
    assert Job.objects.get().state == Job.State.QUEUED
    ann.post(f"/battles/{battle.pk}/analysis/cancel/")
    assert Job.objects.get().state == Job.State.CANCELLED
    assert "Analyse this battle" in page_of(ann, battle)
    ann.post(f"/battles/{battle.pk}/analysis/start/")
    assert Job.objects.count() == 2


def test_cancelled_job_stores_nothing() -> None:
    battle = library_battle("denmark-strait")
    job = battle_analysis.request(battle, member("ann"))
    taken = jobs.take(job.pk.hex)
    assert taken is not None
    jobs.cancel(job)
    with pytest.raises(jobs.LeaseLost):
        battle_analysis.work(taken)
    assert not BattleAnalysis.objects.exists()


def test_analysis_of_another_release_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = library_battle("denmark-strait")
    battle_analysis.store(battle, {"old": True}, release="an older one")
    assert battle_analysis.of(battle) is None
    battle_analysis.request(battle, member("ann"))
    work_off(battle)
    found = BattleAnalysis.objects.get()
    assert "old" not in found.content
