"""Shares of battles and how sure they are."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from replays_app.scenario_section.win_shares import interval

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scenarios_app/drafts/static/drafts/editor/panels/wilson_interval.js"
NODE = shutil.which("node")


def test_interval_is_wilsons(subtests: pytest.Subtests) -> None:
    """The last line is the example 81 of 263 of Newcombe (1998), 0.2553 to 0.3662."""
    for wins, battles, low, high in [
        (0, 0, 0, 100),
        (5, 10, 23, 77),
        (50, 100, 40, 60),
        (0, 10, 0, 28),
        (10, 10, 72, 100),
        (81, 263, 25, 37),
    ]:
        with subtests.test(wins=wins, battles=battles, low=low, high=high):
            assert interval(wins, battles) == (low, high)


def test_interval_shrinks_with_battles() -> None:
    widths = [high - low for low, high in (interval(n // 2, n) for n in (4, 20, 100, 1000))]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.skipif(NODE is None, reason="left out: there is no node here.")
def test_editor_counts_the_same_interval(tmp_path: Path) -> None:
    assert NODE is not None
    module = shutil.copy(SCRIPT, tmp_path / "intervals.mjs")
    counts = [(wins, battles) for battles in range(121) for wins in range(battles + 1)]
    code = (
        f"import {{ intervalOf }} from {json.dumps(Path(module).as_uri())};"
        f"const found = {json.dumps(counts)}.map(([wins, battles]) => intervalOf(wins, battles));"
        "console.log(JSON.stringify(found.map(({low, high}) => [low, high])));"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert json.loads(done.stdout) == [list(interval(*count)) for count in counts]
