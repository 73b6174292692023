"""What projections are made from: all entries of one battle, and the state after them."""

from dataclasses import dataclass
from typing import Any

from darkseas.engine.events import Entry
from darkseas.engine.play.replay import known_to, state_after
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from replays_app.log import store as log
from replays_app.models import Battle
from scenarios_app.revisions.store import spec_of


@dataclass(frozen=True, slots=True)
class Source:
    """A battle as its projections see it."""

    battle: Battle
    system: RulesSystem
    spec: ScenarioSpec
    entries: tuple[Entry, ...]
    state: Any


def read_source(battle: Battle) -> Source:
    """Return everything that there is of a battle; of one whose chain is broken, what is sound.

    Of a running battle only what everybody may know, for rows are shown to everybody.
    """
    system = registry.system(battle.system)
    spec = spec_of(battle.revision)
    stop = {} if battle.broken_at is None else {"stop": battle.broken_at}
    entries = log.read(battle.pk, **stop)
    known = tuple(entries if battle.is_open else known_to(None, entries))
    events = (entry.event for entry in known)
    return Source(battle, system, spec, known, state_after(system, system.initial_state(spec), events))
