"""Two logs of one scenario that differ in what one side may know, and in nothing that the other may.

They are found by playing: from a common beginning a side gives two different orders, or its secret dice fall
otherwise, and whatever the opponent and an observer are told is the same. Then both are fought on as long as
that stays so.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.rolls import Roll
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import BattleEnded, Entry, Fact, OrderGiven, may_know
from darkseas.engine.orders import Given, IllegalOrder, OrderForm
from darkseas.engine.play.replay import Views
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem
from darkseas.rules import registry

SEED = bytes(range(32))
#: So many orders are tried for a secret, and so many steps are taken until there is one.
DRAWN, MOST_STEPS = 6, 80
#: So many steps both battles are fought on at most.
MOST_MORE = 12

Order = tuple[str, dict[str, Json]]
Step = tuple[str, tuple[Fact, ...]]


class PairDice:
    """The house's dice; one side's secret ones come from a seed of their own."""

    def __init__(self, secret_seed: bytes = SEED) -> None:
        self.open = SeededDice(SEED)
        self.secret = SeededDice(secret_seed)

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next roll for a purpose."""
        dice = self.secret if scope.startswith("side:") else self.open
        return dice.roll(count, sides, purpose, scope=scope)


@dataclass
class Running:
    """A battle in the making."""

    system: RulesSystem
    spec: ScenarioSpec
    dice: PairDice = field(default_factory=PairDice)
    steps: list[Step] = field(default_factory=list)

    @cached_property
    def views(self) -> Views:
        """The whole state, and each side's."""
        sides = [side.key for side in self.spec.sides]
        return Views(self.system, self.system.initial_state(self.spec), sides)

    def forms(self, side: str) -> tuple[OrderForm, ...]:
        """The forms of which a side has to fill one."""
        forms = self.system.legal_orders(self.views.of(side), side)
        return forms if any(form.pressing for form in forms) else ()

    def called(self) -> list[str]:
        """The sides that have to give an order."""
        return [side.key for side in self.spec.sides if self.forms(side.key)]

    def facts_of(self, side: str, order: Order, dice: PairDice) -> tuple[Fact, ...]:
        """What would follow from an order. Raises IllegalOrder."""
        given: Given = read_order(self.system, side, order[0], order[1])
        return take_step(self.system, self.views.whole, given, dice)

    def facts_going_on(self, side: str, order: Order, dice: PairDice) -> tuple[Fact, ...]:
        """The same; an order that would end the battle, and all secrets with it, is not allowed."""
        facts = self.facts_of(side, order, dice)
        if any(isinstance(event, BattleEnded) for event, _ in facts):
            raise IllegalOrder("The battle would end.", rule="none")
        return facts

    def add(self, side: str, facts: tuple[Fact, ...], dice: PairDice) -> None:
        """Take a step."""
        self.views.add(facts)
        self.steps.append((side, facts))
        self.dice = dice


@dataclass(frozen=True)
class PairOfLogs:
    """The steps of both battles; the first ``common`` are the same."""

    spec: ScenarioSpec
    opponent: str
    hidden: str
    logs: tuple[Sequence[Step], Sequence[Step]]
    common: int


def known(facts: Iterable[Fact], side: str) -> list[object]:
    """What a side is told."""
    return [event for event, audience in facts if may_know(audience, side)]


def chooser_of(*parts: object) -> Chooser:
    """Chance that is the same in every run."""
    return Chooser(sha256("/".join(map(str, parts)).encode()).digest())


def pair_of_logs(spec: ScenarioSpec, number: int) -> PairOfLogs:
    """The pair of this number: its secret comes the later the greater the number is."""
    system = registry.system(spec.system)
    chooser = chooser_of(spec.key, number)
    run, waits = Running(system, spec), chooser.below(1 + min(number, 40))
    for _ in range(MOST_STEPS):
        for side in run.called() if waits <= 0 else ():
            found = _secret(run, side, chooser)
            if found is not None:
                return _fought_on(run, side, found, chooser)
        side = chooser.one_of(run.called())
        dice = deepcopy(run.dice)
        run.add(side, run.facts_of(side, _order(run, side, chooser), dice), dice)
        waits -= 1
        if not run.called():
            run, waits = Running(system, spec), 0
    raise AssertionError(f"{spec.key} shows no secret in {MOST_STEPS} steps")


def _order(run: Running, side: str, chooser: Chooser) -> Order:
    """An order by the bot or by chance."""
    forms = run.forms(side)
    if chooser.below(2):
        return run.system.bot(run.views.of(side), side, forms, chooser)
    return random_order([form for form in forms if form.pressing], chooser)


Outcome = tuple[tuple[Fact, ...], PairDice]


def _secret(run: Running, side: str, chooser: Chooser) -> tuple[Outcome, Outcome] | None:
    """Two outcomes of a side's order now that nobody else can tell apart; None where there are none."""
    opponent = _enemy(run.spec, side)
    seen: list[tuple[list[object], Outcome]] = []
    for facts, dice in _outcomes(run, side, chooser):
        told = known(facts, opponent)
        for before, other in seen:
            if before == told and other[0] != facts:
                return other, (facts, dice)
        seen.append((told, (facts, dice)))
    return None


def _outcomes(run: Running, side: str, chooser: Chooser) -> Iterator[Outcome]:
    for number in range(DRAWN):
        order = _order(run, side, chooser)
        dice = deepcopy(run.dice)
        if number % 2:
            dice.secret = SeededDice(bytes([number]) * 32)
        try:
            yield run.facts_going_on(side, order, dice), dice
        except IllegalOrder:
            continue


def _enemy(spec: ScenarioSpec, side: str) -> str:
    return next(other.key for other in spec.sides if other.key != side)


def _fought_on(run: Running, side: str, found: tuple[Outcome, Outcome], chooser: Chooser) -> PairOfLogs:
    common, opponent = len(run.steps), _enemy(run.spec, side)
    first, second = run, _copy_of(run)
    first.add(side, *found[0])
    second.add(side, *found[1])
    for _ in range(MOST_MORE):
        if not _one_more(first, second, opponent, chooser):
            break
    return PairOfLogs(run.spec, opponent, side, (first.steps, second.steps), common)


def _copy_of(run: Running) -> Running:
    copy = Running(run.system, run.spec, deepcopy(run.dice), list(run.steps))
    for _, facts in run.steps:
        copy.views.add(facts)
    return copy


def _one_more(first: Running, second: Running, opponent: str, chooser: Chooser) -> bool:
    """Take a step in both battles by the same order; whether there is one that the opponent cannot use."""
    for side in [side for side in first.called() if side in second.called()]:
        for _ in range(DRAWN):
            order = _order(first, side, chooser)
            dice = deepcopy(first.dice), deepcopy(second.dice)
            try:
                facts = (
                    first.facts_going_on(side, order, dice[0]),
                    second.facts_going_on(side, order, dice[1]),
                )
            except IllegalOrder:
                continue
            if known(facts[0], opponent) == known(facts[1], opponent):
                first.add(side, facts[0], dice[0])
                second.add(side, facts[1], dice[1])
                return True
    return False


def steps_of(entries: Iterable[Entry]) -> list[Step]:
    """A log without its beginning as steps, each with the side whose order it was."""
    steps: dict[int, list[Entry]] = {}
    for entry in entries:
        steps.setdefault(entry.step, []).append(entry)
    return [
        (_giver(part[0].event), tuple(Fact(entry.event, entry.audience) for entry in part))
        for part in steps.values()
    ]


def _giver(event: Any) -> str:
    assert isinstance(event, OrderGiven)
    return event.side
