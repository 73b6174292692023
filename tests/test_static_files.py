"""Static files as a real site serves them: renamed by content, found by every template."""

import os
import re
import subprocess
import sys
from pathlib import Path

from django.contrib.staticfiles import finders

ROOT = Path(__file__).resolve().parent.parent
NAMED = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")


def test_every_static_file_that_a_template_names_is_there() -> None:
    templates = [
        path for app in ("darkseas", "scenarios_app", "replays_app") for path in (ROOT / app).rglob("*.html")
    ]
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in templates
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert templates
    assert [pair for pair in sorted(named) if finders.find(pair[1]) is None] == []


def test_static_files_are_collected_under_names_that_change_with_their_content(tmp_path: Path) -> None:
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
    collected = {path.name for path in (tmp_path / "static").rglob("*") if path.is_file()}
    assert "staticfiles.json" in collected
    assert any(re.fullmatch(r"site\.[0-9a-f]{12}\.css", name) for name in collected)


def test_modules_import_each_other_by_their_new_names(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/chart.js").write_text('import { draw } from "./hexes.js";\ndraw();\n')
    (tmp_path / "assets/hexes.js").write_text("export const draw = () => 1;\n")
    code = (
        "import django; from django.conf import settings; django.setup()\n"
        f"settings.STATICFILES_DIRS = [{str(tmp_path / 'assets')!r}]\n"
        "from django.core.management import call_command\n"
        "call_command('collectstatic', verbosity=0, interactive=False)"
    )
    ours = {"DARKSEAS_VAR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "darkseas.settings"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    renamed = [path for path in (tmp_path / "var/static").glob("chart.*.js") if path.name != "chart.js"]
    assert len(renamed) == 1
    assert re.search(r'from "\./hexes\.[0-9a-f]{12}\.js"', renamed[0].read_text())
