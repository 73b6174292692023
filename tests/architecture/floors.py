"""The floors of the house: which room of scripts, styles and templates stands above which.

Of Python the contracts in `pyproject.toml` say it; the rooms of `scenarios_app` are read from there, so that
scripts and templates are held to the same order. Names of scripts and templates are those by which
Django finds them (`drafts/editor/editor.js`).
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from tests.architecture.sources import PACKAGES, ROOT

#: Floors inside what is built of scripts, the upper one first; a file or folder a name.
FLOORS_OF_SCRIPTS: dict[str, list[str]] = {
    "darkseas/chart": [
        "thumbnails.js",
        "charts.js",
        "hexes | cards",
        "interactive | static_chart.js | battle_reader.js | legend.js",
        "pieces | stroke_marks.js",
        "geometry.js",
        "types.js",
    ],
    "drafts/editor": [
        "editor.js",
        "panels",
        "about_form.js | findings.js",
        "order_of_battle | saving",
        "fields",
        "types.js",
    ],
    "replays_app": ["replay_page", "fairness", "battle_log", "lobby"],
    "play": ["at_table", "page", "asking", "bar | following", "order", "beside", "types.js"],
    "maps/map_editor": [
        "page.js",
        "map_editor.js",
        "panels",
        "tools",
        "drawing",
        "model",
        "map_api.js",
        "types.js",
    ],
}
#: Rooms below those of the apps, the upper one first.
GROUND_FLOORS = ["members | companion | api", "darkseas/chart", "darkseas/kit", "darkseas"]


def contract(name: str) -> list[str]:
    """Return the floors of a contract of `pyproject.toml`, the upper one first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return next(found["layers"] for found in contracts["contracts"] if found["name"] == name)


def floors_of_pages() -> list[str]:
    """Return the floors of everything that pages are made of, the upper one first."""
    return [
        "club",
        "at_table",
        "play | analysis",
        "chat | notifications",
        "replays_app",
        *contract("Inside scenarios_app"),
        *GROUND_FLOORS,
    ]


def floor_of(name: str, floors: Sequence[str]) -> int | None:
    """Return on which floor a name stands, 0 the uppermost; None where it has no place.

    A name stands where the longest name of a floor begins it: `darkseas/kit/dom.js` in `darkseas/kit`.
    """
    places = {
        room.strip(): number
        for number, floor in enumerate(floors)
        for room in floor.replace(":", "|").split("|")
    }
    fits = [room for room in places if name == room or name.startswith(f"{room}/")]
    return places[max(fits, key=len)] if fits else None


def room_of(name: str, floors: Sequence[str]) -> str | None:
    """Return the room that a name stands in."""
    rooms = [room.strip() for floor in floors for room in floor.replace(":", "|").split("|")]
    return max((room for room in rooms if name == room or name.startswith(f"{room}/")), key=len, default=None)


def is_allowed(user: str, used: str, floors: Sequence[str]) -> bool:
    """Say whether one name may use another: in its own room, or on a floor below."""
    above, below = floor_of(user, floors), floor_of(used, floors)
    if above is None or below is None:
        return False
    return room_of(user, floors) == room_of(used, floors) or above < below


def found_by_django(kind: str) -> dict[str, Path]:
    """Return every static file or template (`static`, `templates`) by the name that Django knows it by."""
    return {
        path.relative_to(folder).as_posix(): path
        for package in PACKAGES
        for folder in sorted((ROOT / package).rglob(kind))
        if folder.is_dir() and folder.parent.name != "management" and "static" not in folder.parent.parts
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
