"""What projections are made from: all entries of one battle, and the state after them."""

from dataclasses import dataclass
from typing import Any

from darkseas.engine.events import Entry
from darkseas.engine.play.replay import known_to, state_after
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.system import RulesSystem
from replays_app.log import store as log_store
from replays_app.models import Battle
from replays_app.replay.battle_context import BattleContext


@dataclass(frozen=True, slots=True)
class Source:
    """A battle as its projections see it."""

    battle: Battle
    system: RulesSystem
    spec: ScenarioSpec
    entries: tuple[Entry, ...]
    state: Any


def read_source(context: BattleContext) -> Source:
    """Return everything that there is of a battle; of one whose chain is broken, what is sound.

    Of a running battle only what everybody may know, for rows are shown to everybody.
    """
    battle, system, initial = context.battle, context.system, context.initial
    entries = log_store.read(battle.pk, 0, context.sound_end, context.reader)
    known = tuple(entries if battle.is_over else known_to(None, entries))
    events = (entry.event for entry in known)
    return Source(battle, system, initial.spec, known, state_after(system, initial.state, events))
