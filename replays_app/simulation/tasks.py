"""Background tasks for battles. Each takes an id, calls one function, and may safely run twice."""

import logging
from contextlib import suppress
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import worker_process_init
from django.utils import timezone

from replays_app.export import prerendered_replays
from replays_app.log.python_gc import collect_seldom
from replays_app.models import Battle
from replays_app.projections import whose_turn
from replays_app.recording import abandoning, bot_turns, time_outs
from replays_app.replay.battle_context import BattleContext
from replays_app.simulation import jobs, verification
from scenarios_app.models import Scenario
from scenarios_app.revisions import rebuild_list_rows

log = logging.getLogger(__name__)
worker_process_init.connect(collect_seldom)


@shared_task(name="ds.sim.check_battle")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def check_battle(battle_id: str) -> None:
    """Check one battle; errors are stored and logged."""
    battle = Battle.objects.select_related("revision").get(pk=UUID(battle_id))
    for finding in verification.check(battle):
        log.error("battle %s: %s: %s", battle_id, finding.kind, finding.text)
    prerendered_replays.forget_stale(battle)


@shared_task(name=prerendered_replays.TASK)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def tell_ahead(battle_id: str) -> None:
    """Prerender the replays of a finished battle."""
    prerendered_replays.tell_ahead(Battle.objects.select_related("revision").get(pk=UUID(battle_id)))


@shared_task(name="ds.sim.check_scenario")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def check_scenario(scenario_id: int) -> None:
    """Check one scenario; errors are logged."""
    for sentence in rebuild_list_rows.check(scenario_id):
        log.error(sentence)


@shared_task(name="ds.sim.check_all_battles")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def check_all_battles() -> None:
    """Enqueue a check of every scenario and battle, and log battles whose row is missing."""
    for sentence in verification.lost_battles():
        log.error("battle %s", sentence)
    for scenario_id in Scenario.objects.order_by().values_list("pk", flat=True).iterator():
        check_scenario.delay(scenario_id)
    for battle_id in Battle.objects.values_list("pk", flat=True).iterator():
        check_battle.delay(battle_id.hex)


@shared_task(name=jobs.TASK)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def work(job_id: str) -> None:
    """Do one job if it is still waiting."""
    job = jobs.take(job_id)
    if job is None:
        return
    with suppress(jobs.LeaseLost):
        try:
            jobs.worker_for(job.kind)(job)
        except SoftTimeLimitExceeded:
            jobs.fail(job, "It took too long. Choose fewer battles at a time.")
    jobs.ring_for_next_of(job.owner_id)


@shared_task(name="ds.sim.sweep_jobs")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def sweep_jobs() -> None:
    """Enqueue lost jobs again."""
    jobs.sweep()


@shared_task(name=bot_turns.TASK)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def play_bots(battle_id: str) -> None:
    """Play a battle for some seconds while bots have orders due, then enqueue it again if needed."""
    battle = Battle.objects.select_related("revision__scenario").get(pk=UUID(battle_id))
    context = BattleContext.of(battle)
    bot_turns.go_on(context, bot_turns.TURN_S, whose_turn.project(context))


@shared_task(name="ds.sim.answer_for_bots")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def answer_for_bots() -> None:
    """Submit bots' orders that are still due because a process died."""
    bot_turns.sweep()


@shared_task(name="ds.battles.break_off_overdue")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def break_off_overdue() -> None:
    """Abandon battles with committed dice that have waited too long."""
    abandoning.break_off_overdue(timezone.now())


@shared_task(name="ds.battles.break_off_abandoned")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def break_off_abandoned() -> None:
    """Abandon battles against bots that visitors have left."""
    abandoning.break_off_abandoned(timezone.now())


@shared_task(name="ds.battles.run_out_clocks")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def run_out_clocks() -> None:
    """Handle sides whose time has run out."""
    time_outs.run_out(timezone.now())
