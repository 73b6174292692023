"""Battles in which an umpire rules at moments drawn by chance, for the questions asked of every system."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.rolls import RecordedDice
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import UMPIRE, Entry, Fact
from darkseas.engine.orders import Choice, Given, IllegalOrder, OrderForm, Rule
from darkseas.engine.play import rulings
from darkseas.engine.play.replay import Views
from darkseas.engine.play.steps import read_order, take_step
from darkseas.engine.scenario.spec import ScenarioSpec
from darkseas.engine.serialization.canonical_json import Json
from darkseas.engine.system import RulesSystem

#: One moment in so many is ruled at; where one side has answered what another is still asked, one in two.
SELDOM, BETWEEN = 4, 2
#: One order in so many is any legal one: captains seldom do some of what rulings get in the way of.
STRAY = 2
#: The umpire ends the battle by one ruling in so many: other rulings are to have followed them.
ENDS = 40
#: Who needs more orders and rulings than this is going in circles.
MOST_STEPS = 2_000


@dataclass
class Umpired:
    """A battle with an umpire: the state before its log, its log, and everybody's view after it.

    `offered` are the forms that there were at moments when it was ruled, `ruled` those that were filled;
    `between_answers` counts the moments between two sides' answers to one question, `between` rulings then.
    """

    initial: Any
    views: Views
    entries: list[Entry] = field(default_factory=list)
    offered: set[str] = field(default_factory=set)
    ruled: list[str] = field(default_factory=list)
    between_answers: int = 0
    between: int = 0

    def add(self, facts: Sequence[Fact]) -> None:
        """Take the facts of a step on record."""
        step = self.entries[-1].step + 1 if self.entries else 1
        self.entries += [Entry(seq, step, *fact) for seq, fact in enumerate(facts, len(self.entries))]
        self.views.add(facts)


def fight_umpired(system: RulesSystem, spec: ScenarioSpec, number: int) -> Umpired:
    """Fight a battle between captains and an umpire to its end; the same number gives the same battle.

    Whatever the rules raise goes through, with a note which battle it was; AssertionError where nobody is
    called before the end, or a side is asked for what hangs on more than it knows.
    """
    try:
        return _fight(system, spec, number)
    except Exception as fault:
        fault.add_note(f"battle {number} of {spec.key}")
        raise


def _fight(system: RulesSystem, spec: ScenarioSpec, number: int) -> Umpired:
    seed = sha256(f"umpire/{spec.key}/{number}".encode()).digest()
    chooser, dice = Chooser(seed), SeededDice(seed)
    sides, initial = [side.key for side in spec.sides], system.initial_state(spec)
    battle = Umpired(initial, Views(system, initial, sides))
    before: set[str] = set()
    for _ in range(MOST_STEPS):
        if system.result(battle.views.whole) is not None:
            return battle
        forms = {side: system.legal_orders(battle.views.of(side), side) for side in sides}
        called = {side for side in sides if any(form.pressing for form in forms[side])}
        assert called, "nobody has to act, and the battle is not over"
        is_between = called < before and bool(system.rulings.forms(battle.views.whole))
        battle.between_answers += is_between
        before = called
        if chooser.below(BETWEEN if is_between else SELDOM) == 0 and _rule(system, battle, chooser):
            battle.between += is_between
            continue
        side = chooser.one_of(sorted(called))
        name, blanks = _order(system, battle.views.of(side), side, forms[side], chooser)
        battle.add(take_step(system, battle.views.whole, read_order(system, side, name, blanks), dice))
    raise AssertionError(f"no end after {MOST_STEPS} orders")


def _order(
    system: RulesSystem, view: Any, side: str, forms: tuple[OrderForm, ...], chooser: Chooser
) -> tuple[str, Mapping[str, Json]]:
    if chooser.below(STRAY):
        return system.bot(view, side, forms, chooser)
    return random_order(forms, chooser)


def _rule(system: RulesSystem, battle: Umpired, chooser: Chooser) -> bool:
    """Rule anything that may be ruled now; say whether something could be."""
    whole = battle.views.whole
    ends = chooser.below(ENDS) == 0
    offered = rulings.forms(system, whole)
    battle.offered.update(form.order for form in offered)
    forms = [form for form in offered if (form.order == rulings.THE_END) == ends]
    if not forms:
        return False
    form = chooser.one_of(forms)
    blanks: dict[str, Json] = {
        blank.name: chooser.one_of(blank.values) for blank in form.blanks if isinstance(blank, Choice)
    }
    try:
        events = rulings.ruled_events(system, whole, form.order, blanks)
    except IllegalOrder:
        return False  # a ship off the map, a turn whose end needs dice
    battle.add(take_step(system, whole, Given(UMPIRE, Rule("It was so.", events)), RecordedDice(())))
    battle.ruled.append(form.order)
    views = battle.views
    for side in system.standing(whole).scores:
        assert system.legal_orders(views.of(side), side) == system.legal_orders(views.whole, side)
    return True
