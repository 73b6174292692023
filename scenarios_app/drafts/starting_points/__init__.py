"""Starting points for authors: small scenarios as TOML files, named by rules system and kind."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.rules.registry import SYSTEMS
from scenarios_app.revisions.store import spec_from

FOLDER = Path(__file__).resolve().parent
BLANK, SIX_A_SIDE = "blank", "six-a-side"


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """A starting point with its key, title and description."""

    key: str
    title: str
    text: str


#: Every rules system has the same ones. None is preselected: an author of a new battle would have to delete
#: six ships from each side, and someone trying the editor would start with an empty sea.
STARTING_POINTS = (
    StartingPoint(BLANK, "Blank", "two sides, open sea, the ships are yours to add"),
    StartingPoint(SIX_A_SIDE, "Six ships a side", "can be fought at once, every ship can be changed"),
)


def systems() -> tuple[tuple[str, str], ...]:
    """Return key and title of each rules system that supports new scenarios."""
    return tuple((system.key, system.title) for system in SYSTEMS if _file(system.key, BLANK).exists())


def starting_point(system: str, key: str, title: str) -> ScenarioSpec:
    """Return a starting point with the given title. Raises LookupError if there is none."""
    if key not in {point.key for point in STARTING_POINTS} or system not in {point for point, _ in systems()}:
        raise LookupError(f"no starting point {key!r} of {system!r}")
    spec = spec_from(tomllib.loads(_file(system, key).read_text(encoding="utf-8")))
    return replace(spec, title=title)


def _file(system: str, key: str) -> Path:
    return FOLDER / f"{system.replace('_', '-')}-{key}.toml"
