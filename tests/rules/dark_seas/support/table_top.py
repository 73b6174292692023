"""A battle on the table: orders go in, the whole state, each side's view and its part of the log come out.

allies = a_side("allies", a_ship("helm"), set_up="bay")
table = Table(a_scenario(ijn, allies, areas={"bay": ["0505"]}), {"t1/spotting/ijn": (6,)})
table.give("ijn", Deploy((FormedGroup("Column", ("kako",), at("0101")),)))
table.run_to("move-3")              # everybody does as little as possible
refusal = table.refused("ijn", MoveBlocks((Move("ijn-1", ("0909",)),)))
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import pytest

from darkseas.engine.dice.rolls import Roll
from darkseas.engine.dice.seeded import SEED_BYTES, SeededDice
from darkseas.engine.events import EVERYONE, Entry, Fact, may_know
from darkseas.engine.hexes.board import Hex, parse_label
from darkseas.engine.orders import Choice, Course, Fixed, Given, IllegalOrder, OrderForm, Row, Rows
from darkseas.rules.dark_seas import SYSTEM
from darkseas.rules.dark_seas.model.apply_events import SETTERS
from darkseas.rules.dark_seas.model.orders import (
    DeclareAttacks,
    DeclareEvasion,
    DeclareSightings,
    Deploy,
    DummyAnswer,
    FormedGroup,
    Move,
    MoveBlocks,
    PlacedDummy,
    PlacedShip,
    PlaceDummies,
    SetSpeeds,
    StatedSpeed,
)
from darkseas.rules.dark_seas.model.scenario import RulesScenario
from darkseas.rules.dark_seas.model.state import State
from darkseas.rules.dark_seas.spotting.sightings import lone_attempts, successes
from darkseas.rules.dark_seas.turn.daylight import SUB_PHASES
from darkseas.rules.dark_seas.turn.decide import legal_orders
from tests.rules.dark_seas.support.builders import decided, view_of

T = TypeVar("T")

#: More orders than any test needs: then it goes in circles.
_PATIENCE = 400


class ChosenDice:
    """Dice that fall as told for the purposes told, and by a seed for all others."""

    def __init__(self, chosen: Mapping[str, tuple[int, ...]], seed: int = 0) -> None:
        self.chosen = dict(chosen)
        self._others = SeededDice(seed.to_bytes(SEED_BYTES, "big"))

    def roll(self, count: int, sides: int, purpose: str, *, scope: str = "pub") -> Roll:
        """The faces told, once; else the seed's."""
        faces = self.chosen.pop(purpose, None)
        if faces is None:
            return self._others.roll(count, sides, purpose, scope=scope)
        assert len(faces) == count, f"{purpose} takes {count} dice"
        return Roll(purpose, sides, faces, "house", scope)


class Table:
    """The whole state, each side's view and the log, kept in step as orders are given."""

    def __init__(
        self, scenario: RulesScenario, dice: Mapping[str, tuple[int, ...]] | None = None, *, seed: int = 0
    ) -> None:
        self.state = State(scenario)
        self.views = {side: State(scenario) for side in scenario.sides}
        self.log: list[Fact] = []
        self.dice = ChosenDice(dice or {}, seed)

    def give(self, side: str, order: object) -> list[Fact]:
        """The facts of an order, with all that followed from it."""
        facts = list(decided(self.state, Given(side, order), self.dice))
        self.take(facts)
        return facts

    def take(self, facts: Iterable[Fact]) -> None:
        """Take facts on record, whoever they come from."""
        for fact in facts:
            self.log.append(fact)
            setter = SETTERS.get(type(fact.event))
            if setter is None:
                continue
            setter(self.state, fact.event)
            for side, view in self.views.items():
                if may_know(fact.audience, side):
                    setter(view, fact.event)

    def refused(self, side: str, order: object) -> IllegalOrder:
        """Why an order is refused; AssertionError when it is taken, or when it has left a trace."""
        before = self.state.copy()
        with pytest.raises(IllegalOrder) as refusal:
            decided(self.state, Given(side, order), self.dice)
        assert self.state == before
        assert refusal.value.reason.strip()
        assert refusal.value.rule
        return refusal.value

    def run_to(self, *phases: str, turn: int = 0) -> None:
        """Do as little as possible until somebody is called in one of these phases, from a turn on."""
        for _ in range(_PATIENCE):
            state = self.state
            is_there = str(state.stage) in phases and state.called and state.turn >= turn
            if state.ended is not None or is_there:
                return
            side = state.called[0]
            self.give(side, least(state, side))
        raise AssertionError(f"no end in sight of {phases}")

    def run_out(self) -> None:
        """Do as little as possible until the battle is over."""
        self.run_to("the end")
        assert self.state.ended is not None

    # --- questions ---

    def events(self, kind: type[T], side: str | None = "") -> list[T]:
        """The events of this type so far; with a side (None: an observer) those that it may know."""
        return [
            fact.event
            for fact in self.log
            if isinstance(fact.event, kind) and (side == "" or may_know(fact.audience, side))
        ]

    def forms(self, side: str) -> tuple[OrderForm, ...]:
        """The orders that a side may give; AssertionError when its view says otherwise than the whole."""
        forms = legal_orders(self.views[side], side)
        assert forms == legal_orders(self.state, side)
        return forms

    def form(self, side: str, order: str) -> OrderForm:
        """The form of this order, by the last word of its stored name."""
        return next(form for form in self.forms(side) if form.order == f"dark_seas.{order}")

    def block_at(self, side: str, label: str) -> str:
        """The only block of a side in a hex."""
        (key,) = self.blocks_at(side, label)
        return key

    def blocks_at(self, side: str, label: str) -> list[str]:
        """The blocks of a side in a hex."""
        there = parse_label(label)
        return [key for key, block in self.state.blocks.items() if block.side == side and block.hex == there]

    def block_with(self, ship: str) -> str:
        """The block that a ship is in."""
        return next(key for key, contents in self.state.contents.items() if ship in contents.ships)

    def dummies_of(self, side: str) -> list[str]:
        """The dummies of a side in play."""
        return [
            key
            for key, block in self.state.blocks.items()
            if block.side == side and self.state.contents[key].kind == "dummy"
        ]

    def hex_of(self, key: str) -> Hex | None:
        """Where a block is."""
        return self.state.blocks[key].hex


def on_table(state: State, dice: Mapping[str, tuple[int, ...]] | None = None) -> Table:
    """A battle that is already at this state; each side's view leaves out what it cannot know."""
    table = Table(state.scenario, dice)
    table.state = state
    table.views = {side: view_of(state, side) for side in state.scenario.sides}
    return table


def least(state: State, side: str) -> object:
    """The order by which a side does as little as the rules allow."""
    return _LEAST[state.stage.kind](state, side)


def _hold_back_dummies(state: State, side: str) -> DeclareSightings:
    lone = dict.fromkeys(attempt.block for attempt in lone_attempts(state, successes(state, side)))
    return DeclareSightings(dummies=tuple(DummyAnswer(key, "void") for key in lone))


def _bound(state: State, side: str) -> Iterable[Row]:
    """The lines of the form that have to be filled, of who has to come in (DS-R39)."""
    blanks = (blank for form in legal_orders(state, side) for blank in form.blanks)
    return [
        row for blank in blanks if isinstance(blank, Rows) and blank.name == "entering" for row in blank.rows
    ]


def _coming_in(state: State, side: str) -> Iterable[Move]:
    for block, way in _bound(state, side):
        assert isinstance(block, Fixed)
        assert isinstance(way, Course)
        yield Move(str(block.value), way.path_to(way.reach[0]))


def _slowly(state: State, side: str) -> Iterable[StatedSpeed]:
    for block, speed in _bound(state, side):
        assert isinstance(block, Fixed)
        assert isinstance(speed, Choice)
        yield StatedSpeed(str(block.value), int(str(speed.values[-1])))


_LEAST: Mapping[str, Callable[[State, str], Any]] = {
    "dummies": lambda state, side: PlaceDummies(),
    "move": lambda state, side: MoveBlocks(entering=tuple(_coming_in(state, side))),
    "speeds": lambda state, side: SetSpeeds(entering=tuple(_slowly(state, side))),
    **dict.fromkeys(SUB_PHASES, lambda state, side: MoveBlocks(entering=tuple(_coming_in(state, side)))),
    "spotting": _hold_back_dummies,
    "evasion": lambda state, side: DeclareEvasion(),
    "attacks": lambda state, side: DeclareAttacks(),
}


# --- orders in short -----------------------------------------------------------------------------


def deploy(
    groups: Mapping[str, str] | None = None,
    singles: Mapping[str, str] | None = None,
    dummies: Iterable[str] = (),
) -> Deploy:
    """A set-up: ships of a task group ("kako aoba") to its hex, single ships to theirs, dummies' hexes.

    "" as a hex is outside the map.
    """
    return Deploy(
        tuple(
            FormedGroup(f"TG {ships}", tuple(ships.split()), _at(place))
            for ships, place in (groups or {}).items()
        ),
        tuple(PlacedShip(ship, _at(place)) for ship, place in (singles or {}).items()),
        tuple(PlacedDummy(_at(place)) for place in dummies),
    )


def _at(label: str) -> Hex | None:
    return parse_label(label) if label else None


def moves(**ways: str) -> MoveBlocks:
    """Moves as `ijn_1="0506 0507"`, or `ijn_1="0007 west"` over an edge."""
    return MoveBlocks(tuple(Move(key.replace("_", "-"), tuple(way.split())) for key, way in ways.items()))


def move(key: str, *path: str) -> MoveBlocks:
    """The move of one block."""
    return MoveBlocks((Move(key, path),))


def speeds(evading: Iterable[str] = (), **stated: int) -> SetSpeeds:
    """Speeds as `ijn_1=3`."""
    return SetSpeeds(
        tuple(StatedSpeed(key.replace("_", "-"), speed) for key, speed in stated.items()), tuple(evading)
    )


# --- a side's part of the log --------------------------------------------------------------------


def known(facts: Iterable[Fact], side: str | None) -> list[Fact]:
    """What a side may know of these facts."""
    return [fact for fact in facts if may_know(fact.audience, side)]


def open_to_all(facts: Iterable[Fact]) -> list[object]:
    """The events that everybody may know."""
    return [fact.event for fact in facts if fact.audience == EVERYONE]


def entries_of(facts: Iterable[Fact]) -> list[Entry]:
    """A side's facts as entries numbered anew, as they are shown to it (house plan, 8.2)."""
    return [Entry(seq, 0, fact.event, fact.audience) for seq, fact in enumerate(facts)]


__all__ = [
    "SYSTEM", "ChosenDice", "Table", "deploy", "entries_of", "known", "least", "move", "moves", "on_table",
    "open_to_all", "speeds",
]  # fmt: skip
