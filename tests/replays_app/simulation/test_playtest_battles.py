"""Test battles of drafts: kept to look at, counted for the balance, and for their authors alone."""

import json
from dataclasses import replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client

from darkseas.engine.bots.battle import BattleStuck
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization import canonical_json
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.serialization.codec import write
from darkseas.members.models import Member
from darkseas.rules.registry import RELEASE
from replays_app.models import Balance, Battle, Job
from replays_app.simulation import balance, balance_parts, jobs, playtest_battles, tasks, verification
from scenarios_app.library.loader import LIBRARY, read_file
from scenarios_app.models import Draft, Revision, Scenario, Visibility
from scenarios_app.revisions import member_limits
from scenarios_app.revisions.store import keep_trial
from tests.support.every_case import every_case

pytestmark = pytest.mark.django_db


def spada(**changes: Any) -> ScenarioSpec:
    """A small scenario of its own key."""
    return replace(read_file(LIBRARY / "cape-spada.toml"), key="off-spada", title="Off Spada", **changes)


@pytest.fixture
def author() -> Member:
    """Who writes the draft."""
    return Member.objects.create_user("Ainsworth", "a@example.org", "a long enough phrase")


@pytest.fixture
def draft(author: Member) -> Draft:
    """A draft that can be fought."""
    scenario = Scenario.objects.create(
        key="off-spada",
        system="dark_seas",
        title="Off Spada",
        owner=author,
        visibility=Visibility.PRIVATE,
    )
    return Draft.objects.create(scenario=scenario, document=canonical_json.encode(write(spada())))


@pytest.fixture
def revision(draft: Draft, author: Member) -> Revision:
    """The draft as it is fought."""
    return keep_trial(draft.scenario, spada(), author)


def done(job: Job) -> Job:
    """The job after a worker has had it."""
    tasks.work(job.pk.hex)
    job.refresh_from_db()
    return job


def test_one_battle_is_kept_and_sound(revision: Revision) -> None:
    job = done(playtest_battles.request(revision, 1))
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert job.result is not None
    battle = Battle.objects.get(pk=job.result["battle"])
    assert (battle.origin, battle.status, battle.revision) == ("trial", "finished", revision)
    assert verification.check(battle) == []
    assert set(job.result["losses"]) == {side.key for side in spada().sides}
    assert job.result["url"] == f"/battles/{battle.pk}/"
    assert revision.number is None


def test_asked_again_it_is_another_battle(revision: Revision) -> None:
    first, second = done(playtest_battles.request(revision, 1)), done(playtest_battles.request(revision, 1))
    assert first.pk != second.pk
    assert first.result is not None
    assert second.result is not None
    assert first.result["battle"] != second.result["battle"]
    assert revision.battles.count() == 2


def test_many_battles_make_a_balance(revision: Revision) -> None:
    job = done(playtest_battles.request(revision, 12))
    balance = Balance.objects.get(revision=revision, release=RELEASE)
    assert job.result is not None
    assert (balance.battles, balance.wins, balance.drawn) == (12, job.result["wins"], job.result["drawn"])
    assert sum(balance.wins.values()) + balance.drawn == 12
    assert balance.turns >= 12
    assert job.done == job.total == 12
    assert not revision.battles.exists()


def test_same_battles_give_the_same_balance(revision: Revision) -> None:
    first = balance.fight_through(spada(), 4, lambda _: None)
    assert balance.fight_through(spada(), 4, lambda _: None) == first


def test_captains_who_think_too_long_are_stopped_and_their_author_is_told(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BattleStuck, match="0 seconds of CPU time"):
        balance.fight_through(spada(), 1, lambda _: None, most_s=0)
    for part in (playtest_battles, balance_parts):
        monkeypatch.setattr(part, "MOST_S", 0)
    for battles in (1, 5, 12):
        job = done(playtest_battles.request(revision, battles))
        assert job.state == Job.State.FAILED
        assert "use fewer ships or turns" in job.error


def test_task_that_comes_twice_works_once(revision: Revision) -> None:
    job = playtest_battles.request(revision, 1)
    tasks.work(job.pk.hex)
    tasks.work(job.pk.hex)
    assert revision.battles.count() == 1


def test_cancelled_in_the_middle_leaves_nothing(revision: Revision, monkeypatch: pytest.MonkeyPatch) -> None:
    job = playtest_battles.request(revision, 5)
    advance = jobs.advance

    def cancel_after_two(taken: Job, count: int) -> None:
        if count == 2:
            jobs.cancel(taken)
        advance(taken, count)

    monkeypatch.setattr(jobs, "advance", cancel_after_two)
    assert done(job).state == Job.State.CANCELLED
    assert not Balance.objects.exists()


def test_fights_that_take_too_long_are_given_up_at_once(
    revision: Revision, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(taken: Job, count: int) -> None:
        raise SoftTimeLimitExceeded  # as Celery does, wherever the work stands

    monkeypatch.setattr(jobs, "advance", too_long)
    job = done(playtest_battles.request(revision, 5))
    assert (job.state, job.attempts) == (Job.State.FAILED, 1)
    assert "fewer battles" in job.error
    assert not Balance.objects.exists()


def test_what_cannot_be_fought_fails_with_its_place(draft: Draft) -> None:
    bad = spada(aims={**spada().aims, "turn_limit": 0})
    job = done(playtest_battles.request(keep_trial(draft.scenario, bad), 3))
    assert job.state == Job.State.FAILED
    assert "aims.turn_limit" in job.error


@every_case("battles", [0, -1, 201])
def test_number_of_battles_has_bounds(revision: Revision, battles: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 200"):
        playtest_battles.request(revision, battles)


# --- by the API --------------------------------------------------------------------------------


def ask_for_battles(client: Client, draft: Draft, **body: Json) -> tuple[int, dict[str, Json]]:
    """The answer to a request for test battles."""
    answer = client.post(f"/api/v1/drafts/{draft.pk}/fight/", json.dumps(body), "application/json")
    return answer.status_code, answer.json()


def test_author_fights_their_draft_and_hears_of_it(client: Client, draft: Draft, author: Member) -> None:
    client.force_login(author)
    status, body = ask_for_battles(client, draft, battles=1, version=draft.version)
    assert status == 202
    place = f"/api/v1/jobs/{Job.objects.get().pk}/"
    assert (body["url"], body["cancel_url"]) == (place, f"{place}cancel/")
    assert client.get(place).json()["state"] == "queued"
    tasks.work(body["job"])
    job = client.get(place).json()
    assert (job["state"], job["done"]) == ("done", 1)
    assert client.get(job["result"]["url"]).status_code == 200


def test_strangers_learn_nothing_of_a_draft(client: Client, draft: Draft, author: Member) -> None:
    assert ask_for_battles(client, draft)[0] == 403
    stranger = Member.objects.create_user("Tanaka", "t@example.org", "a long enough phrase")
    client.force_login(author)
    done(Job.objects.get(pk=ask_for_battles(client, draft)[1]["job"]))
    job, battle = Job.objects.get(), Battle.objects.get()
    client.force_login(stranger)
    assert ask_for_battles(client, draft)[0] == 404
    assert client.get(f"/api/v1/jobs/{job.pk}/").status_code == 404
    assert client.post(f"/api/v1/jobs/{job.pk}/cancel/").status_code == 404
    assert Job.objects.count() == 1
    assert battle.origin == "trial"


def test_stale_or_foolish_requests_are_refused(client: Client, draft: Draft, author: Member) -> None:
    client.force_login(author)
    assert ask_for_battles(client, draft, version=draft.version + 1)[0] == 409
    assert ask_for_battles(client, draft, battles=0)[0] == 422
    assert ask_for_battles(client, draft, battles="many")[1]["errors"][0]["pointer"] == "#/battles"
    assert not Job.objects.exists()


def test_draft_that_cannot_be_fought_names_its_places(client: Client, draft: Draft, author: Member) -> None:
    Draft.objects.update(document=canonical_json.encode(write(spada(aims={**spada().aims, "turn_limit": 0}))))
    client.force_login(author)
    status, body = ask_for_battles(client, draft)
    assert (status, body["errors"][0]["pointer"]) == (422, "#/aims/turn_limit")


def test_fourth_job_has_to_wait(client: Client, draft: Draft, author: Member) -> None:
    client.force_login(author)
    assert [ask_for_battles(client, draft, battles=number)[0] for number in (2, 3, 4, 5)] == [
        202,
        202,
        202,
        429,
    ]
    waiting = Job.objects.filter(state="queued").first()
    assert waiting is not None
    job = client.post(f"/api/v1/jobs/{waiting.pk}/cancel/").json()
    assert job["state"] == "cancelled"
    assert ask_for_battles(client, draft, battles=5)[0] == 202


def test_each_author_hears_of_the_fights_that_they_asked_for(
    client: Client, draft: Draft, author: Member
) -> None:
    """What one author has asked for already, another may ask for as well, and follow."""
    helper = Member.objects.create_user("Merrill", "m@example.org", "a long enough phrase")
    draft.authors.add(helper)
    for member in (author, helper):
        client.force_login(member)
        status, body = ask_for_battles(client, draft, battles=4)
        assert status == 202
        tasks.work(body["job"])
        job = client.get(f"/api/v1/jobs/{Job.objects.get(pk=body['job']).pk}/")
        assert (job.status_code, job.json()["state"]) == (200, "done")
    assert Job.objects.count() == 2
    assert Balance.objects.get().battles == 4


def test_nothing_is_fought_for_who_leaves_the_site_this_moment(
    client: Client, draft: Draft, author: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(author)
    # What is asked between letting them in and beginning.
    monkeypatch.setattr(member_limits, "check_bytes", lambda _: Member.objects.update(is_active=False))
    assert ask_for_battles(client, draft)[0] == 403
    assert (Job.objects.count(), Revision.objects.count()) == (0, 0)
