"""Rounds of many are drawn in the background: once, with nothing locked, and never from what has changed."""

import pytest
from django.db import connection

from darkseas.club.models import Right, Round, Tournament
from darkseas.club.pairing.round_records import Plan
from darkseas.club.tournaments import rounds
from darkseas.club.tournaments.entries import entries
from darkseas.club.tournaments.round_draw import background_draw
from darkseas.club.tournaments.round_draw.next_pairings import next_plan
from darkseas.club.tournaments.tournament_so_far import Fought
from replays_app.models import Job
from replays_app.simulation import tasks
from tests.support.members import logged_in

from .entries.test_check_in import BASE, SCENARIO, send
from .events import SETTING, director_of, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """A tournament of which a page is told that it is large."""
    monkeypatch.setattr(background_draw, "LARGEST_AT_ONCE", 4)
    return running(6)


def test_round_of_many_is_drawn_by_a_job_and_once(large: Tournament) -> None:
    dora = logged_in("dora")
    assert "Pairing the next round takes" in send(dora, "rounds/new/", **SCENARIO)
    send(dora, "rounds/new/", **SCENARIO)
    assert not Round.objects.exists()
    job = Job.objects.get()
    tasks.work(job.pk.hex)
    tasks.work(job.pk.hex)
    drawn = Round.objects.get()
    assert drawn.pairings.count() == 3
    assert "Pairing the next round takes" not in dora.get(BASE).content.decode()
    rounds.take_back(director_of(large.club), drawn, "another scenario")
    send(dora, "rounds/new/", **SCENARIO)
    tasks.work(Job.objects.get().pk.hex)
    assert Round.objects.get() != drawn


def test_round_is_paired_with_nothing_locked_and_not_from_what_has_changed(
    large: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    by = director_of(large.club)

    def slowly(fought: Fought, *, sides_are_bid: bool) -> Plan:
        assert not connection.savepoint_ids, "a transaction is open while a round is paired"
        entries.withdraw(by, large.entrants.get(number=1), "They are ill.")
        return next_plan(fought, sides_are_bid=sides_are_bid)

    monkeypatch.setattr("darkseas.club.tournaments.rounds.next_plan", slowly)
    send(logged_in("dora"), "rounds/new/", **SCENARIO)
    job = Job.objects.get()
    tasks.work(job.pk.hex)
    assert not Round.objects.exists()
    page = logged_in("dora").get(BASE).content.decode()
    assert "The round was not paired. The tournament changed during the pairing" in page
    monkeypatch.undo()
    monkeypatch.setattr(background_draw, "LARGEST_AT_ONCE", 4)
    Right.objects.filter(player=by).delete()
    background_draw.ask(by, Tournament.objects.get(), SETTING, without_absent=False)
    tasks.work(Job.objects.get().pk.hex)
    assert (
        Job.objects.get().error
        == "The person who requested the pairing is no longer a director. Pair the round again."
    )
    Right.objects.create(player=by, kind=Right.Kind.DIRECTOR)
    send(logged_in("dora"), "rounds/new/", **SCENARIO)
    tasks.work(Job.objects.get().pk.hex)
    assert Round.objects.get().pairings.count() == 3
