"""Static files as a real site serves them: kept for ever by a browser, and never stale."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from pytest_django import Settings
from whitenoise import WhiteNoise

from darkseas.web.static_files import ContentFolderStorage

ROOT = Path(__file__).resolve().parents[2]
APPS = ("darkseas", "scenarios_app", "replays_app")
NAMED = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")
IMPORTED = re.compile(r"""(?:^|[;\n])\s*(?:import|export)\b[^;'"]*?from\s*["'](\.[^"']+)["']""")


def test_every_static_file_that_a_template_names_is_there() -> None:
    templates = [path for app in APPS for path in (ROOT / app).rglob("*.html")]
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in templates
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert templates
    assert [pair for pair in sorted(named) if finders.find(pair[1]) is None] == []


def test_every_module_that_a_module_imports_is_there() -> None:
    modules = [path for app in APPS for path in (ROOT / app).rglob("static/**/*.js")]
    missing = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules
        for name in IMPORTED.findall(path.read_text(encoding="utf-8"))
        if finders.find(_served_at(path, name)) is None
    ]
    assert modules
    assert missing == []


def _served_at(path: Path, name: str) -> str:
    """Where a browser looks for what a module imports: all apps' files stand in one folder there."""
    own = path.as_posix().split("/static/", 1)[1]
    return os.path.normpath(f"{os.path.dirname(own)}/{name}")


@pytest.fixture
def assets(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Lend a folder of static files, collected by the site's own storage into ``collected``."""
    folder = tmp_path / "assets"
    (folder / "chart").mkdir(parents=True)
    (folder / "chart/board.js").write_text('import { draw } from "./hexes.js";\ndraw();\n')
    (folder / "chart/hexes.js").write_text('import "./board.js";\nexport const draw = () => 1;\n')
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "darkseas.web.static_files.ContentFolderStorage"},
    }
    # The stubs do not say that it keeps its answers.
    forget: Callable[[], None] = finders.get_finder.cache_clear  # type: ignore[attr-defined]
    forget()
    yield folder
    forget()


def collected_url(name: str) -> str:
    """Collect, and return the address that a page then gives for a file."""
    call_command("collectstatic", verbosity=0, interactive=False)
    return ContentFolderStorage().url(name)


def test_address_changes_with_the_content_and_only_then(assets: Path, tmp_path: Path) -> None:
    first = collected_url("chart/board.js")
    assert re.fullmatch(r"/static/[0-9a-f]{12}/chart/board\.js", first)
    assert collected_url("chart/board.js") == first
    (assets / "chart/hexes.js").write_text("export const draw = () => 2;\n")
    os.utime(assets / "chart/hexes.js", (4_000_000_000, 4_000_000_000))
    second = collected_url("chart/board.js")
    assert second != first
    collected = tmp_path / "collected"
    assert "2" in (collected / second.removeprefix("/static/")).with_name("hexes.js").read_text()
    assert "1" in (collected / first.removeprefix("/static/")).with_name("hexes.js").read_text()


def test_only_the_folder_before_is_kept(assets: Path, tmp_path: Path) -> None:
    urls = []
    for number in range(4):
        (assets / "chart/hexes.js").write_text(f"export const draw = () => {number};\n")
        os.utime(assets / "chart/hexes.js", (4_000_000_000 + number, 4_000_000_000 + number))
        urls.append(collected_url("chart/hexes.js"))
    folders = [
        path.name for path in (tmp_path / "collected").iterdir() if re.fullmatch("[0-9a-f]{12}", path.name)
    ]
    assert sorted(folders) == sorted(url.split("/")[2] for url in urls[-2:])


def test_address_is_plain_before_anything_was_collected(assets: Path) -> None:
    assert ContentFolderStorage().url("chart/board.js") == "/static/chart/board.js"


def test_browser_may_keep_a_folder_for_ever_and_nothing_else(
    assets: Path, tmp_path: Path, settings: Settings
) -> None:
    url = collected_url("chart/board.js")
    is_kept = settings.WHITENOISE_IMMUTABLE_FILE_TEST
    served = WhiteNoise(None, tmp_path / "collected", "/static/", immutable_file_test=is_kept)

    def caching(path: str) -> str:
        headers: dict[str, str] = dict(served.files[path].get_response("HEAD", {}).headers)
        return headers["Cache-Control"]

    assert "immutable" in caching(url)
    assert "immutable" not in caching("/static/chart/board.js")


def test_sites_own_files_can_be_collected(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"],
        cwd=ROOT,
        env={**os.environ, "DARKSEAS_VAR": str(tmp_path), "DARKSEAS_NO_BOOTSTRAP": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    folder = (tmp_path / "static/folders.txt").read_text()
    assert (tmp_path / "static" / folder / "darkseas/css/site.css").exists()
    assert (tmp_path / "static" / folder / "darkseas/css/site.css.gz").exists()
