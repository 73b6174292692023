"""A battle together with what everybody asks of it who reads its log or adds to it."""

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
    """A battle, and what else is needed to read its log or to add to it.

    ``rules`` decide its orders, those of its own release; ``system`` is the rules system of today, which
    tells and draws it. ``codec`` writes entries of its rules system, ``reader`` reads them; ``initial`` is
    the scenario with the state before entry 0, which nobody may change; ``sound_end`` is the length up to
    which the log may be read: of one whose chain does not fit, the rest is not.

    It is made once where a battle is found, a request's or a command's, is handed down from there, and
    lives no longer than that.
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
        """Return the context of a battle, without a query where the battle came with its revision.

        Raises LookupError for a rules system that is not ours.
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
