"""Plain builders of fleet battles: fleets by type, plots of both sides, dice that are known.

    table = a_battle({"u1": "u-boat", "b1": "battleship"}, {"k1": "battle cruiser"}, fire_tier=3)
    table.fire([2, 8], [4], a={"b1": "k1"}, b={"k1": "b1"})     # b1's dice, then k1's
    assert table.told(ShipSunk)

Sides are "a" and "b". A battle begins divided, with the escorts named in `carriers` beside their
carriers, and runs on to `fire_tier` of turn 1 with nobody moving or firing before.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from darkseas.engine.adjudication import Adjudication
from darkseas.engine.dice.rolls import Roll
from darkseas.engine.events import Fact, may_know
from darkseas.engine.orders import Given
from darkseas.engine.scenario.spec import GroupSpec, ScenarioSpec, ShipSpec, SideSpec
from darkseas.rules.fleet_battle.combat.defence import defence_of
from darkseas.rules.fleet_battle.model.apply_events import SETTERS
from darkseas.rules.fleet_battle.model.events import ShipSunk
from darkseas.rules.fleet_battle.model.orders import (
    AssignGroups,
    Attack,
    NameTargets,
    PlotTransfers,
    Transfer,
    WithdrawPlot,
)
from darkseas.rules.fleet_battle.model.scenario import GroupKey
from darkseas.rules.fleet_battle.model.state import SET_UP, TRANSFERS, State, tier_stage
from darkseas.rules.fleet_battle.scenario.setup import initial_state
from darkseas.rules.fleet_battle.turn.decide import decide

T = TypeVar("T")

KINDS = {
    "u-boat": "SS", "light carrier": "CV", "aircraft carrier": "CV", "battleship": "BB",
    "battle cruiser": "BB", "heavy cruiser": "CA", "light cruiser": "CL", "destroyer": "DD",
}  # fmt: skip

Fleet = Mapping[str, Any]
Targets = Mapping[str, Any]


class Tape:
    """Dice that fall as written; an AssertionError when they run out or are asked for otherwise."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)
        self.asked: list[tuple[int, int, str]] = []

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The next faces."""
        assert len(self.left) >= count, f"no dice left for {purpose}"
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        assert max(faces) <= sides, f"{faces} on d{sides} for {purpose}"
        self.asked.append((count, sides, purpose))
        return Roll(purpose, sides, faces, "table", scope)


def a_ship(key: str, card: Any) -> ShipSpec:
    """A ship by its type, or by its whole ratings."""
    ratings = {"card": card} if isinstance(card, str) else dict(card)
    kind = KINDS.get(ratings["card"], "")
    return ShipSpec(key, key.upper(), ratings["card"], "RN", kind, ratings)


def a_side(key: str, fleet: Fleet, groups: tuple[GroupSpec, ...] = (), **rules: Any) -> SideSpec:
    """A side by its fleet."""
    ships = tuple(a_ship(name, card) for name, card in fleet.items())
    return SideSpec(key, f"Side {key.upper()}", ("RN",), ships, groups, rules)


def a_spec(a: Fleet, b: Fleet, **changes: Any) -> ScenarioSpec:
    """A scenario of two fleets with the house cards; `options` are added to them."""
    options = {"cards": "house", **changes.pop("options", {})}
    sides = (a_side("a", a), a_side("b", b))
    return ScenarioSpec(**{"key": "test", "title": "Test", "system": "fleet_battle", "sides": sides,
                           "options": options, **changes})  # fmt: skip


class Table:
    """A battle at the table: its state, all facts so far, and the plots of both sides."""

    def __init__(self, spec: ScenarioSpec) -> None:
        self.spec = spec
        self.initial = initial_state(spec)
        self.state: State = self.initial
        self.facts: list[Fact] = []
        self.step: list[Fact] = []
        self.asked: list[tuple[int, int, str]] = []

    def give(self, side: str, order: object, *faces: int) -> list[Fact]:
        """Give an order; dice fall as named, and none may be left over. Returns the facts of the step."""
        tape = Tape(faces)
        adjudication = Adjudication(SETTERS, self.state, tape)
        decide(adjudication, Given(side, order))
        assert tape.left == []
        self.state, self.step = adjudication.state, adjudication.facts
        self.facts += adjudication.facts
        self.asked += tape.asked
        return adjudication.facts

    def assign(self, *carriers: str) -> None:
        """Both sides divide their fleets: these escorts go with the carriers."""
        for side in self.state.called:
            own = self.state.scenario.sides[side].ships
            self.give(side, AssignGroups(tuple(key for key in carriers if key in own)))

    def move(self, **to: GroupKey) -> None:
        """All sides called plot transfers: each ship named to its group."""
        assert self.state.stage == TRANSFERS, self.state.stage
        for side in self.state.called:
            own = self.state.scenario.sides[side].ships
            moves = tuple(Transfer(ship, group) for ship, group in to.items() if ship in own)
            self.give(side, PlotTransfers(moves))

    def fire(self, *faces: int, a: Targets | None = None, b: Targets | None = None) -> list[Fact]:
        """All sides called name targets; the dice fall as named."""
        targets = {"a": a or {}, "b": b or {}}
        called = self.state.called
        unheard = [side for side, named in targets.items() if named and side not in called]
        assert not unheard, f"{unheard} not called in {self.state.stage}"
        for side in called:
            last = side == called[-1]
            self.give(side, NameTargets(attacks(targets[side])), *(faces if last else ()))
        return self.step

    def pass_on(self, phase: str, turn: int = 1) -> "Table":
        """Hold everything until this phase of this turn."""
        for _ in range(200):
            if (str(self.state.stage), self.state.turn) == (phase, turn) and self.state.called:
                return self
            if self.state.stage == TRANSFERS:
                self.move()
            else:
                self.fire()
            assert self.state.ended is None, f"over before {phase} of turn {turn}"
        raise AssertionError(f"never came to {phase} of turn {turn}")

    def events_of(self, kind: type[T]) -> list[T]:
        """The events of a kind that everybody may know, in order."""
        return [f.event for f in self.facts if isinstance(f.event, kind) and may_know(f.audience, None)]

    def sunk(self) -> list[str]:
        """The ships sunk in the last step."""
        return [fact.event.ship for fact in self.step if isinstance(fact.event, ShipSunk)]

    def defence(self, ship: str) -> int:
        """A ship's defence now."""
        return defence_of(self.state, self.state.scenario.ships[ship]).total

    def view(self, side: str | None) -> State:
        """What a side knows."""
        view = self.initial.copy()
        for event, audience in self.facts:
            if may_know(audience, side) and type(event) in SETTERS:
                SETTERS[type(event)](view, event)
        return view

    def withdraw(self, side: str) -> None:
        """A side takes its plot back."""
        self.give(side, WithdrawPlot())


def attacks(targets: Targets) -> tuple[Attack, ...]:
    """Attacks by ship: a target, or with a mapping the target of each die."""
    found = []
    for ship, target in targets.items():
        if isinstance(target, str):
            found.append(Attack(ship, target))
        else:
            found += [Attack(ship, aim, die) for die, aim in target.items()]
    return tuple(found)


def a_battle(
    a: Fleet, b: Fleet, *, carriers: Iterable[str] = (), fire_tier: int = 0, **changes: Any
) -> Table:
    """A battle whose fleets are divided; with `fire_tier`, at that tier of turn 1."""
    table = Table(a_spec(a, b, **changes))
    assert table.state.stage == SET_UP
    table.assign(*carriers)
    return table.pass_on(str(tier_stage(fire_tier))) if fire_tier else table
