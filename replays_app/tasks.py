"""Background work on battles: each task takes an id, calls one function, and may run twice."""

from contextlib import suppress
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from replays_app.simulation import jobs, trial_battles, verification

from .models import Battle


@shared_task(name="ds.sim.check_battle")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def check_battle(battle_id: str) -> None:
    """Check one battle; what is found is stored."""
    verification.check(Battle.objects.get(pk=UUID(battle_id)))


@shared_task(name="ds.sim.check_all_battles")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def check_all_battles() -> None:
    """Ask for a check of every battle."""
    for battle_id in Battle.objects.values_list("pk", flat=True).iterator():
        check_battle.delay(battle_id.hex)


@shared_task(name=jobs.TASK)  # type: ignore[untyped-decorator]  # Celery says nothing of types
def work(job_id: str) -> None:
    """Do one job, if it still waits for somebody."""
    job = jobs.take(job_id)
    if job is None:
        return
    with suppress(jobs.LeaseLost):
        try:
            trial_battles.work(job)
        except SoftTimeLimitExceeded:
            jobs.fail(job, "It took too long, and would again. Ask for fewer battles at a time.")


@shared_task(name="ds.sim.sweep_jobs")  # type: ignore[untyped-decorator]  # Celery says nothing of types
def sweep_jobs() -> None:
    """Ring again for jobs that got lost."""
    jobs.sweep()
