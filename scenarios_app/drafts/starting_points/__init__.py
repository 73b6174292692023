"""What an author may begin from: small scenarios as TOML files, named by rules system and kind."""

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
    """A beginning under its key; what it is called and what it holds, in words."""

    key: str
    title: str
    text: str


#: The same of every rules system. None is chosen beforehand: who writes a battle of their own would have to
#: take six strangers' ships out of each side, and who wants to try the editor would find an empty sea.
STARTING_POINTS = (
    StartingPoint(BLANK, "Blank", "two sides, open sea, the ships are yours to add"),
    StartingPoint(SIX_A_SIDE, "Six ships a side", "can be fought at once, every ship can be changed"),
)


def systems() -> tuple[tuple[str, str], ...]:
    """Return key and title of the rules systems that a scenario may be begun for."""
    return tuple((system.key, system.title) for system in SYSTEMS if _file(system.key, BLANK).exists())


def starting_point(system: str, key: str, title: str) -> ScenarioSpec:
    """Return a starting point under a title of one's own. Raises LookupError where there is none."""
    if key not in {point.key for point in STARTING_POINTS} or system not in {point for point, _ in systems()}:
        raise LookupError(f"no starting point {key!r} of {system!r}")
    spec = spec_from(tomllib.loads(_file(system, key).read_text(encoding="utf-8")))
    return replace(spec, title=title)


def _file(system: str, key: str) -> Path:
    return FOLDER / f"{system.replace('_', '-')}-{key}.toml"
