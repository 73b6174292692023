"""The scripts are held to what Python is held to; what checks them are programs of node."""

import json
from pathlib import Path

import pytest

from tests.javascript import node

ROOT = node.FOLDER.parent.parent
APPS = ("darkseas", "scenarios_app", "replays_app")
CHECK_WITHIN_S = 240
TYPES = "tools/types.js"
CONFIGURATIONS = ("tsconfig.json", "tools/tsconfig.tests.json")
LOOSE = """
/** @typedef {{words: any}} Label */
/** @param {string} text */
export function read(text) {
  return JSON.parse(text);
}
export class Shelf {
  /** Of any kind. @param {any} book */
  put(book) {
    inside(book);
  }
}
/** @param {any} value @returns {any} */
function inside(value) {
  return value;
}
/** @type {number} */
export const page = "one";
"""
HTML_FROM_TEXT = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")


def test_lock_names_no_address_to_fetch_from() -> None:
    packages = json.loads(node.LOCK.read_text(encoding="utf-8"))["packages"]
    fetched = [package for name, package in packages.items() if name]
    assert len(fetched) >= 3
    assert "://" not in node.LOCK.read_text(encoding="utf-8")
    assert all(package["integrity"].startswith("sha512-") for package in fetched)


def test_every_static_folder_is_known_to_node_and_to_the_type_checker() -> None:
    config = json.loads((node.FOLDER / "tsconfig.json").read_text(encoding="utf-8"))
    known = {(node.FOLDER / name).resolve() for name in config["compilerOptions"]["rootDirs"]}
    assert known == {path for app in APPS for path in (ROOT / app).rglob("static") if path.is_dir()}


@pytest.mark.needs_node_packages
def test_scripts_are_formed_as_the_formatter_forms_them() -> None:
    result = node.npm("run", "--silent", "format-check", within_s=CHECK_WITHIN_S)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.needs_node_packages
def test_functions_are_short_and_lines_narrow() -> None:
    folders = [*APPS, "tests/javascript"]
    scripts = [path for folder in folders for path in (ROOT / folder).rglob("*.js") if is_ours(path)]
    assert len(scripts) > 120
    result = node.run("tools/long_functions.js", *map(str, scripts), within_s=CHECK_WITHIN_S)
    assert (result.returncode, result.stdout) == (0, ""), result.stdout + result.stderr


@pytest.mark.needs_node_packages
def test_what_is_too_long_is_named_with_the_limit(tmp_path: Path) -> None:
    script = tmp_path / "long.js"
    script.write_text("function long() {\n" + "  0;\n" * 59 + "}\n//" + "-" * 109, encoding="utf-8")
    result = node.run("tools/long_functions.js", str(script), within_s=CHECK_WITHIN_S)
    assert result.stdout.splitlines() == [
        f"{script}:62: a line of 111 columns; 110 at most",
        f"{script}:1: a function of 61 lines; 60 at most",
    ]


@pytest.mark.needs_node_packages
def test_types_fit_and_scripts_declare_no_any_to_each_other() -> None:
    result = node.run(TYPES, *CONFIGURATIONS, within_s=CHECK_WITHIN_S)
    assert (result.returncode, result.stdout) == (0, ""), result.stdout + result.stderr


@pytest.mark.needs_node_packages
def test_misfit_is_named_and_any_where_it_is_written_and_where_it_is_inferred(tmp_path: Path) -> None:
    options = {"allowJs": True, "checkJs": True, "noEmit": True, "target": "es2022", "types": []}
    config = tmp_path / "tsconfig.json"
    config.write_text(json.dumps({"compilerOptions": options, "include": ["*.js"]}), encoding="utf-8")
    script = tmp_path / "loose.js"
    script.write_text(LOOSE, encoding="utf-8")
    result = node.run(TYPES, str(config), within_s=CHECK_WITHIN_S)
    assert result.returncode == 0, result.stderr
    misfit = f"{script}:18: Type 'string' is not assignable to type 'number'."
    assert result.stdout.splitlines() == [
        misfit,
        *(f"{script}: any in {name}" for name in ("read", "Shelf.put.book", "Label.words")),
    ]


def is_ours(path: Path) -> bool:
    """Say whether a script is the project's own."""
    return "node_modules" not in path.parts


@pytest.mark.needs_node
def test_scripts_do_what_their_own_tests_say() -> None:
    result = node.run_tests(within_s=CHECK_WITHIN_S)
    print(result.stdout)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "pass 0" not in result.stdout


def test_texts_reach_a_page_as_text_alone() -> None:
    scripts = [path for app in APPS for path in (ROOT / app).rglob("static/**/*.js")]
    assert len(scripts) > 90
    faults = [
        f"{path.relative_to(ROOT)} uses {banned}"
        for path in scripts
        for banned in HTML_FROM_TEXT
        if banned in path.read_text(encoding="utf-8")
    ]
    assert faults == []
