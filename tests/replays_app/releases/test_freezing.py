"""Archives: the same bytes wherever they are made, of the known commit alone, made for who lacks one."""

import io
import os
import subprocess
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.management import CommandError, call_command

from darkseas.engine.log import battle_file
from darkseas.rules import registry
from replays_app.models import Battle
from replays_app.releases import archives, freezing, known_releases
from replays_app.releases.battle_rules import OwnRules
from replays_app.releases.freezing import CannotFreeze
from tests.replays_app.releases.planted import Shelf, plant, shelf

__all__ = ["shelf"]


def git(folder: Path, *words: str) -> None:
    """Run git in a repository of nobody's."""
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True)


def repository(folder: Path, release: str) -> Path:
    """Commit a planted release."""
    plant(folder, release)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "The toy")
    return folder


def test_archive_is_the_same_of_a_tree_and_of_its_commit_whenever_it_is_made(tmp_path: Path) -> None:
    tree = repository(tmp_path, "r0")
    first = freezing.of_folder(tree)
    for path in tree.rglob("*.py"):
        os.utime(path, (0, 0))
        path.chmod(0o600)
    (tree / "darkseas/engine/notes.txt").write_text("left out")
    assert freezing.of_folder(tree) == freezing.of_commit(tree, "HEAD") == first
    assert first.release == "r0"
    with pytest.raises(CannotFreeze, match="--unshallow"):
        freezing.of_commit(tree, "f" * 40)
    with pytest.raises(CannotFreeze, match="--unshallow"):
        freezing.of_commit(tree, "--output=elsewhere")


def test_command_makes_a_commit_known_and_what_is_missing_from_it(
    shelf: Shelf, settings: LazySettings
) -> None:
    settings.BASE_DIR = repository(shelf.folder / "tree", "r0")
    shelf.known.write_text("# What is frozen.\n")
    out = io.StringIO()
    call_command("freeze_release", source="HEAD", write=True, stdout=out)
    known = known_releases.known()["r0"]
    assert shelf.known.read_text().startswith("# What is frozen.\n")
    assert known.sha256 in out.getvalue()
    archives.path_of("r0").unlink()
    call_command("freeze_release", missing=True, stdout=out)
    assert archives.sound_bytes("r0") == freezing.of_commit(settings.BASE_DIR, known.commit).data
    (settings.BASE_DIR / "darkseas/engine/state.py").write_text("")
    with pytest.raises(CommandError, match=f"--from {known.commit}"):
        call_command("freeze_release", stdout=out)
    archives.path_of("r0").unlink()
    shelf.known.write_text(f'[r0]\ncommit = "{"f" * 40}"\nsha256 = "{known.sha256}"\n')
    told = io.StringIO()
    call_command("freeze_release", missing=True, stderr=told)
    assert "git fetch --unshallow" in told.getvalue()


def test_tree_is_frozen_and_names_its_release() -> None:
    frozen = freezing.of_folder(settings.BASE_DIR)
    assert frozen.release == registry.RELEASE


@pytest.mark.slow
@pytest.mark.parametrize("release", sorted(known_releases.known()))
def test_v7_known_release_is_made_of_the_history_and_finds_nothing_in_its_own_library(
    release: str, tmp_path: Path, settings: LazySettings, in_full: bool
) -> None:
    known = known_releases.known()[release]
    settings.RELEASES_DIR = tmp_path
    try:
        archives.keep(release, freezing.of_commit(settings.BASE_DIR, known.commit).data)
    except CannotFreeze as reason:
        pytest.skip(str(reason))
    files = freezing.files_of(settings.BASE_DIR, known.commit, "replays_app/simulation/library")
    battles = [data for name, data in sorted(files.items()) if name.endswith(".jsonl")]
    assert battles
    for data in battles if in_full else battles[::9]:
        file = battle_file.read(io.BytesIO(data))
        battle = Battle(system=file.entries[0]["payload"]["system"], release=release)
        rules = OwnRules(battle, registry.system(battle.system))
        assert rules.check((row.data for row in file.rows), is_strict=True) == []
