"""Scripts and templates use what stands below them, as Python does, and nothing that is not there."""

import posixpath
import re

import pytest

from tests.architecture.floors import (
    FLOORS_OF_SCRIPTS,
    floor_of,
    floors_of_pages,
    found_by_django,
    is_allowed,
)
from tests.architecture.sources import ROOT, run

#: Columns of a line of a template.
LONGEST_LINE = 120
KEEPS = re.compile(r"\b(?:localStorage|sessionStorage|indexedDB)\b|\bcaches\.")
#: How this browser shows things to whoever looks; and seeds of dice, which are a seat's: no page shows them.
KEPT_FOR_ALL = {
    "darkseas/kit/dice_seeds.js",
    "darkseas/theme.js",
    "play/page/controls.js",
    "replays_app/replay_page/hidden_result.js",
    "replays_app/replay_page/panes.js",
}
SCRIPTS = found_by_django("static")
TEMPLATES = found_by_django("templates")
IMPORT = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"')
STATIC = re.compile(r"""\{%\s*static\s+['"]([^'"]+)['"]""")
INCLUDE = re.compile(r"""\{%\s*(?:include|extends)\s+['"]([^'"]+)['"]""")


def uses_of_scripts() -> list[tuple[str, str]]:
    """Return which script imports which, types included."""
    return [
        (name, posixpath.normpath(posixpath.join(posixpath.dirname(name), used)))
        for name, path in SCRIPTS.items()
        if name.endswith(".js")
        for used in IMPORT.findall(path.read_text(encoding="utf-8"))
    ]


def uses_of_templates(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return which template names which file by one kind of tag."""
    return [
        (name, used)
        for name, path in TEMPLATES.items()
        for used in pattern.findall(path.read_text(encoding="utf-8"))
    ]


def test_scripts_import_what_is_there() -> None:
    uses = uses_of_scripts()
    assert len(uses) > 100
    assert [use for use in uses if use[1] not in SCRIPTS] == []


def test_scripts_import_downwards() -> None:
    floors = floors_of_pages()
    assert [use for use in uses_of_scripts() if not is_allowed(*use, floors)] == []


@pytest.mark.parametrize("building", FLOORS_OF_SCRIPTS)
def test_scripts_import_downwards_inside(building: str) -> None:
    floors = FLOORS_OF_SCRIPTS[building]
    inside = [
        (user.removeprefix(f"{building}/"), used.removeprefix(f"{building}/"))
        for user, used in uses_of_scripts()
        if user.startswith(f"{building}/") and used.startswith(f"{building}/")
    ]
    assert inside
    assert [use for use in inside if not is_allowed(*use, floors)] == []


@pytest.mark.parametrize("building", FLOORS_OF_SCRIPTS)
def test_every_script_has_a_place(building: str) -> None:
    names = [name.removeprefix(f"{building}/") for name in SCRIPTS if name.startswith(f"{building}/")]
    scripts = [name for name in names if name.endswith(".js")]
    assert [name for name in scripts if floor_of(name, FLOORS_OF_SCRIPTS[building]) is None] == []


def test_templates_name_what_is_there() -> None:
    statics, includes = uses_of_templates(STATIC), uses_of_templates(INCLUDE)
    assert len(statics) > 40
    assert len(includes) > 40
    assert [use for use in statics if use[1] not in SCRIPTS] == []
    assert [use for use in includes if use[1] not in TEMPLATES] == []


@pytest.mark.parametrize("pattern", [STATIC, INCLUDE], ids=["static", "include"])
def test_templates_use_what_stands_below(pattern: re.Pattern[str]) -> None:
    floors = floors_of_pages()
    at_the_top = {"base.html", "error.html"}
    faults = [
        (user, used)
        for user, used in uses_of_templates(pattern)
        if user not in at_the_top and not user.startswith("partials/")
        if not used.startswith(("base.html", "partials/")) and not is_allowed(user, used, floors)
    ]
    assert faults == []


def test_templates_of_the_site_use_the_site_alone() -> None:
    of_site = [
        use
        for use in uses_of_templates(STATIC) + uses_of_templates(INCLUDE)
        if use[0].startswith(("base.html", "error.html", "partials/"))
    ]
    assert of_site
    assert [use for use in of_site if not use[1].startswith(("darkseas/", "base.html", "partials/"))] == []


def test_templates_have_short_lines_and_one_indentation() -> None:
    pages = [path for path in TEMPLATES.values() if path.suffix == ".html"]
    assert len(pages) > 200
    long = [
        f"{path.relative_to(ROOT)}:{number} has {len(line)} columns"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    indented = run(
        "-m", "djhtml", "--tabwidth", "2", "--check", *(str(path.relative_to(ROOT)) for path in pages)
    )
    faults = long + [line for line in indented.stderr.splitlines() if line.startswith("would")]
    assert faults == []
    assert indented.returncode == 0, indented.stdout + indented.stderr


def test_only_what_is_nobodys_is_kept_past_a_change_of_account() -> None:
    """A script keeps what people type by `account_storage.js`; else who logs in next is offered it."""
    found = {
        name
        for name, path in SCRIPTS.items()
        if name.endswith(".js")
        and KEEPS.search(path.read_text(encoding="utf-8").replace("ownStorage(() => sessionStorage)", ""))
    }
    assert found == {"darkseas/account_storage.js", *KEPT_FOR_ALL}
