"""Battles at random and by captains, once a test run, for the questions asked of every system."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.events import Fact
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from tests.support.library.library_specs import files_of, library_spec
from tests.support.toys.toy_system import TOY

#: Every system that players can fight with; the toy is registered by tests of the site alone.
SYSTEMS = tuple(system for system in registry.SYSTEMS if system is not TOY)

#: Random battles a system, spread over its scenarios.
BATTLES = 30


@dataclass(frozen=True)
class Fought:
    """A battle, the scenario it was fought by, and its seed."""

    system: RulesSystem
    spec: ScenarioSpec
    seed: bytes
    bot_battle: BotBattle


@cache
def scenarios(key: str) -> tuple[ScenarioSpec, ...]:
    """The library's scenarios of a system."""
    return tuple(library_spec(path.stem) for path in files_of(key))


def seed_of(key: str, number: int) -> bytes:
    """A seed that stays the same from run to run."""
    return sha256(f"conformance/{key}/{number}".encode()).digest()


@cache
def random_battles(system: RulesSystem) -> tuple[Fought, ...]:
    """Random battles of a system, the scenarios in turn."""
    specs = scenarios(system.key)
    return tuple(
        _fought(system, specs[number % len(specs)], seed_of(system.key, number))
        for number in range(max(BATTLES, len(specs)))
    )


@cache
def system_bot_battles(system: RulesSystem) -> tuple[Fought, ...]:
    """One battle between captains for each scenario of a system."""
    return tuple(_fought(system, spec, seed_of(spec.key, 0), captains=True) for spec in scenarios(system.key))


def _fought(system: RulesSystem, spec: ScenarioSpec, seed: bytes, *, captains: bool = False) -> Fought:
    leaders = {side.key: system.bot for side in spec.sides} if captains else {}
    return Fought(system, spec, seed, fight(system, spec, seed, bots=leaders))


def all_battles(system: RulesSystem) -> tuple[Fought, ...]:
    """Random battles first, then the captains'."""
    return (*random_battles(system), *system_bot_battles(system))


def steps_of(fought: Fought) -> Iterator[list[Fact]]:
    """The facts of each step, in order."""
    facts: list[Fact] = []
    last = 0
    for entry in fought.bot_battle.entries:
        if entry.step != last:
            yield facts
            facts, last = [], entry.step
        facts.append(Fact(entry.event, entry.audience))
    yield facts


__all__ = [
    "SYSTEMS",
    "Fought",
    "all_battles",
    "random_battles",
    "scenarios",
    "steps_of",
    "system_bot_battles",
]
