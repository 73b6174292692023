"""The battles that are measured: Savo Island, fought by captains or by random bots from fixed seeds."""

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
def spec() -> ScenarioSpec:
    """Return the library's Savo Island."""
    specs = [loader.read_file(path) for path in loader.scenario_files()]
    return next(spec for spec in specs if spec.key == SCENARIO)


def system() -> RulesSystem:
    """Return the rules system it is fought by."""
    return registry.system(spec().system)


def seed(number: int) -> bytes:
    """Return a seed that stays the same from run to run."""
    return sha256(f"benchmark/{number}".encode()).digest()


def bots() -> dict[str, Any]:
    """Return a captain for each side."""
    return {side.key: system().bot for side in spec().sides}


@cache
def between_bots(count: int) -> tuple[BotBattle, ...]:
    """Return so many battles between captains."""
    return tuple(fight(system(), spec(), seed(number), bots=bots()) for number in range(count))


def kinds(fought: tuple[BotBattle, ...]) -> Counter[str]:
    """Return how many entries there are of each type of event."""
    return Counter(type(entry.event).__name__ for battle in fought for entry in battle.entries)


@cache
def _first_state() -> Any:
    return system().initial_state(spec())


def initial_state() -> Any:
    """Return the state before entry 0, to be changed by the caller."""
    return _first_state().copy()
