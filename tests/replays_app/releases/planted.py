"""Releases of the toy, made from this tree with a word changed here and there, and frozen like any other."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from darkseas.rules import registry
from replays_app.models import Battle
from replays_app.releases import archives, children, freezing
from replays_app.releases.freezing import Frozen
from tests.support.builders import toy_started
from tests.support.toys import toy_system

ROOT = Path(__file__).resolve().parents[3]
TOYS = Path(toy_system.__file__).parent
_REGISTRY = '''"""The toy alone."""

from darkseas.engine.system import RulesSystem

from .toy.toy_system import TOY

RELEASE = "{release}"
SYSTEMS = (TOY,)


def system(key: str) -> RulesSystem:
    """The toy."""
    return TOY
'''


def plant(folder: Path, release: str, *changes: tuple[str, str]) -> Path:
    """Make a tree of the toy's release; each change replaces a part of its rules."""
    rules = folder / "darkseas" / "rules"
    shutil.copytree(ROOT / "darkseas/engine", folder / "darkseas/engine")
    shutil.copytree(ROOT / "darkseas/rules/door", rules / "door")
    shutil.copytree(TOYS, rules / "toy", ignore=shutil.ignore_patterns("toy_cards.py", "__pycache__"))
    for package in (folder / "darkseas", rules):
        (package / "__init__.py").write_text("")
    (rules / "registry.py").write_text(_REGISTRY.format(release=release))
    text = (rules / "toy/toy_rules.py").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (rules / "toy/toy_rules.py").write_text(text)
    return folder


@pytest.fixture
def shelf(tmp_path: Path, settings: LazySettings) -> Iterator["Shelf"]:
    """Lend a place for archives, with a file of known releases of its own."""
    settings.RELEASES_DIR = tmp_path / "releases"
    settings.KNOWN_RELEASES = tmp_path / "releases.toml"
    settings.KNOWN_RELEASES.write_text("")
    yield Shelf(tmp_path, settings.KNOWN_RELEASES)
    children.close_all()


class Shelf:
    """Frozen releases of the toy, and battles that were begun under them."""

    def __init__(self, folder: Path, known: Path) -> None:
        self.folder = folder
        self.known = known

    def freeze(self, release: str, *changes: tuple[str, str]) -> Frozen:
        """Plant a release and freeze it."""
        frozen = freezing.of_folder(plant(self.folder / release, release, *changes))
        with self.known.open("a") as file:
            file.write(f'[{release}]\ncommit = "{"0" * 40}"\nsha256 = "{frozen.sha256}"\n')
        archives.keep(release, frozen.data)
        return frozen


def begun_under(release: str, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Battle:
    """A battle of the toy that began while this was today's release."""
    with monkeypatch.context() as then:
        then.setattr(registry, "RELEASE", release)
        return toy_started(**changes).battle
