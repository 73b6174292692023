"""The input of projections: the entries of one battle, and the state after them."""

from collections.abc import Sequence
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
    """Return all entries of a battle, up to the first broken one.

    For a running battle, return only public entries, because everybody sees the rows.
    """
    entries = log_store.read(context.battle.pk, 0, context.sound_end, context.reader)
    return source_of(context, entries if context.battle.is_over else known_to(None, entries))


def source_of(context: BattleContext, known: Sequence[Entry]) -> Source:
    """Return the same from entries that the caller has already read and filtered."""
    system, initial = context.system, context.initial
    state = state_after(system, initial.state, (entry.event for entry in known))
    return Source(context.battle, system, initial.spec, tuple(known), state)
