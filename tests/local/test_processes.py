"""Watched programs: they start whoever their parent is, and end with it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_START = """
import sys, time
from pathlib import Path
from darkseas.local.processes import Child
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
