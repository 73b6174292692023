"""What may not be written anywhere: addresses, paths of one machine, unfinished work, banned names."""

import re
import tomllib
from collections.abc import Callable

from tests.architecture.sources import PACKAGES, ROOT, committed_files, place, source_files

BANNED_NAMES = {"utils", "common", "helpers", "core", "services", "manager", "managers"}

REGISTRIES = ("pypi" + ".org", "pythonhosted" + ".org", "npmjs" + ".org", "npmjs" + ".com", "debian" + ".org")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:" + "work|tm" + "p|roo" + r"t)\b(?!@)")
UNFINISHED = re.compile(r"\b(?:" + "TO" + "DO|FIX" + "ME|XX" + r"X)\b")


def lines_matching(is_match: Callable[[str], object]) -> list[str]:
    """Return the places whose line matches, in every file that may be committed."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in committed_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if is_match(line)
    ]


def test_no_registry_is_named() -> None:
    assert lines_matching(lambda line: any(host in line for host in REGISTRIES)) == []


def test_no_path_of_one_machine_is_named() -> None:
    assert lines_matching(MACHINE_PATH.search) == []


def test_nothing_is_left_unfinished() -> None:
    assert lines_matching(UNFINISHED.search) == []


def test_locks_name_no_address() -> None:
    for lock in ("requirements.lock", "requirements-test.lock"):
        text = (ROOT / lock).read_text(encoding="ascii")
        assert "://" not in text
        assert text.count("--hash=sha256:") > 50


def test_locks_hold_every_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {
        "requirements.lock": project["dependencies"],
        "requirements-test.lock": project["dependencies"] + project["optional-dependencies"]["test"],
    }
    for lock, requirements in declared.items():
        locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / lock).read_text(encoding="ascii"), re.MULTILINE))
        names = {re.split(r"[^A-Za-z0-9-]", requirement)[0].lower() for requirement in requirements}
        assert names <= locked


def test_both_locks_agree() -> None:
    def pins(lock: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / lock).read_text(encoding="ascii"), re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_no_module_is_named_for_not_having_found_a_name() -> None:
    found = [place(path) for path in source_files(*PACKAGES, "tests") if path.stem in BANNED_NAMES]
    assert found == []


def test_templates_hold_no_inline_script_or_style() -> None:
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)
    templates = [path for package in PACKAGES for path in (ROOT / package).rglob("templates/**/*.html")]
    found = [
        f"{place(path)}: {match.group()}"
        for path in templates
        for match in inline.finditer(path.read_text(encoding="utf-8"))
    ]
    assert templates
    assert found == []


def test_every_system_is_among_the_layers() -> None:
    """A folder that is not named there could import another system unseen."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    named = set(re.findall(r"darkseas\.rules\.(\w+)", " ".join(contracts[0]["layers"])))
    assert {path.parent.name for path in (ROOT / "darkseas" / "rules").glob("*/__init__.py")} <= named
