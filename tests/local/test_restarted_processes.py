"""Watched programs: they start whoever their parent is, and end with it."""

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from darkseas.local import restarted_processes, supervisor
from darkseas.local.restarted_processes import Child

_START = """
import sys, time
from pathlib import Path
from darkseas.local.restarted_processes import Child
child = Child("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], {}, Path(sys.argv[1]))
child.start()
time.sleep(1)
print("runs" if child.process.poll() is None else "has ended")
child.stop()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="left out: containers are Linux's.")
def test_first_process_of_a_container_may_have_children(tmp_path: Path) -> None:
    """Its process id is 1, which otherwise stands for a parent that has died."""
    unshare = shutil.which("unshare")
    alone = [unshare, "--pid", "--fork", "--mount-proc"] if unshare else []
    if not unshare or subprocess.run([*alone, "true"], check=False, capture_output=True).returncode:
        pytest.skip("left out: namespaces of processes cannot be made here.")
    found = subprocess.run(
        [*alone, sys.executable, "-c", _START, str(tmp_path / "log")],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (found.stdout, found.stderr) == ("runs\n", "")


def fall(child: Child, times: int) -> None:
    """Let a child end so often, and be looked at."""
    for _ in range(times):
        assert child.process is not None
        child.process.wait(60)
        child.keep_up()


def test_what_pages_can_do_without_rests_ever_longer_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    child = Child("worker", [sys.executable, "-S", "-c", ""], {}, tmp_path / "worker.log", is_vital=False)
    child.start()
    fall(child, restarted_processes.MOST_FALLS)
    told = f"UTC: The worker ended with code 0 and is restarted; its log is {child.log}.\n"
    assert capsys.readouterr().err.count(told) == restarted_processes.MOST_FALLS
    for seconds in (60, 120, 240):
        fall(child, 1)
        assert f"it is restarted in {seconds} s." in capsys.readouterr().err
        before = child.process
        clock[0] += seconds - 1
        fall(child, 1)
        assert child.process is before
        clock[0] += 1
        fall(child, restarted_processes.MOST_FALLS)
        assert capsys.readouterr().err.count(told) == restarted_processes.MOST_FALLS
    child.stop()
    vital = Child("web server", [sys.executable, "-S", "-c", ""], {}, tmp_path / "web.log")
    vital.start()
    with pytest.raises(
        restarted_processes.KeepsFalling, match=r"The web server keeps failing; see .*web\.log"
    ):
        fall(vital, restarted_processes.MOST_FALLS + 1)


def test_program_that_was_killed_is_named_with_the_signal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    child = Child("beat", ["sleep", "60"], os.environ, tmp_path / "beat.log")
    child.start()
    assert child.process is not None
    child.process.kill()
    fall(child, 1)
    assert "The beat was ended by SIGKILL and is restarted" in capsys.readouterr().err
    child.stop()


def test_what_a_site_keeps_is_for_its_owner_alone(tmp_path: Path) -> None:
    var_dir, before = tmp_path / "var", os.umask(0o022)
    (var_dir / "log").mkdir(parents=True)
    (var_dir / "darkseas.sqlite3").touch()
    (var_dir / "log" / "web.log").touch()
    try:
        with supervisor.only_one(var_dir, "http://localhost/"):
            (var_dir / "log" / "courier.log").touch()
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (var_dir, *var_dir.rglob("*"))}
    finally:
        os.umask(before)
    folders = {name for name, mode in modes.items() if mode == 0o700}
    assert folders == {"var", "log"}
    assert {mode for name, mode in modes.items() if name not in folders} == {0o600}
