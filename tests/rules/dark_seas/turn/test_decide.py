"""`decide` and any well-formed order: taken whole or refused with a reason, whenever and by whomever."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from functools import cache
from hashlib import sha256
from typing import NamedTuple, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from darkseas.engine.bots.battle import fight
from darkseas.engine.bots.random_bot import random_order
from darkseas.engine.dice.chooser import Chooser
from darkseas.engine.dice.seeded import SeededDice
from darkseas.engine.events import may_know
from darkseas.engine.hexes.board import EDGES, Hex, label
from darkseas.engine.orders import Given, IllegalOrder
from darkseas.engine.play.replay import Views
from darkseas.engine.play.steps import read_order
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model import orders as o
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.conformance.bot_battles import Fought, scenarios, steps_of
from tests.rules.dark_seas.support.builders import decided

T = TypeVar("T")

EXAMPLES = 500
#: Of the moments of a battle every so many are tried.
EVERY = 2


class Moment(NamedTuple):
    """A state in the course of a battle, with what each side sees of it."""

    state: State
    views: dict[str, State]


@cache
def moments(in_full: bool) -> tuple[Moment, ...]:
    """Moments of captains' battles over every scenario, with declarations in the open or sealed by turns.

    In full every scenario is fought both ways.
    """
    return tuple(moment for spec in _fought_with(in_full) for moment in _moments_of(spec))


def _fought_with(in_full: bool) -> list[Fought]:
    fought = []
    ways = ("table", "sealed")
    for number, spec in enumerate(scenarios(SYSTEM.key)):
        for declarations in ways if in_full else (ways[number % len(ways)],):
            options = {**spec.options, "declarations": declarations}
            asked = replace(spec, options=options)
            seed = sha256(f"decide/{spec.key}/{declarations}".encode()).digest()
            captains = {side.key: SYSTEM.bot for side in spec.sides}
            fought.append(Fought(SYSTEM, asked, seed, fight(SYSTEM, asked, seed, bots=captains)))
    return fought


def _moments_of(fought: Fought) -> list[Moment]:
    sides = [side.key for side in fought.spec.sides]
    views = Views(SYSTEM, SYSTEM.initial_state(fought.spec), sides)
    found = []
    for number, facts in enumerate(steps_of(fought)):
        views.add(facts)
        if number % EVERY == 0:
            found.append(Moment(views.whole.copy(), {side: views.of(side).copy() for side in sides}))
    return found


# --- any order -----------------------------------------------------------------------------------


class AnyOrder(NamedTuple):
    """Orders about any blocks, ships and hexes, of the battle or not, by chance."""

    state: State
    chooser: Chooser

    def few(self, one: Callable[[], T], most: int = 3) -> tuple[T, ...]:
        return tuple(one() for _ in range(self.chooser.below(most + 1)))

    def key(self) -> str:
        return self.chooser.one_of([*self.state.blocks, *self.state.blocks, *self.state.scenario.sides, ""])

    def ship(self) -> str:
        return self.chooser.one_of([*self.state.scenario.ships, "bismarck"])

    def hex(self) -> Hex:
        near = [block.hex for block in self.state.blocks.values() if block.hex is not None]
        return self.chooser.one_of([*near, *self.state.scenario.board.hexes, Hex(99, 99)])

    def place(self) -> Hex | None:
        return self.chooser.one_of([None, self.hex(), self.hex()])

    def name(self) -> str:
        return self.chooser.one_of(["", " ", "TG X", "x" * 61])

    def step(self) -> str:
        return self.chooser.one_of([label(self.hex()), label(self.hex()), *EDGES, "nowhere", ""])

    def yes(self) -> bool:
        return bool(self.chooser.below(2))

    def deploy(self) -> o.Deploy:
        groups = self.few(lambda: o.FormedGroup(self.name(), self.few(self.ship, 6), self.place()))
        singles = self.few(lambda: o.PlacedShip(self.ship(), self.place()))
        return o.Deploy(groups, singles, self.few(lambda: o.PlacedDummy(self.place())))

    def place_dummies(self) -> o.PlaceDummies:
        return o.PlaceDummies(self.few(lambda: o.NewDummy(self.key())))

    def remove_dummies(self) -> o.RemoveDummies:
        return o.RemoveDummies(self.few(self.key))

    def move_blocks(self) -> o.MoveBlocks:
        moves = self.few(lambda: o.Move(self.key(), self.few(self.step, 4)))
        apart = self.few(lambda: o.Detachment(self.key(), self.few(self.ship), self.name()))
        return o.MoveBlocks(moves, apart, self.few(self.key, 1))

    def set_speeds(self) -> o.SetSpeeds:
        stated = self.few(lambda: o.StatedSpeed(self.key(), self.chooser.below(7) - 1))
        return o.SetSpeeds(stated, self.few(self.key, 1))

    def declare_sightings(self) -> o.DeclareSightings:
        void = self.few(lambda: o.VoidSighting(self.key(), self.key()))
        answer = self.chooser.one_of(("void", "remove"))
        return o.DeclareSightings(void, self.few(lambda: o.DummyAnswer(self.key(), answer)))  # type: ignore[arg-type]

    def declare_evasion(self) -> o.DeclareEvasion:
        return o.DeclareEvasion(self.few(self.key))

    def declare_attacks(self) -> o.DeclareAttacks:
        return o.DeclareAttacks(self.few(self._attack))

    def _attack(self) -> o.Attack:
        mounts = self.few(lambda: o.Mount(self.ship(), self.chooser.below(4) - 1))
        classes = self.chooser.one_of(("", "D", "ABC", "Z"))
        return o.Attack(self.key(), self.hex(), mounts, classes, self.yes(), self.yes())

    def withdraw_plot(self) -> o.WithdrawPlot:
        return o.WithdrawPlot()

    def mixed(self, side: str, view: State) -> object:
        """An order from a form of the side, with a part of another order of its kind put in."""
        forms = legal_orders(view, side)
        if not forms:
            return self.withdraw_plot()
        name, blanks = random_order((self.chooser.one_of(forms),), self.chooser)
        good = read_order(SYSTEM, side, name, blanks).order
        wild = getattr(self, name.removeprefix("dark_seas."))()
        parts = {field: getattr(wild, field) for field in wild.__slots__ if not self.chooser.below(3)}
        assert is_dataclass(good)
        assert not isinstance(good, type)
        return replace(good, **parts)


KINDS: Mapping[str, str] = {name: name.removeprefix("dark_seas.") for name in o.ORDERS}


# --- what decide makes of it ---------------------------------------------------------------------


def test_any_well_formed_order_is_taken_or_refused(in_full: bool) -> None:
    """S-1: nothing but IllegalOrder, with reason, rule and field; the state that was asked stays as it was.

    What is taken leaves every side forms that hang on its own view alone (H-4). And it is worth something:
    orders of most kinds are taken, and most are refused.
    """
    tally: Counter[str] = Counter()
    kinds = st.sampled_from(["mixed", "mixed", *KINDS.values()])

    @settings(max_examples=EXAMPLES, derandomize=True, database=None)
    @given(st.integers(0, 2**32), st.integers(0, 2**32), kinds)
    def tried(number: int, seed: int, kind: str) -> None:
        tally[_tried(moments(in_full), number, seed, kind)] += 1

    tried()
    taken = tally.total() - tally["refused"]
    assert tally["refused"] > taken > EXAMPLES // 20, tally
    assert len(tally) > len(o.ORDERS) - 2, tally


def _tried(tried_at: tuple[Moment, ...], number: int, seed: int, kind: str) -> str:
    """Give one order at one of these moments; return its kind, or that it was refused."""
    moment = tried_at[number % len(tried_at)]
    state, chooser = moment.state, Chooser(seed.to_bytes(8, "big"))
    side = chooser.one_of([*state.called * 2, *state.scenario.sides, "nobody"])
    orders = AnyOrder(state, chooser)
    order = orders.mixed(side, moment.views.get(side, state)) if kind == "mixed" else getattr(orders, kind)()
    before = state.copy()
    refused = _refusal(moment, side, order)
    if refused is not None:
        assert refused.reason.strip()
        assert refused.rule
        assert refused.field
    assert state == before
    return type(order).__name__ if refused is None else "refused"


def _refusal(moment: Moment, side: str, order: object) -> IllegalOrder | None:
    try:
        facts = decided(moment.state, Given(side, order), SeededDice(bytes(32)))
    except IllegalOrder as refused:
        return refused
    whole = moment.state.copy()
    views = {one: view.copy() for one, view in moment.views.items()}
    for fact in facts:
        setter = SYSTEM.setters.get(type(fact.event))
        if setter is not None:
            setter(whole, fact.event)
            for one, view in views.items():
                if may_know(fact.audience, one):
                    setter(view, fact.event)
    for one, view in views.items():
        assert legal_orders(view, one) == legal_orders(whole, one)
    return None
