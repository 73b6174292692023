"""Node, and the packages that check the scripts: whether they are there; the packages are installed once."""

import fcntl
import hashlib
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
LOCK = FOLDER / "package-lock.json"
STAMP = FOLDER / "node_modules/.lock.sha256"

OLDEST_NODE = (18, 19)
ANSWER_WITHIN_S = 60
INSTALL_WITHIN_S = 300


@cache
def absence() -> str:
    """Say why scripts cannot be run outside a browser, or nothing when node is there and new enough."""
    if shutil.which("node") is None:
        return "There is no node."
    told = subprocess.run(
        ["node", "--version"], capture_output=True, text=True, timeout=ANSWER_WITHIN_S, check=False
    ).stdout
    version = tuple(int(number) for number in re.findall(r"\d+", told)[:2])
    if version < OLDEST_NODE:
        return f"Node is older than {'.'.join(map(str, OLDEST_NODE))}: {told.strip()}."
    return ""


@cache
def packages_absence() -> str:
    """Say why the scripts cannot be checked, or nothing once the packages of the lock are installed."""
    if absence():
        return absence()
    if shutil.which("npm") is None:
        return "There is no npm, which installs what checks the scripts."
    with open(FOLDER / ".install.lock", "w", encoding="ascii") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        return "" if _is_installed() else _install()


def _is_installed() -> bool:
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == _lock_hash()


def _install() -> str:
    quick = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--prefer-offline"]
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = npm("ci", *quiet, *quick, within_s=INSTALL_WITHIN_S)
    except subprocess.TimeoutExpired:
        return "npm could not install in time what checks the scripts."
    if done.returncode:
        return f"npm cannot install what checks the scripts: {_reason(done.stderr)}."
    STAMP.write_text(_lock_hash(), encoding="ascii")
    return ""


def _reason(errors: str) -> str:
    """Return npm's code for a failure, such as EAI_AGAIN where there is no network."""
    code = re.search(r"^npm (?:ERR!|error) code (\w+)", errors, re.MULTILINE)
    return code.group(1) if code else "it does not say why"


def _lock_hash() -> str:
    return hashlib.sha256(LOCK.read_bytes()).hexdigest()


def run_tests(*, within_s: float) -> subprocess.CompletedProcess[str]:
    """Run all tests that are scripts, once. Raises TimeoutExpired."""
    call = ["node", "--import", "./static_roots.js", "--test", "--test-reporter=spec"]
    return subprocess.run(call, cwd=FOLDER, capture_output=True, text=True, timeout=within_s, check=False)


def run(script: str, *arguments: str, within_s: float) -> subprocess.CompletedProcess[str]:
    """Run one script of this folder. Raises TimeoutExpired."""
    call = ["node", script, *arguments]
    return subprocess.run(call, cwd=FOLDER, capture_output=True, text=True, timeout=within_s, check=False)


def npm(*call: str, within_s: float) -> subprocess.CompletedProcess[str]:
    """Run npm in the folder of the scripts' tests. Raises TimeoutExpired."""
    return subprocess.run(
        ["npm", *call], cwd=FOLDER, capture_output=True, text=True, timeout=within_s, check=False
    )
