"""The collector looks seldom while battles are decided, in commands for that time and in workers for good."""

import gc
import subprocess
import sys

import pytest

from replays_app.log.python_gc import SELDOM, seldom_collected

WORKER = """
import gc
from darkseas.celery import app
app.loader.import_default_modules()
from celery.signals import worker_process_init
worker_process_init.send(None)
print(gc.get_threshold()[0], gc.get_freeze_count() > 0)
"""


def test_collector_looks_as_before_once_the_battles_are_checked() -> None:
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), seldom_collected():
        assert gc.get_threshold() == (SELDOM, *before[1:])
        raise RuntimeError("a check that fails")
    assert gc.get_threshold() == before


def test_worker_looks_seldom_all_its_life() -> None:
    told = subprocess.run([sys.executable, "-c", WORKER], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [str(SELDOM), "True"]
