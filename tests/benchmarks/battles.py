"""The battles that are measured: Savo Island, or another one by its key, fought by bots from fixed seeds."""

from collections import Counter
from functools import cache
from hashlib import sha256
from typing import Any

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from scenarios_app.library import loader

SCENARIO = "savo-island"


@cache
def spec(key: str = SCENARIO) -> ScenarioSpec:
    """Return a scenario of the library."""
    specs = [loader.read_file(path) for path in loader.scenario_files()]
    return next(spec for spec in specs if spec.key == key)


def system(key: str = SCENARIO) -> RulesSystem:
    """Return the rules system it is fought by."""
    return registry.system(spec(key).system)


def seed(number: int) -> bytes:
    """Return a seed that stays the same from run to run."""
    return sha256(f"benchmark/{number}".encode()).digest()


def bots(key: str = SCENARIO) -> dict[str, Any]:
    """Return a captain for each side."""
    return {side.key: system(key).bot for side in spec(key).sides}


@cache
def between_bots(count: int, key: str = SCENARIO) -> tuple[BotBattle, ...]:
    """Return so many battles between captains."""
    return tuple(fight(system(key), spec(key), seed(number), bots=bots(key)) for number in range(count))


def kinds(fought: tuple[BotBattle, ...]) -> Counter[str]:
    """Return how many entries there are of each type of event."""
    return Counter(type(entry.event).__name__ for battle in fought for entry in battle.entries)


@cache
def _first_state(key: str) -> Any:
    return system(key).initial_state(spec(key))


def initial_state(key: str = SCENARIO) -> Any:
    """Return the state before entry 0, to be changed by the caller."""
    return _first_state(key).copy()
