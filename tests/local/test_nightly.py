"""What is done at fixed times: the schedule, and the clock that ``manage.py up`` runs for it."""

from pathlib import Path

import pytest
from django.conf import settings

from darkseas.celery import app
from darkseas.local import supervisor
from darkseas.local.restarted_processes import Child

#: What may ask for tasks, by the environment: a broker that is named, or one that comes along.
BROKERS = [{"REDIS_URL": "redis://broker.example/0"}, {}]


def parts(var_dir: Path, environment: dict[str, str]) -> list[Child]:
    """What ``up`` would start."""
    return supervisor.children(supervisor.Site("127.0.0.1", 8000, 8001, var_dir, var_dir), environment)


def program(child: Child) -> str:
    """The Celery program that a child runs, or ""."""
    *call, name = child.call[: len(supervisor.CELERY) + 1]
    return name if tuple(call) == supervisor.CELERY else ""


def test_schedule_names_tasks_that_there_are_on_queues_that_a_worker_empties() -> None:
    app.loader.import_default_modules()
    asked = [entry["task"] for entry in app.conf.beat_schedule.values()]
    assert "ds.sim.check_all_battles" in asked
    for task in asked:
        assert task in app.tasks
        assert app.amqp.router.route({}, task)["queue"].name in (
            *supervisor.WORK.split(","),
            supervisor.LETTERS,
        )


def test_battles_are_checked_once_a_night_by_utc() -> None:
    entry = app.conf.beat_schedule["check-all-battles"]
    when = entry["schedule"]
    assert app.conf.timezone == "UTC"
    assert (when.hour, when.minute) == ({3}, {30})
    assert (len(when.day_of_week), len(when.day_of_month), len(when.month_of_year)) == (7, 31, 12)
    assert entry["options"]["expires"] < 24 * 3600


def test_clock_keeps_its_notes_in_var() -> None:
    assert Path(app.conf.beat_schedule_filename).parent == settings.VAR_DIR


@pytest.mark.parametrize("environment", BROKERS)
def test_site_has_one_clock_with_the_broker_of_its_worker(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    started = parts(tmp_path, environment)
    (clock,) = [child for child in started if program(child) == "beat"]
    workers = [child for child in started if program(child) == "worker"]
    assert [worker.name for worker in workers] == ["worker", "courier"]
    for worker in workers:
        assert clock.environment["REDIS_URL"] == worker.environment["REDIS_URL"]
        assert "--beat" not in worker.call
    assert started[-1].name == "web server"
