"""What projections are made from: all entries of one battle, and the whole state after them."""

from dataclasses import dataclass
from typing import Any

from darkseas.engine.events import Entry
from darkseas.engine.replay import state_after
from darkseas.engine.scenario import ScenarioSpec
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from replays_app import log
from replays_app.models import Battle
from scenarios_app.spec import spec_of


@dataclass(frozen=True, slots=True)
class Source:
    """A battle as its projections see it."""

    battle: Battle
    system: RulesSystem
    spec: ScenarioSpec
    entries: tuple[Entry, ...]
    state: Any


def read_source(battle: Battle) -> Source:
    """Return everything that there is of a battle; of one whose chain is broken, what is sound."""
    system = registry.system(battle.system)
    spec = spec_of(battle.revision)
    stop = {} if battle.broken_at is None else {"stop": battle.broken_at}
    entries = tuple(log.read(battle.pk, **stop))
    events = (entry.event for entry in entries)
    return Source(battle, system, spec, entries, state_after(system, system.initial_state(spec), events))
