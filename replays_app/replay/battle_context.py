"""A battle and everything needed to read its log or to append to it."""

from dataclasses import dataclass
from typing import Self

from darkseas.engine.log.entry_codec import LogCodec
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry
from replays_app.log import store as log_store
from replays_app.log.reader import LogReader
from replays_app.models import Battle
from replays_app.releases.battle_rules import OwnRules
from replays_app.releases.older_release_texts import telling

from .initial_states import InitialState, initial_state_of


@dataclass(frozen=True, eq=False)
class BattleContext:
    """A battle, and everything needed to read its log or to append to it.

    ``rules``, of the battle's own release, adjudicate its orders. ``system``, the current rules system,
    narrates and draws it. ``codec`` writes entries, ``reader`` reads them. ``initial`` is the scenario with
    the state before entry 0, which must not be changed. ``sound_end`` is the first entry whose chain does not
    verify; readers stop before it.

    Create one context per request or command, and pass it down. Do not cache it.
    """

    battle: Battle
    rules: OwnRules
    system: RulesSystem
    codec: LogCodec
    reader: LogReader
    initial: InitialState
    sound_end: int

    @classmethod
    def of(cls, battle: Battle) -> Self:
        """Return the context of a battle, without a query if its revision is loaded.

        Raises LookupError for an unknown rules system.
        """
        system = registry.system(battle.system)
        rules = OwnRules(battle, system)
        return cls(
            battle,
            rules,
            system if rules.are_todays else telling(system),
            log_store.codec_of(system.key),
            log_store.reader_of(system.key),
            initial_state_of(system, bytes(battle.revision.spec)),
            log_store.NO_END if battle.broken_at is None else battle.broken_at,
        )
