"""Run as ``python -m tests.benchmarks [P1 P2 ...]``: measures, and prints ratios and what they reach."""

import argparse
import os
import platform
import sys
import time
from collections.abc import Sequence
from importlib import import_module, metadata
from pathlib import Path

from .environment import Surroundings, surroundings

#: Each subject and its module, which measures in `run`.
SUBJECTS = {
    "P1": "fold",
    "P2": "verify",
    "P4": "battles_between_bots",
    "P5": "append",
    "P6": "seek",
    "P7": "site.serve",
    "P8": "site.battle_lists",
    "P9": "site.read_and_check",
    "P10": "site.background",
    "P11": "club.ratings",
    "P12": "site.club_pages",
    "P13": "site.map_frames",
    "P14": "site.live_battles",
    "P15": "easyships",
    "P16": "club.pairing",
}
PEERS = ("eventsourcing", "chess")


def main(arguments: Sequence[str]) -> None:
    """Measure the subjects asked for, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="P1", help=f"of {', '.join(SUBJECTS)}; all if none")
    parser.add_argument("--node-folder", type=Path, help="where node's packages are or may be installed")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.subjects) - set(SUBJECTS))
    if unknown:
        parser.error(f"no subject {', '.join(unknown)}")
    with surroundings(options.node_folder) as around:
        tell(_head(around))
        for name in options.subjects or SUBJECTS:
            measure(name, around)


def measure(name: str, around: Surroundings) -> None:
    """Measure one subject, and say how busy the machine was."""
    before, began = os.getloadavg()[0], time.monotonic()
    report = import_module(f"{__package__}.{SUBJECTS[name]}").run(around)
    seconds, after = time.monotonic() - began, os.getloadavg()[0]
    report.say(f"took {seconds:.0f} s; load average {before:.1f} before, {after:.1f} after")
    tell(f"\n{report}")


def _head(around: Surroundings) -> str:
    peers = ", ".join(f"{peer} {_release(peer)}" for peer in PEERS)
    return (
        f"Ratios of both sides in turn; median (least – most) of the rounds. {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {peers}; cache: {around.cache}.\n"
        "Figures beside the ratios hold for this machine in this hour alone."
    )


def _release(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "is not installed"


def tell(text: str) -> None:
    """Print at once, for a run takes minutes."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
