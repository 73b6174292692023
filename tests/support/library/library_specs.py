"""The library's scenarios for tests: each file read once in a process, and none while tests are collected."""

import re
from functools import cache
from pathlib import Path

from darkseas.engine.scenario.spec import ScenarioSpec
from scenarios_app.library.loader import LIBRARY, read_file, scenario_files

_SYSTEM = re.compile(r'^system = "(\w+)"$', re.MULTILINE)


@cache
def files_of(system: str) -> tuple[Path, ...]:
    """The files whose scenarios are of a rules system, by a look at the line that says so."""
    texts = {path: path.read_text(encoding="utf-8") for path in scenario_files()}
    return tuple(path for path, text in texts.items() if _SYSTEM.findall(text) == [system])


@cache
def library_spec(key: str) -> ScenarioSpec:
    """The scenario of this key."""
    return read_file(LIBRARY / f"{key}.toml")
