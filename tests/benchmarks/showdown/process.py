"""Pokemon Showdown in a node process beside us, answering one line to each question."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple, Self

PACKAGE = "pokemon-showdown@0.11.11"
DRIVER = Path(__file__).with_name("driver.cjs")
INSTALL_WITHIN_S = 300
#: What it did alone on the machine of the study, where it cannot be run beside us.
PUBLISHED_BATTLES_PER_S = 19.6
PUBLISHED_CHOICES_PER_S = 1_900
PUBLISHED_LINES_PER_S = 17_600
#: Battles that its compiler sees before anything is measured.
WARM_UP = 30


class Done(NamedTuple):
    """What it did, and how long its thread had a processor for it."""

    seconds: float
    battles: int
    choices: int
    lines: int

    @property
    def choices_per_s(self) -> float:
        """Return the rate of decisions."""
        return self.choices / self.seconds

    @property
    def lines_per_s(self) -> float:
        """Return the rate of log lines."""
        return self.lines / self.seconds


class Showdown:
    """A node process that fights and replays battles on request."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            ["node", DRIVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @classmethod
    def start(cls, folder: Path | None) -> Self | str:
        """Return it warmed up, or why it cannot be had. It is installed where it is not yet.

        ``folder`` is outside of the tree; None for one of the machine's own.
        """
        if shutil.which("node") is None or shutil.which("npm") is None:
            return "node and npm are not there"
        folder = folder or Path(tempfile.gettempdir()) / "darkseas-benchmark-peers"
        if not (folder / "node_modules" / "pokemon-showdown").is_dir():
            failure = _install(folder)
            if failure:
                return f"npm could not install {PACKAGE}: {failure}"
        showdown = cls(folder)
        showdown.fight(WARM_UP)
        showdown.replay(WARM_UP)
        return showdown

    def fight(self, count: int) -> Done:
        """Let random players fight so many battles."""
        return self._ask(f"fight {count}")

    def replay(self, count: int) -> Done:
        """Decide so many of the battles again that were fought."""
        return self._ask(f"replay {count}")

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, question: str) -> Done:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            raise RuntimeError("node has no pipes")
        pipe_in.write(question + "\n")
        pipe_in.flush()
        return Done(**json.loads(pipe_out.readline()))


def _install(folder: Path) -> str:
    """Install the peer, and return the last line of what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    call = ["npm", "install", "--ignore-scripts", "--omit=optional", "--no-save", "--no-audit", "--no-fund"]
    try:
        done = subprocess.run(
            [*call, "--prefix", str(folder), PACKAGE],
            capture_output=True, text=True, timeout=INSTALL_WITHIN_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no answer within {INSTALL_WITHIN_S} s"
    if done.returncode == 0:
        return ""
    return (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
