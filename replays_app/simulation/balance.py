"""The balance of a scenario: results of many battles between captains, by revision and release."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from darkseas.engine.bots.battle import BotBattle, fight
from darkseas.engine.events import BattleEnded, TurnBegan
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.rules import registry
from replays_app.models import Balance
from scenarios_app.models import Revision

from . import bot_battles
from .bot_battles import patient
from .outcome_distribution import Spread, spread_from


def current(revision: Revision) -> Balance | None:
    """Return the balance of a revision under the current release, None if there is none."""
    return revision.balances.filter(release=registry.RELEASE).first()


@dataclass
class Tally:
    """Battles counted so far: wins and ships sunk by side, and the outcome distribution."""

    battles: int = 0
    drawn: int = 0
    turns: int = 0
    entries: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    losses: Counter[str] = field(default_factory=Counter)
    spread: Spread = field(default_factory=Spread)

    def add(self, spec: ScenarioSpec, battle: BotBattle) -> None:
        ended = next(entry.event for entry in battle.entries if isinstance(entry.event, BattleEnded))
        if ended.winner is None:
            self.drawn += 1
        else:
            self.wins[ended.winner] += 1
        standing = registry.system(spec.system).standing(battle.state)
        self.losses.update(lost.side for lost in standing.sunk)
        self.spread.add(spec, standing)
        self.turns += sum(isinstance(entry.event, TurnBegan) for entry in battle.entries)
        self.entries += len(battle.entries)
        self.battles += 1

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Self:
        """Return the tally with these counts (from `all_counts`)."""
        counters = {name: Counter(counts[name]) for name in ("wins", "losses")}
        return cls(**{**counts, **counters, "spread": spread_from(counts["spread"]) or Spread()})

    def __add__(self, other: Self) -> "Tally":
        return Tally(
            self.battles + other.battles,
            self.drawn + other.drawn,
            self.turns + other.turns,
            self.entries + other.entries,
            self.wins + other.wins,
            self.losses + other.losses,
            self.spread + other.spread,
        )

    def all_counts(self, spec: ScenarioSpec) -> dict[str, Json]:
        """Return the counts with the outcome distribution."""
        return {**self.counts(spec), "spread": self.spread.as_json()}

    def counts(self, spec: ScenarioSpec) -> dict[str, Json]:
        """Return the counts by name; each list has a number for each side."""
        return {
            "battles": self.battles,
            "wins": {side.key: self.wins[side.key] for side in spec.sides},
            "drawn": self.drawn,
            "losses": {side.key: self.losses[side.key] for side in spec.sides},
            "turns": self.turns,
            "entries": self.entries,
        }


def fight_through(
    spec: ScenarioSpec,
    battles: int,
    report: Callable[[int], None],
    first: int = 1,
    most_s: float = math.inf,
) -> Tally:
    """Play this many battles between captains, with seeds from ``first`` on.

    ``report`` is called with the number of finished battles. Raises BadScenario; BattleStuck also if a battle
    takes more than ``most_s`` seconds of CPU time.
    """
    tally = Tally()
    for battle in _battles(spec, range(first, first + battles), most_s):
        tally.add(spec, battle)
        report(tally.battles)
    return tally


def _battles(spec: ScenarioSpec, numbers: Iterable[int], most_s: float) -> Iterator[BotBattle]:
    system = registry.system(spec.system)
    for number in numbers:
        captains = dict.fromkeys([side.key for side in spec.sides], patient(system.bot, most_s))
        yield fight(system, spec, bot_battles.seed_of(spec, str(number)), bots=captains)


def store(revision: Revision, spec: ScenarioSpec, tally: Tally) -> Balance:
    """Store the balance of a revision under the current release, replacing an older one."""
    balance, _ = Balance.objects.update_or_create(
        revision=revision, release=registry.RELEASE, defaults=tally.all_counts(spec)
    )
    return balance
