"""Battles between bots, from the scenario to the publication of the seed.

Each bot sees its own side's view and order forms. Dice and choices come from one seed, so the same call gives
the same log, entry for entry.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from ..dice.chooser import Chooser
from ..dice.seeded import SeededDice, seed_hash
from ..events import BattleBegan, BattleEnded, Entry, Fact, SeedOpened, may_know
from ..orders import IllegalOrder, OrderForm
from ..play.replay import Views
from ..play.steps import read_order, take_step
from ..scenario.spec import ScenarioSpec
from ..serialization.canonical_json import Json
from ..serialization.codec import write
from ..serialization.records import record
from ..system import Bot, RulesSystem
from .random_bot import random_order

#: More orders than any real battle needs: beyond this, the bots repeat themselves without end.
MOST_STEPS = 5_000

_CHOICES = b"darkseas/bots\0"


class BattleStuck(Exception):
    """The battle did not end. It has the reason and the log so far."""

    def __init__(self, why: str, entries: Sequence[Entry]) -> None:
        super().__init__(why)
        self.why = why
        self.entries = tuple(entries)


@record
class Seating:
    """The content of entry 0 besides the scenario: battle id, release, participant ids by side."""

    battle: str
    release: str
    seats: Mapping[str, str]


@record
class BotBattle:
    """A finished battle: the state before its log, the log, and the full state after it."""

    initial: Any
    entries: tuple[Entry, ...]
    state: Any


def fight(
    system: RulesSystem,
    spec: ScenarioSpec,
    seed: bytes,
    *,
    seating: Seating | None = None,
    bots: Mapping[str, Bot] | None = None,
    most_steps: int = MOST_STEPS,
) -> BotBattle:
    """Play a battle to its end. A side without a bot gives random legal orders.

    `seed` (32 bytes) drives the dice of scheme sha256-1 and the bots' choices. Raises BadScenario if the
    system refuses the scenario; BattleStuck if nobody can act, an order from a form is refused, the rules
    fail, or `most_steps` is exceeded.
    """
    sides, initial = [side.key for side in spec.sides], _initial_state(system, spec)
    field = _Field(system, initial, Views(system, initial, sides), sides, seed, bots or {})
    field.add(0, (Fact(_began(system, spec, seed, seating)),))
    for step in range(1, most_steps + 1):
        facts = field.next_step()
        field.add(step, facts)
        if any(isinstance(fact.event, BattleEnded) for fact in facts):
            field.add(step + 1, (Fact(SeedOpened(seed.hex())),))
            return BotBattle(field.initial, tuple(field.entries), field.views.whole)
    raise BattleStuck(f"no end after {most_steps} orders", field.entries)


#: The last scenario that was set up: system, spec and state before entry 0.
_LAST: list[tuple[RulesSystem, ScenarioSpec, Any]] = []


def _initial_state(system: RulesSystem, spec: ScenarioSpec) -> Any:
    """Return the state before entry 0, cached for repeated battles of one scenario; callers must not change
    it.
    """
    for known, last, kept in _LAST:
        if known is system and last is spec:
            return kept
    initial = system.initial_state(spec)
    _LAST[:] = [(system, spec, initial)]
    return initial


def fight_on(
    system: RulesSystem,
    whole: Any,
    views: Mapping[str, Any],
    seed: bytes,
    *,
    bots: Mapping[str, Bot] | None = None,
    most_steps: int = MOST_STEPS,
) -> BattleEnded:
    """Continue a battle from a given state, without a log, and return how it ended.

    `views` maps each side to its view. No given state is changed. For bots, seed and BattleStuck, see
    `fight`.
    """
    field = _Field(system, whole, Views.at(system, whole, views), list(views), seed, bots or {})
    for step in range(1, most_steps + 1):
        facts = field.next_step()
        field.add(step, facts)
        for fact in facts:
            if isinstance(fact.event, BattleEnded):
                return fact.event
    raise BattleStuck(f"no end after {most_steps} orders", field.entries)


def _began(system: RulesSystem, spec: ScenarioSpec, seed: bytes, seating: Seating | None) -> BattleBegan:
    dice = {"scheme": "sha256-1", "seed_hash": seed_hash(seed).hex()}
    seating = seating or Seating("", "", {})
    return BattleBegan(seating.battle, system.key, seating.release, write(spec), dice, dict(seating.seats))


class _Field:
    """The running battle: its log, all views, and the forms that are still valid."""

    def __init__(
        self,
        system: RulesSystem,
        initial: Any,
        views: Views,
        sides: Sequence[str],
        seed: bytes,
        bots: Mapping[str, Bot],
    ) -> None:
        self.entries: list[Entry] = []
        self._system = system
        self._sides = sides
        self._bots = bots
        self._dice = SeededDice(seed)
        self._chooser = Chooser(sha256(_CHOICES + seed).digest())
        self._forms: dict[str, tuple[OrderForm, ...]] = {}
        self.initial = initial
        self.views = views

    def add(self, step: int, facts: Sequence[Fact]) -> None:
        """Record facts. The forms of a side that learns nothing stay valid."""
        first = len(self.entries)
        self.entries += [Entry(seq, step, *fact) for seq, fact in enumerate(facts, first)]
        self.views.add(facts)
        for side in self._sides:
            if any(may_know(fact.audience, side) for fact in facts):
                self._forms.pop(side, None)

    def next_step(self) -> tuple[Fact, ...]:
        """Return the facts of one order by a side that must act."""
        try:
            waiting = [side for side in self._sides if any(form.pressing for form in self._forms_of(side))]
            if not waiting:
                raise BattleStuck("nobody has to act, and the battle is not over", self.entries)
            side = self._chooser.one_of(waiting)
            name, blanks = self._order_of(side)
            return take_step(
                self._system, self.views.whole, read_order(self._system, side, name, blanks), self._dice
            )
        except BattleStuck:
            raise
        except IllegalOrder as refusal:
            raise BattleStuck(f"an order from a form is refused: {refusal}", self.entries) from refusal
        except Exception as fault:
            raise BattleStuck(f"the rules fail: {fault!r}", self.entries) from fault

    def _forms_of(self, side: str) -> tuple[OrderForm, ...]:
        forms = self._forms.get(side)
        if forms is None:
            forms = self._forms[side] = self._system.legal_orders(self.views.of(side), side)
        return forms

    def _order_of(self, side: str) -> tuple[str, dict[str, Json]]:
        bot = self._bots.get(side)
        if bot is None:
            return random_order(self._forms_of(side), self._chooser)
        return bot(self.views.of(side), side, self._forms_of(side), self._chooser)
