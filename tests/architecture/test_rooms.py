"""A folder shows few enough things to be taken in at a glance, and its name says which."""

from pathlib import Path

from tests.architecture.sources import PACKAGES, ROOT, committed_files

MOST_THINGS = 15
#: What Python, Django and pytest name themselves, beside what a room is about.
NAMED_BY_FRAMEWORKS = {
    "__init__.py",
    "apps.py",
    "asgi.py",
    "wsgi.py",
    "conftest.py",
    "migrations",
    "management",
    "templates",
    "static",
    "README.md",
}
#: Folders of data, a file an item: nobody looks for a feature there.
DATA = {
    "replays_app/simulation/library",
    "replays_app/simulation/library/analyses",
    "darkseas/rules/easyships/tables",
    "scenarios_app/library/data",
    "scenarios_app/maps/data",
    "scenarios_app/maps/static/maps/coast",
}


def things_shown() -> dict[str, set[str]]:
    """Return what each folder of the site and of the tests shows of its own."""
    shown: dict[str, set[str]] = {}
    for path in committed_files():
        parts = path.relative_to(ROOT).parts
        if parts[0] not in (*PACKAGES, "tests"):
            continue
        for depth in range(1, len(parts)):
            if parts[depth] not in NAMED_BY_FRAMEWORKS:
                shown.setdefault("/".join(parts[:depth]), set()).add(parts[depth])
    return {folder: things for folder, things in shown.items() if folder not in DATA}


def test_no_folder_shows_too_much() -> None:
    crowded = {
        folder: len(things)
        for folder, things in things_shown().items()
        if len(things) > MOST_THINGS and "migrations" not in folder
    }
    assert crowded == {}, f"{MOST_THINGS} things at most"


def test_folders_of_data_are_there() -> None:
    assert [folder for folder in sorted(DATA) if not Path(ROOT, folder).is_dir()] == []


def test_no_module_hides_behind_a_folder() -> None:
    """A module beside a folder of its name is hidden by the first stray `__init__.py` there."""
    twins = [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.with_suffix("").is_dir()
    ]
    assert twins == []
